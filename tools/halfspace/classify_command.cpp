// SPDX-License-Identifier: MIT
// halfspace classify: prints the contents at points.
#include "halfspace/query/classify.h"

#include "command.h"
#include "contents_input.h"
#include "query_level.h"

#include <fmt/format.h>

#include <memory>

namespace halfspace::tool {
namespace {

std::vector<Vec3> to_points(std::span<const Numbers> queries) {
    std::vector<Vec3> points;
    points.reserve(queries.size());
    for (const Numbers& numbers : queries) {
        points.push_back({numbers[0], numbers[1], numbers[2]});
    }
    return points;
}

// Keeps the text of the last contents, because many consecutive points have equal contents.
class ContentsText {
public:
    explicit ContentsText(bool json) : json_(json), text_(describe(Contents::Empty)) {}

    const std::string& of(Contents contents) {
        if (contents != contents_) {
            contents_ = contents;
            text_ = describe(contents);
        }
        return text_;
    }

private:
    std::string describe(Contents contents) const {
        return json_ ? json_contents(contents) : to_string(contents);
    }

    bool json_;
    Contents contents_ = Contents::Empty;
    std::string text_;
};

ExitCode run_classify(const QueryArguments& arguments) {
    ContentsText names(arguments.json);
    const auto answer =
        [&](const PlacedLevel& here, std::span<const Numbers> queries, fmt::memory_buffer& text) {
            const std::vector<Vec3> points = to_points(queries);
            std::vector<Contents> contents(points.size());
            point_contents_all(here, points, contents);
            for (std::size_t i = 0; i < points.size(); ++i) {
                const std::uint32_t leaf = find_leaf(here.level, points[i], here.base).value;
                const std::string& name = names.of(contents[i]);
                if (arguments.json) {
                    fmt::format_to(
                        fmt::appender(text), "{{\"leaf\":{},\"contents\":{}}}\n", leaf, name);
                } else {
                    fmt::format_to(fmt::appender(text), "{} {}\n", leaf, name);
                }
            }
        };
    return run_queries(arguments, 1, answer);
}

}  // namespace

Command add_classify_command(CLI::App& parent) {
    const auto arguments = std::make_shared<QueryArguments>();
    CLI::App* app = parent.add_subcommand("classify", "Print the leaf and the contents at points");
    add_query_options(*app, *arguments, 1);
    app->footer(
        std::string(kModelsHelp) +
        "The printed leaf belongs to the world, or with --model N to model N.\n"
        "Where several leaves touch the point, one of them is printed. The printed contents are\n"
        "then the contents that each of these leaves has or absorbs. Solid beside empty gives\n"
        "empty, solid beside water gives water, solid beside detail gives detail.\n"
        "Standard input has one point on each line. Blank lines are skipped; a bad line stops "
        "with\n"
        "exit code 1. In JSON, empty contents are [].\n"
        "Examples:\n"
        "  halfspace classify keep.hsw 1040,128,-40\n"
        "  halfspace classify keep.hsw --json < points.txt\n");
    return {app, [arguments] { return run_classify(*arguments); }};
}

}  // namespace halfspace::tool
