// SPDX-License-Identifier: MIT
// The functions that compute the records which follow from other records. `derive` stores their
// results; the loader compares the file with them.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/executor.h"
#include "halfspace/level/sections.h"

#include <cstddef>
#include <limits>
#include <vector>

namespace halfspace {

// scaled_planes. REQUIRES: as derive.
std::vector<ScaledPlaneRecord> derived_scaled_planes(const LevelView& level);

// The sections walk_nodes, walk_sources, walk_roots and hull_roots.
struct WalkTrees {
    std::vector<WalkNodeRecord> nodes;
    std::vector<std::uint32_t> sources;
    std::vector<std::uint32_t> roots;
    std::vector<std::uint32_t> hull_roots;
    std::vector<Contents> hull_contents;  // HullRecord::contents of each hull
};

// All walk trees: space after space, and in a space model after model. Behind them all hull trees:
// model after model. The nodes of one tree are in the order in which a visit meets them that goes
// to child 0 before child 1. Hulls are numbered in the order of the nodes, child 0 before child 1.
// If there are more nodes than `most`, the result has more than `most` nodes, but not all.
// REQUIRES: as derive; scaled_planes and the leaves' blockers are derived already. Cost: linear in
// nodes times spaces.
WalkTrees derived_walk_trees(const LevelView& level,
                             std::size_t most = std::numeric_limits<std::size_t>::max());

// The sections hulls, hull_corners and hull_planes.
struct Hulls {
    std::vector<HullRecord> hulls;
    std::vector<Vec3> corners;
    std::vector<HullPlaneRecord> planes;
};

// The hulls of all leaves that block. Each model's hull tree divides the model's box exactly; the
// corners are then rounded to doubles. Cost: a cut of a polyhedron for each node of a hull tree.
// REQUIRES: as derive; walk_nodes, walk_sources and hull_roots are derived already.
Hulls derived_hulls(const LevelView& level,
                    std::span<const Contents> contents,
                    const Executor& run);

// The sections draw_nodes and node_faces, and ModelRecord::draw_root.
struct DrawTrees {
    std::vector<WalkNodeRecord> nodes;
    std::vector<std::uint32_t> roots;  // of each model
    std::vector<NodeFacesRecord> faces;
};

// All draw trees. Draw nodes are in the order of the main nodes from which they come, so their
// faces are in the order of faces. REQUIRES: as derive; scaled_planes are derived already.
DrawTrees derived_draw_trees(const LevelView& level);

}  // namespace halfspace
