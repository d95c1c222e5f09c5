// SPDX-License-Identifier: MIT
// A horizontal slice through a model: the parts of the leaves at one height, and the edges between
// them. Plans are drawn from it (plan.h). It is computed in doubles, so cells and edges shorter
// than 1/1024 map unit may be missing.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/level/level.h"
#include "halfspace/math/aabb.h"
#include "halfspace/render/polygon2.h"

#include <array>
#include <vector>

namespace halfspace {

// A rectangle of the slice: x and y of two corners, map units.
struct CutFrame {
    Point2 min{};
    Point2 max{};
};

// The part of one leaf in the slice.
struct CutCell {
    LeafId leaf;
    Polygon2 corners;  // map units; convex, counter-clockwise from above
};

// A segment on the border between two cells.
struct CutEdge {
    // The leaves to the left and to the right of the way from ends[0] to ends[1].
    std::array<LeafId, 2> leaves;
    // Map units.
    std::array<Point2, 2> ends;
};

// A slice.
struct Cut {
    std::vector<CutCell> cells;
    std::vector<CutEdge> edges;
    // The leaves along the border of the frame. A leaf may stand here twice.
    std::vector<LeafId> border;
};

// The slice at z = height [map units] through a model's tree for a space, inside of the frame and
// of the tree's box. At the height of a horizontal splitter, the slice shows what is above the
// splitter. Empty if the height does not meet the box.
// Cost: for each node that the slice meets, the nodes along its line.
// REQUIRES: model and space in range.
Cut cut_level(const Level& level,
              double height,
              const CutFrame& frame,
              ModelId model = kWorldModel,
              SpaceId space = SpaceId(0));

// The same through the cluster tree, which knows exactly what is outside of a sealed level. Empty
// if the level has none.
Cut cut_clusters(const Level& level, double height, const CutFrame& frame);

}  // namespace halfspace
