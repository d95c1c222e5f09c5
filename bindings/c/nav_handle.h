// SPDX-License-Identifier: MIT
// Shared by the sources of the C interface that know navigation meshes: what is behind the handles,
// and checks of arguments.
#pragma once

#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/nav_scratch.h"
#include "halfspace/nav/route.h"

#include "halfspace_nav.h"
#include "handle.h"

#include <cstdint>
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

inline bool is_place(const halfspace_nav_mesh* mesh, const halfspace_nav_place* place) {
    return place != nullptr && has_polygon(mesh, place->polygon) &&
           is_point(place->position, kMaxCoordinate);
}

inline NavPlace place_from(const halfspace_nav_place& place) {
    return {NavPolygonId(place.polygon), vec3(place.position)};
}

// nullopt if an option is out of its range. Null means the default options. The definitions of this
// and of the next are in nav.cpp.
std::optional<RouteOptions> route_options(const halfspace_route_options* given);

halfspace_route_options route_options_of(const RouteOptions& options);

}  // namespace halfspace::c
