// SPDX-License-Identifier: MIT
#include "player_view.h"

#include "viewer/example_level.h"

#include <gtest/gtest.h>

namespace halfspace::viewer {
namespace {

constexpr Vec3 kStartEye{64, 256, 46};

const Level& keep() {
    return example_level("keep.map").level;
}

TEST(IsOutside, IsTrueBeyondTheWallsOnly) {
    EXPECT_FALSE(is_outside(keep(), kStartEye));
    EXPECT_TRUE(is_outside(keep(), {5000, 256, 46}));
    EXPECT_TRUE(is_outside(keep(), {64, 256, -500}));
}

TEST(TouchedPlaces, AreTheSidesOfTheBodyThatTouched) {
    Doors doors(keep());
    Player player(usual_body(keep()));
    ASSERT_TRUE(player.stand_at(keep(), kStartEye));
    EXPECT_TRUE(touched_places(keep(), player).empty());
    for (int i = 0; i < 100; ++i) {
        player.advance(doors, 1.0 / 50, {.forward = 1});
    }
    // A pillar stands from x = 212 on.
    const double x = camera_of(player).eye.x;
    EXPECT_GT(x, 150);
    EXPECT_EQ(mode_name(player), "walks");
    EXPECT_EQ(problem_of(player), MoverProblem::None);
    ASSERT_FALSE(player.touches().empty());
    const TouchedPlace touched = touched_places(keep(), player).back();
    EXPECT_EQ(touched.normal, (Vec3{-1, 0, 0}));
    EXPECT_NEAR(touched.point.x, x + 15, 0.1);
    EXPECT_EQ(touched.half, (Vec3{0, 15, 28}));
}

}  // namespace
}  // namespace halfspace::viewer
