// SPDX-License-Identifier: MIT
// Finds the pixels of a tile that a polygon covers, in whole numbers. See painter.h for the rule.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace halfspace {

// Coordinates of corners are in units of 2^-16 pixel from the upper left corner of the picture.
inline constexpr int kSubpixelBits = 16;
inline constexpr std::int64_t kPixel = std::int64_t{1} << kSubpixelBits;
// Corners lie less than this many pixels from the middle of the picture. So products of two
// differences fit 64 bits: (2^15 * 2^16)^2 = 2^62.
inline constexpr double kGuardPixels = 8192 + 64;

// A tile is a square of pixels. A mask has a word for each row; the lowest bit is the leftmost
// pixel.
inline constexpr int kTileSize = 64;
using TileMask = std::array<std::uint64_t, kTileSize>;

struct SnappedPoint {
    std::int64_t x = 0;
    std::int64_t y = 0;

    friend bool operator==(const SnappedPoint&, const SnappedPoint&) = default;
};

// The first pixel row or column whose centre is not before the coordinate.
inline std::int32_t first_pixel(std::int64_t coordinate) {
    return static_cast<std::int32_t>((coordinate + (kPixel / 2 - 1)) >> kSubpixelBits);
}

// Sets the bits of the pixels inside the closed polygon and clears all others. first_x, first_y:
// the upper left pixel of the tile. The direction of the polygon does not matter. Where the polygon
// overlaps itself, a pixel is inside if the polygon winds around it an odd number of times.
void cover(std::span<const SnappedPoint> corners,
           std::int32_t first_x,
           std::int32_t first_y,
           TileMask& mask);

}  // namespace halfspace
