// SPDX-License-Identifier: MIT
#include "query_level.h"

#include "console.h"

namespace halfspace::tool {

std::string no_such_model(const Level& level, std::uint32_t model) {
    return fmt::format("there is no model {}; the level has {}, counted from 0, which is the world",
                       model,
                       level.models().size());
}

void add_point_options(CLI::App& app, QueryArguments& arguments, std::size_t points) {
    add_level_argument(app, arguments.level);
    const char* help =
        points == 1 ? "x,y,z or x y z; without a point, one point per line from standard input"
                    : "Two points; without them, two points per line from standard input";
    app.add_option("POINT", arguments.words, help)
        ->type_name("")
        ->expected(0, static_cast<int>(3 * points));
    app.add_flag("--json", arguments.json, "Print one JSON object per line");
}

void add_query_options(CLI::App& app, QueryArguments& arguments, std::size_t points) {
    add_point_options(app, arguments, points);
    CLI::Option* const model =
        app.add_option("--model",
                       arguments.model,
                       "Ask this model alone, by its number (default 0: the world)")
            ->type_name("N");
    app.add_flag("--models",
                 arguments.models,
                 "Ask the world and all models where the editor placed them")
        ->excludes(model);
}

std::vector<Segment> to_segments(std::span<const Numbers> queries) {
    std::vector<Segment> segments;
    segments.reserve(queries.size());
    for (const Numbers& n : queries) {
        segments.push_back({{n[0], n[1], n[2]}, {n[3], n[4], n[5]}});
    }
    return segments;
}

ExitCode run_queries(const QueryArguments& arguments,
                     std::size_t points,
                     const Answer& answer,
                     const Prepare& prepare) {
    const std::size_t count = 3 * points;
    Numbers numbers{};
    if (!arguments.words.empty()) {
        const Result<Numbers> parsed = parse_words(arguments.words, count, arguments.most);
        if (!parsed) {
            return wrong_usage(parsed.error().message);
        }
        numbers = *parsed;
    }
    const Result<Level> level = load_level(arguments.level);
    if (!level) {
        return bad_input(level.error());
    }
    if (arguments.model >= level->models().size()) {
        return bad_input(
            {ErrorCode::Range, no_such_model(*level, arguments.model), {arguments.level}});
    }
    if (prepare) {
        if (const Result<void> prepared = prepare(*level); !prepared) {
            return bad_input(prepared.error());
        }
    }
    const std::vector<PlacedModel> models =
        arguments.models ? models_at_rest(*level) : std::vector<PlacedModel>();
    const PlacedLevel here = arguments.models ? PlacedLevel(*level, models)
                                              : PlacedLevel(*level, ModelId(arguments.model));
    const auto respond = [&](std::span<const Numbers> queries, fmt::memory_buffer& text) {
        answer(here, queries, text);
    };
    if (!arguments.words.empty()) {
        answer_one(numbers, respond);
        return ExitCode::Done;
    }
    if (const Result<void> read = answer_input(count, arguments.most, respond); !read) {
        return bad_input(read.error());
    }
    return ExitCode::Done;
}

}  // namespace halfspace::tool
