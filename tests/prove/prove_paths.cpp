// SPDX-License-Identifier: MIT
// Movers that go quick routes between random places, as many as asked for:
//
//     prove_paths [--paths N] [--seed N] LEVEL...
//
// LEVEL is a source that read_world takes. Prints one line per level, separated by tabs: level,
// routes, walks with a problem, routes found anew, routes through liquids, links, predicted seconds
// of the dry routes, seconds of their walks, the longest delay beyond what is allowed, hash of all
// ends, seconds.
// Exits 1 if there was a problem, 2 if a level could not be compiled (the others are still walked).
#include "prove.h"
#include "support/nav_levels.h"
#include "support/path_walks.h"

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

constexpr const char* kUsage = "prove_paths [--paths N] [--seed N] LEVEL...\n";

struct Arguments {
    std::uint64_t paths = 1000;
    std::uint64_t seed = 1;
    std::vector<std::string> levels;
};

std::optional<Arguments> parse(int count, char** values) {
    return parse_arguments<Arguments>(
        count,
        values,
        {number_option("--paths", &Arguments::paths), number_option("--seed", &Arguments::seed)});
}

// True if there was no problem.
bool prove(const std::string& name, const Level& level, const Arguments& arguments) {
    const auto start = std::chrono::steady_clock::now();
    const PathWalkReport walks = check_paths(level, arguments.paths, arguments.seed);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    print_details(walks.report);
    std::printf("%s\t%zu\t%zu\t%zu\t%zu\t%zu\t%.1f\t%.1f\t%.3f\t%016" PRIx64 "\t%.1f\n",
                name.c_str(),
                walks.report.queries,
                walks.report.differences,
                walks.repaths,
                walks.wet,
                walks.links,
                walks.predicted,
                walks.seconds,
                walks.slowest,
                walks.hash,
                seconds.count());
    std::fflush(stdout);
    return walks.report.differences == 0;
}

}  // namespace
}  // namespace halfspace::test

int main(int count, char** values) {
    namespace test = halfspace::test;
    return test::run_prover(
        test::parse(count, values),
        test::kUsage,
        [](const std::string& name, const auto&) { return test::map_with_navigation(name); },
        test::prove);
}
