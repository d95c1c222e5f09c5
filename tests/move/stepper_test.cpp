// SPDX-License-Identifier: MIT
// Liquids, ladders, and states that cannot be moved.
#include "courses.h"

#include <algorithm>
#include <limits>

namespace halfspace::test {
namespace {

// A pool 256 units wide and 128 deep, full of water up to `surface`. The floor around it is at 0.
Level pool(std::int64_t surface) {
    return level_of({box_brush({-512, -512, -160}, {512, 512, -128}),
                     box_brush({-512, -512, -128}, {-128, 512, 0}),
                     box_brush({128, -512, -128}, {512, 512, 0}),
                     box_brush({-128, -512, -128}, {128, -128, 0}),
                     box_brush({-128, 128, -128}, {128, 512, 0}),
                     box_brush({-128, -128, -128}, {128, 128, surface}, Contents::Water)});
}

TEST(Stepper, SwimsWhereItLooksAndSinksWhenIdle) {
    const Level level = pool(0);
    const auto idle = run(level, mover_at({0, 0, -40}), {}, 64);
    EXPECT_EQ(idle.back().state.mode, MoverMode::Swim);
    EXPECT_EQ(idle.back().liquid, Contents::Water);
    EXPECT_EQ(idle.back().liquid_depth, 3);
    EXPECT_NEAR(idle.back().state.velocity.z, -60, 1);
    const MoverInput ahead_and_up = quantised({.view = {.pitch = -30}, .forward = 1});
    const MoverState up = run(level, mover_at({-80, 0, -90}), ahead_and_up, 24).back().state;
    EXPECT_GT(up.velocity.z, 60);
    EXPECT_GT(up.velocity.x, 120);
    EXPECT_LE(length(up.velocity), 224 + 1e-9);
}

TEST(Stepper, ASwimmerStaysAtTheSurface) {
    const Level level = pool(0);
    const MoverInput up = quantised({.up = 1});
    const auto steps = run(level, mover_at({0, 0, -60}), up, 400);
    for (std::size_t i = 200; i < steps.size(); ++i) {
        EXPECT_LT(std::abs(steps[i].state.position.z - steps[200].state.position.z), 4);
        EXPECT_LT(steps[i].state.position.z, 4) << "the middle stays at the surface";
    }
}

TEST(Stepper, LiquidsAndLaddersOfTheWorldCountForWhoMovesInAModelAlone) {
    // In the world: water on the left, a ladder before a wall on the right. In the model: a floor
    // and a wall, water on the right, a ladder on the left.
    World world = world_of({box_brush({-1024, -1024, -32}, {1024, 1024, -16}),
                            box_brush({-512, -256, 0}, {-128, 256, 256}, Contents::Water),
                            box_brush({392, -32, 0}, {400, 32, 256}, Contents::Ladder)});
    world.entities.push_back(
        Entity{.keys = {{"classname", "func_wall"}},
               .brushes = {box_brush({-512, -512, -16}, {512, 512, 0}),
                           box_brush({400, -512, 0}, {512, 512, 256}),
                           box_brush({-512, -512, 0}, {-400, 512, 256}),
                           box_brush({128, -256, 0}, {392, 256, 128}, Contents::Water),
                           box_brush({-400, -32, 0}, {-392, 32, 256}, Contents::Ladder)}});
    const Level level = level_of(world);
    const PlacedLevel alone(level, ModelId(1));
    const auto walks_into = [&](double x, double yaw) {
        return run(alone, mover_at({x, 0, kStandHeight}), forward(yaw), 64).back();
    };
    EXPECT_EQ(walks_into(-350, 180).state.mode, MoverMode::Ladder);
    EXPECT_EQ(walks_into(-350, 180).liquid_depth, 0);
    EXPECT_EQ(walks_into(350, 0).state.mode, MoverMode::Swim);
    // A swimmer stays at the surface of the model's water.
    const MoverInput up = quantised({.up = 1});
    const MoverState top = run(alone, mover_at({200, 0, 60}), up, 200).back().state;
    EXPECT_NEAR(top.position.z, 128, 6);
}

TEST(Stepper, ASwimmerJumpsOutOfThePool) {
    const Level level = pool(-8);
    MoverState state = mover_at({100, 0, -30});
    const MoverInput out = quantised({.forward = 1, .jump = true});
    const auto steps = run(level, state, out, 200);
    const bool is_out = std::any_of(steps.begin(), steps.end(), [](const MoverStep& step) {
        return step.state.mode == MoverMode::Ground && step.state.position.z > 24;
    });
    EXPECT_TRUE(is_out);
    MoverOptions lame;
    lame.climb_out_speed = 0;
    for (const MoverStep& step : run(level, state, out, 200, lame)) {
        EXPECT_LT(step.state.position.z, 24);
    }
}

// A wall with its top at 200, and a ladder before it.
Level tower() {
    return level_of({box_brush({-512, -512, -16}, {512, 512, 0}),
                     box_brush({0, -256, 0}, {256, 256, 200}),
                     box_brush({-8, -32, 0}, {0, 32, 208}, Contents::Ladder)});
}

TEST(Stepper, ClimbsALadderToTheTopAndDownAgain) {
    const Level level = tower();
    const MoverState start = settled_at(level, {-60, 0, 30});
    const auto up = run(level, start, forward(), 160);
    const auto on_ladder = std::count_if(up.begin(), up.end(), [](const MoverStep& step) {
        return step.state.mode == MoverMode::Ladder;
    });
    EXPECT_GT(on_ladder, 64);
    EXPECT_EQ(up.back().state.mode, MoverMode::Ground);
    EXPECT_NEAR(up.back().state.position.z, 200 + kStandHeight, 1e-9);

    // Half way up it holds on, and comes down when it looks down.
    const auto half = std::find_if(
        up.begin(), up.end(), [](const MoverStep& step) { return step.state.position.z > 100; });
    const MoverState held = run(level, half->state, {}, 100).back().state;
    EXPECT_EQ(held.mode, MoverMode::Ladder);
    EXPECT_NEAR(held.position.z, half->state.position.z, 1e-9);
    const MoverInput down = quantised({.view = {.pitch = 60}, .forward = 1});
    EXPECT_LT(run(level, held, down, 20).back().state.position.z, held.position.z - 40);
    const MoverInput away = quantised({.view = {.yaw = 180}, .forward = 1, .jump = true});
    const MoverState fallen = run(level, held, away, 60).back().state;
    EXPECT_LT(fallen.position.x, -100);
    EXPECT_EQ(fallen.mode, MoverMode::Ground);
    EXPECT_NEAR(fallen.position.z, kStandHeight, 0.05);
}

TEST(Stepper, WithoutLadderSpeedThereAreNoLadders) {
    const Level level = tower();
    MoverOptions options;
    options.ladder_speed = 0;
    for (const MoverStep& step : run(level, mover_at({-60, 0, 30}), forward(), 200, options)) {
        EXPECT_NE(step.state.mode, MoverMode::Ladder);
    }
}

TEST(Stepper, LiesBetweenTwoSteepSlopesAsOnTheGround) {
    // A groove along y: its sides rise by 2 for 1.
    const auto side = [](std::int64_t sign) {
        Brush brush;
        const std::int64_t s = sign;
        const Units a{0, -256, 0};
        const Units b{s * 128, -256, 256};
        const Units c{s * 128, -256, 0};
        const auto far = [](Units p) { return Units{p[0], 256, p[2]}; };
        const auto add = [&](const Units& p, const Units& q, const Units& r) {
            brush.sides.push_back(s < 0 ? side_through(p, q, r) : side_through(p, r, q));
        };
        add(a, far(a), far(b));
        add(c, b, far(b));
        add(a, c, far(c));
        add(a, b, c);
        add(far(a), far(c), far(b));
        return brush;
    };
    const Level level = level_of({box_brush({-512, -512, -32}, {512, 512, -16}),
                                  box_brush({-256, -256, -16}, {256, 256, 0}),
                                  side(1),
                                  side(-1)});
    const MoverState lying = run(level, mover_at({5, 0, 200}), {}, 300).back().state;
    EXPECT_EQ(lying.mode, MoverMode::Ground);
    EXPECT_EQ(run(level, lying, {}, 50).back().state, lying);
    const MoverStep jump = step_mover(level, bodies_of(level), lying, quantised({.jump = true}));
    EXPECT_TRUE(jump.jumped);
}

TEST(Stepper, ReturnsABadStateAsItIs) {
    const Level level = tower();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    MoverState bad = mover_at({-100, 0, 50});
    bad.version = 7;
    EXPECT_EQ(step_mover(level, bodies_of(level), bad, {}).problem, MoverProblem::BadState);
    EXPECT_EQ(step_mover(level, bodies_of(level), bad, {}).state, bad);
    for (Vec3 MoverState::* const field :
         {&MoverState::position, &MoverState::velocity, &MoverState::ground_normal}) {
        for (const double value : {nan, 1e30, std::numeric_limits<double>::infinity()}) {
            bad = mover_at({-100, 0, 50});
            (bad.*field).y = value;
            EXPECT_FALSE(is_valid(bad));
            EXPECT_EQ(step_mover(level, bodies_of(level), bad, {}).problem, MoverProblem::BadState);
        }
    }
}

TEST(Stepper, AWalkerThatIsInAWallIsFreedOrReported) {
    const Level level = tower();
    const MoverStep freed = step_mover(level, bodies_of(level), mover_at({-12, 0, 60}), {});
    EXPECT_TRUE(freed.was_freed);
    EXPECT_LE(freed.state.position.x, -15);
    const MoverStep stuck = step_mover(level, bodies_of(level), mover_at({100, 0, 100}), forward());
    EXPECT_EQ(stuck.problem, MoverProblem::Stuck);
    EXPECT_EQ(stuck.state.position, Vec3(100, 0, 100));
}

// The obstacle stands beside the body, so the nearest place out of the wall is not free.
TEST(Stepper, AWalkerThatIsInAWallIsFreedBesideAnObstacle) {
    const Level level = tower();
    const MoverBodies spaces = bodies_of(level);
    const ShapeBody box = shape_of(level, spaces.stand);
    const Vec3 start{-12, 0, 60};
    const ShapeBody post{*ConvexShape::box({4, 4, 4}), {}};
    const double near = box_at(box, start).max.y + 3;
    const std::vector<Other> posts{{1, post, {start.x, near, start.z}}};
    for (const MoverBodies& bodies : {spaces, MoverBodies{box, box}}) {
        const MoverStep freed =
            step_mover(world_with(level, {}, posts), bodies, mover_at(start), {});
        EXPECT_TRUE(freed.was_freed);
        EXPECT_LE(freed.state.position.x, -15);
        EXPECT_LE(freed.state.position.y, -1);
    }
}

TEST(Stepper, WalkersMeetAndNeitherGoesThroughAtAnySpeed) {
    const Level level = level_of({box_brush({-4096, -512, -16}, {4096, 512, 0})});
    const ShapeBody body = shape_of(level, bodies_of(level).stand);
    for (const double speed : {100.0, 320.0, 3900.0}) {
        MoverState state = settled_at(level, {-200, 3, 30});
        state.velocity = {speed, 0, 0};
        const std::vector<Other> other{{9, body, settled_at(level, {0, 0, 30}).position}};
        for (const MoverStep& step : run(world_with(level, {}, other), state, forward(), 100)) {
            EXPECT_LE(step.state.position.x, -30);
            state = step.state;
        }
        EXPECT_GT(state.position.x, -30.1);
        const MoverStep last =
            step_mover(world_with(level, {}, other), bodies_of(level), state, forward());
        ASSERT_EQ(last.walls().size(), 1u);
        EXPECT_EQ(last.walls()[0].obstacle.value, 9u);
        EXPECT_EQ(last.walls()[0].normal, Vec3(-1, 0, 0));
    }
}

TEST(Stepper, StandsOnAnotherAndGoesWithIt) {
    const Level level = level_of({box_brush({-512, -512, -16}, {512, 512, 0})});
    const ShapeBody body = shape_of(level, bodies_of(level).stand);
    std::vector<Other> others{{4, body, {0, 0, kStandHeight}}};
    MoverState state = settled_at(world_with(level, {}, others), {5, 5, 120});
    EXPECT_EQ(state.ground_obstacle.value, 4u);
    EXPECT_NEAR(state.position.z, kStandHeight + 56 + 1.0 / 32, 1e-9);
    const Vec3 start = state.position;
    others[0].motion = {3, -1, 0};
    state = step_mover(world_with(level, {}, others), bodies_of(level), state, {}).state;
    EXPECT_LT(distance(state.position, start + Vec3{3, -1, 0}), 1e-9);
    EXPECT_EQ(state.ground_obstacle.value, 4u);
}

TEST(Stepper, AnObstacleWithMotionPushesAndCrushes) {
    const Level level = level_of(
        {box_brush({-512, -512, -16}, {512, 512, 0}), box_brush({100, -512, 0}, {132, 512, 128})});
    const ShapeBody stone{*ConvexShape::sphere(24), {}};
    const MoverState start = settled_at(level, {60, 0, 30});
    std::vector<Other> others{{2, stone, {10, 0, 30}, {20, 0, 0}}};
    const auto step = [&] {
        return step_mover(world_with(level, {}, others), bodies_of(level), start, {});
    };
    EXPECT_FALSE(step().crush);
    EXPECT_GT(step().state.position.x, 30 + 24 + 14);
    others[0].motion = {60, 0, 0};
    ASSERT_TRUE(step().crush);
    EXPECT_EQ(step().crush->obstacle.value, 2u);
    EXPECT_EQ(step().state.position, start.position);
}

}  // namespace
}  // namespace halfspace::test
