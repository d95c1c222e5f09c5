// SPDX-License-Identifier: MIT
// halfspace nav: asks the navigation mesh of a body.
#include "halfspace/nav/locate.h"
#include "halfspace/nav/path.h"
#include "halfspace/query/space.h"

#include "commands.h"
#include "console.h"
#include "json_report.h"
#include "query_level.h"

#include <fmt/format.h>

#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::tool {
namespace {

struct NavArguments : QueryArguments {
    std::string space;  // empty: the body of the first mesh
};

// The mesh that is asked.
struct NavRun {
    std::optional<NavMesh> mesh;
    NavScratch scratch;
};

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
    run.mesh = *std::move(mesh);
    return {};
}

Json to_json(const Vec3& place) {
    return {place.x, place.y, place.z};
}

void append_line(const Json& json, fmt::memory_buffer& text) {
    text.append(json.dump());
    text.push_back('\n');
}

ExitCode run_locate(const NavArguments& arguments) {
    NavRun run;
    const auto answer =
        [&](const PlacedLevel& /*here*/, std::span<const Numbers> queries, auto& text) {
            for (const Numbers& n : queries) {
                const std::optional<NavPlace> place = locate(*run.mesh, {n[0], n[1], n[2]});
                if (arguments.json) {
                    Json json;
                    json["polygon"] = place ? Json(place->polygon.value) : Json();
                    json["island"] = place ? Json(run.mesh->island(place->polygon)) : Json();
                    json["place"] = place ? to_json(place->position) : Json();
                    append_line(json, text);
                } else if (place) {
                    fmt::format_to(std::back_inserter(text),
                                   "polygon {} island {} at {} {} {}\n",
                                   place->polygon.value,
                                   run.mesh->island(place->polygon),
                                   place->position.x,
                                   place->position.y,
                                   place->position.z);
                } else {
                    text.append(std::string_view("no floor\n"));
                }
            }
        };
    return run_queries(arguments, 1, answer, [&](const Level& level) {
        return prepare_mesh(level, arguments, run);
    });
}

std::string_view name_of(PathStatus status) {
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

void answer_path(const NavArguments& arguments,
                 NavRun& run,
                 const Vec3& from,
                 const Vec3& to,
                 fmt::memory_buffer& text) {
    const std::optional<NavPlace> start = locate(*run.mesh, from);
    const std::optional<NavPlace> goal = locate(*run.mesh, to);
    const NavPath path =
        start && goal ? find_path(*run.mesh, *start, *goal, run.scratch) : NavPath();
    const std::string_view status = !start  ? "no floor below the start"
                                    : !goal ? "no floor below the goal"
                                            : name_of(path.status);
    const bool is_complete = start && goal && path.status == PathStatus::Complete;
    if (arguments.json) {
        Json points = Json::array();
        for (const Vec3& point : path.points) {
            points.push_back(to_json(point));
        }
        append_line({{"status", status},
                     {"length", is_complete ? Json(path.length) : Json()},
                     {"points", std::move(points)}},
                    text);
        return;
    }
    text.append(status);
    if (is_complete) {
        fmt::format_to(std::back_inserter(text), " {:.3f}:", path.length);
        for (const Vec3& point : path.points) {
            fmt::format_to(
                std::back_inserter(text), " {:.3f},{:.3f},{:.3f}", point.x, point.y, point.z);
        }
    }
    text.push_back('\n');
}

ExitCode run_path(const NavArguments& arguments) {
    NavRun run;
    const auto answer =
        [&](const PlacedLevel& /*here*/, std::span<const Numbers> queries, auto& text) {
            for (const Segment& segment : to_segments(queries)) {
                answer_path(arguments, run, segment.from, segment.to, text);
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
     "it; or \"no floor\".\n"
     "Example:\n"
     "  halfspace nav locate keep.hsw 64,256,24\n"},
    {"path",
     "Print the shortest path from one position to another",
     2,
     run_path,
     "The answer has the length, seen from above, and the points where the path turns. It is the\n"
     "shortest path of all over floors, ramps and steps; or \"unreachable\".\n"
     "Example:\n"
     "  halfspace nav path keep.hsw --space stand 64,256,24 1200,256,24\n"}};

}  // namespace

Command add_nav_command(CLI::App& parent) {
    CLI::App* const app =
        parent.add_subcommand("nav", "Ask the navigation mesh of a body (compile --nav)");
    app->require_subcommand(1);
    app->footer(
        "`halfspace info` counts polygons, steps and islands.\n"
        "Examples:\n"
        "  halfspace compile keep.map --nav\n"
        "  halfspace nav locate keep.hsw 64,256,24\n"
        "  halfspace nav path keep.hsw 64,256,24 1200,256,24\n");
    std::vector<Command> commands;
    for (const Question& question : kQuestions) {
        const auto arguments = std::make_shared<NavArguments>();
        CLI::App* const its = app->add_subcommand(question.name, question.what);
        add_point_options(*its, *arguments, question.points);
        its->add_option("--space",
                        arguments->space,
                        "The body whose mesh is asked (default: the first that has one)")
            ->type_name("NAME");
        its->footer(question.footer);
        commands.push_back({its, [arguments, run = question.run] { return run(*arguments); }});
    }
    return {app, [commands] { return run_parsed(commands); }};
}

}  // namespace halfspace::tool
