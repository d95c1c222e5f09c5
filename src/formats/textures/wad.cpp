// SPDX-License-Identifier: MIT
#include "formats/shared/wad.h"

#include "base/shared/bytes.h"
#include "formats/map/map_tokenizer.h"
#include "formats/text/lower_case.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

constexpr std::size_t kHeadSize = 12;
constexpr std::size_t kEntrySize = 32;
constexpr std::size_t kNameSize = 16;
constexpr std::size_t kTextureHeadSize = 40;  // name, two sizes, four offsets
constexpr char kQuakeTexture = 'D';
constexpr char kHalfLifeTexture = 'C';
constexpr std::size_t kColourSize = 3;

// The plain palette has a grey ramp and kHues coloured ramps of kShades colours each. The hues are
// evenly spread around the circle.
constexpr std::size_t kShades = 16;
constexpr std::size_t kHues = 15;

// One channel of a hue (0 to 1 around the circle) at half saturation, so that walls look natural.
// shift: the hue at which the channel is strongest.
double channel(double hue, double shift) {
    const double turned = hue - shift - std::floor(hue - shift);
    const double distance = std::min(turned, 1 - turned);  // 0 to 1/2
    return 0.5 + 0.5 * std::clamp(2 - 6 * distance, 0.0, 1.0);
}

std::uint8_t shade_of(double share, std::size_t shade) {
    const double brightest = 255 * share;
    return static_cast<std::uint8_t>(
        std::lround(brightest * static_cast<double>(shade + 1) / kShades));
}

struct DirectoryEntry {
    std::uint32_t offset;
    std::uint32_t stored_size;
    std::uint32_t size;
    char type;
    char compression;
    std::array<char, 2> unused;
    std::array<char, kNameSize> name;
};
static_assert(sizeof(DirectoryEntry) == kEntrySize);

struct TextureHead {
    std::array<char, kNameSize> name;
    std::uint32_t width;
    std::uint32_t height;
    std::array<std::uint32_t, 4> offsets;
};
static_assert(sizeof(TextureHead) == kTextureHeadSize);

std::string_view name_of(const std::array<char, kNameSize>& name) {
    const auto* const end = std::find(name.begin(), name.end(), '\0');
    return {name.begin(), end};
}

}  // namespace

Palette plain_palette() {
    Palette palette;
    for (std::size_t i = 0; i < palette.size(); ++i) {
        const std::size_t ramp = i / kShades;
        const std::size_t shade = i % kShades;
        const bool is_grey = ramp == 0;
        const double hue = is_grey ? 0 : static_cast<double>(ramp - 1) / kHues;
        const auto mix = [&](double shift) {
            return shade_of(is_grey ? 1 : channel(hue, shift), shade);
        };
        palette[i] = {mix(0), mix(1.0 / 3), mix(2.0 / 3), 255};
    }
    return palette;
}

Result<Palette> read_palette(std::span<const std::byte> bytes, std::string_view name) {
    Palette palette;
    if (bytes.size() != palette.size() * kColourSize) {
        return std::unexpected(
            Error{ErrorCode::Damaged,
                  "a palette has 768 bytes, this file " + std::to_string(bytes.size()),
                  {std::string(name), 0, 0}});
    }
    for (std::size_t i = 0; i < palette.size(); ++i) {
        const auto at = [&](std::size_t channel) {
            return std::to_integer<std::uint8_t>(bytes[i * kColourSize + channel]);
        };
        palette[i] = {at(0), at(1), at(2), 255};
    }
    return palette;
}

Result<Wad> Wad::from_bytes(std::vector<std::byte> bytes, std::string name) {
    Wad wad;
    wad.bytes_ = std::move(bytes);
    wad.name_ = std::move(name);
    if (Result<void> read = wad.read_directory(); !read) {
        return std::unexpected(std::move(read.error()));
    }
    return wad;
}

