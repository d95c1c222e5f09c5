// SPDX-License-Identifier: MIT
// The functions that compute the records which follow from other records. `derive` stores their
// results; the loader compares the file with them.
#pragma once

#include "halfspace/level/sections.h"

#include <vector>

namespace halfspace {

// scaled_planes. REQUIRES: as derive.
std::vector<ScaledPlaneRecord> derived_scaled_planes(const LevelView& level);

// The sections walk_nodes, walk_sources and walk_roots.
struct WalkTrees {
    std::vector<WalkNodeRecord> nodes;
    std::vector<std::uint32_t> sources;
    std::vector<std::uint32_t> roots;
};

// All walk trees: model after model, and of a model space after space. The nodes of one tree are in
// the order in which a visit meets them that goes to child 0 before child 1. REQUIRES: as derive;
// scaled_planes and the leaves' blockers are derived already.
WalkTrees derived_walk_trees(const LevelView& level);

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
