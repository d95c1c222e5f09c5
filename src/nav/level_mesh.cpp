// SPDX-License-Identifier: MIT
// The mesh of a level.
#include "halfspace/exact/plane.h"
#include "halfspace/level/level.h"
#include "halfspace/level/nav_meshes.h"
#include "halfspace/nav/nav_mesh.h"

#include "base/shared/union_find.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

// Makes the polygons on both sides of each step neighbours: seen from above, the edges are one.
// first_edge: of the mesh, in the level. same: vertices of the level, those of one place are
// joined.
void join_steps(const Level& level,
                std::span<const NavPolygonRecord> polygons,
                std::uint32_t first_edge,
                std::span<NavEdgeRecord> edges,
                UnionFind& same) {
    const auto polygon_of = [&](std::uint32_t edge) {
        const auto behind =
            std::ranges::upper_bound(polygons, edge, {}, &NavPolygonRecord::first_edge);
        return static_cast<std::uint32_t>(behind - polygons.begin()) - 1;
    };
    const auto end_of = [&](std::uint32_t edge, std::uint32_t polygon) {
        const std::uint32_t end = polygon + 1 < polygons.size()
                                      ? polygons[polygon + 1].first_edge
                                      : static_cast<std::uint32_t>(edges.size());
        return edges[edge + 1 < end ? edge + 1 : polygons[polygon].first_edge].vertex;
    };
    for (const NavStepRecord& step : level.nav_steps()) {
        if (step.lower < first_edge || step.lower - first_edge >= edges.size()) {
            continue;
        }
        const std::uint32_t lower = step.lower - first_edge;
        const std::uint32_t upper = step.upper - first_edge;
        const std::uint32_t below = polygon_of(lower);
        const std::uint32_t above = polygon_of(upper);
        edges[lower].neighbour = above;
        edges[upper].neighbour = below;
        same.join(edges[lower].vertex, end_of(upper, above));
        same.join(edges[upper].vertex, end_of(lower, below));
    }
}

}  // namespace

Result<NavMesh> NavMesh::from_level(const Level& level, SpaceId space) {
    assert(space.value < level.spaces().size());
    const auto meshes = level.nav_meshes();
    const std::optional<std::size_t> mesh = find_nav_mesh(level, space);
    if (!mesh) {
        return std::unexpected(no_nav_mesh(level, space));
    }
    const auto found = meshes.begin() + static_cast<std::ptrdiff_t>(*mesh);
    const std::size_t first = found->first_polygon;
    const std::size_t end =
        found + 1 == meshes.end() ? level.nav_polygons().size() : (found + 1)->first_polygon;
    std::vector<NavPolygonRecord> polygons(
        level.nav_polygons().begin() + static_cast<std::ptrdiff_t>(first),
        level.nav_polygons().begin() + static_cast<std::ptrdiff_t>(end));
    const std::size_t first_edge = polygons.empty() ? 0 : polygons.front().first_edge;
    const std::size_t end_edge = polygons.empty() ? 0
                                 : end == level.nav_polygons().size()
                                     ? level.nav_edges().size()
                                     : level.nav_polygons()[end].first_edge;
    std::vector<NavEdgeRecord> edges(
        level.nav_edges().begin() + static_cast<std::ptrdiff_t>(first_edge),
        level.nav_edges().begin() + static_cast<std::ptrdiff_t>(end_edge));
    std::vector<Plane> planes;
    for (NavPolygonRecord& polygon : polygons) {
        polygon.first_edge -= static_cast<std::uint32_t>(first_edge);
        const PlaneId id{polygon.plane};
        const Plane plane = level.scaled_plane(id.pair());
        planes.push_back(id.is_flipped() ? flipped(plane) : plane);
    }
    for (NavEdgeRecord& edge : edges) {
        edge.neighbour -= edge.neighbour == kNone ? 0 : static_cast<std::uint32_t>(first);
    }
    UnionFind same(level.nav_vertices().size());
    join_steps(level, polygons, static_cast<std::uint32_t>(first_edge), edges, same);
    // The vertices of this mesh alone, in the order in which its edges name them first.
    std::vector<std::uint32_t> numbers(level.nav_vertices().size(), kNone);
    std::vector<Vec3> vertices;
    for (NavEdgeRecord& edge : edges) {
        std::uint32_t& number = numbers[same.root(edge.vertex)];
        if (number == kNone) {
            number = static_cast<std::uint32_t>(vertices.size());
            vertices.push_back(level.nav_vertices()[edge.vertex]);
        }
        vertices[number].z = std::min(vertices[number].z, level.nav_vertices()[edge.vertex].z);
        edge.vertex = number;
    }
    std::vector<NavLinkRecord> links;
    for (NavLinkRecord link : level.nav_links()) {
        if (link.from_polygon >= first && link.from_polygon < end) {
            link.from_polygon -= static_cast<std::uint32_t>(first);
            link.to_polygon -= static_cast<std::uint32_t>(first);
            links.push_back(link);
        }
    }
    std::vector<NavDoorRecord> doors;
    for (NavDoorRecord door : level.nav_doors()) {
        if (door.polygon >= first && door.polygon < end) {
            door.polygon -= static_cast<std::uint32_t>(first);
            doors.push_back(door);
        }
    }
    std::vector<NavArea> areas;
    for (const NavAreaRecord& area : level.nav_areas()) {
        areas.push_back({std::string(level.string(area.name)), area.cost});
    }
    return from_records({polygons, edges, vertices, planes, links, doors, areas});
}

}  // namespace halfspace
