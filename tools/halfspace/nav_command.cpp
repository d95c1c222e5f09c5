// SPDX-License-Identifier: MIT
// halfspace nav: asks the navigation mesh of a body.
#include "halfspace/move/mover_options.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/path.h"
#include "halfspace/nav/route.h"
#include "halfspace/nav/route_bound.h"
#include "halfspace/query/free.h"
#include "halfspace/query/space.h"

#include "commands.h"
#include "console.h"
#include "json_report.h"
#include "nav_options.h"
#include "nav_summary.h"
#include "point_input.h"
#include "printable.h"
#include "query_level.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::tool {
namespace {

// The mesh that is asked.
struct NavRun {
    SpaceId space;
    std::optional<NavMesh> mesh;
    std::optional<NavDoorState> doors;
    std::vector<double> costs;  // of areas
    NavScratch scratch;
};

// "; its doors are 1, 3".
std::string doors_text(std::span<const ModelId> doors) {
    std::string text;
    for (const ModelId door : doors) {
        text += fmt::format("{} {}", text.empty() ? "" : ",", door.value);
    }
    return doors.empty() ? "; the mesh has no door" : "; its doors are" + text;
}

Result<void> prepare_mesh(const Level& level, const NavArguments& arguments, NavRun& run) {
    SpaceId space(level.nav_meshes().empty() ? 0 : level.nav_meshes().front().space);
    if (!arguments.space.empty()) {
        const std::optional<SpaceId> found = find_space(level, arguments.space);
        if (!found) {
            return std::unexpected(no_such_space(level, arguments.space));
        }
        space = *found;
    }
    Result<NavMesh> mesh = NavMesh::from_level(level, space);
    if (!mesh) {
        mesh.error().where.file = arguments.level;
        return std::unexpected(std::move(mesh.error()));
    }
    run.space = space;
    run.mesh = *std::move(mesh);
    const auto record = std::ranges::find(level.nav_meshes(), space.value, &NavMeshRecord::space);
    if (arguments.crouches && record->standing_space == 0) {
        return std::unexpected(Error{
            ErrorCode::Range,
            fmt::format("--crouch: '{}' is no body that one crouches with; ask --space crouch",
                        printable(space_name(level, space))),
            {arguments.level}});
    }
    run.doors.emplace(*run.mesh);
    for (const std::uint32_t model : arguments.closed) {
        if (std::ranges::find(run.doors->doors(), ModelId(model)) == run.doors->doors().end()) {
            return std::unexpected(
                Error{ErrorCode::Range,
                      fmt::format("--closed {}: this model is no door of the mesh{}",
                                  model,
                                  doors_text(run.doors->doors())),
                      {arguments.level}});
        }
        run.doors->set_closed(ModelId(model), true);
    }
    const std::span<const NavArea> areas = run.mesh->areas();
    std::ranges::transform(areas, std::back_inserter(run.costs), &NavArea::cost);
    for (const AreaCost& cost : arguments.costs) {
        const auto found = std::ranges::find(areas, cost.area, &NavArea::name);
        if (found == areas.end()) {
            return std::unexpected(
                Error{ErrorCode::Range,
                      fmt::format("--cost: the level has no area \"{}\"", printable(cost.area)),
                      {arguments.level}});
        }
        run.costs[static_cast<std::size_t>(found - areas.begin())] = cost.cost;
    }
    return {};
}

// The name of the area of a polygon; empty: it is in none.
std::string_view area_name(const NavMesh& mesh, NavPolygonId polygon) {
    const NavAreaId area = mesh.area(polygon);
    return area.is_valid() ? std::string_view(mesh.areas()[area.value].name) : std::string_view();
}

Json to_json(const Vec3& place) {
    return {place.x, place.y, place.z};
}

// Why there is no place of the mesh below a position, and where the nearest one is.
struct NoPlace {
    std::string why;
    std::optional<NavPlace> nearest;
};

// what: "start", for example.
NoPlace no_place(const PlacedLevel& here,
                 const NavRun& run,
                 const Vec3& position,
                 std::string_view what) {
    constexpr double kRadius = 1024;  // map units
    return {is_free(here, run.space, position, kPlayerBlockers)
                ? fmt::format("no floor up to {} units below the {}", LocateOptions().reach, what)
                : fmt::format("the {} is in a wall", what),
            nearest(*run.mesh, position, kRadius)};
}

std::string to_text(const NoPlace& missing) {
    return missing.nearest ? fmt::format("{}; the nearest place is {:.3f},{:.3f},{:.3f}",
                                         missing.why,
                                         missing.nearest->position.x,
                                         missing.nearest->position.y,
                                         missing.nearest->position.z)
                           : missing.why;
}

Json nearest_json(const std::optional<NavPlace>& place) {
    return place ? to_json(place->position) : Json();
}

void append_line(const Json& json, fmt::memory_buffer& text) {
    text.append(json.dump());
    text.push_back('\n');
}

Json located_json(const NavRun& run, const std::optional<NavPlace>& place, const NoPlace& missing) {
    Json json;
    json["polygon"] = place ? Json(place->polygon.value) : Json();
    json["island"] = place ? Json(run.mesh->island(place->polygon)) : Json();
    json["place"] = nearest_json(place);
    const std::string_view area = place ? area_name(*run.mesh, place->polygon) : "";
    json["area"] = area.empty() ? Json() : Json(area);
    if (!place) {
        json["status"] = missing.why;
        json["nearest"] = nearest_json(missing.nearest);
    }
    return json;
}

std::string located_text(const NavRun& run, const NavPlace& place) {
    const std::string_view area = area_name(*run.mesh, place.polygon);
    return fmt::format("polygon {} island {} at {} {} {}{}{}",
                       place.polygon.value,
                       run.mesh->island(place.polygon),
                       place.position.x,
                       place.position.y,
                       place.position.z,
                       area.empty() ? "" : " area ",
                       printable(area));
}

ExitCode run_locate(const NavArguments& arguments) {
    NavRun run;
    const auto answer = [&](const PlacedLevel& here, std::span<const Numbers> queries, auto& text) {
        for (const Numbers& n : queries) {
            const Vec3 position{n[0], n[1], n[2]};
            const std::optional<NavPlace> place = locate(*run.mesh, position);
            const NoPlace missing = place ? NoPlace() : no_place(here, run, position, "position");
            if (arguments.json) {
                append_line(located_json(run, place, missing), text);
            } else {
                text.append((place ? located_text(run, *place) : to_text(missing)) + "\n");
            }
        }
    };
    return run_queries(arguments, 1, answer, [&](const Level& level) {
        return prepare_mesh(level, arguments, run);
    });
}

std::string_view status_name(PathStatus status) {
    switch (status) {
        case PathStatus::Complete:
            return "complete";
        case PathStatus::Unreachable:
            return "unreachable";
        case PathStatus::OutOfScratch:
            return "out of scratch";
        case PathStatus::Unfinished:
            return "unfinished";
    }
    return "";
}

// A path or a route between the places below two positions.
struct Way {
    PathStatus status = PathStatus::Unreachable;
    // Of a path the length, of a route the seconds.
    double size = 0;
    std::vector<RoutePoint> points;
    std::optional<std::array<double, 2>> costs = {};  // of the route; of the best one at least
};

Way path_between(const NavArguments& /*arguments*/,
                 NavRun& run,
                 const NavPlace& a,
                 const NavPlace& b) {
    const NavPath path = find_path(*run.mesh, a, b, run.scratch, {.doors = &*run.doors});
    Way way{path.status, path.length, {}};
    for (const Vec3& point : path.points) {
        way.points.push_back({point, {}});
    }
    return way;
}

Way route_between(const NavArguments& arguments,
                  NavRun& run,
                  const NavPlace& a,
                  const NavPlace& b) {
    RouteOptions options = arguments.route;
    options.doors = &*run.doors;
    options.area_costs = run.costs;
    const MoverOptions mover;
    options.crouch_cost = arguments.crouches ? mover.walk_speed / mover.crouch_speed : 1;
    const NavRoute route = find_route(*run.mesh, a, b, run.scratch, options);
    Way way{route.status, route.seconds, {route.points.begin(), route.points.end()}};
    if (arguments.bound_step > 0) {
        way.costs = {
            route.cost,
            bound_routes(*run.mesh, a, b, run.scratch, arguments.bound_step, options).cost};
    }
    return way;
}

using WayBetween = Way(const NavArguments&, NavRun&, const NavPlace&, const NavPlace&);

// The words for the size of a way.
struct WayUnits {
    const char* name;
    const char* unit;
};
constexpr WayUnits kPathUnits{"length", "units"};
constexpr WayUnits kRouteUnits{"seconds", "s"};

Json way_json(const NavRun& run, const Way& way, const WayUnits& units) {
    Json points = Json::array();
    Json links = Json::array();
    for (const RoutePoint& point : way.points) {
        if (point.link.is_valid()) {
            links.push_back(
                {{"point", points.size()}, {"kind", name_of(run.mesh->link(point.link).kind)}});
        }
        points.push_back(to_json(point.position));
    }
    Json json;
    json["status"] = std::string(status_name(way.status));
    json[units.name] = way.points.empty() ? Json() : Json(way.size);
    if (way.costs && !way.points.empty()) {
        json["cost"] = (*way.costs)[0];
        json["least_cost"] = (*way.costs)[1];
    }
    json["points"] = std::move(points);
    json["links"] = std::move(links);
    return json;
}

std::string way_text(const NavRun& run, const Way& way, const WayUnits& units) {
    std::string text(status_name(way.status));
    if (way.points.empty()) {
        return text;
    }
    text += fmt::format(", {:.3f} {}", way.size, units.unit);
    if (way.costs) {
        text += fmt::format(
            ", costs {:.3f} s, no route less than {:.3f} s", (*way.costs)[0], (*way.costs)[1]);
    }
    text += ":";
    for (const RoutePoint& point : way.points) {
        text += fmt::format(
            " {:.3f},{:.3f},{:.3f}", point.position.x, point.position.y, point.position.z);
        if (point.link.is_valid()) {
            text += fmt::format(" {}", name_of(run.mesh->link(point.link).kind));
        }
    }
    return text;
}

void answer_way(const NavArguments& arguments,
                const PlacedLevel& here,
                NavRun& run,
                const Segment& ends,
                WayBetween* between,
                fmt::memory_buffer& text) {
    const WayUnits& units = between == path_between ? kPathUnits : kRouteUnits;
    const std::optional<NavPlace> start = locate(*run.mesh, ends.from);
    const std::optional<NavPlace> goal = locate(*run.mesh, ends.to);
    const bool has_both = start && goal;
    const Way way = has_both ? between(arguments, run, *start, *goal) : Way{};
    const NoPlace missing = !start  ? no_place(here, run, ends.from, "start")
                            : !goal ? no_place(here, run, ends.to, "goal")
                                    : NoPlace();
    if (!arguments.json) {
        text.append((has_both ? way_text(run, way, units) : to_text(missing)) + "\n");
        return;
    }
    Json json = way_json(run, way, units);
    if (!has_both) {
        json["status"] = missing.why;
        json["nearest"] = nearest_json(missing.nearest);
    }
    append_line(json, text);
}

template <WayBetween* Between>
ExitCode run_ways(const NavArguments& arguments) {
    NavRun run;
    const auto answer = [&](const PlacedLevel& here, std::span<const Numbers> queries, auto& text) {
        for (const Segment& segment : to_segments(queries)) {
            answer_way(arguments, here, run, segment, Between, text);
        }
    };
    return run_queries(arguments, 2, answer, [&](const Level& level) {
        return prepare_mesh(level, arguments, run);
    });
}

struct Question {
    const char* name;
    const char* what;
    std::size_t points;
    ExitCode (*run)(const NavArguments&);
    const char* footer;
};

constexpr Question kQuestions[] = {
    {"locate",
     "Print the polygon below a position",
     1,
     run_locate,
     "The position is that of the body, as for `halfspace trace`. The floor may be up to 64 units\n"
     "below. The answer has the number of the polygon, the number of its island, the place on it\n"
     "and its area, if it is in one. Without a floor, or in a wall, it says so and names the\n"
     "nearest place of the mesh.\n"
     "Example:\n"
     "  halfspace nav locate keep.hsw 64,256,24\n"},
    {"path",
     "Print the shortest path from one position to another",
     2,
     run_ways<path_between>,
     "The answer has the length in units, seen from above, and the points where the path turns.\n"
     "It is the shortest path of all over floors, ramps and steps; or \"unreachable\". If the\n"
     "start or the goal has no floor below, or is in a wall, the answer says so and names the\n"
     "nearest place of the mesh.\n"
     "Example:\n"
     "  halfspace nav path keep.hsw --space stand 64,256,24 1200,256,24\n"},
    {"route",
     "Print a quick way from one position to another, over links, too",
     2,
     run_ways<route_between>,
     "The answer has the seconds at 320 units a second, and the points. Behind a point, the kind\n"
     "of a link says how one goes from there to the next point; else one walks on the floor. "
     "Kinds\n"
     "are `walk`, `drop`, `jump`, `teleport`, `push`, `ladder`, `drawn`, `lift`, and `chance`,\n"
     "which no route takes.\n"
     "Example:\n"
     "  halfspace nav route keep.hsw --without jump,teleport 64,256,24 1200,256,24\n"}};

}  // namespace

