// SPDX-License-Identifier: MIT
// halfspace nav: asks the navigation mesh of a body.
#include "halfspace/nav/locate.h"
#include "halfspace/nav/path.h"
#include "halfspace/nav/route.h"

#include "commands.h"
#include "console.h"
#include "json_report.h"
#include "nav_reason.h"
#include "nav_run.h"
#include "nav_summary.h"
#include "point_input.h"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::tool {
namespace {

// "mud=4", "mud=never".
std::optional<AreaCost> area_cost_of(const std::string& text) {
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos || equals == 0) {
        return std::nullopt;
    }
    const std::string number = text.substr(equals + 1);
    if (number == "never") {
        return AreaCost{text.substr(0, equals), std::numeric_limits<double>::infinity()};
    }
    const auto cost = parse_numbers(number, 1);
    return cost && (*cost)[0] >= 1 ? std::optional(AreaCost{text.substr(0, equals), (*cost)[0]})
                                   : std::nullopt;
}

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
    std::string reason;  // of an unreachable goal
};

Way path_between(NavRun& run, const NavPlace& a, const NavPlace& b) {
    const NavPath path = find_path(*run.mesh, a, b, run.scratch, {.doors = &*run.doors});
    Way way{path.status, path.length, {}, {}};
    for (const Vec3& point : path.points) {
        way.points.push_back({point, {}});
    }
    return way;
}

Way route_between(const NavArguments& arguments,
                  NavRun& run,
                  const NavPlace& a,
                  const NavPlace& b) {
    const NavRoute route = find_route(*run.mesh, a, b, run.scratch, route_options(arguments, run));
    return {route.status, route.seconds, {route.points.begin(), route.points.end()}, {}};
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
    json["points"] = std::move(points);
    json["links"] = std::move(links);
    if (!way.reason.empty()) {
        json["reason"] = way.reason;
    }
    return json;
}

std::string way_text(const NavRun& run, const Way& way, const WayUnits& units) {
    std::string text(status_name(way.status));
    if (way.points.empty()) {
        return way.reason.empty() ? text : text + " " + way.reason;
    }
    text += fmt::format(", {:.3f} {}:", way.size, units.unit);
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
                WayKind kind,
                fmt::memory_buffer& text) {
    const WayUnits& units = kind == WayKind::Path ? kPathUnits : kRouteUnits;
    const std::optional<NavPlace> start = locate(*run.mesh, ends.from);
    const std::optional<NavPlace> goal = locate(*run.mesh, ends.to);
    const bool has_both = start && goal;
    Way way;
    if (has_both) {
        way = kind == WayKind::Path ? path_between(run, *start, *goal)
                                    : route_between(arguments, run, *start, *goal);
        if (way.status == PathStatus::Unreachable) {
            way.reason = unreachable_reason(here.level, arguments, run, kind, *start, *goal);
        }
    }
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

// What only a route takes.
void add_route_options(CLI::App& its, const std::shared_ptr<NavArguments>& arguments) {
    its.add_option_function<std::vector<std::string>>(
           "--without",
           [arguments](const std::vector<std::string>& kinds) {
               for (const std::string& kind : kinds) {
                   arguments->route.links &= ~link_bit(*link_kind(kind));
               }
           },
           "Kinds of links that the route does not take, with commas between them")
        ->type_name("KINDS")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->delimiter(',')
        ->check([](const std::string& kind) {
            return link_kind(kind) ? std::string() : "unknown kind of link \"" + kind + "\"";
        });
    its.add_flag("--crouch",
                 arguments->crouches,
                 "The mover stands where it has room, and crouches elsewhere: with --space\n"
                 "crouch (default: it has the body of the mesh everywhere)");
    its.add_option_function<std::vector<std::string>>(
           "--cost",
           [arguments](const std::vector<std::string>& costs) {
               for (const std::string& text : costs) {
                   arguments->costs.push_back(*area_cost_of(text));
               }
           },
           "By how much a way through an area counts more than one elsewhere: its name "
           "and\n"
           "a number of at least 1, or `never` (may be repeated; default: as the level "
           "says)")
        ->type_name("AREA=COST")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->check([](const std::string& text) {
            return area_cost_of(text)
                       ? std::string()
                       : "expected AREA=COST with a cost of at least 1 or never, found \"" + text +
                             "\"";
        });
    its.add_option("--max-drop",
                   arguments->route.max_drop,
                   "How deep a fall may be, map units (default: any depth)")
        ->type_name("UNITS")
        ->check([](const std::string& text) {
            const auto depth = parse_numbers(text, 1);
            return depth && (*depth)[0] >= 0
                       ? std::string()
                       : "expected a number of at least 0, found \"" + text + "\"";
        });
}

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
