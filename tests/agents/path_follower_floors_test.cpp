// SPDX-License-Identifier: MIT
// Followers on floor that costs more, and where they must crouch.
#include "halfspace/agents/path_follower.h"
#include "halfspace/move/mover.h"
#include "halfspace/nav/locate.h"
#include "halfspace/query/space.h"

#include "support/brushes.h"
#include "support/nav_levels.h"
#include "support/path_walks.h"
#include "support/repeats.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

// A floor with mud across it up to y = 400.
TEST(PathFollower, KeepsOutOfAreasThatCostMore) {
    World world = world_of({box_brush({0, 0, -16}, {512, 512, 0})});
    Entity& mud = world.entities.emplace_back();
    mud.keys = {{"classname", "func_nav_area"}, {"area", "mud"}, {"cost", "6"}};
    mud.brushes.push_back(box_brush({192, -32, 0}, {320, 400, 16}, Contents::Trigger));
    const Level level = level_with_navigation(world).value();
    const SpaceId stand(1);
    const NavMesh mesh = NavMesh::from_level(level, stand).value();
    const CollisionWorld around(level);
    NavScratch scratch;
    const std::vector<double> none{1};
    for (const bool heeds : {true, false}) {
        PathFollower follower({.route = {.area_costs = heeds ? std::span<const double>() : none}});
        MoverState state = mover_at({64, 256, 24 + 1.0 / 16});
        const NavPlace goal = locate(mesh, {448, 256, 24}).value();
        follower.go_to(mesh, state.position, goal, scratch);
        double in_mud = 0;  // seconds
        for (double t = 0; t < 6 && follower.status() != FollowStatus::Arrived; t += 1.0 / 64) {
            state = step_mover(around, {stand, stand}, state, follower.step(mesh, state, scratch))
                        .state;
            const auto place = locate(mesh, state.position);
            in_mud += place && mesh.area(place->polygon).is_valid() ? 1.0 / 64 : 0;
        }
        EXPECT_EQ(follower.status(), FollowStatus::Arrived);
        if (heeds) {
            EXPECT_LE(in_mud, 0.05);  // at its corners
        } else {
            EXPECT_GE(in_mud, 0.38);  // 128 units
        }
    }
}

// A wall with a tunnel of 45 units in it: the standing body is 56 high, the crouching one 40.
TEST(PathFollower, CrawlsThroughATunnelAndStandsUpBehindIt) {
    const Level level = level_with_navigation(world_of({box_brush({0, 0, -16}, {512, 256, 0}),
                                                        box_brush({192, 0, 45}, {320, 256, 128}),
                                                        box_brush({192, 0, 0}, {320, 96, 128}),
                                                        box_brush({192, 160, 0}, {320, 256, 128})}))
                            .value();
    const SpaceId stand(1);
    const SpaceId crouch(2);
    const NavMesh mesh = NavMesh::from_level(level, crouch).value();
    const CollisionWorld around(level);
    NavScratch scratch;
    PathFollower follower({.crouches = true});
    MoverState state = mover_at({32, 32, 24 + 1.0 / 16});
    const NavPlace goal = locate(mesh, {480, 224, 24}).value();
    ASSERT_EQ(follower.go_to(mesh, state.position, goal, scratch), FollowStatus::Following);
    double seconds = 0;
    double crouched = 0;
    for (; seconds < 10 && follower.status() != FollowStatus::Arrived; seconds += 1.0 / 64) {
        const MoverInput input = follower.step(mesh, state, scratch);
        state = step_mover(around, {stand, crouch}, state, input).state;
        const bool is_crouched = has_flag(state.flags, MoverFlags::Crouched);
        crouched += is_crouched ? 1.0 / 64 : 0;
        const double x = state.position.x;
        if (x > 177 && x < 335) {
            EXPECT_TRUE(is_crouched) << x;
        } else if (x < 150 || x > 340) {
            EXPECT_FALSE(is_crouched) << x;
        }
    }
    EXPECT_EQ(follower.status(), FollowStatus::Arrived);
    EXPECT_EQ(follower.repaths(), 0u);
    // 158 units at 120 units per second; it comes in faster.
    EXPECT_GE(crouched, 1.2);
    EXPECT_LE(crouched, 1.7);
    const NavRoute route = find_route(
        mesh, locate(mesh, {32, 32, 24}).value(), goal, scratch, {.crouch_cost = 320.0 / 120});
    EXPECT_LE(seconds, 1.05 * route.seconds + 0.5);
    // Who has the standing body alone finds no way.
    const NavMesh standing = NavMesh::from_level(level, stand).value();
    EXPECT_EQ(find_route(standing,
                         locate(standing, {32, 32, 24}).value(),
                         locate(standing, {480, 224, 24}).value(),
                         scratch)
                  .status,
              PathStatus::Unreachable);
}

