// SPDX-License-Identifier: MIT
// halfspace sight: prints whether one point sees another.
#include "halfspace/query/sight.h"

#include "command.h"
#include "query_level.h"

#include <fmt/format.h>

#include <memory>

namespace halfspace::tool {
namespace {

std::string_view describe(bool is_clear, bool json) {
    if (json) {
        return is_clear ? "{\"clear\":true}\n" : "{\"clear\":false}\n";
    }
    return is_clear ? "clear\n" : "blocked\n";
}

ExitCode run_sight(const QueryArguments& arguments) {
    const auto answer =
        [&](const PlacedLevel& here, std::span<const Numbers> queries, fmt::memory_buffer& text) {
            const std::vector<Segment> segments = to_segments(queries);
            std::vector<std::uint8_t> is_clear(segments.size());
            line_of_sight_all(here, segments, is_clear);
            for (const std::uint8_t clear : is_clear) {
                text.append(describe(clear != 0, arguments.json));
            }
        };
    return run_queries(arguments, 2, answer);
}

}  // namespace

Command add_sight_command(CLI::App& parent) {
    const auto arguments = std::make_shared<QueryArguments>();
    CLI::App* app = parent.add_subcommand("sight", "Print whether one point sees another");
    add_query_options(*app, *arguments, 2);
    app->footer(
        std::string(kModelsHelp) + "These contents block sight: " + to_string(kSightBlockers) +
        ". A line that only\n"
        "touches them is clear. Nothing outside of the level's box blocks sight.\n"
        "The exit code is 0 for a clear and for a blocked line. Standard input has two points on\n"
        "each line. Blank lines are skipped; a bad line stops with exit code 1.\n"
        "Examples:\n"
        "  halfspace sight keep.hsw 64,256,100 1040,256,100\n"
        "  halfspace sight keep.hsw --json < pairs.txt\n");
    return {app, [arguments] { return run_sight(*arguments); }};
}

}  // namespace halfspace::tool
