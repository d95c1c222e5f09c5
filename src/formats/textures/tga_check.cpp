// SPDX-License-Identifier: MIT
#include "formats/textures/tga_check.h"

#include <algorithm>
#include <cstdint>

namespace halfspace {
namespace {

constexpr std::size_t kHeadSize = 18;
constexpr unsigned kCompressed = 8;  // a bit of the kind

struct Head {
    std::size_t before_pixels = 0;  // bytes before the pixels, with the header
    std::uint64_t pixels = 0;
    std::size_t bytes_per_pixel = 0;
    bool is_compressed = false;
};

unsigned byte_at(std::span<const std::byte> bytes, std::size_t at) {
    return std::to_integer<unsigned>(bytes[at]);
}

unsigned word_at(std::span<const std::byte> bytes, std::size_t at) {
    return byte_at(bytes, at) | byte_at(bytes, at + 1) << 8;
}

std::size_t whole_bytes(unsigned bits) {
    return (bits + 7) / 8;
}

// REQUIRES: at least kHeadSize bytes.
Head read_head(std::span<const std::byte> bytes) {
    Head head;
    const std::size_t palette = word_at(bytes, 5) * whole_bytes(byte_at(bytes, 7));
    head.before_pixels = kHeadSize + byte_at(bytes, 0) + palette;
    head.pixels = std::uint64_t{word_at(bytes, 12)} * word_at(bytes, 14);
    head.bytes_per_pixel = whole_bytes(byte_at(bytes, 16));
    head.is_compressed = (byte_at(bytes, 2) & kCompressed) != 0;
    return head;
}

// Checks the runs of pixels. A run is a count with one pixel to repeat or with all its pixels.
bool has_all_runs(std::span<const std::byte> bytes, const Head& head) {
    std::size_t at = head.before_pixels;
    std::uint64_t pixels = 0;
    while (pixels < head.pixels) {
        if (at >= bytes.size()) {
            return false;
        }
        const unsigned run = byte_at(bytes, at);
        const std::size_t count = (run & 0x7f) + 1;
        const std::size_t stored = (run & 0x80) != 0 ? 1 : count;
        // The last run may be longer than the picture.
        const std::size_t needed = std::min<std::uint64_t>(stored, head.pixels - pixels);
        if (bytes.size() - at - 1 < needed * head.bytes_per_pixel) {
            return false;
        }
        at += 1 + stored * head.bytes_per_pixel;
        pixels += count;
    }
    return true;
}

}  // namespace

bool is_tga(std::span<const std::byte> bytes) {
    if (bytes.size() < kHeadSize) {
        return false;
    }
    const unsigned has_palette = byte_at(bytes, 1);
    const unsigned kind = byte_at(bytes, 2) & ~kCompressed;
    const unsigned bits = byte_at(bytes, 16);
    const bool is_paletted = kind == 1 && has_palette == 1 && bits == 8;
    const bool is_coloured =
        kind == 2 && has_palette <= 1 && (bits == 15 || bits == 16 || bits == 24 || bits == 32);
    const bool is_grey = kind == 3 && has_palette <= 1 && (bits == 8 || bits == 16);
    return is_paletted || is_coloured || is_grey;
}

bool is_whole_tga(std::span<const std::byte> bytes) {
    const Head head = read_head(bytes);
    if (head.before_pixels > bytes.size()) {
        return false;
    }
    return head.is_compressed
               ? has_all_runs(bytes, head)
               : (bytes.size() - head.before_pixels) / head.bytes_per_pixel >= head.pixels;
}

}  // namespace halfspace
