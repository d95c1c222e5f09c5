// SPDX-License-Identifier: MIT
// The mesh of a level.
#include "halfspace/exact/plane.h"
#include "halfspace/level/level.h"
#include "halfspace/level/nav_meshes.h"
#include "halfspace/nav/nav_mesh.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>
#include <vector>

namespace halfspace {
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
    // The vertices of this mesh alone, in the order in which its edges name them first.
    std::vector<std::uint32_t> numbers(level.nav_vertices().size(), kNone);
    std::vector<Vec3> vertices;
    for (NavEdgeRecord& edge : edges) {
        std::uint32_t& number = numbers[edge.vertex];
        if (number == kNone) {
            number = static_cast<std::uint32_t>(vertices.size());
            vertices.push_back(level.nav_vertices()[edge.vertex]);
        }
        edge.vertex = number;
    }
    std::vector<NavStepRecord> steps;
    for (NavStepRecord step : level.nav_steps()) {
        if (step.lower >= first_edge && step.lower < end_edge) {
            step.lower -= static_cast<std::uint32_t>(first_edge);
            step.upper -= static_cast<std::uint32_t>(first_edge);
            steps.push_back(step);
        }
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
    return from_records({polygons, edges, vertices, planes, links, doors, areas, steps});
}

}  // namespace halfspace
