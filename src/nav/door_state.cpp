// SPDX-License-Identifier: MIT
#include "halfspace/nav/door_state.h"

#include "base/shared/union_find.h"
#include "nav/mesh_data.h"

#include <algorithm>
#include <cassert>
#include <optional>

namespace halfspace {
namespace {

// The place of a model among the doors of a mesh.
std::optional<std::size_t> find_door(const NavMeshData& mesh, ModelId model) {
    const auto found = std::ranges::lower_bound(mesh.doors, model);
    return found != mesh.doors.end() && *found == model
               ? std::optional(static_cast<std::size_t>(found - mesh.doors.begin()))
               : std::nullopt;
}

}  // namespace

NavDoorState::NavDoorState(const NavMesh& mesh)
    : mesh_(mesh),
      is_closed_(mesh.data().doors.size()),
      closed_(mesh.data().region_count()),
      closed_at_(mesh.data().vertices.size()),
      parts_(mesh.data().region_count()) {
    for (std::uint32_t island = 0; island < mesh.island_count(); ++island) {
        find_parts(island);
    }
}

std::span<const ModelId> NavDoorState::doors() const {
    return mesh_.data().doors;
}

bool NavDoorState::is_closed(ModelId door) const {
    const std::optional<std::size_t> found = find_door(mesh_.data(), door);
    return found && is_closed_[*found] != 0;
}

bool NavDoorState::is_closed(NavPolygonId polygon) const {
    assert(polygon.value < mesh_.polygon_count());
    return is_region_closed(mesh_.data().region_of(polygon));
}

void NavDoorState::set_closed(ModelId door, bool is_closed) {
    const NavMeshData& mesh = mesh_.data();
    const std::optional<std::size_t> found = find_door(mesh, door);
    if (!found || (is_closed_[*found] != 0) == is_closed) {
        return;
    }
    is_closed_[*found] = is_closed ? 1 : 0;
    ++changes_;
    const std::uint32_t change = is_closed ? 1 : 0xffffffffu;  // or minus 1
    for (const std::uint32_t polygon : mesh.door_polygons[*found]) {
        for (std::uint32_t e = mesh.first_edges[polygon]; e < mesh.first_edges[polygon + 1]; ++e) {
            closed_at_[mesh.edges[e].vertex] += change;
        }
    }
    const std::span<const std::uint32_t> regions = mesh.door_regions[*found];
    for (const std::uint32_t region : regions) {
        closed_[region] += change;
    }
    // The regions are in the order of islands.
    for (auto region = regions.begin(); region != regions.end();) {
        const auto next = std::ranges::upper_bound(mesh.island_regions, *region);
        find_parts(static_cast<std::uint32_t>(next - mesh.island_regions.begin()) - 1);
        region = std::ranges::lower_bound(region, regions.end(), *next);
    }
}

void NavDoorState::find_parts(std::uint32_t island) {
    const NavMeshData& mesh = mesh_.data();
    const std::uint32_t first = mesh.island_regions[island];
    const std::uint32_t end = mesh.island_regions[island + 1];
    for (std::uint32_t region = first; region < end; ++region) {
        parts_[region] = region;
        if (is_region_closed(region)) {
            continue;
        }
        for (const std::uint32_t other : mesh.region_neighbours[region]) {
            if (other < region && !is_region_closed(other)) {
                join_sets(parts_, region, other);
            }
        }
    }
    for (std::uint32_t region = first; region < end; ++region) {
        parts_[region] = parts_[parts_[region]];  // lower ones are done
    }
}

}  // namespace halfspace
