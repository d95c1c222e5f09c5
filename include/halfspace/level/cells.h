// SPDX-License-Identifier: MIT
// The exact cells of a tree's leaves. A file does not hold them: they are cut out of the tree's box
// by the planes of the nodes.
#pragma once

#include "halfspace/exact/polyhedron.h"
#include "halfspace/level/level.h"
#include "halfspace/level/walk.h"

#include <vector>

namespace halfspace {

// The planes of a level in a table. More planes may be added to the table.
struct LevelPlanes {
    PlaneTable table;
    std::vector<PlaneId> id;  // by plane id of the level

    // The id in the table of a plane id of the level.
    PlaneId of(std::uint32_t plane) const { return id[plane]; }
};
LevelPlanes planes_of(const Level& level);

// The box of a model's tree in grid steps.
GridBox grid_box(const Level& level, ModelId model);

// Calls visit(LeafId leaf, Polyhedron&& cell) for each leaf below `root` whose part of `cell` has a
// volume. In a tree of the compiler every leaf has one, except leaf 0.
//     plane_of(const Node& node) -> PlaneId   its plane in the table, the front is child 0
// Cost: a cut for each node. REQUIRES: predicates.planes() has all planes and its predicate_bits()
// are at most kMaxPredicateBits.
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
