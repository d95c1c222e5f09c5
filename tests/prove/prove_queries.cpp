// SPDX-License-Identifier: MIT
// All questions that brute force can answer (support/query_checks.cpp), as many times as asked for:
//
//     prove_queries [--points N] [--segments N] [--seed N] LEVEL...
//
// LEVEL is a .map file, or scene:KIND:BRUSHES for one of the generated scenes with mixed
// contents. Prints one line per level, separated by tabs: level, brushes, points, differences,
// segments, differences, seconds. Exits 1 if there was a difference, 2 if a level could not be
// compiled (the others are still asked).
#include "prove.h"
#include "support/query_checks.h"
#include "support/scene_levels.h"
#include "support/scenes.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

constexpr const char* kUsage =
    "prove_queries [--points N] [--segments N] [--seed N] LEVEL...\n"
    "LEVEL is a .map file or scene:KIND:BRUSHES\n";

struct Arguments {
    std::uint64_t points = 100'000;
    std::uint64_t segments = 50'000;
    std::uint64_t seed = 1;
    std::vector<std::string> levels;
};

std::optional<Arguments> parse(int count, char** values) {
    return parse_arguments<Arguments>(count,
                                      values,
                                      {number_option("--points", &Arguments::points),
                                       number_option("--segments", &Arguments::segments),
                                       number_option("--seed", &Arguments::seed)});
}

Result<Level> open_level(const std::string& name, const Arguments& arguments) {
    const std::optional<World> scene = named_scene(name, arguments.seed);
    return scene ? compiled_level(*scene) : compiled_brushes(name);
}

// True if there was no difference.
bool prove(const std::string& name, const Level& level, const Arguments& arguments) {
    const auto start = std::chrono::steady_clock::now();
    const PlacedBrushes brushes(level);
    const CheckReport points = check_points(brushes, arguments.points, arguments.seed);
    const CheckReport segments = check_segments(brushes, arguments.segments, arguments.seed);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("%s\t%zu\t%zu\t%zu\t%zu\t%zu\t%.1f\n",
                name.c_str(),
                brushes.oracles[0].brushes().size(),
                points.queries,
                points.differences,
                segments.queries,
                segments.differences,
                seconds.count());
    std::fflush(stdout);
    print_details(points);
    print_details(segments);
    return points.differences == 0 && segments.differences == 0;
}

}  // namespace
}  // namespace halfspace::test

int main(int count, char** values) {
    namespace test = halfspace::test;
    return test::run_prover(
        test::parse(count, values), test::kUsage, test::open_level, test::prove);
}
