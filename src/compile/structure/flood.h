// SPDX-License-Identifier: MIT
// What an entity can reach through portals, and the shortest way from an entity to the outside.
#pragma once

#include "compile/structure/structure.h"

#include <functional>

namespace halfspace {

// A point of the flood: an entity without brushes, which is in an open leaf.
struct FloodStart {
    std::uint32_t entity;
    std::uint32_t leaf;
    Vec3 point;  // map units
};

// The entities of the world that stand in open leaves. An entity without the key "origin", in a
// solid, or farther away than 2^40 units starts no flood.
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

// The shortest way from a start through the middles of portals to a side of the box; nullopt if
// there is none. It may be a little longer where a leaf can be entered over more than 256 portals.
// Where the straight line goes through the same portals, corners are left out. The opening is the
// last portal on the way out with solid around it; if there is none, the smallest portal of the
// way. Dijkstra 1959, from the outside. Cost: p log p.
std::optional<Leak> find_leak(std::span<const FloodStart> starts,
                              const StructureTree& parts,
                              const Polyhedron& box,
                              const PlaneTable& planes,
                              int grid_exponent);

}  // namespace halfspace
