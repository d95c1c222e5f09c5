// SPDX-License-Identifier: MIT
// Which pixels of a tile a polygon covers, in whole numbers. See painter.h for the rule.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace halfspace {

// Corners count in 2^-16 of a pixel from the picture's upper left corner.
inline constexpr int kSubpixelBits = 16;
inline constexpr std::int64_t kPixel = std::int64_t{1} << kSubpixelBits;
// Coordinates are less than this many pixels from the picture's middle, so that products of two
// differences fit: (2^15 * 2^16)^2 = 2^62.
inline constexpr double kGuardPixels = 8192 + 64;

// A tile is a square; a bit for each pixel of a row, the lowest one for the leftmost.
inline constexpr int kTileSize = 64;
using TileMask = std::array<std::uint64_t, kTileSize>;

struct SnappedPoint {
    std::int64_t x = 0;
    std::int64_t y = 0;

    friend bool operator==(const SnappedPoint&, const SnappedPoint&) = default;
};

// The first pixel row or column whose centre is not before a coordinate.
inline std::int32_t first_pixel(std::int64_t coordinate) {
    return static_cast<std::int32_t>((coordinate + (kPixel / 2 - 1)) >> kSubpixelBits);
}

// Sets the bits of the pixels inside the closed polygon, clears all others. first_x, first_y: the
// tile's upper left pixel. Whatever the polygon's direction; where it overlaps itself, pixels that
// it winds around an odd number of times are inside.
void cover(std::span<const SnappedPoint> corners,
           std::int32_t first_x,
           std::int32_t first_y,
           TileMask& mask);

}  // namespace halfspace
