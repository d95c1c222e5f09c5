// SPDX-License-Identifier: MIT
#include "nav/door_regions.h"

#include "base/shared/union_find.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

// In ascending order, each once.
std::vector<NumberPair> sorted_once(std::vector<NumberPair> pairs) {
    std::ranges::sort(pairs);
    const auto repeated = std::ranges::unique(pairs);
    pairs.erase(repeated.begin(), repeated.end());
    return pairs;
}

// Numbers the regions in the order of islands, and of lowest polygons in each.
void number_regions(NavMeshData& mesh, UnionFind& sets) {
    mesh.regions.resize(mesh.polygon_count(), kNone);
    std::uint32_t count = 0;
    for (std::size_t i = 0; i + 1 < mesh.by_island.starts.size(); ++i) {
        mesh.island_regions.push_back(count);
        for (std::uint32_t at = mesh.by_island.starts[i]; at < mesh.by_island.starts[i + 1]; ++at) {
            const std::uint32_t polygon = mesh.by_island.polygons[at];
            const std::uint32_t root = sets.root(polygon);
            mesh.regions[polygon] = root == polygon ? count++ : mesh.regions[root];
        }
    }
    mesh.island_regions.push_back(count);
}

}  // namespace

void find_regions(NavMeshData& mesh, std::span<const NavDoorRecord> records) {
    for (const NavDoorRecord& record : records) {
        mesh.doors.push_back(ModelId(record.model));
    }
    std::ranges::sort(mesh.doors);
    const auto repeated = std::ranges::unique(mesh.doors);
    mesh.doors.erase(repeated.begin(), repeated.end());
    const auto doors_of = [&](std::uint32_t polygon) {
        return std::ranges::equal_range(records, mesh.wholes[polygon], {}, &NavDoorRecord::polygon);
    };
    UnionFind sets(mesh.polygon_count());
    for (const MeshEdge& edge : mesh.edges) {
        if (edge.twin != kNone) {
            const std::uint32_t other = mesh.edges[edge.twin].polygon;
            if (std::ranges::equal(doors_of(edge.polygon),
                                   doors_of(other),
                                   {},
                                   &NavDoorRecord::model,
                                   &NavDoorRecord::model)) {
                sets.join(edge.polygon, other);
            }
        }
    }
    number_regions(mesh, sets);
    std::vector<NumberPair> neighbours;
    for (const MeshEdge& edge : mesh.edges) {
        const std::uint32_t other =
            edge.twin == kNone ? edge.polygon : mesh.edges[edge.twin].polygon;
        if (mesh.regions[edge.polygon] != mesh.regions[other]) {
            neighbours.emplace_back(mesh.regions[edge.polygon], mesh.regions[other]);
        }
    }
    mesh.region_neighbours = rows_of(sorted_once(std::move(neighbours)), mesh.region_count());
    std::vector<NumberPair> closed_regions;
    std::vector<NumberPair> closed_polygons;
    for (const NavDoorRecord& record : records) {
        const auto door = static_cast<std::uint32_t>(
            std::ranges::lower_bound(mesh.doors, ModelId(record.model)) - mesh.doors.begin());
        for (std::uint32_t p = mesh.first_pieces[record.polygon];
             p < mesh.first_pieces[record.polygon + 1];
             ++p) {
            closed_regions.emplace_back(door, mesh.regions[p]);
            closed_polygons.emplace_back(door, p);
        }
    }
    mesh.door_regions = rows_of(sorted_once(std::move(closed_regions)), mesh.doors.size());
    mesh.door_polygons = rows_of(sorted_once(std::move(closed_polygons)), mesh.doors.size());
}

bool are_joined(const NavMeshData& mesh,
                const NavDoorState* doors,
                std::uint32_t from,
                std::uint32_t to) {
    if (doors == nullptr) {
        return mesh.islands[from] == mesh.islands[to];
    }
    const std::uint32_t start = mesh.regions[from];
    const std::uint32_t goal = mesh.regions[to];
    if (start == goal) {
        return true;
    }
    const auto leads_to_goal = [&](std::uint32_t region) {
        return !doors->is_region_closed(region) && doors->part(region) == doors->part(goal);
    };
    if (doors->is_region_closed(goal)) {
        return false;
    }
    return doors->is_region_closed(start)
               ? std::ranges::any_of(mesh.region_neighbours[start], leads_to_goal)
               : leads_to_goal(start);
}

}  // namespace halfspace
