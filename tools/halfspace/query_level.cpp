// SPDX-License-Identifier: MIT
#include "query_level.h"

#include "console.h"

namespace halfspace::tool {
namespace {

Error no_such_model(const QueryArguments& arguments, const Level& level) {
    return {
        ErrorCode::Range,
        fmt::format("there is no model {}; the level has {}, counted from 0, which is the world",
                    arguments.model,
                    level.models().size()),
        SourceLocation{arguments.level}};
}

}  // namespace

void add_query_options(CLI::App& app, QueryArguments& arguments, std::size_t points) {
    app.add_option("LEVEL", arguments.level, "A compiled level (.hsw)")->required()->type_name("");
    const char* help =
        points == 1 ? "x,y,z or x y z; without a point, one point per line from standard input"
                    : "Two points; without them, two points per line from standard input";
    app.add_option("POINT", arguments.words, help)
        ->type_name("")
        ->expected(0, static_cast<int>(3 * points));
    CLI::Option* const model =
        app.add_option("--model",
                       arguments.model,
                       "Ask this model alone, by its number (default 0: the world)")
            ->type_name("N");
    app.add_flag("--models",
                 arguments.models,
                 "Ask the world and all models where the editor placed them")
        ->excludes(model);
    app.add_flag("--json", arguments.json, "Print one JSON object per line");
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
            print_error(parsed.error());
            return ExitCode::Usage;
        }
        numbers = *parsed;
    }
    const Result<Level> level = load_level(arguments.level);
    if (!level) {
        print_error(level.error());
        return ExitCode::BadInput;
    }
    if (arguments.model >= level->models().size()) {
        print_error(no_such_model(arguments, *level));
        return ExitCode::BadInput;
    }
    if (prepare) {
        if (const Result<void> prepared = prepare(*level); !prepared) {
            print_error(prepared.error());
            return ExitCode::BadInput;
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
        print_error(read.error());
        return ExitCode::BadInput;
    }
    return ExitCode::Done;
}

}  // namespace halfspace::tool
