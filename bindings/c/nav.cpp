// SPDX-License-Identifier: MIT
#include "halfspace/level/level.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/nav_scratch.h"
#include "halfspace/nav/path.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/nav/route.h"
#include "halfspace/nav/route_bound.h"
#include "halfspace/nav/walls.h"

#include "guard.h"
#include "halfspace_nav.h"
#include "handle.h"
#include "nav_handle.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace::c {
namespace {

// True also for infinity.
bool is_limit(double distance) {
    return distance >= 0;
}

halfspace_nav_edge edge_of(const NavEdge& edge) {
    return {edge.polygon.value, edge.corner};
}

halfspace_status store_place(const std::optional<NavPlace>& found, halfspace_nav_place* place) {
    if (!found) {
        return HALFSPACE_NOT_FOUND;
    }
    *place = place_of(*found);
    return HALFSPACE_OK;
}

// nullopt if an option is out of its range.
std::optional<LocateOptions> options_from(const halfspace_nav_locate_options* options) {
    const LocateOptions given =
        options == nullptr ? LocateOptions() : LocateOptions{options->reach, options->above};
    return is_distance(given.reach) && is_distance(given.above) ? std::optional(given)
                                                                : std::nullopt;
}

// The largest coordinate of bounds of routes.
constexpr double kMaxBounded = 0x1p24;

bool is_count_of_nodes(uint32_t max_nodes) {
    return max_nodes >= 1 && max_nodes <= 1u << 31U;
}

}  // namespace

static_assert(HALFSPACE_NAV_JUMP == static_cast<uint32_t>(NavLinkKind::Jump));
static_assert(HALFSPACE_NAV_DRAWN == static_cast<uint32_t>(NavLinkKind::Drawn));
static_assert(HALFSPACE_NAV_LIFT == static_cast<uint32_t>(NavLinkKind::Lift));
static_assert(HALFSPACE_NAV_LIFT + 1 == kNavLinkKinds);
static_assert(HALFSPACE_MOVER_LINKS == kMoverLinks && HALFSPACE_GAME_LINKS == kGameLinks);

halfspace_nav_place place_of(const NavPlace& place) {
    halfspace_nav_place result = {place.polygon.value, 0, {}};
    store(place.position, result.position);
    return result;
}

halfspace_route_point route_point_of(const RoutePoint& point) {
    return {place_of({point.polygon, point.position}), point.link.value, 0};
}

halfspace_status status_from(PathStatus status) {
    if (status == PathStatus::Complete) {
        return HALFSPACE_OK;
    }
    return status == PathStatus::Unreachable ? HALFSPACE_NOT_FOUND : HALFSPACE_TOO_SMALL;
}

halfspace_status store_path(const NavPath& found,
                            halfspace_nav_scratch& scratch,
                            halfspace_nav_path* path) {
    if (found.status != PathStatus::Complete) {
        return status_from(found.status);
    }
    scratch.points.resize(3 * found.points.size());
    for (size_t i = 0; i < found.points.size(); ++i) {
        store(found.points[i], &scratch.points[3 * i]);
    }
    scratch.polygons.resize(found.polygons.size());
    std::ranges::transform(
        found.polygons, scratch.polygons.begin(), [](NavPolygonId id) { return id.value; });
    *path = {found.length,
             scratch.points.data(),
             found.points.size(),
             scratch.polygons.data(),
             found.polygons.size()};
    return HALFSPACE_OK;
}

std::optional<PathOptions> path_options(const halfspace_nav_path_options* given) {
    if (given == nullptr) {
        return PathOptions();
    }
    return is_count_of_nodes(given->max_nodes)
               ? std::optional(PathOptions{given->max_nodes, state_of(given->doors)})
               : std::nullopt;
}

std::optional<RouteOptions> route_options(const halfspace_route_options* given) {
    if (given == nullptr) {
        return RouteOptions();
    }
    const size_t areas = given->area_cost_count;
    if (!(given->speed >= 1e-6 && given->speed <= 1e9) || !is_limit(given->run_speed) ||
        !is_limit(given->max_drop) || !is_count_of_nodes(given->max_nodes) ||
        (given->area_costs == nullptr && areas > 0)) {
        return std::nullopt;
    }
    const std::span<const double> area_costs(given->area_costs, areas);
    const double costs[] = {
        given->water_cost, given->slime_cost, given->lava_cost, given->crouch_cost};
    const auto is_cost = [](double cost) { return cost >= 1; };
    if (!std::ranges::all_of(costs, is_cost) || !std::ranges::all_of(area_costs, is_cost)) {
        return std::nullopt;
    }
    return RouteOptions{.speed = given->speed,
                        .run_speed = given->run_speed,
                        .links = given->links,
                        .max_drop = given->max_drop,
                        .water_cost = given->water_cost,
                        .slime_cost = given->slime_cost,
                        .lava_cost = given->lava_cost,
                        .area_costs = area_costs,
                        .crouch_cost = given->crouch_cost,
                        .do_shorten = given->do_shorten != 0,
                        .max_nodes = given->max_nodes,
                        .doors = state_of(given->doors)};
}

