// SPDX-License-Identifier: MIT
// Followers that need a run-up: for jumps over gaps, and for wide falls.
#include "halfspace/agents/path_follower.h"
#include "halfspace/move/mover.h"
#include "halfspace/move/mover_input.h"
#include "halfspace/nav/locate.h"

#include "support/brushes.h"
#include "support/nav_levels.h"
#include "support/path_walks.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

constexpr SpaceId kStand(1);
constexpr MoverBodies kBodies{kStand, kStand};

// Two floors with a gap between, `rise` apart. From the first one, positions end at x = 15. The gap
// of positions is `gap` wide.
Level gap_level(std::int64_t gap, std::int64_t rise) {
    return level_with_navigation(world_of({box_brush({-512, -128, -512}, {0, 128, 0}),
                                           box_brush({30 + gap, -128, -512}, {1024, 128, rise}),
                                           box_brush({-512, -128, -1040}, {1024, 128, -1024})}))
        .value();
}

// Where one begins, and how it goes on.
struct Start {
    Vec3 position;
    double speed = 0;     // along x
    int plans_every = 0;  // steps; 0: it plans once
};

// The seconds that a follower takes; 100 if it does not arrive in ten.
double seconds_to(const Level& level, const Vec3& goal, const Start& start) {
    const NavMesh mesh = NavMesh::from_level(level, kStand).value();
    const NavPlace to = locate(mesh, goal).value();
    NavScratch scratch;
    PathFollower follower;
    MoverState state = mover_at(start.position);
    for (int i = 0; i < 8; ++i) {
        state = step_mover(level, kBodies, state, {}).state;
    }
    state.velocity.x = start.speed;
    for (int i = 0; i < 640; ++i) {
        if (i == 0 || (start.plans_every > 0 && i % start.plans_every == 0)) {
            follower.go_to(mesh, state.position, to, scratch);
        }
        const MoverInput input = follower.step(mesh, state, scratch);
        if (follower.status() == FollowStatus::Arrived) {
            return i / 64.0;
        }
        state = step_mover(level, kBodies, state, input).state;
    }
    return 100;
}

// Places before the border, also right at it; what the mover does there, and how often it plans.
std::vector<Start> all_starts() {
    std::vector<Start> starts;
    for (const double x : {-400.0, -60.0, -20.0, -5.0, 0.0, 5.0, 10.0, 14.0, 14.9}) {
        for (const double y : {0.0, 100.0}) {
            for (const int every : {0, 1, 7}) {
                for (const double speed : {0.0, -200.0, 60.0}) {
                    if (x <= 0 || speed <= 0) {  // else it cannot stop
                        starts.push_back({{x, y, 24.1}, speed, every});
                    }
                }
            }
        }
    }
    return starts;
}

TEST(FollowLeaps, JumpOverGapsFromEachStart) {
    for (const auto& [gap, rise] :
         {std::tuple(180, 0), std::tuple(80, 0), std::tuple(110, 40), std::tuple(260, -120)}) {
        const Level level = gap_level(gap, rise);
        const Vec3 goal{900, 0, static_cast<double>(rise) + 30};
        for (const Start& start : all_starts()) {
            // The run-up; each new plan may turn it a bit.
            const double longer = start.plans_every == 0 ? 1.2 : 2;
            EXPECT_LT(seconds_to(level, goal, start), (900 - start.position.x) / 320 + longer)
                << gap << ' ' << rise << ' ' << start.position.x << ' ' << start.position.y << ' '
                << start.plans_every << ' ' << start.speed;
        }
    }
}

// A fall of 120 units over a gap of 140 needs 256 units per second.
TEST(FollowLeaps, GoBackBeforeAWideFall) {
    const Level level = gap_level(140, -120);
    for (const double x : {-100.0, -10.0, 10.0, 14.5}) {
        for (const int every : {0, 1}) {
            const Start start{{x, 0, 24.1}, 0, every};
            EXPECT_LT(seconds_to(level, {500, 0, -90}, start), 3.5) << x << ' ' << every;
        }
    }
}

// The wall behind a landing ends the flight over a ledge with a rim: who brakes comes down on it.
TEST(FollowLeaps, FallAlongAWallBehindALedge) {
    const Level level =
        level_with_navigation(world_of({box_brush({-384, -256, -16}, {512, 256, 0}),
                                        box_brush({-384, -64, 0}, {0, 64, 400}),
                                        box_brush({190, -64, 0}, {206, 64, 528}),
                                        box_brush({-384, -80, 0}, {206, -64, 528}),
                                        box_brush({-384, 64, 0}, {206, 80, 528}),
                                        box_brush({0, -64, 164}, {150, 64, 180}),
                                        box_brush({142, -64, 180}, {150, 64, 240})}))
            .value();
    EXPECT_LT(seconds_to(level, {170, 20, 24}, {{-200, 0, 424.1}}), 4);
}

