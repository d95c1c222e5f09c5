// SPDX-License-Identifier: MIT
// Pushes and teleports.
#include "halfspace/move/mover_state.h"

#include "courses.h"

#include <cmath>
#include <limits>

namespace halfspace::test {
namespace {

constexpr ModelId kModel{1};
constexpr double kStep = 1.0 / 64;

// A floor, a platform of one model, a pool and a ladder on a wall.
Level place_for_pushes() {
    World world = world_of({box_brush({-1024, -1024, -16}, {1024, 1024, 0}),
                            box_brush({500, -64, 0}, {564, 64, 400}),
                            box_brush({492, -32, 0}, {500, 32, 400}, Contents::Ladder),
                            box_brush({-800, -200, 0}, {-400, 200, 200}, Contents::Water)});
    world.entities.push_back(Entity{.keys = {{"classname", "func_door"}},
                                    .brushes = {box_brush({-64, -64, 0}, {64, 64, 16})}});
    return level_of(world);
}

// One step on the platform, which goes from `at` by `way`.
MoverStep ride(const Level& level, const MoverState& state, const Vec3& at, const Vec3& way) {
    const std::vector<MovingModel> models{{level, kModel, moved_by(at), moved_by(at + way)}};
    return step_mover(world_with(level, models), bodies_of(level), state, {});
}

TEST(Pushed, APushUpwardsThrowsAStandingMoverAsHighAsItsSpeedSays) {
    const Level level = place_for_pushes();
    const MoverState start = settled_at(level, {200, 0, 30});
    MoverState state = pushed(start, {100, 0, 400});
    EXPECT_EQ(state.mode, MoverMode::Air);
    EXPECT_TRUE(is_valid(state));
    double top = 0;
    for (const MoverStep& step : run(level, state, {}, 40)) {
        top = std::max(top, step.state.position.z - start.position.z);
        EXPECT_EQ(step.state.velocity.x, 100);
    }
    EXPECT_NEAR(top, 400.0 * 400 / 1600, 0.1);
}

TEST(Pushed, AVelocityThatAGameSetsOnTheGroundIsNotDroppedInSilence) {
    const Level level = place_for_pushes();
    MoverState state = settled_at(level, {200, 0, 30});
    state.velocity = {0, 0, 400};
    const MoverState after = step_mover(level, bodies_of(level), state, {}).state;
    EXPECT_EQ(after.mode, MoverMode::Air);
    EXPECT_NEAR(after.velocity.z, 400 - 800 * kStep, 1e-9);
}

TEST(Pushed, OffAPlatformTheMoverKeepsThePlatformsVelocity) {
    const Level level = place_for_pushes();
    const Vec3 way{2, -1, 0};
    std::vector<MovingModel> models{at_rest(level, kModel)};
    MoverState state = settled_at(world_with(level, models), {0, 0, 60});
    ASSERT_EQ(state.ground_model, kModel);
    state = ride(level, state, {}, way).state;
    const Vec3 place = state.position;
    // Two pushes at once.
    state = pushed(pushed(state, {0, 0, 300}), {64, 0, 100});
    EXPECT_TRUE(is_valid(state));
    state = ride(level, state, way, way).state;
    EXPECT_EQ(state.mode, MoverMode::Air);
    EXPECT_FALSE(state.ground_model.is_valid());
    EXPECT_NEAR(state.velocity.x, 2 * 64 + 64, 1e-9);
    EXPECT_NEAR(state.velocity.y, -64, 1e-9);
    EXPECT_NEAR(state.velocity.z, 400 - 800 * kStep, 1e-9);
    EXPECT_LT(distance(state.position, place + Vec3{3, -1, 400.0 / 64 - 400 / 4096.0}), 1e-9);
}

TEST(Pushed, OffAnObstacleTheMoverKeepsTheObstaclesVelocity) {
    const Level level = place_for_pushes();
    const ShapeBody body = shape_of(level, bodies_of(level).stand);
    std::vector<Other> others{{4, body, {200, 0, kStandHeight}}};
    const CollisionWorld around = world_with(level, {}, others);
    MoverState state = settled_at(around, {205, 5, 120});
    ASSERT_EQ(state.ground_obstacle.value, 4u);
    others[0].motion = {3, -1, 0};
    state =
        step_mover(world_with(level, {}, others), bodies_of(level), pushed(state, {0, 0, 300}), {})
            .state;
    EXPECT_EQ(state.ground_obstacle, ObstacleId());
    EXPECT_NEAR(state.velocity.x, 3 * 64, 1e-9);
    EXPECT_NEAR(state.velocity.y, -64, 1e-9);
}

TEST(Pushed, APushAlongTheGroundOrIntoItStaysOnTheGround) {
    const Level level =
        level_of({box_brush({-512, -512, -16}, {512, 512, 0}), turned_ramp(0, 256, 128, 256)});
    for (const Vec3& place : {Vec3{-200, 0, 30}, Vec3{128, 0, 110}}) {
        const MoverState start = settled_at(level, place);
        for (const Vec3& push : {Vec3{0, 200, 0}, Vec3{0, 200, -100}, start.ground_normal * -300}) {
            const MoverState state = pushed(start, push);
            EXPECT_EQ(state.mode, MoverMode::Ground);
            EXPECT_EQ(state.velocity.z, 0);
            EXPECT_NEAR(state.velocity.y, push.y, 1e-9);
            EXPECT_EQ(step_mover(level, bodies_of(level), state, {}).state.mode, MoverMode::Ground);
        }
        // Along the slope, also where it falls.
        const MoverState along = pushed(start, cross(start.ground_normal, {0, -200, 0}));
        EXPECT_EQ(along.mode, MoverMode::Ground);
        // Away from the slope, though not upwards.
        const MoverState away = pushed(start, start.ground_normal + Vec3{-3, 0, -1});
        EXPECT_EQ(away.mode,
                  dot(away.velocity, start.ground_normal) > 0 ? MoverMode::Air : MoverMode::Ground);
    }
}

TEST(Pushed, AClimberLetsGoAndASwimmerIsThrownOut) {
    const Level level = place_for_pushes();
    MoverState climber = run(level, mover_at({476, 0, 200}), quantised({.up = 1}), 20).back().state;
    ASSERT_EQ(climber.mode, MoverMode::Ladder);
    climber = pushed(climber, {-200, 0, 50});
    EXPECT_EQ(climber.mode, MoverMode::Air);
    const MoverState away = run(level, climber, quantised({.up = 1}), 8).back().state;
    EXPECT_EQ(away.mode, MoverMode::Air);
    EXPECT_LT(away.position.x, 460);

    const MoverState swimmer =
        run(level, mover_at({-600, 0, 190}), quantised({.up = 1}), 64).back().state;
    ASSERT_EQ(swimmer.mode, MoverMode::Swim);
    double top = 0;
    for (const MoverStep& step : run(level, pushed(swimmer, {0, 0, 400}), {}, 40)) {
        top = std::max(top, step.state.position.z - swimmer.position.z);
    }
    EXPECT_GT(top, 95);
    EXPECT_EQ(pushed(swimmer, {50, 0, -20}).mode, MoverMode::Swim);
    EXPECT_EQ(pushed(swimmer, {50, 0, -20}).velocity, swimmer.velocity + Vec3(50, 0, -20));
}

TEST(MovedTo, KeepsTheVelocityAndForgetsWhatCarries) {
    const Level level = place_for_pushes();
    std::vector<MovingModel> models{at_rest(level, kModel)};
    MoverState state = settled_at(world_with(level, models), {0, 0, 60});
    state.velocity = {50, 20, 0};
    state.flags = MoverFlags::Crouched | MoverFlags::JumpHeld | MoverFlags::LeftLadder;
    const MoverState there = moved_to(state, {300, 0, 100});
    EXPECT_TRUE(is_valid(there));
    EXPECT_EQ(there.position, Vec3(300, 0, 100));
    EXPECT_EQ(there.velocity, Vec3(50, 20, 0));
    EXPECT_EQ(there.mode, MoverMode::Air);
    EXPECT_EQ(there.flags, MoverFlags::Crouched | MoverFlags::JumpHeld);
    EXPECT_FALSE(there.ground_model.is_valid());
    // The platform far away does not carry it.
    const MoverState after = ride(level, there, {}, {8, 0, 0}).state;
    EXPECT_NEAR(after.position.x, 300 + 50 * kStep, 1e-9);
    // A mover that walks up a ramp has a speed upwards, too.
    MoverState climbs = state;
    climbs.ground_normal = {-0.6, 0, 0.8};
    EXPECT_NEAR(moved_to(climbs, {}).velocity.z, 50 * 0.75, 1e-12);
}

TEST(MovedTo, WhatIsNotFiniteMakesABadState) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double huge = std::numeric_limits<double>::infinity();
    const MoverState air = mover_at({});
    MoverState ground = air;
    ground.mode = MoverMode::Ground;
    ground.ground_normal = {0, 0, 1};
    ASSERT_TRUE(is_valid(ground));
    for (const MoverState& state : {air, ground}) {
        for (const double bad : {nan, huge, -huge, 1e300}) {
            EXPECT_FALSE(is_valid(pushed(state, {bad, 0, 0})));
            EXPECT_FALSE(is_valid(pushed(state, {0, 0, std::abs(bad)})));
            EXPECT_FALSE(is_valid(moved_to(state, {0, bad, 0})));
        }
    }
}

}  // namespace
}  // namespace halfspace::test
