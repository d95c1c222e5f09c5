// SPDX-License-Identifier: MIT
// The search for a leak in the records of a level. The compiler asks about what it has just
// written, and a program about a level from a file.
#pragma once

#include "halfspace/level/leak.h"
#include "halfspace/level/sections.h"
#include "halfspace/level/walk.h"

#include "exact/shared/predicates.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace halfspace {

// Where a way to the outside may begin: the place of an entity without brushes [map units].
struct LeakStart {
    std::uint32_t entity;
    Vec3 point;
};

// Starts farther away are left out [map units]. Coordinates of brushes are within it, too. Lengths
// of ways from farther away overflow.
inline constexpr double kFarthestStart = 0x1p40;

// The smallest distance between two parallel lines that have the polygon between them. REQUIRES:
// the polygon is flat and convex.
double width_of(std::span<const Vec3> corners);

// The leaves of a tree that touch the point [map units]. plane_of(std::size_t node) -> ExactPlane.
// Exact. REQUIRES: is_finite(point).
template <class Node, class PlaneOf>
std::vector<LeafId> leaves_at(const Vec3& point,
                              std::span<const Node> nodes,
                              std::int32_t root,
                              int grid_exponent,
                              PlaneOf&& plane_of) {
    std::vector<LeafId> leaves;
    struct Here {};
    for_each_leaf(
        nodes,
        root,
        Here(),
        [&](std::size_t node, Here) -> ChildStates<Here> {
            const Side at = side(point, plane_of(node), grid_exponent);
            return {at == Side::Back ? std::nullopt : std::optional<Here>(Here()),
                    at == Side::Front ? std::nullopt : std::optional<Here>(Here())};
        },
        [&](LeafId leaf, Here) { leaves.push_back(leaf); });
    return leaves;
}

// The shortest way from a start through the middles of portals to a side of the world's box;
// nullopt if there is none, or no cluster tree. It may be a little longer where a cluster can be
// entered over more than 256 portals. Where the straight line goes through the same portals,
// corners are left out. The opening is the last portal on the way out with solid around it; if
// there is none, the smallest portal of the way. No way goes through a crack: a portal that is
// narrower than twice the farthest move of a brush's side, so that the import may have opened it.
// Dijkstra 1959, from the outside. Cost: an exact cut for each node of the cluster tree, and p log
// p in portals.
std::optional<Leak> find_leak(const LevelView& level, std::span<const LeakStart> starts);
std::optional<Leak> find_leak(const LevelData& level, std::span<const LeakStart> starts);

}  // namespace halfspace
