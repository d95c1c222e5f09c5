// SPDX-License-Identifier: MIT
// halfspace nav info: counts what the navigation meshes of a level hold.
#include "halfspace/level/level.h"

#include "command.h"
#include "commands.h"
#include "json_report.h"
#include "nav_summary.h"

#include <fmt/format.h>

#include <memory>

namespace halfspace::tool {
namespace {

struct NavInfoArguments {
    std::string level;
    bool json = false;
};

ExitCode run_nav_info(const NavInfoArguments& arguments) {
    const Result<Level> level = load_level(arguments.level);
    if (!level) {
        return bad_input(level.error());
    }
    if (level->nav_meshes().empty()) {
        return bad_input({ErrorCode::Unsupported,
                          "the level has no navigation mesh; compile it with --nav",
                          {arguments.level}});
    }
    if (arguments.json) {
        print_json({{"level", arguments.level}, {"navigation", nav_json(*level)}});
    } else {
        fmt::print("{}\n", nav_text(*level, "\n"));
    }
    return ExitCode::Done;
}

}  // namespace

Command add_nav_info_command(CLI::App& nav) {
    const auto arguments = std::make_shared<NavInfoArguments>();
    CLI::App* const app =
        nav.add_subcommand("info", "Count polygons, steps, links, doors and islands of each mesh");
    add_level_argument(*app, arguments->level);
    app->add_flag("--json", arguments->json, "Print the counts as JSON");
    app->footer(
        "There is a line for each body that has a mesh. Areas have their sizes, too.\n"
        "Example:\n"
        "  halfspace nav info keep.hsw\n");
    return {app, [arguments] { return run_nav_info(*arguments); }};
}

}  // namespace halfspace::tool
