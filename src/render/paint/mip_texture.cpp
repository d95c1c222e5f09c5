// SPDX-License-Identifier: MIT
#include "halfspace/render/texture_set.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace halfspace {
namespace {

// The texels [begin, end) of a row that make texel i of a smaller row of `to` texels. If the number
// is odd, the last texel gets one more.
struct Range {
    std::uint32_t begin;
    std::uint32_t end;
};

Range source_of(std::uint32_t i, std::uint32_t to, std::uint32_t from) {
    return {i * from / to, std::max(i * from / to + 1, (i + 1) * from / to)};
}

Rgba average(const Image& image, Range columns, Range rows) {
    std::uint32_t r = 0;
    std::uint32_t g = 0;
    std::uint32_t b = 0;
    std::uint32_t a = 0;
    for (std::uint32_t y = rows.begin; y < rows.end; ++y) {
        for (std::uint32_t x = columns.begin; x < columns.end; ++x) {
            const Rgba& texel = image.at(x, y);
            r += std::uint32_t{texel.r} * texel.a;
            g += std::uint32_t{texel.g} * texel.a;
            b += std::uint32_t{texel.b} * texel.a;
            a += texel.a;
        }
    }
    if (a == 0) {
        return {0, 0, 0, 0};
    }
    const std::uint32_t count = (columns.end - columns.begin) * (rows.end - rows.begin);
    const auto rounded = [](std::uint32_t sum, std::uint32_t weight) {
        return static_cast<std::uint8_t>((sum + weight / 2) / weight);
    };
    return {rounded(r, a), rounded(g, a), rounded(b, a), rounded(a, count)};
}

Image halved(const Image& image) {
    Image half{std::max(image.width / 2, 1u), std::max(image.height / 2, 1u), {}};
    half.pixels.reserve(std::size_t{half.width} * half.height);
    for (std::uint32_t y = 0; y < half.height; ++y) {
        const Range rows = source_of(y, half.height, image.height);
        for (std::uint32_t x = 0; x < half.width; ++x) {
            half.pixels.push_back(average(image, source_of(x, half.width, image.width), rows));
        }
    }
    return half;
}

void colour_absent(Image& image, const Image& smaller) {
    for (std::uint32_t y = 0; y < image.height; ++y) {
        for (std::uint32_t x = 0; x < image.width; ++x) {
            Rgba& texel = image.at(x, y);
            if (texel.a == 0) {
                const Rgba& around = smaller.at(std::min(x / 2, smaller.width - 1),
                                                std::min(y / 2, smaller.height - 1));
                texel = {around.r, around.g, around.b, 0};
            }
        }
    }
}

// The largest size of a pattern. Patterns are stretched to the size of a repeat, so larger ones
// would only cost memory.
constexpr std::uint32_t kMinPattern = 16;
constexpr std::uint32_t kMaxPattern = 64;
constexpr std::uint32_t kMaxTaken = 256;  // of a material's size, for the pattern's proportions

Image pattern_for(const Level& level, const MaterialRecord& material) {
    const std::uint32_t width = std::clamp(material.width, kMinPattern, kMaxTaken);
    const std::uint32_t height = std::clamp(material.height, kMinPattern, kMaxTaken);
    const std::uint32_t longer = std::max({width, height, kMaxPattern});
    return default_texture(level.string(material.name),
                           std::max(width * kMaxPattern / longer, kMinPattern),
                           std::max(height * kMaxPattern / longer, kMinPattern));
}

Image image_of(const Level& level, std::size_t material, std::span<const Image> images) {
    if (material < images.size() && images[material].width != 0) {
        return images[material];
    }
    return pattern_for(level, level.materials()[material]);
}

}  // namespace

MipTexture make_mips(const Image& image) {
    assert(image.width > 0 && image.height > 0);
    MipTexture texture;
    texture.levels.push_back(image);
    while (texture.levels.back().width > 1 || texture.levels.back().height > 1) {
        texture.levels.push_back(halved(texture.levels.back()));
    }
    for (std::size_t i = texture.levels.size() - 1; i-- > 0;) {
        colour_absent(texture.levels[i], texture.levels[i + 1]);
    }
    return texture;
}

TextureSet::TextureSet(const Level& level, std::span<const Image> images) {
    textures_.reserve(level.materials().size());
    for (std::size_t i = 0; i < level.materials().size(); ++i) {
        textures_.push_back(make_mips(image_of(level, i, images)));
    }
}

}  // namespace halfspace
