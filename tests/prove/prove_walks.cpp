// SPDX-License-Identifier: MIT
// Walkers among doors and each other, for as many steps as asked for:
//
//     prove_walks [--rounds N] [--seed N] [--bodies spaces|cylinders] LEVEL...
//
// LEVEL is a source that read_world takes, scene:KIND:BRUSHES, or `course`: the slopes, ladders and
// pools of the seed (tests/support/walk_courses.h). In a round, eleven walkers make one step each.
// Or it is mesh:KIND, an open mesh of tests/support/open_meshes.h; there a box, a capsule and a
// cylinder make 11 * rounds steps together, half of them among meshes that move.
// Prints one line per level, separated by tabs: level, steps, problems, jumps, landings, stairs,
// steps crouched, swum, on ladders, along steep slopes, on models, against other walkers, pushes,
// crushes, hash of all states, seconds. Exits 1 if there was a problem, 2 if a level could not be
// compiled (the others are still walked).
#include "prove.h"
#include "support/mesh_walks.h"
#include "support/scene_levels.h"
#include "support/scenes.h"
#include "support/sources.h"
#include "support/walk_checks.h"
#include "support/walk_courses.h"
#include "support/walk_engines.h"

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::test {
namespace {

constexpr const char* kUsage =
    "prove_walks [--rounds N] [--seed N] [--bodies spaces|cylinders] LEVEL...\n";

// The name of the course of slopes, ladders and pools that the seed gives.
constexpr std::string_view kCourse = "course";

struct Arguments {
    std::uint64_t rounds = 10'000;
    std::uint64_t seed = 1;
    WalkBodies bodies = WalkBodies::Spaces;
    std::vector<std::string> levels;
};

std::optional<Arguments> parse(int count, char** values) {
    return parse_arguments<Arguments>(
        count,
        values,
        {number_option("--rounds", &Arguments::rounds),
         number_option("--seed", &Arguments::seed),
         word_option<Arguments, WalkBodies>("--bodies",
                                            &Arguments::bodies,
                                            {"spaces", WalkBodies::Spaces},
                                            {"cylinders", WalkBodies::Cylinders})});
}

// Null if the name is none of an open mesh.
const OpenMeshKind* mesh_kind(std::string_view name) {
    constexpr std::string_view kPrefix = "mesh:";
    const auto& kinds = open_mesh_kinds();
    const auto found = std::ranges::find_if(kinds, [&](const OpenMeshKind& kind) {
        return name.starts_with(kPrefix) && name.substr(kPrefix.size()) == kind.name;
    });
    return found == kinds.end() ? nullptr : &*found;
}

Result<Level> open_level(const std::string& name, const Arguments& arguments) {
    if (mesh_kind(name) != nullptr) {
        return Level();
    }
    if (name == kCourse) {
        return compiled_level(walk_course(arguments.seed));
    }
    const auto scene = named_scene(name, arguments.seed);
    auto world = scene ? Result<World>(*scene) : read_world(name);
    if (!world) {
        return std::unexpected(world.error());
    }
    add_doors(*world, arguments.seed);
    return compiled_without_bad_brushes(*world);
}

WalkReport walked_on(const OpenMeshKind& kind, const Arguments& arguments) {
    WalkReport all;
    for (const MeshWalker walker : {MeshWalker::Box, MeshWalker::Capsule, MeshWalker::Cylinder}) {
        for (const std::size_t things : {0, 12}) {
            const MeshWalkReport one =
                check_mesh_walk(kind, walker, arguments.rounds * 11 / 6, arguments.seed, things);
            all.report.queries += one.report.queries;
            for (const std::string& detail : one.report.details) {
                all.report.details.push_back(detail);
            }
            all.report.differences += one.report.differences;
            all.jumps += one.jumps;
            all.landings += one.landings;
            all.stairs += one.stairs;
            all.carried += one.carried;
            all.pushed += one.pushed;
            all.crushes += one.crushes;
            all.hash = all.hash * 31 + one.hash;
        }
    }
    return all;
}

WalkReport walked(const std::string& name, const Level& level, const Arguments& arguments) {
    if (const OpenMeshKind* const kind = mesh_kind(name)) {
        return walked_on(*kind, arguments);
    }
    const double step = name == kCourse ? course_seconds(arguments.seed) : 1.0 / 64;
    return check_walks(level, arguments.rounds, arguments.seed, arguments.bodies, step);
}

// True if there was no problem.
bool prove(const std::string& name, const Level& level, const Arguments& arguments) {
    const auto start = std::chrono::steady_clock::now();
    const WalkReport walks = walked(name, level, arguments);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    print_details(walks.report);
    std::printf("%s\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\t%zu\t%016" PRIx64
                "\t%.1f\n",
                name.c_str(),
                walks.report.queries,
                walks.report.differences,
                walks.jumps,
                walks.landings,
                walks.stairs,
                walks.crouched,
                walks.swum,
                walks.climbed,
                walks.slid,
                walks.carried,
                walks.bumped,
                walks.pushed,
                walks.crushes,
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
        test::parse(count, values), test::kUsage, test::open_level, test::prove);
}
