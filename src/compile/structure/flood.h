// SPDX-License-Identifier: MIT
// What an entity can reach through portals.
#pragma once

#include "compile/structure/structure.h"
#include "level/shared/find_leak.h"

#include <functional>

namespace halfspace {

// A point of the flood: an entity without brushes, which is in an open leaf.
struct FloodStart {
    LeakStart start;
    std::uint32_t leaf;
};

// The entities of the world that stand in open leaves. An entity without the key "origin", in a
// solid, or farther away than kFarthestStart starts no flood.
std::vector<FloodStart> flood_starts(const World& world,
                                     const BuiltTree& tree,
                                     const PlaneTable& planes,
                                     int grid_exponent);

// Sets LeafPortal::is_crack. largest_move: of a side of a brush [grid steps].
void mark_cracks(std::vector<LeafPortal>& portals, double largest_move);

// For each leaf the room in which it is: open leaves that portals join for which `joins` is true. A
// room has the number of its first leaf; kNone for a leaf that is not open.
std::vector<std::uint32_t> rooms_of_leaves(const StructureTree& parts,
                                           const std::function<bool(const LeafPortal&)>& joins);

// The leaves that touch the sides of the box in which the tree is.
std::vector<std::uint32_t> border_leaves(const StructureTree& parts, const Polyhedron& box);

}  // namespace halfspace
