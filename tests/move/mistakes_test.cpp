// SPDX-License-Identifier: MIT
// Mistakes of those who move bodies. Each of them was answered with nonsense where no assertion
// named it. Builds without assertions have nothing to test but fits().
#include "halfspace/move/player.h"

#include "courses.h"

#include <limits>

namespace halfspace::test {
namespace {

class MistakesDeathTest : public testing::Test {
protected:
    const Level level = level_of({box_brush({-512, -512, -16}, {512, 512, 0})});
    const MoverBodies bodies = bodies_of(level);
    const MoverState state = mover_at({0, 0, 24});
};

TEST_F(MistakesDeathTest, BodiesFitUnlessTheyAreSwapped) {
    EXPECT_TRUE(fits(level, bodies));
    EXPECT_FALSE(fits(level, {bodies.crouch, bodies.stand}));
    EXPECT_TRUE(fits(level, {bodies.stand, bodies.stand}));
    const ShapeBody ball{*ConvexShape::sphere(8), {0, 0, 4}};
    EXPECT_TRUE(fits(level, {bodies.stand, ball}));
    EXPECT_FALSE(fits(level, {ball, bodies.stand}));
    EXPECT_FALSE(fits(level, {bodies.stand, ShapeBody{ball.shape, {8, 0, 0}}}));
}

#ifndef NDEBUG

TEST_F(MistakesDeathTest, SwappedBodiesDoNotWalkInSilence) {
    EXPECT_DEATH(step_mover(level, {bodies.crouch, bodies.stand}, state, forward()), "fits");
}

TEST_F(MistakesDeathTest, ASpaceOutOfRangeIsNotReadBeyondTheEnd) {
    EXPECT_DEATH(step_mover(level, {SpaceId(99), bodies.crouch}, state, forward()),
                 "space.value < level.spaces");
    EXPECT_DEATH(move_and_slide(level, SpaceId(99), {0, 0, 24}, {1, 0, 0}, 1),
                 "space.value < level.spaces");
}

TEST_F(MistakesDeathTest, OptionsOutOfRangeAreNotTaken) {
    EXPECT_DEATH(step_mover(level, bodies, state, forward(), {.skin = -1}), "bad_option");
    EXPECT_DEATH(step_mover(level, bodies, state, forward(), {.seconds = 0}), "bad_option");
}

TEST_F(MistakesDeathTest, ASlideWithoutNumbersIsNotAnsweredWithNonsense) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    const MoverBody& body = bodies.stand;
    for (const double bad : {kNan, -1.0}) {
        EXPECT_DEATH(move_and_slide(level, body, {0, 0, 24}, {1, 0, 0}, 1, {.skin = bad}), "skin");
        EXPECT_DEATH(move_and_slide(level, body, {0, 0, 24}, {1, 0, 0}, 1, {.hair = bad}), "hair");
        EXPECT_DEATH(move_and_slide(level, body, {0, 0, 24}, {1, 0, 0}, bad), "seconds|is_within");
    }
    EXPECT_DEATH(move_and_slide(level, body, {kNan, 0, 24}, {1, 0, 0}, 1), "is_within");
    EXPECT_DEATH(move_and_slide(level, body, {0, 0, 24}, {kNan, 0, 0}, 1), "is_within");
    EXPECT_DEATH(move_and_slide(level, body, {0, 0, 24}, {1e7, 0, 0}, 1), "is_within");
}

TEST_F(MistakesDeathTest, APlayerTakesNoInputThatIsNotANumber) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    Player player(PlayerBody{bodies});
    EXPECT_DEATH(player.begin_frame(kNan, {}), "isfinite");
    EXPECT_DEATH(player.begin_frame(0.01, {.turn = kNan}), "is_finite");
    EXPECT_DEATH(player.look(kNan, 0), "isfinite");
    EXPECT_DEATH(player.fly_at({kNan, 0, 0}), "is_finite");
}

#endif

}  // namespace
}  // namespace halfspace::test
