// SPDX-License-Identifier: MIT
// How doors part a mesh into regions, and which polygons a way may enter.
#pragma once

#include "halfspace/nav/door_state.h"

#include "nav/mesh_data.h"

#include <cassert>
#include <cstdint>
#include <span>

namespace halfspace {

// Finds the doors and regions of a mesh. REQUIRES: its islands are known, and the records are in
// the order of polygons and models. Cost: n log n in the edges.
void find_regions(NavMeshData& mesh, std::span<const NavDoorRecord> doors);

// The doors that stop a way. Without a state all are open.
struct DoorFilter {
    const NavDoorState* state = nullptr;
    std::uint32_t start = kNone;  // the region where the way begins: the way may lead through it

    bool is_closed(const NavMeshData& mesh, std::uint32_t polygon) const {
        return state != nullptr && is_region_closed(mesh.regions[polygon]);
    }
    bool is_region_closed(std::uint32_t region) const {
        return state != nullptr && region != start && state->is_region_closed(region);
    }
    // True if the polygon is closed to who comes from the other one, also where the way begins in
    // its region.
    bool is_barred(const NavMeshData& mesh, std::uint32_t from, std::uint32_t to) const {
        return state != nullptr && state->is_region_closed(mesh.regions[to]) &&
               mesh.regions[from] != mesh.regions[to];
    }
    // The same edge of the neighbour, if a way may go there; else kNone.
    std::uint32_t twin(const NavMeshData& mesh, std::uint32_t edge) const {
        const std::uint32_t twin = mesh.edges[edge].twin;
        return twin == kNone || is_closed(mesh, mesh.edges[twin].polygon) ? kNone : twin;
    }
};

// doors: of the mesh, or nullptr. start: a polygon, where the way begins.
inline DoorFilter door_filter(const NavMeshData& mesh,
                              const NavDoorState* doors,
                              std::uint32_t start) {
    assert(doors == nullptr || &doors->mesh().data() == &mesh);
    return {doors, mesh.regions[start]};
}

// True if edges lead from one polygon to the other. doors: nullptr if all are open. Cost: two
// looks; from a closed polygon, the neighbours of its region.
bool are_joined(const NavMeshData& mesh,
                const NavDoorState* doors,
                std::uint32_t from,
                std::uint32_t to);

}  // namespace halfspace
