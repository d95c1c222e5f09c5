// SPDX-License-Identifier: MIT
// halfspace nav: asks the navigation mesh of a body.
#include "halfspace/nav/locate.h"
#include "halfspace/nav/path.h"
#include "halfspace/nav/route.h"
#include "halfspace/nav/route_bound.h"

#include "commands.h"
#include "console.h"
#include "json_report.h"
#include "nav_options.h"
#include "nav_reason.h"
#include "nav_run.h"
#include "nav_summary.h"
#include "point_input.h"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::tool {
namespace {

void append_line(const Json& json, fmt::memory_buffer& text) {
    text.append(json.dump());
    text.push_back('\n');
}

ExitCode run_locate(const NavArguments& arguments) {
    NavRun run;
    const auto answer = [&](const PlacedLevel& here, std::span<const Numbers> queries, auto& text) {
        for (const Numbers& n : queries) {
            const Vec3 position{n[0], n[1], n[2]};
            const std::optional<NavPlace> place = locate(*run.mesh, position);
            const NoPlace missing = place ? NoPlace() : no_place(here, run, position, "position");
            if (arguments.json) {
                append_line(located_json(here.level, run, place, missing), text);
            } else {
                text.append((place ? located_text(here.level, run, *place) : to_text(missing)) +
                            "\n");
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
    std::string reason;                               // of an unreachable goal
    std::optional<std::array<double, 2>> costs = {};  // of the route; of the best one at least
    std::vector<ModelId> touched = {};                // touched_on_foot
};

Way path_between(NavRun& run, const NavPlace& a, const NavPlace& b) {
    const NavPath path = find_path(*run.mesh, a, b, run.scratch, {.doors = &*run.doors});
    Way way{path.status, path.length, {}, {}};
    for (const Vec3& point : path.points) {
        way.points.push_back({point, {}});
    }
    return way;
}

Way route_between(const Level& level,
                  const NavArguments& arguments,
                  NavRun& run,
                  const NavPlace& a,
                  const NavPlace& b) {
    const RouteOptions options = route_options(arguments, run);
    const NavRoute route = find_route(*run.mesh, a, b, run.scratch, options);
    Way way{route.status, route.seconds, {route.points.begin(), route.points.end()}, {}};
    way.touched = touched_on_foot(level, run, way.points);
    if (arguments.bound_step > 0) {
        way.costs = {
            route.cost,
            bound_routes(*run.mesh, a, b, run.scratch, arguments.bound_step, options).cost};
    }
    return way;
}

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
        points.push_back(point_json(point.position));
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
    if (!way.reason.empty()) {
        json["reason"] = way.reason;
    }
    for (const ModelId model : way.touched) {
        json["touches"].push_back(model.value);
    }
    return json;
}

std::string way_text(const Level& level, const NavRun& run, const Way& way, const WayUnits& units) {
    std::string text(status_name(way.status));
    if (way.points.empty()) {
        return way.reason.empty() ? text : text + " " + way.reason;
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
    for (const ModelId model : way.touched) {
        text += (model == way.touched.front() ? "; on foot it touches " : ", ") +
                door_text(level, model);
    }
    return text;
}

void answer_way(const NavArguments& arguments,
                const PlacedLevel& here,
                NavRun& run,
                const Segment& ends,
                WayKind kind,
                fmt::memory_buffer& text) {
    const WayUnits& units = kind == WayKind::Path ? kPathUnits : kRouteUnits;
    const std::optional<NavPlace> start = locate(*run.mesh, ends.from);
    const std::optional<NavPlace> goal = locate(*run.mesh, ends.to);
    const bool has_both = start && goal;
    Way way;
    if (has_both) {
        way = kind == WayKind::Path ? path_between(run, *start, *goal)
                                    : route_between(here.level, arguments, run, *start, *goal);
        if (way.status == PathStatus::Unreachable) {
            way.reason = unreachable_reason(here.level, arguments, run, kind, *start, *goal);
        }
    }
    const NoPlace missing = !start  ? no_place(here, run, ends.from, "start")
                            : !goal ? no_place(here, run, ends.to, "goal")
                                    : NoPlace();
    if (!arguments.json) {
        text.append((has_both ? way_text(here.level, run, way, units) : to_text(missing)) + "\n");
        return;
    }
    Json json = way_json(run, way, units);
    if (!has_both) {
        json["status"] = missing.why;
        json["nearest"] = place_json(missing.nearest);
    }
    append_line(json, text);
}

template <WayKind Kind>
ExitCode run_ways(const NavArguments& arguments) {
    NavRun run;
    const auto answer = [&](const PlacedLevel& here, std::span<const Numbers> queries, auto& text) {
        for (const Segment& segment : to_segments(queries)) {
            answer_way(arguments, here, run, segment, Kind, text);
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
     "below. The answer has the number of the polygon, the number of its island and the place on\n"
     "it. It also says whether the place is in an area, in a liquid, in the way of a door, or too\n"
     "low for a standing body. Where nobody can stand it says why, such as a wall or a floor that\n"
     "is too steep, and names the nearest place of the mesh.\n"
     "Example:\n"
     "  halfspace nav locate keep.hsw 64,256,24\n"},
    {"path",
     "Print the shortest path from one position to another",
     2,
     run_ways<WayKind::Path>,
     "The answer has the length in units, seen from above, and the points where the path turns.\n"
     "It is the shortest path of all over floors, ramps and steps; or \"unreachable\" and why: "
     "the\n"
     "islands of both places, and what would make the goal reachable, such as an open door. If "
     "the\n"
     "start or the goal has no floor below, or is in a wall, the answer says so and names the\n"
     "nearest place of the mesh.\n"
     "Example:\n"
     "  halfspace nav path keep.hsw --space stand 64,256,24 1200,256,24\n"},
    {"route",
     "Print a quick way from one position to another, over links, too",
     2,
     run_ways<WayKind::Route>,
     "The answer has the seconds at 320 units a second, and the points. Behind a point, the kind "
     "of\n"
     "a link says how one goes from there to the next point; else one walks on the floor. Kinds "
     "are\n"
     "`walk`, `drop`, `jump`, `teleport`, `push`, `ladder`, `drawn`, `lift`, and `chance`, "
     "which\n"
     "no route takes. For an unreachable goal the answer says which door, kind of link or other\n"
     "option would make it reachable.\n"
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
        "  halfspace nav links keep.hsw\n"
        "  halfspace nav locate keep.hsw 64,256,24\n"
        "  halfspace nav path keep.hsw 64,256,24 1200,256,24\n"
        "  halfspace nav route keep.hsw 64,256,24 1200,256,24\n");
    std::vector<Command> commands{add_nav_info_command(*app), add_nav_links_command(*app)};
    for (const Question& question : kQuestions) {
        const auto arguments = std::make_shared<NavArguments>();
        CLI::App* const its = app->add_subcommand(question.name, question.what);
        add_point_options(*its, *arguments, question.points);
        add_space_option(*its, *arguments);
        if (question.points == 2) {
            its->add_option("--closed",
                            arguments->closed,
                            "A door that is closed: the number of its model, as `halfspace info\n"
                            "--entities` prints it, its targetname or its class (may be repeated;\n"
                            "default: all are open)")
                ->type_name("DOOR")
                ->expected(1)
                ->allow_extra_args(false)
                ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        }
        if (question.run == &run_ways<WayKind::Route>) {
            add_route_options(*its, arguments);
        }
        its->footer(question.footer);
        commands.push_back({its, [arguments, run = question.run] { return run(*arguments); }});
    }
    return {app, [commands] { return run_parsed(commands); }};
}

}  // namespace halfspace::tool
