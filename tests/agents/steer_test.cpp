// SPDX-License-Identifier: MIT
#include "halfspace/agents/steer.h"

#include "halfspace/level/level.h"
#include "halfspace/math/sin_cos.h"
#include "halfspace/move/mover.h"

#include "support/brushes.h"
#include "support/compiled_data.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

namespace halfspace::test {
namespace {

class Steer : public testing::Test {
protected:
    MoverState standing() const { return step(mover_at({0, 0, 24.03125}), {}); }

    MoverState step(const MoverState& state, const MoverInput& input) const {
        return step_mover(level_, {SpaceId(1), SpaceId(2)}, state, input).state;
    }

    Level level_ = level_of(world_of({box_brush({-4096, -4096, -16}, {4096, 4096, 0})}));
};

TEST_F(Steer, BringsAMoverToAnyVelocityOnTheGround) {
    Random random(1);
    MoverState state = standing();
    ASSERT_EQ(state.mode, MoverMode::Ground);
    for (int i = 0; i < 200; ++i) {
        const SinCos turn = sin_cos(random.real(0, 360));
        const Vec3 velocity = Vec3{turn.cosine, turn.sine, 0} * random.real(0, 320);
        const double yaw = random.real(-180, 180);
        for (int k = 0; k < 16; ++k) {
            state = step(state, quantised(steer(state, velocity, yaw)));
        }
        // Wishes are rounded to 1/127 of the full speed, in two directions.
        EXPECT_LT(distance(state.velocity, velocity), 320.0 / 127) << i;
        state.position = {0, 0, state.position.z};
    }
}

TEST_F(Steer, ReachesANearVelocityInOneStep) {
    MoverState state = standing();
    state.velocity = {200, 0, 0};
    state = step(state, quantised(steer(state, {200, 30, 0}, 0)));
    EXPECT_NEAR(state.velocity.x, 200, 2);
    EXPECT_NEAR(state.velocity.y, 30, 2);
}

TEST_F(Steer, LetsGoOfALadderOnce) {
    MoverState state = standing();
    state.mode = MoverMode::Ladder;
    EXPECT_TRUE(steer(state, {100, 0, 0}, 0).jump);
    state.flags = MoverFlags::JumpHeld;
    EXPECT_FALSE(steer(state, {100, 0, 0}, 0).jump);
}

TEST_F(Steer, ClimbsWhereItsVelocityIsNotLevel) {
    MoverState state = standing();
    EXPECT_EQ(steer(state, {100, 0, 160}, 0).up, 1);  // so it takes the ladder
    EXPECT_EQ(steer(state, {100, 0, 0}, 0).up, 0);
    state.mode = MoverMode::Ladder;
    const Controls up = steer(state, {100, 0, 80}, 0);
    EXPECT_EQ(std::tuple(up.forward, up.up, up.jump), std::tuple(1, 0.5, false));
    const Controls down = steer(state, {100, 0, -160}, 0);
    EXPECT_EQ(std::tuple(down.forward, down.up, down.jump), std::tuple(0, -1, false));
}

TEST_F(Steer, RisesAndSinksInLiquids) {
    MoverState state = standing();
    state.mode = MoverMode::Swim;
    EXPECT_GT(steer(state, {0, 0, 100}, 0).up, 0);
    EXPECT_LT(steer(state, {0, 0, -100}, 0).up, 0);
}

}  // namespace
}  // namespace halfspace::test
