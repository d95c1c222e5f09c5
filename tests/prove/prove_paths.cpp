// SPDX-License-Identifier: MIT
// Movers on navigation meshes: so many go quick routes between random places, and one walks so many
// steps at random:
//
//     prove_paths [--paths N] [--first N] [--steps N] [--seed N] [--body BODY] LEVEL...
//
// --first N: begin with path N, to walk one again that a report names.
// --body BODY: stand, crouch (a player that stands and crouches) or large.
// LEVEL is a source that read_world takes, or scene:KIND:BRUSHES. Prints one line per level for
// each of both that is not 0, separated by tabs. Routes: level, routes, walks with a problem,
// routes found anew, routes through liquids, links, predicted seconds of the dry routes, seconds of
// their walks, how many were late, by how much at most, hash of all ends, seconds, routes from or
// to where nobody stays. Steps: level, grounded states, differences, states between steep slopes,
// the largest distance of the others from the mesh, moves from the ground to the ground, moves over
// a common corner, moves that nothing explains, falls, and how many of them: stay on the floor; are
// a link Walk, Drop, Chance; end beside the end of a link; are no link and end on the same island;
// on another one (tests/support/floor_walks.h). A player that walks at random crouches, too. Exits
// 1 if there was a problem, 2 if a level could not be compiled (the others are still walked).
#include "prove.h"
#include "support/floor_walks.h"
#include "support/nav_levels.h"
#include "support/path_walks.h"

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::test {
namespace {

constexpr const char* kUsage =
    "prove_paths [--paths N] [--first N] [--steps N] [--seed N] [--body BODY] LEVEL...\n";

struct Arguments {
    std::uint64_t paths = 1000;
    std::uint64_t first = 0;
    std::uint64_t steps = 0;
    std::uint64_t seed = 1;
    Walker walker = Walker::Stands;
    std::vector<std::string> levels;
};

bool set_body(Arguments& arguments, const char* value) {
    const std::string_view body = value;
    arguments.walker = body == "crouch"  ? Walker::Crouches
                       : body == "large" ? Walker::Large
                                         : Walker::Stands;
    return body == "crouch" || body == "large" || body == "stand";
}

std::optional<Arguments> parse(int count, char** values) {
    return parse_arguments<Arguments>(count,
                                      values,
                                      {number_option("--paths", &Arguments::paths),
                                       number_option("--first", &Arguments::first),
                                       number_option("--steps", &Arguments::steps),
                                       number_option("--seed", &Arguments::seed),
                                       {"--body", set_body}});
}

Result<Level> open_level(const std::string& name, const Arguments& arguments) {
    const auto scene = named_scene(name, arguments.seed);
    return scene ? level_with_navigation(*scene, {.bad_brushes = CompileOptions::BadBrushes::Skip})
                 : map_with_navigation(name);
}

// True if there was no problem.
bool prove_floor(const std::string& name, const Level& level, const Arguments& arguments) {
    const FloorWalkReport walks =
        check_floor(level,
                    arguments.steps,
                    arguments.seed,
                    arguments.walker == Walker::Large ? FloorWalker::Large : FloorWalker::Player);
    print_details(walks.report);
    for (const std::string& stray : walks.strays) {
        std::fprintf(stderr, "  %s\n", stray.c_str());
    }
    std::printf("%s\t%zu\t%zu\t%zu\t%.6f\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\n",
                name.c_str(),
                walks.report.queries,
                walks.report.differences,
                walks.wedged,
                walks.farthest,
                walks.moves,
                walks.corners,
                walks.strays.size(),
                walks.falls,
                walks.falls_on_floor,
                walks.falls_by_link[static_cast<std::size_t>(NavLinkKind::Walk)],
                walks.falls_by_link[static_cast<std::size_t>(NavLinkKind::Drop)],
                walks.falls_by_link[static_cast<std::size_t>(NavLinkKind::Chance)],
                walks.falls_beside_link,
                walks.falls_on_island,
                walks.falls_elsewhere);
    std::fflush(stdout);
    return walks.report.differences == 0 && walks.strays.size() * kMovesOfOneStray <= walks.moves;
}

// True if there was no problem.
bool prove_routes(const std::string& name, const Level& level, const Arguments& arguments) {
    const auto start = std::chrono::steady_clock::now();
    const PathWalkReport walks = check_paths(level,
                                             arguments.paths,
                                             arguments.seed,
                                             {.links = kMoverLinks | kGameLinks},
                                             arguments.walker,
                                             arguments.first);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    print_details(walks.report);
    for (const std::string& late : walks.late) {
        std::fprintf(stderr, "  %s\n", late.c_str());
    }
    std::printf("%s\t%zu\t%zu\t%zu\t%zu\t%zu\t%.1f\t%.1f\t%zu\t%.3f\t%016" PRIx64 "\t%.1f\t%zu\n",
                name.c_str(),
                walks.report.queries,
                walks.report.differences,
                walks.repaths,
                walks.wet,
                walks.links,
                walks.predicted,
                walks.seconds,
                walks.late.size(),
                walks.slowest,
                walks.hash,
                seconds.count(),
                walks.sliding);
    std::fflush(stdout);
    return walks.report.differences == 0;
}

bool prove(const std::string& name, const Level& level, const Arguments& arguments) {
    const bool are_routes_good = arguments.paths == 0 || prove_routes(name, level, arguments);
    const bool is_floor_good = arguments.steps == 0 || prove_floor(name, level, arguments);
    return are_routes_good && is_floor_good;
}

}  // namespace
}  // namespace halfspace::test

int main(int count, char** values) {
    namespace test = halfspace::test;
    return test::run_prover(
        test::parse(count, values), test::kUsage, test::open_level, test::prove);
}
