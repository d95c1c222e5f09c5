// SPDX-License-Identifier: MIT
// Random walks among doors and other walkers.
#include "halfspace/move/mover.h"

#include "courses.h"
#include "support/mesh_walks.h"
#include "support/repeats.h"
#include "support/scenes.h"
#include "support/sources.h"
#include "support/test_data.h"
#include "support/walk_checks.h"
#include "support/walk_courses.h"
#include "support/walk_engines.h"

#include <algorithm>
#include <string>

namespace halfspace::test {
namespace {

WalkReport walks_in(World world,
                    std::size_t rounds,
                    std::uint64_t seed,
                    WalkBodies bodies = WalkBodies::Spaces) {
    add_doors(world, seed);
    const auto level = compiled_without_bad_brushes(world);
    EXPECT_TRUE(level) << to_string(level.error());
    return check_walks(*level, rounds, seed, bodies);
}

void expect_no_problem(const WalkReport& walks, const std::string& name) {
    EXPECT_EQ(walks.report.differences, 0u) << name;
    for (const std::string& detail : walks.report.details) {
        ADD_FAILURE() << name << ": " << detail;
    }
}

TEST(RandomWalks, NobodyIsInAWallOrInAnotherOrGoesThroughInScenes) {
    for (const SceneKind kind : kAllScenes) {
        for (std::uint64_t seed = 1; seed <= 1; ++seed) {
            const World world = make_scene(kind, scene_brushes(60), seed, SceneContents::Mixed);
            expect_no_problem(walks_in(world, repeats(200), seed), to_string(kind));
        }
    }
}

class OnOpenMeshes : public testing::TestWithParam<OpenMeshKind> {};

TEST_P(OnOpenMeshes, NobodyFallsThroughIsStuckOrTrembles) {
    std::uint64_t seed = 1;
    for (const MeshWalker walker : {MeshWalker::Box, MeshWalker::Capsule, MeshWalker::Cylinder}) {
        const MeshWalkReport walk = check_mesh_walk(GetParam(), walker, repeats(2000), seed++);
        EXPECT_EQ(walk.report.differences, 0u) << joined(walk.report);
        EXPECT_GT(walk.way, static_cast<double>(repeats(2000)) / 4);
    }
}

TEST_P(OnOpenMeshes, NothingGoesThroughAnybodyAndNobodyIsSqueezedIn) {
    std::uint64_t seed = 1;
    std::size_t carried = 0;
    std::size_t pushed = 0;
    for (const MeshWalker walker : {MeshWalker::Box, MeshWalker::Capsule, MeshWalker::Cylinder}) {
        const MeshWalkReport walk = check_mesh_walk(GetParam(), walker, repeats(1000), seed++, 12);
        EXPECT_EQ(walk.report.differences, 0u) << joined(walk.report);
        carried += walk.carried;
        pushed += walk.pushed;
    }
    RecordProperty("carried", static_cast<int>(carried));
    RecordProperty("pushed", static_cast<int>(pushed));
}

INSTANTIATE_TEST_SUITE_P(Kinds,
                         OnOpenMeshes,
                         testing::ValuesIn(open_mesh_kinds()),
                         [](const auto& kind) { return std::string(kind.param.name); });

TEST(RandomWalks, CylindersAreAsSafeAsTheBodiesOfSpaces) {
    for (const SceneKind kind : kAllScenes) {
        const World world = make_scene(kind, scene_brushes(40), 3, SceneContents::Mixed);
        expect_no_problem(walks_in(world, repeats(60), 3, WalkBodies::Cylinders), to_string(kind));
    }
}

TEST(RandomWalks, NobodyIsInAWallOrInAnotherOrGoesThroughInExamples) {
    std::size_t bumped = 0;
    std::size_t carried = 0;
    std::size_t jumps = 0;
    for (const char* const name : {"keep.map", "cistern.map", "station.map", "gatehouse.map"}) {
        const auto world = read_world(project_file("examples/levels") / name);
        ASSERT_TRUE(world) << to_string(world.error());
        const WalkReport walks = walks_in(*world, repeats(700), 5);
        expect_no_problem(walks, name);
        bumped += walks.bumped;
        carried += walks.carried;
        jumps += walks.jumps;
    }
    EXPECT_GE(bumped, repeats(50));
    EXPECT_GE(carried, repeats(5));
    EXPECT_GE(jumps, repeats(50));
}

TEST(RandomWalks, SlopesLiftNobodyAndLaddersAndPoolsAreMetOnCourses) {
    std::size_t climbed = 0;
    std::size_t swum = 0;
    std::size_t slid = 0;
    // Walkers come into a pool by chance, the first one after some hundred rounds, but then they
    // swim for long. So the walks are long enough for it also where tests repeat less.
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const Level level = level_of(walk_course(seed));
        const WalkReport walks =
            check_walks(level, repeats(6000), seed, WalkBodies::Spaces, course_seconds(seed));
        expect_no_problem(walks, "course " + std::to_string(seed));
        climbed += walks.climbed;
        swum += walks.swum;
        slid += walks.slid;
    }
    EXPECT_GE(climbed, repeats(3000));
    EXPECT_GE(swum, repeats(500));
    EXPECT_GE(slid, repeats(3000));
}

TEST(RandomWalks, NobodyIsInAWallOrInAnotherOrGoesThroughInARealLevel) {
    const auto path = test_data("maps/librequake/lq_e1m1.map");
    if (path.empty()) {
        GTEST_SKIP() << "no test data";
    }
    const auto world = read_world(path);
    ASSERT_TRUE(world) << to_string(world.error());
    expect_no_problem(walks_in(*world, repeats(1000), 7), "lq_e1m1");
}

TEST(RandomWalks, AStepDoesNotDependOnTheOrderOfPlacing) {
    const Level level = [] {
        World world = world_of({box_brush({-512, -512, -16}, {512, 512, 0})});
        add_doors(world, 3);
        return level_of(world);
    }();
    const ShapeBody body = shape_of(level, bodies_of(level).stand);
    Random random(1);
    for (std::size_t round = 0; round < repeats(500); ++round) {
        std::vector<MovingModel> models;
        for (std::uint32_t m = 1; m < level.models().size(); ++m) {
            const Vec3 at{random.real(-200, 200), random.real(-200, 200), random.real(-50, 50)};
            const Vec3 way{random.real(-9, 9), random.real(-9, 9), random.real(-9, 9)};
            models.emplace_back(level, ModelId(m), moved_by(at), moved_by(at + way));
        }
        std::vector<Other> others;
        for (std::uint32_t id = 0; id < 8; ++id) {
            const Vec3 at{random.real(-90, 90), random.real(-90, 90), random.real(0, 90)};
            const Vec3 way{random.real(-9, 9), random.real(-9, 9), random.real(-9, 9)};
            others.push_back({id, body, at, random.one_in(2) ? way : Vec3{}});
        }
        MoverState state = mover_at({0, 0, 40});
        state.velocity = {random.real(-500, 500), random.real(-500, 500), random.real(-500, 500)};
        const MoverInput input = forward(random.real(0, 360));
        const auto step = [&] {
            return step_mover(world_with(level, models, others), bodies_of(level), state, input)
                .state;
        };
        const MoverState first = step();
        std::reverse(models.begin(), models.end());
        std::reverse(others.begin(), others.end());
        ASSERT_EQ(step(), first);
        std::rotate(models.begin(), models.begin() + 2, models.end());
        std::rotate(others.begin(), others.begin() + 3, others.end());
        ASSERT_EQ(step(), first);
    }
}

}  // namespace
}  // namespace halfspace::test
