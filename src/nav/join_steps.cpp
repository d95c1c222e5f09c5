// SPDX-License-Identifier: MIT
#include "nav/join_steps.h"

#include "base/shared/union_find.h"

#include <algorithm>
#include <cstdint>

namespace halfspace {
namespace {

std::uint32_t polygon_of(const NavRecords& records, std::uint32_t edge) {
    const auto behind =
        std::ranges::upper_bound(records.polygons, edge, {}, &NavPolygonRecord::first_edge);
    return static_cast<std::uint32_t>(behind - records.polygons.begin()) - 1;
}

// The vertex where an edge of a polygon ends.
std::uint32_t end_of(const NavRecords& records, std::uint32_t edge, std::uint32_t polygon) {
    const std::uint32_t end = polygon + 1 < records.polygons.size()
                                  ? records.polygons[polygon + 1].first_edge
                                  : static_cast<std::uint32_t>(records.edges.size());
    return records.edges[edge + 1 < end ? edge + 1 : records.polygons[polygon].first_edge].vertex;
}

}  // namespace

JoinedRecords join_steps(const NavRecords& records) {
    JoinedRecords joined{{records.edges.begin(), records.edges.end()}, {}};
    UnionFind same(records.vertices.size());  // vertices of one place
    for (const NavStepRecord& step : records.steps) {
        const std::uint32_t below = polygon_of(records, step.lower);
        const std::uint32_t above = polygon_of(records, step.upper);
        joined.edges[step.lower].neighbour = above;
        joined.edges[step.upper].neighbour = below;
        same.join(records.edges[step.lower].vertex, end_of(records, step.upper, above));
        same.join(records.edges[step.upper].vertex, end_of(records, step.lower, below));
    }
    // In the order in which edges name them first.
    std::vector<std::uint32_t> numbers(records.vertices.size(), kNone);
    for (NavEdgeRecord& edge : joined.edges) {
        const Vec3& vertex = records.vertices[edge.vertex];
        std::uint32_t& number = numbers[same.root(edge.vertex)];
        if (number == kNone) {
            number = static_cast<std::uint32_t>(joined.vertices.size());
            joined.vertices.push_back(vertex);
        }
        joined.vertices[number].z = std::min(joined.vertices[number].z, vertex.z);
        edge.vertex = number;
    }
    return joined;
}

}  // namespace halfspace