Result<void> Wad::read_directory() {
    ByteReader head(bytes_);
    const auto magic = head.read<std::array<char, 4>>();
    const std::string_view mark = magic ? std::string_view(magic->data(), 4) : std::string_view();
    if (mark != "WAD2" && mark != "WAD3") {
        return std::unexpected(
            Error{ErrorCode::Unsupported, "the file is no WAD2 or WAD3", {name_, 0, 0}});
    }
    const auto count = head.read<std::uint32_t>();
    const auto offset = head.read<std::uint32_t>();
    if (!offset || *offset < kHeadSize || *offset > bytes_.size() ||
        *count > (bytes_.size() - *offset) / kEntrySize) {
        return std::unexpected(Error{
            ErrorCode::Damaged, "the directory of the WAD is not within the file", {name_, 0, 0}});
    }
    ByteReader directory(std::span<const std::byte>(bytes_).subspan(*offset));
    for (std::uint32_t i = 0; i < *count; ++i) {
        const auto found = directory.read<DirectoryEntry>();
        if (!found || (found->type != kQuakeTexture && found->type != kHalfLifeTexture)) {
            continue;
        }
        const std::string texture(name_of(found->name));
        if (by_name_.emplace(lower_case(texture), entries_.size()).second) {
            texture_names_.push_back(texture);
            entries_.push_back({texture,
                                found->offset,
                                found->stored_size,
                                found->type == kHalfLifeTexture,
                                found->compression != 0});
        }
    }
    return {};
}

bool Wad::has(std::string_view texture) const {
    return by_name_.contains(lower_case(texture));
}

const Wad::Entry& Wad::entry(std::string_view texture) const {
    const auto found = by_name_.find(lower_case(texture));
    assert(found != by_name_.end());
    return entries_[found->second];
}

Error Wad::error(ErrorCode code, const Entry& entry, std::string_view what) const {
    return {code,
            "the texture " + map::in_quotes(entry.name) + " of the WAD " + std::string(what),
            {name_, 0, 0}};
}

Result<Wad::Texture> Wad::open(const Entry& entry) const {
    if (entry.is_compressed) {
        return std::unexpected(error(ErrorCode::Unsupported, entry, "is compressed"));
    }
    if (entry.offset > bytes_.size() || entry.size > bytes_.size() - entry.offset) {
        return std::unexpected(error(ErrorCode::Damaged, entry, "is not within the file"));
    }
    const auto all = std::span<const std::byte>(bytes_).subspan(entry.offset, entry.size);
    const auto head = ByteReader(all).read<TextureHead>();
    if (!head || head->width == 0 || head->height == 0) {
        return std::unexpected(error(ErrorCode::Damaged, entry, "has no size"));
    }
    const std::uint64_t pixels = std::uint64_t{head->width} * head->height;
    if (head->width > kMaxImageSide || head->height > kMaxImageSide || pixels > kMaxImagePixels) {
        return std::unexpected(error(ErrorCode::Limit, entry, "has too many pixels"));
    }
    const std::uint64_t first = head->offsets[0];
    if (first < kTextureHeadSize || first > all.size() || pixels > all.size() - first) {
        return std::unexpected(error(ErrorCode::Damaged, entry, "ends before its pixels"));
    }
    Texture texture{{head->width, head->height}, all.subspan(first, pixels), {}};
    if (entry.has_palette) {
        // The palette follows the picture and its three smaller copies: 1 + 1/4 + 1/16 + 1/64 of
        // its size.
        const std::uint64_t behind = first + pixels * 85 / 64;
        ByteReader reader(all.subspan(std::min<std::uint64_t>(behind, all.size())));
        const auto colours = reader.read<std::uint16_t>();
        if (!colours || *colours > 256 || reader.remaining() < *colours * kColourSize) {
            return std::unexpected(error(ErrorCode::Damaged, entry, "ends before its palette"));
        }
        texture.palette = all.subspan(behind + sizeof(std::uint16_t), *colours * kColourSize);
    }
    return texture;
}

Result<ImageSize> Wad::size(std::string_view texture) const {
    const Result<Texture> opened = open(entry(texture));
    return opened ? Result<ImageSize>(opened->size) : std::unexpected(opened.error());
}

Result<Image> Wad::image(std::string_view texture, const Palette& palette) const {
    const Entry& found = entry(texture);
    const Result<Texture> opened = open(found);
    if (!opened) {
        return std::unexpected(opened.error());
    }
    Palette colours = palette;
    if (found.has_palette) {
        colours.fill({0, 0, 0, 255});
        for (std::size_t i = 0; i * kColourSize < opened->palette.size(); ++i) {
            const auto at = [&](std::size_t channel) {
                return std::to_integer<std::uint8_t>(opened->palette[i * kColourSize + channel]);
            };
            colours[i] = {at(0), at(1), at(2), 255};
        }
    }
    if (found.name.starts_with('{')) {
        colours.back() = {0, 0, 0, 0};
    }
    Image image{opened->size.width, opened->size.height, {}};
    image.pixels.reserve(opened->pixels.size());
    for (const std::byte pixel : opened->pixels) {
        image.pixels.push_back(colours[std::to_integer<std::size_t>(pixel)]);
    }
    return image;
}

}  // namespace halfspace
