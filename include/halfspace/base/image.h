// SPDX-License-Identifier: MIT
// Pictures in memory. Readers of textures return them, and the painter makes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace {

// A colour in sRGB. r, g, b: red, green, blue, 0 to 255. a: opacity, 0 is invisible and 255 opaque.
// Colours are not multiplied by the opacity.
struct Rgba {
    std::uint8_t r = 0;
    std::uint8_t g = 0;
    std::uint8_t b = 0;
    std::uint8_t a = 255;

    friend constexpr bool operator==(const Rgba&, const Rgba&) = default;
};

// A picture in rows from the top, each row from the left: pixel (x, y) is pixels[y * width + x].
// REQUIRES: pixels.size() == width * height.
struct Image {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<Rgba> pixels;

    Rgba& at(std::uint32_t x, std::uint32_t y) { return pixels[std::size_t{y} * width + x]; }
    const Rgba& at(std::uint32_t x, std::uint32_t y) const {
        return pixels[std::size_t{y} * width + x];
    }
};

}  // namespace halfspace
