// SPDX-License-Identifier: MIT
// Pictures in memory: what texture readers give and the painter makes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace {

// Red, green, blue and opacity, 0 to 255 each (sRGB; opacity not multiplied in).
struct Rgba {
    std::uint8_t r = 0;
    std::uint8_t g = 0;
    std::uint8_t b = 0;
    std::uint8_t a = 255;

    friend constexpr bool operator==(const Rgba&, const Rgba&) = default;
};

// Row by row from the top, pixels[y * width + x]. REQUIRES: pixels.size() == width * height.
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
