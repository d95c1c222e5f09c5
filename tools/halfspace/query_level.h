// SPDX-License-Identifier: MIT
// What the commands that ask a level have in common.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/query/placed_level.h"

#include "command.h"
#include "point_input.h"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace halfspace::tool {

struct QueryArguments {
    std::string level;
    std::vector<std::string> words;  // one query; empty: read standard input
    std::uint32_t model = 0;         // asked alone
    bool models = false;             // the world and all models are asked
    bool json = false;
};

// The options that all query commands take. `points` is how many one query has.
void add_query_options(CLI::App& app, QueryArguments& arguments, std::size_t points);

// What --model and --models mean, for the commands' help.
inline constexpr std::string_view kModelsHelp =
    "Without --model and --models the command asks the world without its doors. --models asks the\n"
    "world with all doors and other models where the editor placed them.\n";

// Appends one line per query to the text.
using Answer =
    std::function<void(const PlacedLevel&, std::span<const Numbers>, fmt::memory_buffer& text)>;

// What there is to look up in a level before the first query. An error ends the run.
using Prepare = std::function<Result<void>(const Level&)>;

// Loads the level, answers the query on the command line or those of standard input, and prints.
ExitCode run_queries(const QueryArguments& arguments,
                     std::size_t points,
                     const Answer& answer,
                     const Prepare& prepare = {});

}  // namespace halfspace::tool
