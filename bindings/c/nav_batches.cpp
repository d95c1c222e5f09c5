// SPDX-License-Identifier: MIT
// Many paths and routes at once, for C.
#include "halfspace/nav/path_all.h"

#include "executor.h"
#include "guard.h"
#include "halfspace_nav.h"
#include "handle.h"
#include "nav_handle.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

struct halfspace_nav_batch_scratch {
    halfspace::NavBatchScratch scratch;
    std::vector<halfspace::NavEnds> ends;
    // The last answers, and what they are for C.
    std::vector<halfspace::NavPath> paths;
    std::vector<halfspace::NavRoute> routes;
    std::vector<double> points;
    std::vector<uint32_t> polygons;
    std::vector<halfspace_route_point> route_points;
};

namespace halfspace::c {
namespace {

// True if all of the arguments are there and all places are on the mesh. Then the ends are in the
// scratch.
bool take_ends(const halfspace_nav_mesh* mesh,
               std::span<const halfspace_nav_ends> ends,
               halfspace_nav_batch_scratch& scratch) {
    const auto are_places = [mesh](const halfspace_nav_ends& pair) {
        return is_place(mesh, &pair.from) && is_place(mesh, &pair.to);
    };
    if (!std::ranges::all_of(ends, are_places)) {
        return false;
    }
    scratch.ends.resize(ends.size());
    std::ranges::transform(ends, scratch.ends.begin(), [](const halfspace_nav_ends& pair) {
        return NavEnds{place_from(pair.from), place_from(pair.to)};
    });
    return true;
}

// How many points or polygons all answers have together.
template <class Answer, class Part>
size_t total(const std::vector<Answer>& answers, Part part) {
    size_t sum = 0;
    for (const Answer& answer : answers) {
        sum += std::span((answer.*part)).size();
    }
    return sum;
}

void store_paths(halfspace_nav_batch_scratch& scratch, std::span<halfspace_nav_path> paths) {
    scratch.points.resize(3 * total(scratch.paths, &NavPath::points));
    scratch.polygons.resize(total(scratch.paths, &NavPath::polygons));
    double* point = scratch.points.data();
    uint32_t* polygon = scratch.polygons.data();
    for (size_t i = 0; i < paths.size(); ++i) {
        const NavPath& found = scratch.paths[i];
        paths[i] = {};
        if (found.status != PathStatus::Complete) {
            continue;
        }
        paths[i] = {found.length, point, found.points.size(), polygon, found.polygons.size()};
        for (const Vec3& corner : found.points) {
            store(corner, point);
            point += 3;
        }
        for (const NavPolygonId id : found.polygons) {
            *polygon++ = id.value;
        }
    }
}

void store_routes(halfspace_nav_batch_scratch& scratch, std::span<halfspace_nav_route> routes) {
    scratch.route_points.resize(total(scratch.routes, &NavRoute::points));
    halfspace_route_point* point = scratch.route_points.data();
    for (size_t i = 0; i < routes.size(); ++i) {
        const NavRoute& found = scratch.routes[i];
        routes[i] = {};
        if (found.status != PathStatus::Complete) {
            continue;
        }
        routes[i] = {found.seconds, found.cost, point, found.points.size()};
        point = std::ranges::transform(found.points, point, route_point_of).out;
    }
}

}  // namespace
}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_nav_batch_scratch* halfspace_new_nav_batch_scratch(void) {
    return pointer_of([] { return new halfspace_nav_batch_scratch; });
}

void halfspace_free_nav_batch_scratch(halfspace_nav_batch_scratch* scratch) {
    delete scratch;
}

halfspace_status halfspace_nav_find_path_all(const halfspace_nav_mesh* mesh,
                                             const halfspace_nav_ends* ends,
                                             size_t count,
                                             const halfspace_nav_path_options* options,
                                             halfspace_nav_batch_scratch* scratch,
                                             halfspace_nav_path* paths,
                                             halfspace_status* statuses) {
    const std::optional<PathOptions> how = path_options(options);
    if (mesh == nullptr || !how ||
        !fits(options == nullptr ? nullptr : options->doors, mesh->mesh) || scratch == nullptr ||
        (count > 0 && (ends == nullptr || paths == nullptr || statuses == nullptr))) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        if (!take_ends(mesh, {ends, count}, *scratch)) {
            return HALFSPACE_BAD_ARGUMENT;
        }
        scratch->paths.resize(count);
        find_path_all(
            mesh->mesh, scratch->ends, scratch->paths, scratch->scratch, *how, batch_executor());
        store_paths(*scratch, {paths, count});
        std::ranges::transform(scratch->paths, statuses, [](const NavPath& found) {
            return status_from(found.status);
        });
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_nav_find_route_all(const halfspace_nav_mesh* mesh,
                                              const halfspace_nav_ends* ends,
                                              size_t count,
                                              const halfspace_route_options* options,
                                              halfspace_nav_batch_scratch* scratch,
                                              halfspace_nav_route* routes,
                                              halfspace_status* statuses) {
    const std::optional<RouteOptions> how = route_options(options);
    if (mesh == nullptr || !how || !fits(*how, mesh->mesh) || scratch == nullptr ||
        (count > 0 && (ends == nullptr || routes == nullptr || statuses == nullptr))) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        if (!take_ends(mesh, {ends, count}, *scratch)) {
            return HALFSPACE_BAD_ARGUMENT;
        }
        scratch->routes.resize(count);
        find_route_all(
            mesh->mesh, scratch->ends, scratch->routes, scratch->scratch, *how, batch_executor());
        store_routes(*scratch, {routes, count});
        std::ranges::transform(scratch->routes, statuses, [](const NavRoute& found) {
            return status_from(found.status);
        });
        return HALFSPACE_OK;
    });
}
