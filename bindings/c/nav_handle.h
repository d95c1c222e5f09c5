// SPDX-License-Identifier: MIT
// Shared by the sources of the C interface that know navigation meshes: what is behind the handles,
// and checks of arguments.
#pragma once

#include "halfspace/nav/distance_field.h"
#include "halfspace/nav/door_state.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/nav_scratch.h"
#include "halfspace/nav/path.h"
#include "halfspace/nav/route.h"

#include "halfspace_nav.h"
#include "handle.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

struct halfspace_nav_mesh {
    explicit halfspace_nav_mesh(halfspace::NavMesh made) : mesh(std::move(made)) {
        first_corners.reserve(mesh.polygon_count() + 1);
        uint32_t corners = 0;
        for (uint32_t p = 0; p < mesh.polygon_count(); ++p) {
            first_corners.push_back(corners);
            corners += mesh.corner_count(halfspace::NavPolygonId(p));
        }
        first_corners.push_back(corners);
    }

    halfspace::NavMesh mesh;
    std::vector<uint32_t> first_corners;  // one for each polygon, and one more at the end
};

// Fields, followers and agents share the state, so that handles are freed in any order.
struct halfspace_nav_door_state {
    std::shared_ptr<halfspace::NavDoorState> doors;
};

struct halfspace_distance_field {
    halfspace::DistanceField field = {};
    // What the field was found with: it refers to both.
    std::optional<halfspace::NavMesh> mesh = {};
    std::shared_ptr<const halfspace::NavDoorState> doors = {};
    std::uint64_t door_changes = 0;
    std::vector<uint32_t> polygons = {};
};

struct halfspace_nav_scratch {
    halfspace::NavScratch scratch;
    // The last path.
    std::vector<double> points;
    std::vector<uint32_t> polygons;
    // The last route.
    std::vector<halfspace_route_point> route;
};

namespace halfspace::c {

// The largest coordinate. Differences and products of such numbers are finite.
inline constexpr double kMaxCoordinate = 0x1p40;

inline bool has_polygon(const halfspace_nav_mesh* mesh, uint32_t polygon) {
    return polygon < halfspace_nav_polygon_count(mesh);
}

inline NavPlace place_from(const halfspace_nav_place& place) {
    return {NavPolygonId(place.polygon), vec3(place.position)};
}

inline bool is_place(const NavMesh& mesh, const halfspace_nav_place* place) {
    return place != nullptr && is_point(place->position, kMaxCoordinate) &&
           is_on_mesh(mesh, place_from(*place));
}
inline bool is_place(const halfspace_nav_mesh* mesh, const halfspace_nav_place* place) {
    return mesh != nullptr && is_place(mesh->mesh, place);
}

// True for copies of one mesh.
inline bool are_same(const NavMesh& a, const NavMesh& b) {
    return &a.data() == &b.data();
}

// True if the state is null or one of this mesh.
inline bool fits(const halfspace_nav_door_state* doors, const NavMesh& mesh) {
    return doors == nullptr || are_same(doors->doors->mesh(), mesh);
}

// True if the state of doors and the costs of areas are those of this mesh.
inline bool fits(const RouteOptions& options, const NavMesh& mesh) {
    return (options.doors == nullptr || are_same(options.doors->mesh(), mesh)) &&
           (options.area_costs.empty() || options.area_costs.size() == mesh.areas().size());
}

// The state behind a handle; null for null.
inline const NavDoorState* state_of(const halfspace_nav_door_state* doors) {
    return doors == nullptr ? nullptr : doors->doors.get();
}

// True if the field has a goal, and its doors are as they were when it was found.
inline bool is_current(const halfspace_distance_field& field) {
    return field.field.goal() &&
           (field.doors == nullptr || field.doors->changes() == field.door_changes);
}

// The definitions of what follows are in nav.cpp.

// nullopt if an option is out of its range. Null means the default options. Routes refer to the
// costs of areas of the caller.
std::optional<PathOptions> path_options(const halfspace_nav_path_options* given);
std::optional<RouteOptions> route_options(const halfspace_route_options* given);

halfspace_route_options route_options_of(const RouteOptions& options);

halfspace_nav_place place_of(const NavPlace& place);
halfspace_route_point route_point_of(const RoutePoint& point);

// What a search says.
halfspace_status status_from(PathStatus status);

// A path for the caller, kept in the scratch; or the status if it is not Complete.
halfspace_status store_path(const NavPath& found,
                            halfspace_nav_scratch& scratch,
                            halfspace_nav_path* path);

}  // namespace halfspace::c
