// SPDX-License-Identifier: MIT
// The shortest path through a row of edges (Lee, Preparata, Euclidean Shortest Paths in the
// Presence of Rectilinear Barriers, 1984, section 2: the funnel).
#pragma once

#include "nav/flat.h"
#include "nav/mesh_data.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace halfspace {

// Calls turn(vertex, edge) for each vertex of the mesh where the shortest path from `from` to `to`
// turns, in order. The vertex is an end of the edge. edges: half-edges that the path leaves one
// polygon over, in order. Sides are exact.
// Cost: as a rule the edges; at most their square.
template <class Turn>
void walk_funnel(const NavMeshData& mesh,
                 const Vec3& from,
                 const Vec3& to,
                 std::span<const std::uint32_t> edges,
                 const Turn& turn) {
    // Seen from the apex, the way lies between two lines, through the ends of the edges `right` and
    // `left`. Past the last edge both ends are the goal.
    const auto right_of = [&](std::size_t i) -> const Vec3& {
        return i < edges.size() ? mesh.from(edges[i]) : to;
    };
    const auto left_of = [&](std::size_t i) -> const Vec3& {
        return i < edges.size() ? mesh.to(edges[i]) : to;
    };
    Vec3 apex = from;
    for (std::size_t begin = 0; begin < edges.size();) {
        std::size_t right = begin;
        std::size_t left = begin;
        std::size_t i = begin + 1;
        begin = edges.size();
        for (; i <= edges.size(); ++i) {
            if (side_of(apex, left_of(left), right_of(i)) > 0) {
                apex = left_of(left);
                turn(mesh.edges[mesh.edges[edges[left]].next].vertex, edges[left]);
                begin = left + 1;
                break;
            }
            if (side_of(apex, right_of(right), left_of(i)) < 0) {
                apex = right_of(right);
                turn(mesh.edges[edges[right]].vertex, edges[right]);
                begin = right + 1;
                break;
            }
            if (side_of(apex, right_of(right), right_of(i)) >= 0) {
                right = i;
            }
            if (side_of(apex, left_of(left), left_of(i)) <= 0) {
                left = i;
            }
        }
    }
}

}  // namespace halfspace