// It crawls out of a hole in a wall, 80 units above the floor.
TEST(PathFollower, DropsFromLowFloor) {
    const Level level = level_with_navigation(world_of({box_brush({0, 0, -16}, {512, 256, 0}),
                                                        box_brush({0, 0, 0}, {192, 256, 80}),
                                                        box_brush({64, 0, 125}, {192, 256, 256})}))
                            .value();
    const SpaceId stand(1);
    const SpaceId crouch(2);
    const NavMesh mesh = NavMesh::from_level(level, crouch).value();
    const CollisionWorld around(level);
    NavScratch scratch;
    PathFollower follower({.crouches = true});
    MoverState state = mover_at({24, 128, 104 + 1.0 / 16});
    const NavPlace goal = locate(mesh, {400, 128, 24}).value();
    ASSERT_EQ(follower.go_to(mesh, state.position, goal, scratch), FollowStatus::Following);
    for (double t = 0; t < 8 && follower.status() != FollowStatus::Arrived; t += 1.0 / 64) {
        const MoverInput input = follower.step(mesh, state, scratch);
        state = step_mover(around, {stand, crouch}, state, input).state;
        EXPECT_NE(follower.status(), FollowStatus::Stuck);
    }
    EXPECT_EQ(follower.status(), FollowStatus::Arrived);
    EXPECT_FALSE(has_flag(state.flags, MoverFlags::Crouched));
}

// The goal is right above an edge of 20 units, which nobody climbs; the way up are stairs.
TEST(PathFollower, HasNotArrivedBelowItsGoal) {
    const Level level = level_with_navigation(world_of({box_brush({0, 0, -16}, {512, 512, 0}),
                                                        box_brush({256, 0, 0}, {512, 512, 20}),
                                                        box_brush({224, 0, 0}, {256, 64, 10})}))
                            .value();
    const SpaceId stand(1);
    const NavMesh mesh = NavMesh::from_level(level, stand).value();
    const CollisionWorld around(level);
    NavScratch scratch;
    PathFollower follower;
    const NavPlace goal = locate(mesh, {241.5, 256, 44}).value();
    MoverState state = mover_at({300, 256, 44 + 1.0 / 16});
    follower.go_to(mesh, state.position, goal, scratch);
    const auto step = [&] {
        const MoverInput input = follower.step(mesh, state, scratch);
        state = step_mover(around, {stand, stand}, state, input).state;
    };
    for (int i = 0; i < 4; ++i) {
        step();
    }
    state = mover_at({240.5, 256, 24 + 1.0 / 16});  // something throws it down
    for (double t = 0; t < 8 && follower.status() != FollowStatus::Arrived; t += 1.0 / 64) {
        step();
    }
    EXPECT_EQ(follower.status(), FollowStatus::Arrived);
    EXPECT_GE(state.position.z, 44);
}

