// SPDX-License-Identifier: MIT
#include "nav/search_bound.h"

#include "nav/search.h"

namespace halfspace {

// As a place of the edge moves away from an end, the way by this end grows by the whole distance,
// and the way from the root by no more. So if the way by the end is shorter at the farthest place,
// it is shorter at all places.
bool Search::is_dominated(const SearchNode& node) const {
    if (node.edge == kNone) {
        return false;
    }
    constexpr double kWorse = 1 + 0x1p-26;
    const SeenEdge edge = seen_edge(node);
    const auto is_worse = [&](std::uint32_t vertex, const SeenEnd& near, const SeenEnd& far) {
        const RootLength& seen = memory_.seen[vertex];
        if (seen.search != memory_.number || is_at_closed_door(vertex)) {
            return false;
        }
        const Vec3 end = far_end(edge, far);
        return node.root_length + flat_length(edge.root, end) >
               (seen.length + flat_length(near.vertex, end)) * kWorse;
    };
    const MeshEdge& entered = mesh_.edges[node.edge];
    return is_worse(entered.vertex, edge.left, edge.right) ||
           is_worse(mesh_.edges[entered.next].vertex, edge.right, edge.left);
}

SeenEdge Search::seen_edge(const SearchNode& node) const {
    const auto end = [&](std::uint32_t vertex, const Bound& bound) {
        const bool is_vertex = bound.is_none() || bound.to == vertex;
        const Vec3 ray = is_vertex ? Vec3() : point(bound.to) - point(bound.from);
        return SeenEnd{point(vertex), is_vertex, ray};
    };
    const MeshEdge& edge = mesh_.edges[node.edge];
    return {point(node.root),
            end(edge.vertex, node.left),
            end(mesh_.edges[edge.next].vertex, node.right)};
}

double Search::bound_of(const SearchNode& node) const {
    const Vec3& root = point(node.root);
    if (node.edge == kNone) {
        return node.root_length + flat_length(root, memory_.goal);
    }
    const SeenEdge seen = seen_edge(node);
    if (!memory_.has_goal) {
        return node.root_length +
               flat_length(root, nearest_on_segment(seen.left.vertex, seen.right.vertex, root));
    }
    return node.root_length + least_length(seen, memory_.goal);
}

}  // namespace halfspace
