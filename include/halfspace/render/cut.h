// SPDX-License-Identifier: MIT
// A slice through a level at a height, seen from above: what is solid, what is water, what is free.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/image.h"
#include "halfspace/level/level.h"
#include "halfspace/math/aabb.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace halfspace {

struct CutOptions {
    double height = 0;           // z of the slice, map units
    std::uint32_t width = 1280;  // of the picture, pixels [> 0]
    std::uint32_t rows = 720;    // [> 0]
    ModelId model = ModelId(0);
    SpaceId space = SpaceId(0);  // of the point: contents; of a body: what blocks it
    unsigned threads = 0;        // as for parallel_for
};

// The box around all drawn faces of a model at rest; the model's whole box, which is much larger,
// if nothing is drawn. REQUIRES: model in range.
Aabb drawn_box(const Level& level, ModelId model = ModelId(0));

// What slices show: the rectangle of the drawn box and a little more, within the model's box.
struct CutFrame {
    std::array<double, 2> min{};
    std::array<double, 2> max{};
};
CutFrame cut_frame(const Level& level, ModelId model = ModelId(0));

// The slice in pixels: the frame from above as large as fits, x to the right, y upwards. Each pixel
// has the colour of the contents of the leaf at its centre, or of what blocks the body there.
Image paint_cut(const Level& level, const CutOptions& options);

// A leaf's part of the slice.
struct CutCell {
    LeafId leaf;
    std::vector<std::array<double, 2>> corners;  // convex, counter-clockwise seen from above
};

// The cells of all leaves within the frame that the height meets; at the height of a splitter,
// those above it. Which leaves meet is decided by doubles: slivers may be missing.
std::vector<CutCell> cut_cells(const Level& level,
                               double height,
                               ModelId model = ModelId(0),
                               SpaceId space = SpaceId(0));

// What slices show of a leaf: its contents, or what blocks the body of a space.
Contents cut_contents(const Level& level, LeafId leaf, SpaceId space);

enum class CutOutlines : std::uint8_t { None, Cells };

// The cells as an SVG picture, one path per kind of cut_contents with their name as its id; empty
// ones are the ground.
std::string cut_svg(const Level& level,
                    double height,
                    CutOutlines outlines = CutOutlines::Cells,
                    ModelId model = ModelId(0),
                    SpaceId space = SpaceId(0));

}  // namespace halfspace