halfspace_route_options route_options_of(const RouteOptions& options) {
    return {.speed = options.speed,
            .run_speed = options.run_speed,
            .max_drop = options.max_drop,
            .water_cost = options.water_cost,
            .slime_cost = options.slime_cost,
            .lava_cost = options.lava_cost,
            .crouch_cost = options.crouch_cost,
            .links = options.links,
            .max_nodes = options.max_nodes,
            .doors = nullptr,
            .area_costs = nullptr,
            .area_cost_count = 0,
            .do_shorten = options.do_shorten ? 1 : 0};
}

}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_nav_mesh* halfspace_new_nav_mesh(const halfspace_level* level,
                                           uint32_t space,
                                           char* error,
                                           size_t error_size) {
    const auto make = [&]() -> Result<NavMesh> {
        if (!has_space(level, space)) {
            return std::unexpected(
                Error{ErrorCode::Range, "the level is null, or it has no such space", {}});
        }
        return NavMesh::from_level(level->level, SpaceId(space));
    };
    return new_handle<halfspace_nav_mesh>(make, error, error_size);
}

void halfspace_free_nav_mesh(halfspace_nav_mesh* mesh) {
    delete mesh;
}

uint32_t halfspace_nav_polygon_count(const halfspace_nav_mesh* mesh) {
    return mesh == nullptr ? 0 : static_cast<uint32_t>(mesh->mesh.polygon_count());
}

uint32_t halfspace_nav_corner_count(const halfspace_nav_mesh* mesh) {
    return mesh == nullptr ? 0 : mesh->first_corners.back();
}

uint32_t halfspace_nav_island_count(const halfspace_nav_mesh* mesh) {
    return mesh == nullptr ? 0 : static_cast<uint32_t>(mesh->mesh.island_count());
}

uint32_t halfspace_nav_link_count(const halfspace_nav_mesh* mesh) {
    return mesh == nullptr ? 0 : static_cast<uint32_t>(mesh->mesh.link_count());
}

