// SPDX-License-Identifier: MIT
// Sweeps of bodies of any shape against brute force over the brushes, as many as asked for:
//
//     prove_shapes [--sweeps N] [--seed N] LEVEL...
//
// LEVEL is a source that read_world takes, or scene:KIND:BRUSHES. Prints one line per level,
// separated by tabs: level, sweeps, differences, seconds. Exits 1 if there was a difference, 2 if a
// level could not be compiled (the others are still asked).
#include "prove.h"
#include "support/scene_levels.h"
#include "support/shape_checks.h"

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

constexpr const char* kUsage = "prove_shapes [--sweeps N] [--seed N] LEVEL...\n";

struct Arguments {
    std::uint64_t sweeps = 100'000;
    std::uint64_t seed = 1;
    std::vector<std::string> levels;
};

std::optional<Arguments> parse(int count, char** values) {
    return parse_arguments<Arguments>(
        count,
        values,
        {number_option("--sweeps", &Arguments::sweeps), number_option("--seed", &Arguments::seed)});
}

Result<Level> open_level(const std::string& name, const Arguments& arguments) {
    const auto scene = named_scene(name, arguments.seed);
    return scene ? compiled_level(*scene) : compiled_brushes(name);
}

// True if there was no difference.
bool prove(const std::string& name, const Level& level, const Arguments& arguments) {
    const auto start = std::chrono::steady_clock::now();
    const CheckReport report = check_shape_sweeps(level, arguments.sweeps, arguments.seed);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    print_details(report);
    std::printf(
        "%s\t%zu\t%zu\t%.1f\n", name.c_str(), report.queries, report.differences, seconds.count());
    std::fflush(stdout);
    return report.differences == 0;
}

}  // namespace
}  // namespace halfspace::test

int main(int count, char** values) {
    namespace test = halfspace::test;
    return test::run_prover(
        test::parse(count, values), test::kUsage, test::open_level, test::prove);
}
