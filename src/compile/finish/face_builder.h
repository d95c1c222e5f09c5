// SPDX-License-Identifier: MIT
// Fourth stage: drawn faces with shared vertices and without T-junctions.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/world/world.h"

#include "compile/models/model.h"
#include "compile/tree/built_tree.h"

namespace halfspace {

// Where the fragments of a tree come from.
struct FaceSources {
    const World* world = nullptr;
    std::span<const SolidBrush> brushes;       // Fragment::brush points here, or is kNone,
    std::span<const std::uint32_t> brush_ids;  // their numbers in the level
    std::span<const DrawnSource> drawn;        // then Fragment::side points here
    std::vector<Vec3> points;                  // filled by append_faces: the faces' vertices
};

// Appends the faces of a tree to the level: vertices that are one point become one index, and a
// vertex that lies within the edge of another face becomes a corner of it, so that neighbouring
// faces share all points of their common boundary. Both are decided exactly. Cost: n log n.
//
// first_node: where the tree's nodes begin in the level.
// Plane ids are those of `predicates`.
void append_faces(const BuiltTree& tree,
                  FaceSources sources,
                  std::uint32_t first_node,
                  Predicates& predicates,
                  LevelData& level);

}  // namespace halfspace