halfspace_status halfspace_get_nav_link(const halfspace_nav_mesh* mesh,
                                        uint32_t link,
                                        halfspace_nav_link* result) {
    if (link >= halfspace_nav_link_count(mesh) || result == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const NavLink& from = mesh->mesh.link(NavLinkId(link));
    *result = {static_cast<uint32_t>(from.kind),
               from.model.value,
               from.seconds,
               from.least_speed,
               {place_of(from.from[0]), place_of(from.from[1])},
               {place_of(from.to[0]), place_of(from.to[1])}};
    return HALFSPACE_OK;
}

halfspace_status halfspace_get_nav_polygon(const halfspace_nav_mesh* mesh,
                                           uint32_t polygon,
                                           halfspace_nav_polygon* result) {
    if (!has_polygon(mesh, polygon) || result == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const NavPolygonId id(polygon);
    *result = {mesh->first_corners[polygon],
               mesh->mesh.corner_count(id),
               mesh->mesh.island(id),
               mesh->mesh.contents(id),
               mesh->mesh.area(id).value,
               mesh->mesh.is_low(id) ? 1 : 0};
    return HALFSPACE_OK;
}

uint32_t halfspace_nav_area_count(const halfspace_nav_mesh* mesh) {
    return mesh == nullptr ? 0 : static_cast<uint32_t>(mesh->mesh.areas().size());
}

halfspace_status halfspace_get_nav_area(const halfspace_nav_mesh* mesh,
                                        uint32_t area,
                                        halfspace_nav_area* result) {
    if (area >= halfspace_nav_area_count(mesh) || result == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const NavArea& from = mesh->mesh.areas()[area];
    *result = {from.name.c_str(), from.cost};
    return HALFSPACE_OK;
}

uint32_t halfspace_find_nav_area(const halfspace_nav_mesh* mesh, const char* name) {
    if (mesh == nullptr || name == nullptr) {
        return HALFSPACE_NONE;
    }
    const std::span<const NavArea> areas = mesh->mesh.areas();
    const auto found = std::ranges::find(areas, std::string_view(name), &NavArea::name);
    return found == areas.end() ? HALFSPACE_NONE : static_cast<uint32_t>(found - areas.begin());
}

halfspace_status halfspace_write_nav_corners(const halfspace_nav_mesh* mesh,
                                             double* positions,
                                             uint32_t* neighbours,
                                             size_t capacity) {
    if (mesh == nullptr || positions == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (capacity < mesh->first_corners.back()) {
        return HALFSPACE_TOO_SMALL;
    }
    const NavMesh& from = mesh->mesh;
    for (uint32_t p = 0; p < from.polygon_count(); ++p) {
        const NavPolygonId id(p);
        for (uint32_t c = 0; c < from.corner_count(id); ++c) {
            store(from.corner(id, c), positions);
            positions += 3;
            if (neighbours != nullptr) {
                *neighbours++ = from.neighbour(id, c).value;
            }
        }
    }
    return HALFSPACE_OK;
}

int32_t halfspace_is_nav_place(const halfspace_nav_mesh* mesh, const halfspace_nav_place* place) {
    return is_place(mesh, place) ? 1 : 0;
}

halfspace_nav_locate_options halfspace_default_nav_locate_options(void) {
    const LocateOptions options;
    return {options.reach, options.above};
}

halfspace_status halfspace_nav_locate(const halfspace_nav_mesh* mesh,
                                      const double position[3],
                                      const halfspace_nav_locate_options* options,
                                      halfspace_nav_place* place) {
    const std::optional<LocateOptions> how = options_from(options);
    if (mesh == nullptr || !is_point(position, kMaxCoordinate) || !how || place == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return store_place(locate(mesh->mesh, vec3(position), *how), place);
}

halfspace_status halfspace_nav_locate_all(const halfspace_nav_mesh* mesh,
                                          const double* positions,
                                          size_t count,
                                          const halfspace_nav_locate_options* options,
                                          halfspace_nav_place* places) {
    const std::optional<LocateOptions> how = options_from(options);
    if (mesh == nullptr || !are_points(positions, count, kMaxCoordinate) || !how ||
        (count > 0 && places == nullptr)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    for (size_t i = 0; i < count; ++i) {
        const auto found = locate(mesh->mesh, vec3(positions + 3 * i), *how);
        places[i] = place_of(found.value_or(NavPlace{}));
    }
    return HALFSPACE_OK;
}

halfspace_status halfspace_nav_nearest(const halfspace_nav_mesh* mesh,
                                       const double position[3],
                                       double max_distance,
                                       halfspace_nav_place* place) {
    if (mesh == nullptr || !is_point(position, kMaxCoordinate) || !is_limit(max_distance) ||
        place == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return store_place(nearest(mesh->mesh, vec3(position), max_distance), place);
}

halfspace_status halfspace_nav_random_place(const halfspace_nav_mesh* mesh,
                                            uint32_t island,
                                            uint64_t seed,
                                            halfspace_nav_place* place) {
    if (mesh == nullptr || place == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (island == HALFSPACE_NONE) {
        return store_place(random_place(mesh->mesh, seed), place);
    }
    return island < mesh->mesh.island_count()
               ? store_place(random_place_on_island(mesh->mesh, island, seed), place)
               : halfspace_status{HALFSPACE_BAD_ARGUMENT};
}

halfspace_status halfspace_nav_random_place_in_area(const halfspace_nav_mesh* mesh,
                                                    uint32_t area,
                                                    uint64_t seed,
                                                    halfspace_nav_place* place) {
    if (mesh == nullptr || place == nullptr ||
        (area != HALFSPACE_NONE && area >= halfspace_nav_area_count(mesh))) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return store_place(random_place_in_area(mesh->mesh, NavAreaId(area), seed), place);
}

halfspace_status halfspace_nav_is_reachable(const halfspace_nav_mesh* mesh,
                                            uint32_t from,
                                            uint32_t to,
                                            const halfspace_nav_door_state* doors,
                                            int32_t* is_reachable) {
    if (!has_polygon(mesh, std::max(from, to)) || !fits(doors, mesh->mesh) ||
        is_reachable == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const bool found =
        halfspace::is_reachable(mesh->mesh, NavPolygonId(from), NavPolygonId(to), state_of(doors));
    *is_reachable = found ? 1 : 0;
    return HALFSPACE_OK;
}

halfspace_nav_scratch* halfspace_new_nav_scratch(void) {
    return pointer_of([] { return new halfspace_nav_scratch; });
}

void halfspace_free_nav_scratch(halfspace_nav_scratch* scratch) {
    delete scratch;
}

halfspace_status halfspace_nav_raycast(const halfspace_nav_mesh* mesh,
                                       const halfspace_nav_place* from,
                                       const double to[3],
                                       const halfspace_nav_door_state* doors,
                                       halfspace_nav_hit* hit) {
    if (!is_place(mesh, from) || !is_point(to, kMaxCoordinate) || !fits(doors, mesh->mesh) ||
        hit == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const NavRayHit found = raycast(mesh->mesh, place_from(*from), vec3(to), {}, state_of(doors));
    *hit = {place_of(found.end), edge_of(found.wall)};
    return HALFSPACE_OK;
}

halfspace_status halfspace_nav_wall_distance(const halfspace_nav_mesh* mesh,
                                             const halfspace_nav_place* place,
                                             double max_distance,
                                             const halfspace_nav_door_state* doors,
                                             halfspace_nav_scratch* scratch,
                                             halfspace_nav_wall* wall) {
    if (!is_place(mesh, place) || !is_limit(max_distance) || !fits(doors, mesh->mesh) ||
        scratch == nullptr || wall == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        const auto found = wall_distance(
            mesh->mesh, place_from(*place), max_distance, scratch->scratch, state_of(doors));
        if (!found) {
            return HALFSPACE_NOT_FOUND;
        }
        *wall = {found->distance, place_of(found->place), edge_of(found->edge)};
        return HALFSPACE_OK;
    });
}

halfspace_nav_path_options halfspace_default_nav_path_options(void) {
    return {PathOptions().max_nodes, 0, nullptr};
}

halfspace_status halfspace_nav_find_path(const halfspace_nav_mesh* mesh,
                                         const halfspace_nav_place* from,
                                         const halfspace_nav_place* to,
                                         const halfspace_nav_path_options* options,
                                         halfspace_nav_scratch* scratch,
                                         halfspace_nav_path* path) {
    const std::optional<PathOptions> how = path_options(options);
    if (!is_place(mesh, from) || !is_place(mesh, to) || !how ||
        !fits(options == nullptr ? nullptr : options->doors, mesh->mesh) || scratch == nullptr ||
        path == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        return store_path(
            find_path(mesh->mesh, place_from(*from), place_from(*to), scratch->scratch, *how),
            *scratch,
            path);
    });
}

halfspace_route_options halfspace_default_route_options(void) {
    return route_options_of(RouteOptions());
}

halfspace_status halfspace_nav_find_route(const halfspace_nav_mesh* mesh,
                                          const halfspace_nav_place* from,
                                          const halfspace_nav_place* to,
                                          const halfspace_route_options* options,
                                          halfspace_nav_scratch* scratch,
                                          halfspace_nav_route* route) {
    const std::optional<RouteOptions> how = route_options(options);
    if (!is_place(mesh, from) || !is_place(mesh, to) || !how || !fits(*how, mesh->mesh) ||
        scratch == nullptr || route == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        const NavRoute found =
            find_route(mesh->mesh, place_from(*from), place_from(*to), scratch->scratch, *how);
        const halfspace_status status = status_from(found.status);
        if (status != HALFSPACE_OK) {
            return status;
        }
        scratch->route.resize(found.points.size());
        std::ranges::transform(found.points, scratch->route.begin(), route_point_of);
        *route = {found.seconds, found.cost, scratch->route.data(), scratch->route.size()};
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_nav_bound_routes(const halfspace_nav_mesh* mesh,
                                            const halfspace_nav_place* from,
                                            const halfspace_nav_place* to,
                                            double step,
                                            const halfspace_route_options* options,
                                            halfspace_nav_scratch* scratch,
                                            double* cost) {
    const std::optional<RouteOptions> how = route_options(options);
    if (!is_place(mesh, from) || !is_place(mesh, to) || !is_point(from->position, kMaxBounded) ||
        !is_point(to->position, kMaxBounded) || !(step > 0) || !how || !fits(*how, mesh->mesh) ||
        scratch == nullptr || cost == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        const RouteBound bound = bound_routes(
            mesh->mesh, place_from(*from), place_from(*to), scratch->scratch, step, *how);
        *cost = bound.cost;
        return status_from(bound.status);
    });
}