Command add_nav_command(CLI::App& parent) {
    CLI::App* const app =
        parent.add_subcommand("nav", "Ask the navigation mesh of a body (compile --nav)");
    app->require_subcommand(1);
    app->footer(
        "Examples:\n"
        "  halfspace compile keep.map --nav\n"
        "  halfspace nav info keep.hsw\n"
        "  halfspace nav locate keep.hsw 64,256,24\n"
        "  halfspace nav path keep.hsw 64,256,24 1200,256,24\n"
        "  halfspace nav route keep.hsw 64,256,24 1200,256,24\n");
    std::vector<Command> commands{add_nav_info_command(*app)};
    for (const Question& question : kQuestions) {
        const auto arguments = std::make_shared<NavArguments>();
        CLI::App* const its = app->add_subcommand(question.name, question.what);
        add_point_options(*its, *arguments, question.points);
        its->add_option("--space",
                        arguments->space,
                        "The body whose mesh is asked (default: the first that has one)")
            ->type_name("NAME");
        if (question.points == 2) {
            its->add_option("--closed",
                            arguments->closed,
                            "A door that is closed: the number of its model, as `halfspace info\n"
                            "--entities` prints it (may be repeated; default: all are open)")
                ->type_name("MODEL")
                ->expected(1)
                ->allow_extra_args(false)
                ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        }
        if (question.run == &run_ways<route_between>) {
            add_route_options(*its, arguments);
        }
        its->footer(question.footer);
        commands.push_back({its, [arguments, run = question.run] { return run(*arguments); }});
    }
    return {app, [commands] { return run_parsed(commands); }};
}

}  // namespace halfspace::tool
