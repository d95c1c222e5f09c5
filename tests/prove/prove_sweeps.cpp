// SPDX-License-Identifier: MIT
// Traces against brute force over grown brushes, as many times as asked for:
//
//     prove_sweeps [--sweeps N] [--moves N] [--seed N] [--collision onion|separate] LEVEL...
//
// LEVEL is a .map file. The counts are for all spaces of the level together. Prints one line per
// level, separated by tabs: level, brushes, sweeps, differences, moves, differences, hits among
// them, hash of the places, seconds. Exits 1 if there was a difference, 2 if a level could not be
// compiled (the others are still asked).
#include "prove.h"
#include "support/oracle.h"
#include "support/scene_levels.h"
#include "support/sweep_checks.h"

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

constexpr const char* kUsage =
    "prove_sweeps [--sweeps N] [--moves N] [--seed N] [--collision onion|separate] LEVEL...\n";

struct Arguments {
    std::uint64_t sweeps = 100'000;
    std::uint64_t moves = 100'000;
    std::uint64_t seed = 1;
    Collision collision = Collision::Onion;
    std::vector<std::string> levels;
};

std::optional<Arguments> parse(int count, char** values) {
    return parse_arguments<Arguments>(
        count,
        values,
        {number_option("--sweeps", &Arguments::sweeps),
         number_option("--moves", &Arguments::moves),
         number_option("--seed", &Arguments::seed),
         word_option<Arguments, Collision>("--collision",
                                           &Arguments::collision,
                                           {"onion", Collision::Onion},
                                           {"separate", Collision::Separate})});
}

Result<Level> open_level(const std::string& name, const Arguments& arguments) {
    return compiled_brushes(name, arguments.collision);
}

// True if there was no difference.
bool prove(const std::string& name, const Level& level, const Arguments& arguments) {
    const auto start = std::chrono::steady_clock::now();
    CheckReport sweeps;
    MoveReport moves;
    std::size_t brushes = 0;
    const std::size_t spaces = level.spaces().size();
    for (std::uint32_t s = 0; s < spaces; ++s) {
        const SpaceId space(s);
        const Oracle oracle = Oracle::of_space(level, space);
        brushes = std::max(brushes, oracle.brushes().size());
        const CheckReport swept =
            check_sweeps(level, space, oracle, arguments.sweeps / spaces, arguments.seed + s);
        const MoveReport moved =
            check_moves(level, space, oracle, arguments.moves / spaces, arguments.seed + s);
        print_details(swept);
        print_details(moved.report);
        sweeps.queries += swept.queries;
        sweeps.differences += swept.differences;
        moves.report.queries += moved.report.queries;
        moves.report.differences += moved.report.differences;
        moves.hits += moved.hits;
        moves.hash = moves.hash * 31 + moved.hash;
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("%s\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\t%016" PRIx64 "\t%.1f\n",
                name.c_str(),
                brushes,
                sweeps.queries,
                sweeps.differences,
                moves.report.queries,
                moves.report.differences,
                moves.hits,
                moves.hash,
                seconds.count());
    std::fflush(stdout);
    return sweeps.differences == 0 && moves.report.differences == 0;
}

}  // namespace
}  // namespace halfspace::test

int main(int count, char** values) {
    namespace test = halfspace::test;
    return test::run_prover(
        test::parse(count, values), test::kUsage, test::open_level, test::prove);
}
