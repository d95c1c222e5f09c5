// SPDX-License-Identifier: MIT
// A horizontal slice through a model: the cells of the tree's leaves there, and the edges at which
// they meet. Plans are drawn from it (plan.h). All of it is computed in doubles: cells and edges
// shorter than 1/1024 unit may be missing.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/level/level.h"
#include "halfspace/math/aabb.h"
#include "halfspace/render/polygon2.h"

#include <array>
#include <vector>

namespace halfspace {

// The box around all drawn faces of a model at rest. If nothing is drawn, it is the box of the
// model's tree, which is much larger. REQUIRES: model in range.
Aabb drawn_box(const Level& level, ModelId model = ModelId(0));

// A rectangle of the slice, map units.
struct CutFrame {
    Point2 min{};
    Point2 max{};
};

// The part of a leaf in the slice.
struct CutCell {
    LeafId leaf;
    Polygon2 corners;  // convex, counter-clockwise seen from above
};

// A segment that is common to the borders of two cells.
struct CutEdge {
    std::array<LeafId, 2> leaves;  // to the left and to the right of the way from ends[0] to [1]
    std::array<Point2, 2> ends;
};

struct Cut {
    std::vector<CutCell> cells;
    std::vector<CutEdge> edges;
    std::vector<LeafId> border;  // leaves along the border of the frame; some may stand twice
};

// The slice at z = height of a model's tree for a space, inside the frame and inside the box of the
// tree. At the height of a horizontal plane of the tree, the slice shows what is above it. The cut
// is empty where the height does not meet the box of the tree.
// Cost: for each node that the slice meets, the nodes that lie along its line.
// REQUIRES: model and space in range.
Cut cut_level(const Level& level,
              double height,
              const CutFrame& frame,
              ModelId model = ModelId(0),
              SpaceId space = SpaceId(0));

}  // namespace halfspace
