// SPDX-License-Identifier: MIT
// The exact cells of a tree's leaves. A file does not store them. They are cut out of the tree's
// box by the planes of the nodes.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/level/walk.h"

#include "exact/shared/polyhedron.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace halfspace {

// The planes of a level in a PlaneTable. The table may get more planes.
struct LevelPlanes {
    PlaneTable table;
    // The id in the table, for each plane id of the level.
    std::vector<PlaneId> id;

    // The id in the table for a plane id of the level.
    PlaneId of(std::uint32_t plane) const { return id[plane]; }
};
// Puts all planes of the level into a new table. Cost: linear.
LevelPlanes planes_of(const LevelView& level);

// The box of a model's tree, grid steps. REQUIRES: model in range.
GridBox grid_box(const LevelView& level, ModelId model);

// For each leaf of the level the number of its cluster; kNone for a leaf of another tree, and for
// an opaque one. Cost: linear. REQUIRES: the level has a cluster tree.
std::vector<std::uint32_t> clusters_of_leaves(const LevelView& level);

// The positions at which the body of a space overlaps the box around a model where the editor shows
// it: the inside of this box [grid steps]. What is no whole step is rounded outwards. nullopt for a
// model without a box. REQUIRES: model and space in range.
std::optional<GridBox> blocked_box(const LevelView& level, ModelId model, SpaceId space);

// Calls visit(LeafId leaf, Polyhedron&& cell) for each leaf below `root` whose part of `cell` has a
// volume. In a tree of the compiler every leaf but leaf 0 has one.
//
//     plane_of(const Node& node) -> PlaneId   the node's plane in the table, its front at child 0
//
// Cost: a cut for each node. REQUIRES: predicates.planes() has all these planes, and its
// predicate_bits() are at most kMaxPredicateBits.
template <class Node, class PlaneOf, class Visit>
void for_each_cell(std::span<const Node> nodes,
                   std::int32_t root,
                   Polyhedron cell,
                   Predicates& predicates,
                   PlaneOf&& plane_of,
                   Visit&& visit) {
    const auto divide = [&](std::size_t node, Polyhedron&& whole) {
        PolyhedronSplit parts = split(whole, plane_of(nodes[node]), predicates);
        return ChildStates<Polyhedron>{std::move(parts.front), std::move(parts.back)};
    };
    for_each_leaf(nodes, root, std::move(cell), divide, visit);
}

}  // namespace halfspace
