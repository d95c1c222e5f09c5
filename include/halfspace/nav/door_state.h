// SPDX-License-Identifier: MIT
// Which doors of a navigation mesh are closed. A game has a state for each mesh, sets it, and gives
// it to the questions (PathOptions, RouteOptions). The mesh never changes.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/nav/nav_mesh.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// A closed door is a wall around the polygons that it closes (NavDoorRecord): no way enters them.
// But a way that begins in a closed polygon leads out, through others that the same doors close. It
// leads nowhere where other closed doors are all around.
// A goal in a closed polygon is not reachable from outside of them.
// Any number of threads may ask one state while none sets it.
// Teleporters and pushes count as doors, too: for who goes on foot a game closes the trigger's
// model.
class NavDoorState {
public:
    // All doors are open. The state holds a copy of the mesh. Cost: linear in polygons.
    explicit NavDoorState(const NavMesh& mesh);

    const NavMesh& mesh() const { return mesh_; }
    // The models of all doors that close a polygon of the mesh, in ascending order.
    std::span<const ModelId> doors() const;
    // False for a model that is no door of the mesh.
    bool is_closed(ModelId door) const;
    // Does nothing for a model that is no door of the mesh. Nothing is allocated. Cost: if the door
    // changes, the doors and islands that it may join, and the corners of its polygons.
    void set_closed(ModelId door, bool is_closed);
    // How often a door was opened or closed. Who keeps a way sees by it that the way may be closed:
    // so do not assign another state to one that followers use; set its doors.
    std::uint64_t changes() const { return changes_; }

    // True if a closed door closes the polygon. REQUIRES: a polygon of the mesh. Cost: three looks.
    bool is_closed(NavPolygonId polygon) const;

    // States of one mesh are equal if the same doors are closed.
    friend bool operator==(const NavDoorState& a, const NavDoorState& b) {
        return a.is_closed_ == b.is_closed_;
    }

    // For the questions of this module. Regions are the parts of the mesh that all doors together
    // part (src/nav/mesh_data.h).
    bool is_region_closed(std::uint32_t region) const { return closed_[region] != 0; }
    // Open regions have the same part if a way through open regions joins them.
    std::uint32_t part(std::uint32_t region) const { return parts_[region]; }
    // True if a closed door closes a polygon around the vertex.
    bool is_vertex_closed(std::uint32_t vertex) const { return closed_at_[vertex] != 0; }

private:
    void find_parts(std::uint32_t island);

    NavMesh mesh_;
    std::vector<std::uint8_t> is_closed_;   // of each door
    std::vector<std::uint32_t> closed_;     // how many closed doors close each region
    std::vector<std::uint32_t> closed_at_;  // the closed polygons around each vertex
    std::vector<std::uint32_t> parts_;      // of each region
    std::uint64_t changes_ = 0;
};

}  // namespace halfspace