// The floor ends where the riser of a stair ends, and the way leads along the riser. A wall hides
// the stair up to there.
TEST(PathFollower, ClimbsARiserBeforeItEnds) {
    const Level level =
        level_with_navigation(world_of({box_brush({0, -256, -16}, {256, 0, 0}),
                                        box_brush({-600, 0, -512}, {256, 256, 16}),
                                        box_brush({-600, -256, -512}, {-400, 0, 16}),
                                        box_brush({63, 0, 16}, {256, 256, 128}),
                                        box_brush({-600, -256, -528}, {256, 256, -512})}))
            .value();
    const SpaceId stand = *find_space(level, "stand");
    const NavMesh mesh = NavMesh::from_level(level, stand).value();
    const NavPlace goal = locate(mesh, {-500, -100, 40.1}).value();
    for (double x = 60; x < 200; x += 7) {
        for (const double y : {-15.001, -15.03, -15.2, -15.5, -16.0, -20.0}) {
            MoverState state = mover_at({x, y, 24 + 1.0 / 16});
            PathFollower follower;
            NavScratch scratch;
            follower.go_to(mesh, state.position, goal, scratch);
            for (int i = 0; i < 256 && follower.status() != FollowStatus::Arrived; ++i) {
                const MoverInput input = follower.step(mesh, state, scratch);
                state = step_mover(level, {stand, stand}, state, input).state;
                ASSERT_GE(state.position.z, 24) << x << ' ' << y;
            }
            EXPECT_EQ(follower.status(), FollowStatus::Arrived) << x << ' ' << y;
        }
    }
}

// Paths of real levels, by the seed and number that proofs name.
struct NarrowPaths {
    std::string level;
    std::uint64_t seed;
    std::vector<std::size_t> paths;
    Walker walker = Walker::Stands;
};

// Paths on which followers once went to and fro for ever, fell, or were late: swimmers before a
// slot of 34 units; walkers who turn back on a spiral stair, where they came onto its next round;
// the riser of a stair at a grazing angle; run-ups after a turn, and falls that touch a ledge; low
// floor beside a drop, around a corner, and goals at its edge; the edge of a ramp, onto the floor
// below it.
TEST(PathFollower, FindsItsWayThroughNarrowPlaces) {
    for (const NarrowPaths& narrow :
         {NarrowPaths{"id1/dm4", 1, {6092, 6314, 39487, 50764, 95790}},
          NarrowPaths{"id1/end", 1, {18106, 48919}},
          NarrowPaths{"id1/start", 5, {44509}},
          NarrowPaths{"librequake/lq_e1m1", 6, {5874, 14614, 35825}},
          NarrowPaths{"librequake/lq_e1m1", 6, {580, 849, 9172}, Walker::Crouches},
          NarrowPaths{"librequake/lq_e2m2", 7, {539, 1920, 4203, 4494}, Walker::Crouches},
          NarrowPaths{"librequake/lq_e4m1", 77, {22256, 25726, 84432}},
          NarrowPaths{"openarena/oa_bod", 9, {2575}, Walker::Large}}) {
        const std::filesystem::path source = test_data("maps/" + narrow.level + ".map");
        if (source.empty()) {
            GTEST_SKIP() << "no real levels";
        }
        const Level level = map_with_navigation(source).value();
        for (const std::size_t path : narrow.paths) {
            const PathWalkReport walks = check_paths(
                level, 1, narrow.seed, {.links = kMoverLinks | kGameLinks}, narrow.walker, path);
            EXPECT_EQ(walks.report.differences, 0u) << narrow.level << ": " << joined(walks.report);
            // Two steps of the mover. The one on oa_bod stands for a moment before it looks again.
            EXPECT_LE(walks.slowest, 2.0 / 64) << narrow.level << ' ' << path;
        }
    }
}

// Movers that stand and crouch go random routes on the mesh of the crouching body.
TEST(PathFollower, CrawlsThroughLevels) {
    std::size_t crouched = 0;
    for (const char* const name : {"id1/dm4.map", "librequake/lq_e2m2.map"}) {
        const std::filesystem::path path = test_data(std::string("maps/") + name);
        if (path.empty()) {
            GTEST_SKIP() << "no real levels";
        }
        SCOPED_TRACE(name);
        const auto level = map_with_navigation(path);
        ASSERT_TRUE(level.has_value());
        const PathWalkReport walks = check_paths(
            *level, repeats(200), 1, {.links = kMoverLinks | kGameLinks}, Walker::Crouches);
        EXPECT_EQ(walks.report.differences, 0u) << joined(walks.report);
        crouched += walks.crouched;
    }
    EXPECT_GT(crouched, 0u);
}

}  // namespace
}  // namespace halfspace::test
