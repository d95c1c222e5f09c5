// SPDX-License-Identifier: MIT
#include "formats/textures/png_check.h"

#include <array>
#include <utility>

namespace halfspace {
namespace {

constexpr std::size_t kMarkSize = 8;
constexpr std::size_t kChunkHeadSize = 8;  // length and kind
constexpr std::size_t kChecksumSize = 4;
constexpr std::size_t kHeadSize = 13;  // header of the picture: the chunk IHDR
constexpr unsigned kPalette = 3;       // the other kinds of colour are combinations of bits
constexpr unsigned kColour = 2;
constexpr unsigned kAlpha = 4;

constexpr std::uint32_t kind_of(const char (&name)[5]) {
    std::uint32_t kind = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        kind = kind << 8 | static_cast<unsigned char>(name[i]);
    }
    return kind;
}

std::uint32_t byte_at(std::span<const std::byte> bytes, std::size_t at) {
    return std::to_integer<std::uint32_t>(bytes[at]);
}

std::uint32_t word_at(std::span<const std::byte> bytes, std::size_t at) {
    return byte_at(bytes, at) << 24 | byte_at(bytes, at + 1) << 16 | byte_at(bytes, at + 2) << 8 |
           byte_at(bytes, at + 3);
}

// The pixels first, first + step, first + 2 * step, ...
struct Steps {
    std::uint32_t first = 0;
    std::uint32_t step = 1;

    std::uint64_t count(std::uint64_t all) const {
        return all > first ? (all - first + step - 1) / step : 0;
    }
};
struct Pass {
    Steps x;
    Steps y;
};

constexpr std::array<Pass, 1> kPlain{{{{0, 1}, {0, 1}}}};
constexpr std::array<Pass, 7> kInterlaced{{{{0, 8}, {0, 8}},
                                           {{4, 8}, {0, 8}},
                                           {{0, 4}, {4, 8}},
                                           {{2, 4}, {0, 4}},
                                           {{0, 2}, {2, 4}},
                                           {{1, 2}, {0, 2}},
                                           {{0, 1}, {1, 2}}}};

// The size of the unpacked data. Rows have whole bytes and a filter byte in front. A pass without
// pixels has no rows.
std::uint64_t inflated_size(std::span<const std::byte> head) {
    const unsigned colour = byte_at(head, 9);
    const bool has_colour = colour != kPalette && (colour & kColour) != 0;
    const unsigned channels = (has_colour ? 3 : 1) + ((colour & kAlpha) != 0 ? 1 : 0);
    const std::uint64_t bits = std::uint64_t{channels} * byte_at(head, 8);
    const bool is_interlaced = byte_at(head, 12) != 0;
    std::uint64_t size = 0;
    for (const Pass& pass : is_interlaced ? std::span<const Pass>(kInterlaced) : kPlain) {
        const std::uint64_t width = pass.x.count(word_at(head, 0));
        const std::uint64_t height = pass.y.count(word_at(head, 4));
        size += width == 0 ? 0 : ((width * bits + 7) / 8 + 1) * height;
    }
    return size;
}

// Reads chunks as the decoder does.
class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : rest_(bytes.subspan(kMarkSize)) {}

    std::optional<PngData> read() {
        while (rest_.size() >= kChunkHeadSize) {
            const std::uint32_t length = word_at(rest_, 0);
            const std::uint32_t kind = word_at(rest_, 4);
            if (kind == kind_of("IEND")) {
                return has_head_ ? std::optional(std::move(data_)) : std::nullopt;
            }
            rest_ = rest_.subspan(kChunkHeadSize);
            if (length > rest_.size() || !take(kind, rest_.first(length))) {
                return std::nullopt;
            }
            rest_ = rest_.subspan(length);
            if (rest_.size() < kChecksumSize) {
                return std::nullopt;
            }
            rest_ = rest_.subspan(kChecksumSize);
        }
        return std::nullopt;
    }

private:
    // Takes a chunk. Returns false if the decoder would refuse it, too.
    bool take(std::uint32_t kind, std::span<const std::byte> chunk) {
        if (kind == kind_of("CgBI")) {
            data_.has_zlib_head = false;
        } else if (kind == kind_of("IHDR")) {
            if (has_head_ || chunk.size() != kHeadSize) {
                return false;
            }
            has_head_ = true;
            data_.size = inflated_size(chunk);
        } else if (kind == kind_of("IDAT")) {
            data_.compressed.insert(data_.compressed.end(), chunk.begin(), chunk.end());
            return has_head_;
        }
        return true;
    }

    std::span<const std::byte> rest_;
    PngData data_;
    bool has_head_ = false;
};

}  // namespace

std::optional<PngData> png_data(std::span<const std::byte> bytes) {
    return Reader(bytes).read();
}

}  // namespace halfspace
