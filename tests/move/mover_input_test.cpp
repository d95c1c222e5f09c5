// SPDX-License-Identifier: MIT
#include "halfspace/move/mover_input.h"

#include "move/drive.h"

#include <gtest/gtest.h>

#include <limits>

namespace halfspace {
namespace {

TEST(Quantised, RoundsToTheQuantumAndClamps) {
    const MoverInput input = quantised({.view = {.pitch = -45, .yaw = 450.002},
                                        .forward = 2,
                                        .left = -0.5,
                                        .up = 0.001,
                                        .jump = true});
    EXPECT_EQ(input.pitch, -8192);
    EXPECT_EQ(input.yaw, 16384);
    EXPECT_EQ(input.forward, 127);
    EXPECT_EQ(input.left, -63);
    EXPECT_EQ(input.up, 0);
    EXPECT_EQ(input.buttons, kJumpButton);
    EXPECT_EQ(quantised({.view = {.yaw = 180}}).yaw, -32768);
    EXPECT_EQ(quantised({.view = {.yaw = -180}}).yaw, -32768);
    EXPECT_EQ(quantised({.view = {.yaw = 359.9999}}).yaw, 0);
}

TEST(Quantised, TakesWhatIsNotFiniteForNothing) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(quantised({.view = {.pitch = nan, .yaw = infinity, .roll = nan},
                         .forward = nan,
                         .left = -infinity,
                         .up = infinity}),
              MoverInput());
}

TEST(WishOf, IsNeverLongerThanOne) {
    const Wish wish = wish_of({.yaw = 16384, .forward = 127, .left = -128, .up = 127});
    EXPECT_NEAR(length(wish.level), 1, 1e-15);
    EXPECT_NEAR(length(wish.free), 1, 1e-15);
    EXPECT_EQ(wish.climb, 1);
    EXPECT_NEAR(wish.level.x, wish.level.y, 1e-15) << "ahead is y, right is x";
    EXPECT_EQ(wish_of({.yaw = 77}).level, Vec3());
}

TEST(Slowed, ComesToAStop) {
    EXPECT_EQ(slowed({0, 3, 0}, 4, 100, 1.0 / 64), Vec3());
    EXPECT_EQ(slowed({320, 0, 0}, 4, 100, 1.0 / 64), Vec3(300, 0, 0));
    EXPECT_EQ(slowed({}, 4, 0, 1.0 / 64), Vec3());
}

TEST(Accelerated, StopsAtTheWantedSpeed) {
    EXPECT_EQ(accelerated({}, {1, 0, 0}, 320, 320, 10, 1.0 / 64), Vec3(50, 0, 0));
    EXPECT_EQ(accelerated({310, 0, 0}, {1, 0, 0}, 320, 320, 10, 1.0 / 64), Vec3(320, 0, 0));
    EXPECT_EQ(accelerated({400, 0, 0}, {1, 0, 0}, 320, 320, 10, 1.0 / 64), Vec3(400, 0, 0));
    EXPECT_EQ(accelerated({0, 9, 0}, {1, 0, 0}, 320, 30, 10, 1.0 / 64), Vec3(30, 9, 0));
}

}  // namespace
}  // namespace halfspace
