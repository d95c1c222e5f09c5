// SPDX-License-Identifier: MIT
// Shared by the commands that ask a level.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/query/segment.h"

#include "command.h"
#include "point_input.h"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace halfspace::tool {

struct QueryArguments {
    std::string level;
    std::vector<std::string> words;  // one query; empty: the queries come from standard input
    std::uint32_t model = 0;         // asked alone, unless `models` is set
    bool models = false;             // true: the world and all models are asked
    bool json = false;
    double most = kAnyNumber;  // the largest coordinate of a point
};

// The message for a model that the level does not have.
std::string no_such_model(const Level& level, std::uint32_t model);

// Adds the level, the points of a query and --json. points: the number of points, 1 or 2.
void add_point_options(CLI::App& app, QueryArguments& arguments, std::size_t points);

// Adds the options of all commands that ask models, too. points: the number of points in a query, 1
// or 2.
void add_query_options(CLI::App& app, QueryArguments& arguments, std::size_t points);

// Explains --model and --models in the help of the commands.
inline constexpr std::string_view kModelsHelp =
    "Without --model and --models the command asks the world without its doors. --models asks the\n"
    "world with all doors and other models where the editor placed them.\n";

// The queries of two points as segments.
std::vector<Segment> to_segments(std::span<const Numbers> queries);

// Appends one line for each query to the text.
using Answer =
    std::function<void(const PlacedLevel&, std::span<const Numbers>, fmt::memory_buffer& text)>;

// Looks up things in the level before the first query. An error ends the run.
using Prepare = std::function<Result<void>(const Level&)>;

// Loads the level, answers the query of the command line or the queries of standard input, and
// prints the answers.
ExitCode run_queries(const QueryArguments& arguments,
                     std::size_t points,
                     const Answer& answer,
                     const Prepare& prepare = {});

}  // namespace halfspace::tool
