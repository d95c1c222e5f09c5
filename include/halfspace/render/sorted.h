// SPDX-License-Identifier: MIT
// The painter's judge: the same polygons and pixels without any order of faces. Every fragment of a
// pixel is kept, all are sorted by depth and blended.
#pragma once

#include "halfspace/render/painter.h"

#include <cstdint>
#include <vector>

namespace halfspace {

// Depths nearer to each other than this, relative to the smaller one, are a tie: the plane of a
// face and the direction of a pixel are rounded, and faces may truly touch there.
inline constexpr double kDepthTie = 1e-6;

// How the list's order and the depths agree at a pixel. Only pairs count of which the one that the
// list draws over the other, or the depths do, is seen in that one's picture.
enum class DepthOrder : std::uint8_t {
    Same,       // no pair is in the other order
    Tie,        // some are, all of them ties
    Different,  // at least one is that is no tie
};

struct SortedPainting {
    Image image;
    std::vector<DepthOrder> orders;  // one per pixel, row by row
    std::uint64_t fragments = 0;
};

// REQUIRES: as paint; options.view is not Overdraw.
SortedPainting paint_sorted(const PolygonList& list,
                            const Level& level,
                            const TextureSet& textures,
                            const View& view,
                            const PaintOptions& options);

struct PaintingDifferences {
    std::uint64_t pixels = 0;
    std::uint64_t different = 0;  // pixels whose colours are not equal
    std::uint64_t ties = 0;       // of these, those whose order is a tie
    std::uint64_t worst = 0;      // largest difference of a channel
};

// REQUIRES: the images have one size.
PaintingDifferences compare(const Image& painted, const SortedPainting& sorted);

}  // namespace halfspace
