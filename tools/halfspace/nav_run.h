// SPDX-License-Identifier: MIT
// The mesh that the commands of `halfspace nav` ask, and what they know about its places.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/nav/door_state.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/nav_scratch.h"
#include "halfspace/nav/route.h"
#include "halfspace/query/placed_level.h"

#include "json_report.h"
#include "nav_options.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::tool {

// A func_plat, and where a body is that it lifts.
struct RunLift {
    ModelId model;
    Aabb reach;
};

// The mesh that is asked.
struct NavRun {
    SpaceId space;
    NavMeshRecord record;
    std::optional<NavMesh> mesh;
    std::optional<NavDoorState> doors;
    std::vector<double> costs;  // of areas
    NavScratch scratch;
    std::vector<RunLift> lifts;
};

// Finds the mesh and closes its doors. Errors: the arguments name what the level lacks.
Result<void> prepare_mesh(const Level& level, const NavArguments& arguments, NavRun& run);

// The options of a route with the doors and costs of the run, which must outlive them.
RouteOptions route_options(const NavArguments& arguments, const NavRun& run);

// `3 (func_door "gate")`: the number of the model, the class and the targetname.
std::string door_text(const Level& level, ModelId door);

// What moves somebody who goes the route, on foot and not by its links: teleporters, jump pads and
// lifts that are low. In ascending order.
std::vector<ModelId> touched_on_foot(const Level& level,
                                     const NavRun& run,
                                     std::span<const RoutePoint> route);

// Why there is no place of the mesh below a position, and where the nearest one is.
struct NoPlace {
    std::string why;
    std::optional<NavPlace> nearest;
};
// what: "start", for example.
NoPlace no_place(const PlacedLevel& here,
                 const NavRun& run,
                 const Vec3& position,
                 std::string_view what);
std::string to_text(const NoPlace& missing);

// What a place is: its polygon, island, area and liquid, whether it is low, the doors that close
// it, and what moves somebody who is there.
std::string located_text(const Level& level, const NavRun& run, const NavPlace& place);
// missing: why there is no place.
Json located_json(const Level& level,
                  const NavRun& run,
                  const std::optional<NavPlace>& place,
                  const NoPlace& missing);

// [x, y, z] of the place; null without one.
Json place_json(const std::optional<NavPlace>& place);

}  // namespace halfspace::tool
