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
    std::span<const SolidBrush> brushes;       // Fragment::brush is an index into these, or kNone
    std::span<const std::uint32_t> brush_ids;  // of each brush: its index in the level
    std::span<const SideSource> drawn;         // for kNone: Fragment::side is an index into these
    std::vector<Vec3> points;                  // filled by append_faces: the vertices of the faces
};

// The faces of the tree in the order in which a level has them: node after node, at one node those
// first that look to its front.
std::vector<std::size_t> drawing_order(const BuiltTree& tree);

// Appends the faces of a tree to the level. Vertices at one point become one index. A vertex within
// the edge of another face becomes a corner of that face. So neighbouring faces share all points of
// their common boundary. Both decisions are exact. Cost: n log n.
//
// first_node: the index of the tree's first node in the level. The tree's plane ids are those of
// the table in `predicates`.
void append_faces(const BuiltTree& tree,
                  FaceSources sources,
                  std::uint32_t first_node,
                  Predicates& predicates,
                  LevelData& level);

}  // namespace halfspace
