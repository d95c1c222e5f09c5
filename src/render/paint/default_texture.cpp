// SPDX-License-Identifier: MIT
#include "halfspace/render/texture_set.h"

#include "base/shared/name_colour.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <vector>

namespace halfspace {
namespace {

std::uint8_t clamped(int value) {
    return static_cast<std::uint8_t>(std::clamp(value, 0, 255));
}

Rgba shifted(const Rgba& c, int by) {
    return {clamped(c.r + by), clamped(c.g + by), clamped(c.b + by), c.a};
}

}  // namespace

Image default_texture(std::string_view name, std::uint32_t width, std::uint32_t height) {
    assert(width > 0 && height > 0);
    const Rgba base = name_colour(name);
    const std::uint32_t hash = name_hash(name);
    const std::uint32_t square = std::max(std::min(width, height) / 4, 1u);
    Image image{width, height, std::vector<Rgba>(std::size_t{width} * height)};
    for (std::uint32_t y = 0; y < height; ++y) {
        for (std::uint32_t x = 0; x < width; ++x) {
            const bool is_odd = ((x / square + y / square) & 1) != 0;
            const int grain = static_cast<int>(mixed_bits(hash + x, y) % 9) - 4;
            int light = (is_odd ? 6 : -6) + grain;
            if (x == 0 || y == 0) {
                light = -34;
            } else if (x == 1 || y == 1) {
                light = 20;
            }
            image.at(x, y) = shifted(base, light);
        }
    }
    return image;
}

}  // namespace halfspace