// A mover that is too slow for the gap does not run into it.
TEST(FollowLeaps, AreNotForMoversThatAreTooSlow) {
    const Level level = gap_level(180, 0);
    const NavMesh mesh = NavMesh::from_level(level, kStand).value();
    const NavPlace goal = locate(mesh, {900, 0, 30}).value();
    NavScratch scratch;
    PathFollower follower;
    MoverOptions slow;
    EXPECT_EQ(follower.go_to(mesh, {-100, 0, 24.1}, goal, scratch, slow), FollowStatus::Following);
    slow.walk_speed = 200;
    EXPECT_EQ(follower.go_to(mesh, {-100, 0, 24.1}, goal, scratch, slow),
              FollowStatus::Unreachable);
}

struct WalledLevel {
    std::int64_t gap;
    std::int64_t rise;
    std::int64_t depth;
    bool has_sides;
};

std::vector<WalledLevel> all_walled_levels() {
    std::vector<WalledLevel> levels;
    for (std::int64_t gap = 60; gap <= 180; gap += 40) {
        for (const std::int64_t rise : {0, 40}) {
            for (std::int64_t depth = 40; depth <= 200; depth += 40) {
                levels.push_back({gap, rise, depth, false});
                levels.push_back({gap, rise, depth, true});
            }
        }
    }
    return levels;
}

// A gap and a floor beyond, `depth` deep and `rise` higher, with a wall behind it; and walls beside
// it, if asked for.
Level walled_level(const WalledLevel& walled) {
    const auto& [gap, rise, depth, has_sides] = walled;
    const std::int64_t beyond = 30 + gap;
    const std::int64_t wall = beyond + depth;
    std::vector<Brush> brushes{box_brush({-512, -128, -512}, {0, 128, 0}),
                               box_brush({beyond, -128, -512}, {wall, 128, rise}),
                               box_brush({wall, -160, -512}, {wall + 16, 160, 256}),
                               box_brush({-512, -160, -1040}, {wall + 16, 160, -1024})};
    if (has_sides) {
        brushes.push_back(box_brush({beyond, 128, -512}, {wall, 160, 256}));
        brushes.push_back(box_brush({beyond, -160, -512}, {wall, -128, 256}));
    }
    return level_with_navigation(world_of(std::move(brushes))).value();
}

// Of five runs at full speed that end at other places of a step of time, how many land beyond the
// gap. Each jumps so many steps before the last one on the floor.
int landings(const Level& level, double rise, int steps_before) {
    int landed = 0;
    for (int start = 0; start < 5; ++start) {
        MoverState state = mover_at({-200.0 - start, 0, 24.1});
        for (int i = 0; i < 256 && state.position.z > -100; ++i) {
            const double left = 15 - state.position.x;
            const bool jumps = left < 5 * (1 + steps_before);
            state =
                step_mover(level, kBodies, state, quantised({.forward = 1, .jump = jumps})).state;
        }
        landed += state.mode == MoverMode::Ground && state.position.z > rise ? 1 : 0;
    }
    return landed;
}

// The wall stops a mover that would fly farther than the floor is deep.
TEST(FollowLeaps, JumpToFloorsBeforeWalls) {
    int reached = 0;
    int missed = 0;
    for (const WalledLevel& walled : all_walled_levels()) {
        const auto& [gap, rise, depth, has_sides] = walled;
        SCOPED_TRACE(testing::Message() << gap << ' ' << rise << ' ' << depth << ' ' << has_sides);
        const Level level = walled_level(walled);
        const auto height = static_cast<double>(rise);
        const double seconds = seconds_to(
            level, {static_cast<double>(30 + gap + depth / 2), 0, height + 30}, {{-100, 0, 24.1}});
        if (landings(level, height, 0) == 0) {
            EXPECT_EQ(seconds, 100);
            ++missed;
        } else if (landings(level, height, 0) == 5 && landings(level, height, 6) == 5) {
            EXPECT_LT(seconds, 4);
            ++reached;
        }
    }
    EXPECT_GT(reached, 50);
    EXPECT_GT(missed, 5);
}

// Two long floors beside each other, and a way around: routes jump over the gap between.
TEST(FollowLeaps, SaveTheWayAround) {
    const Level level =
        level_with_navigation(world_of({box_brush({0, 0, -16}, {512, 2048, 0}),
                                        box_brush({660, 0, -16}, {1172, 2048, 0}),
                                        box_brush({512, 1792, -16}, {660, 2048, 0}),
                                        box_brush({-64, -64, -528}, {1236, 2112, -512})}))
            .value();
    for (const Walker walker : {Walker::Stands, Walker::Crouches}) {
        const PathWalkReport walks =
            check_paths(level, repeats(400), 1, {.links = kMoverLinks}, walker);
        EXPECT_EQ(walks.report.differences, 0u) << joined(walks.report);
        EXPECT_GT(walks.links, walks.report.queries / 20);
        EXPECT_EQ(walks.late.size(), 0u);
        RouteOptions stays;
        stays.links = 0;
        const PathWalkReport around = check_paths(level, repeats(400), 1, stays, walker);
        // Half of the routes are below the floors.
        EXPECT_LT(walks.predicted, 0.97 * around.predicted);
    }
}

}  // namespace
}  // namespace halfspace::test
