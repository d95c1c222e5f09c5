// SPDX-License-Identifier: MIT
// The cheapest way through a row of polygons whose costs differ. It crosses the edges where the
// cost changes such that the sum of all costs is least, as light does (Snell); between them it is
// the shortest path.
//
// The sum is a convex function of the crossings, so moving one after the other leads to the least.
// Source: Mitchell, Papadimitriou, The Weighted Region Problem, 1991, section 3, for one row of
// edges.
#pragma once

#include "halfspace/math/vec.h"

#include "nav/mesh_data.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// An edge of the row where the cost changes.
struct CostChange {
    std::size_t edge;  // in the row
    double before;     // what a unit of the way costs before the edge
    double behind;
    Vec3 place;  // where the way crosses the edge
};

// The point x of the segment from a to b for which before * |p - x| + behind * |x - q| is least,
// seen from above. REQUIRES: costs above 0.
Vec3 cheapest_crossing(
    const Vec3& a, const Vec3& b, const Vec3& p, const Vec3& q, double before, double behind);

// Moves the places of all changes to where the way costs least, or nearly so. edges: half-edges
// that the way from `from` to `to` leaves one polygon over, in order. changes: in order, each with
// a place on its edge. Cost: up to 16 funnels through the edges.
void move_to_cheapest(const NavMeshData& mesh,
                      const Vec3& from,
                      const Vec3& to,
                      std::span<const std::uint32_t> edges,
                      std::span<CostChange> changes);

}  // namespace halfspace
