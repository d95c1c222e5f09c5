// SPDX-License-Identifier: MIT
// Ladders: how one goes on, up, down and off. docs/guides/moving.md tells it.
#include "courses.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace halfspace::test {
namespace {

constexpr std::array kRates{20.0, 30.0, 64.0, 125.0, 250.0, 500.0};
constexpr std::int64_t kTop = 600;
// A fall from the top is faster than 950; from a stair it is slower than this.
constexpr double kHarmless = 330;

// A wall with its top at kTop from x = 0 on, and a ladder before it, up to `ladder_top`.
Level tower(std::int64_t ladder_top = kTop + 8) {
    return level_of({box_brush({-2048, -512, -16}, {512, 512, 0}),
                     box_brush({0, -256, 0}, {1024, 256, kTop}),
                     box_brush({-8, -32, 0}, {0, 32, ladder_top}, Contents::Ladder)});
}

MoverOptions at_rate(double rate) {
    MoverOptions options;
    options.seconds = 1 / rate;
    return options;
}

struct Way {
    MoverState end;
    double hardest_landing = 0;
    int changes_of_mode = 0;
    double highest = -1e9;
    bool held = false;
};

// `seconds` with the same controls.
Way way_of(const Level& level,
           const MoverState& start,
           const Controls& controls,
           double seconds,
           const MoverOptions& options) {
    Way way{start};
    for (double at = 0; at < seconds; at += options.seconds) {
        const MoverMode before = way.end.mode;
        const MoverStep step =
            step_mover(level, bodies_of(level), way.end, quantised(controls), options);
        way.end = step.state;
        way.hardest_landing = std::max(way.hardest_landing, step.landing_speed);
        way.changes_of_mode += way.end.mode != before ? 1 : 0;
        way.highest = std::max(way.highest, way.end.position.z);
        way.held = way.held || way.end.mode == MoverMode::Ladder;
    }
    return way;
}

TEST(Ladders, WhoFallsBesideOneTakesHoldByEveryWish) {
    const Level level = tower();
    for (const double rate : kRates) {
        for (const Controls& controls : {Controls{.view = {.pitch = 70}, .forward = 1},
                                         Controls{.view = {.pitch = 70, .yaw = 120}, .forward = 1},
                                         Controls{.up = -1},
                                         Controls{.view = {.yaw = 180}, .up = -1},
                                         Controls{.forward = -1},
                                         Controls{.up = 1},
                                         Controls{.forward = 1}}) {
            MoverState start = mover_at({-17, 0, 500});
            start.velocity.z = -200;
            const Way way = way_of(level, start, controls, 0.5, at_rate(rate));
            EXPECT_TRUE(way.held) << rate << " Hz, pitch " << controls.view.pitch << ", forward "
                                  << controls.forward << ", up " << controls.up;
            const Way rest = way_of(level, start, controls, 8, at_rate(rate));
            EXPECT_LT(rest.hardest_landing, kHarmless)
                << rate << " Hz, pitch " << controls.view.pitch << ", forward " << controls.forward
                << ", up " << controls.up;
        }
    }
}

TEST(Ladders, WhoFallsBesideOneWithoutAWishGoesOnFalling) {
    const Level level = tower();
    EXPECT_FALSE(way_of(level, mover_at({-17, 0, 500}), {}, 3, {}).held);
    EXPECT_GT(way_of(level, mover_at({-17, 0, 500}), {}, 3, {}).hardest_landing, 800);
}

TEST(Ladders, TakingHoldEndsTheFallAtOnce) {
    const Level level = tower();
    MoverState state = mover_at({-17, 0, 500});
    state.velocity.z = -1000;
    const MoverState held = step_mover(level, bodies_of(level), state, quantised({.up = -1})).state;
    EXPECT_EQ(held.mode, MoverMode::Ladder);
    EXPECT_EQ(held.velocity, Vec3());
    // At most one more step of the fall.
    EXPECT_GT(held.position.z, 500 - 1020.0 / 64);
}

TEST(Ladders, WhoWalksBackwardsOffTheTopTakesHoldAndClimbsDown) {
    for (const std::int64_t ladder_top : {kTop + 40, kTop + 8, kTop, kTop - 8}) {
        const Level level = tower(ladder_top);
        for (const double rate : kRates) {
            for (const double x : {20.0, 33.0, 150.0}) {
                for (const double pitch : {0.0, 70.0}) {
                    const MoverState start = settled_at(level, {x, 0, kTop + 30});
                    const Controls back{.view = {.pitch = pitch}, .forward = -1};
                    Way way = way_of(level, start, back, 2, at_rate(rate));
                    EXPECT_TRUE(way.held) << rate << " Hz from " << x << ", ladder to "
                                          << ladder_top << ", pitch " << pitch;
                    EXPECT_LT(way.highest, std::max(kTop, ladder_top) + 25);
                    // Looking down, forward leads down.
                    const Controls down{.view = {.pitch = 70}, .forward = 1};
                    way = way_of(level, way.end, down, 5, at_rate(rate));
                    EXPECT_LT(way.hardest_landing, kHarmless)
                        << rate << " Hz from " << x << ", ladder to " << ladder_top;
                    EXPECT_NEAR(way.end.position.z, kStandHeight, 0.1) << rate << " Hz from " << x;
                }
                // Backwards and level all the way.
                const MoverState start = settled_at(level, {x, 0, kTop + 30});
                const Way way = way_of(level, start, {.forward = -1}, 6, at_rate(rate));
                EXPECT_LT(way.hardest_landing, kHarmless) << rate << " Hz from " << x;
                EXPECT_EQ(way.end.mode, MoverMode::Ground);
                EXPECT_NEAR(way.end.position.z, kStandHeight, 0.1);
            }
        }
    }
}

TEST(Ladders, WhoWalksForwardOffTheTopLookingDownTakesHold) {
    const Level level = tower();
    for (const double rate : kRates) {
        const MoverState start = settled_at(level, {60, 0, kTop + 30});
        const Controls out{.view = {.pitch = 70, .yaw = 180}, .forward = 1};
        const Way way = way_of(level, start, out, 7, at_rate(rate));
        EXPECT_TRUE(way.held) << rate;
        EXPECT_LT(way.hardest_landing, kHarmless) << rate;
        // Looking ahead, one jumps off.
        Controls ahead = out;
        ahead.view.pitch = 0;
        EXPECT_FALSE(way_of(level, start, ahead, 3, at_rate(rate)).held) << rate;
    }
}

TEST(Ladders, ClimbedByUpAloneOneRestsAtTheTop) {
    const Level level = tower();
    for (const double rate : kRates) {
        MoverState state = mover_at({-16, 0, 400});
        Way way = way_of(level, state, {.up = 1}, 4, at_rate(rate));
        EXPECT_EQ(way.end.mode, MoverMode::Ladder) << rate;
        const double height = way.end.position.z;
        EXPECT_GT(height, kTop + 20) << rate;
        way = way_of(level, way.end, {.up = 1}, 10, at_rate(rate));
        EXPECT_EQ(way.changes_of_mode, 0) << rate;
        EXPECT_EQ(way.end.position.z, height) << rate;
        // Forward steps off onto the top.
        way = way_of(level, way.end, {.forward = 1}, 2, at_rate(rate));
        EXPECT_EQ(way.end.mode, MoverMode::Ground) << rate;
        EXPECT_NEAR(way.end.position.z, kTop + kStandHeight, 1e-6) << rate;
    }
}

TEST(Ladders, ClimbsUpFromTheFloorAndStepsOffAtTheTopAtEveryRate) {
    const Level level = tower();
    for (const double rate : kRates) {
        const MoverState start = settled_at(level, {-60, 0, 30});
        const Way way = way_of(level, start, {.forward = 1}, 6, at_rate(rate));
        EXPECT_EQ(way.end.mode, MoverMode::Ground) << rate;
        EXPECT_NEAR(way.end.position.z, kTop + kStandHeight, 1e-6) << rate;
    }
}

TEST(Ladders, OnTheFloorLookingDownOneStaysThere) {
    const Level level = tower();
    const MoverState start = settled_at(level, {-60, 0, 30});
    const Way way = way_of(level, start, {.view = {.pitch = 70}, .forward = 1}, 4, at_rate(64));
    EXPECT_FALSE(way.held);
    EXPECT_EQ(way.changes_of_mode, 0);
}

TEST(Ladders, JumpLetsGoAndTheSameLadderIsNotCaughtAgain) {
    const Level level = tower();
    for (const double rate : kRates) {
        const MoverOptions options = at_rate(rate);
        MoverState state = mover_at({-16, 0, 300});
        state = way_of(level, state, {.up = -1}, 0.2, options).end;
        ASSERT_EQ(state.mode, MoverMode::Ladder) << rate;
        // Away from the wall at the speed of walking.
        const Way away =
            way_of(level, state, {.view = {.yaw = 180}, .forward = 1, .jump = true}, 0.3, options);
        EXPECT_LT(away.end.position.x, -16 - 320 * 0.2) << rate;
        EXPECT_EQ(away.end.mode, MoverMode::Air) << rate;
        // Straight down, even with a wish that takes hold elsewhere.
        const Way down = way_of(level, state, {.up = -1, .jump = true}, 0.4, options);
        EXPECT_EQ(down.end.mode, MoverMode::Air) << rate;
        EXPECT_LT(down.end.velocity.z, -200) << rate;
    }
}

TEST(Ladders, SidewaysLeadsOff) {
    const Level level = tower();
    MoverState state = mover_at({-16, 0, 60});
    state = way_of(level, state, {.up = -1}, 0.1, {}).end;
    ASSERT_EQ(state.mode, MoverMode::Ladder);
    const Way way = way_of(level, state, {.left = 1}, 2, {});
    EXPECT_GT(way.end.position.y, 32 + 15);
    EXPECT_EQ(way.end.mode, MoverMode::Ground);
}

TEST(Ladders, AJumpFromTheFloorBackwardsDoesNotTakeHoldWhileItRises) {
    const Level level = tower();
    const MoverState start = settled_at(level, {-16, 0, 30});
    const MoverState after = way_of(level, start, {.forward = -1, .jump = true}, 0.25, {}).end;
    EXPECT_EQ(after.mode, MoverMode::Air);
    EXPECT_GT(after.position.z, kStandHeight + 30);
}

}  // namespace
}  // namespace halfspace::test
