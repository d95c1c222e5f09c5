// SPDX-License-Identifier: MIT
// Judges the painter. It paints the same polygons and pixels, but does not trust the order of the
// list. It keeps every fragment of a pixel, sorts them by depth, and blends them. A fragment is
// what one polygon gives to one pixel. Of equal depths, the face with the lower number counts as
// nearer.
#pragma once

#include "halfspace/render/painter.h"

#include <cstdint>
#include <vector>

namespace halfspace {

// Two depths are a tie if they differ by less than this part of the smaller one. The plane of a
// face and the direction of a pixel are rounded, and two faces may touch at the pixel.
inline constexpr double kDepthTie = 1e-6;

// Compares two orders of a pixel's fragments: the order of the list, and the order by depth. Only
// visible fragments count; in each order, these are the ones down to the first opaque one.
enum class DepthOrder : std::uint8_t {
    // No fragment is before another one in the list's order and behind it by depth.
    Same,
    // Some do, but the depths of each such pair are a tie.
    Tie,
    // At least one such pair is not a tie.
    Different,
};

// A picture, and how the orders compare at its pixels.
struct SortedPainting {
    Image image;
    std::vector<DepthOrder> orders;  // one for each pixel, row by row
    // All fragments that are not wholly transparent.
    std::uint64_t fragments = 0;
};

// Paints the list by depth. Memory: for each thread, all fragments of one tile of the picture.
// REQUIRES: as paint; options.view is not Overdraw.
SortedPainting paint_sorted(const PolygonList& list,
                            const Level& level,
                            const TextureSet& textures,
                            const View& view,
                            const PaintOptions& options);

// How two pictures differ.
struct PaintingDifferences {
    std::uint64_t pixels = 0;     // all pixels of a picture
    std::uint64_t different = 0;  // pixels whose colours are not equal
    // Of the different pixels, those whose order is a Tie.
    std::uint64_t ties = 0;
    // The largest difference of red, green or blue [0..255]. Alpha does not count.
    std::uint64_t worst = 0;
};

// Compares a picture of `paint` with one of `paint_sorted`. REQUIRES: both have the same size.
PaintingDifferences compare(const Image& painted, const SortedPainting& sorted);

}  // namespace halfspace
