// SPDX-License-Identifier: MIT
// halfspace nav links: lists the links of the navigation mesh of a body.
#include "halfspace/level/level.h"
#include "halfspace/nav/nav_mesh.h"

#include "command.h"
#include "commands.h"
#include "json_report.h"
#include "nav_options.h"
#include "nav_run.h"
#include "nav_summary.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>

namespace halfspace::tool {
namespace {

struct NavLinksArguments : NavArguments {
    std::uint32_t kinds = ~0U;  // link_bit
};

// "1.000,2.000,24.000", or two of them where the ends differ.
std::string ends_text(const NavPlace (&ends)[2]) {
    const auto point = [](const Vec3& at) {
        return fmt::format("{:.3f},{:.3f},{:.3f}", at.x, at.y, at.z);
    };
    const std::string first = point(ends[0].position);
    const std::string second = point(ends[1].position);
    return first == second ? first : first + " .. " + second;
}

std::string link_text(const Level& level, const NavLink& link) {
    std::string text = fmt::format("{} from {} to {}, {:.3f} s",
                                   name_of(link.kind),
                                   ends_text(link.from),
                                   ends_text(link.to),
                                   link.seconds);
    if (link.least_speed > 0) {
        text += fmt::format(", needs {:.0f} units/s", std::ceil(link.least_speed));
    }
    if (link.model.is_valid()) {
        text += ", by " + door_text(level, link.model);
    }
    return text;
}

Json link_json(const NavLink& link) {
    const auto ends = [](const NavPlace(&both)[2]) {
        return Json::array({point_json(both[0].position), point_json(both[1].position)});
    };
    return {{"kind", name_of(link.kind)},
            {"from", ends(link.from)},
            {"to", ends(link.to)},
            {"polygons", {link.from[0].polygon.value, link.to[0].polygon.value}},
            {"seconds", link.seconds},
            {"least_speed", link.least_speed},
            {"model", link.model.is_valid() ? Json(link.model.value) : Json()}};
}

ExitCode run_nav_links(const NavLinksArguments& arguments) {
    const Result<Level> level = load_level(arguments.level);
    if (!level) {
        return bad_input(level.error());
    }
    NavRun run;
    if (const Result<void> ready = prepare_mesh(*level, arguments, run); !ready) {
        return bad_input(ready.error());
    }
    Json links = Json::array();
    fmt::memory_buffer text;
    for (std::uint32_t i = 0; i < run.mesh->link_count(); ++i) {
        const NavLink& link = run.mesh->link(NavLinkId(i));
        if ((arguments.kinds & link_bit(link.kind)) == 0) {
            continue;
        }
        if (arguments.json) {
            links.push_back(link_json(link));
        } else {
            fmt::format_to(std::back_inserter(text), "{}\n", link_text(*level, link));
        }
    }
    if (arguments.json) {
        print_json({{"level", arguments.level}, {"links", std::move(links)}});
    } else {
        fmt::print("{}", fmt::to_string(text));
    }
    return ExitCode::Done;
}

}  // namespace

Command add_nav_links_command(CLI::App& nav) {
    const auto arguments = std::make_shared<NavLinksArguments>();
    CLI::App* const app = nav.add_subcommand("links", "List the links of a mesh, a line for each");
    add_level_argument(*app, arguments->level);
    add_space_option(*app, *arguments);
    add_kinds_option(*app,
                     "--kind",
                     "Kinds of links to list, with commas between them",
                     [arguments](std::uint32_t kinds) { arguments->kinds = kinds; });
    app->add_flag("--json", arguments->json, "Print the links as JSON");
    app->footer(
        "A line has the kind, the place or the two ends of the part of the border where one "
        "leaves,\n"
        "those where one lands, the seconds, the least speed that it needs, and what carries the\n"
        "mover. Positions are those of the body.\n"
        "Example:\n"
        "  halfspace nav links keep.hsw --kind jump,lift\n");
    return {app, [arguments] { return run_nav_links(*arguments); }};
}

}  // namespace halfspace::tool
