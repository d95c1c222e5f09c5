// SPDX-License-Identifier: MIT
// Models and obstacles that are faster than they are thick. None may pass a mover: it is pushed out
// of the way, or the step reports a crush.
#include "halfspace/move/mover.h"
#include "halfspace/query/free.h"

#include "courses.h"

namespace halfspace::test {
namespace {

constexpr double kSpeeds[] = {3, 20, 60, 80, 100, 200, 400, 1000};

// A floor at 0, a ceiling at 100, and one model of a single box.
Level room_with(const Brush& box) {
    World world = world_of({box_brush({-512, -512, -16}, {512, 512, 0}),
                            box_brush({-512, -512, 100}, {512, 512, 116}),
                            box_brush({100, -512, 0}, {116, 512, 100})});
    world.entities.push_back(Entity{.keys = {{"classname", "func_door"}}, .brushes = {box}});
    return level_of(world);
}

MoverStep step_with(const Level& level, const Vec3& position, const Vec3& motion) {
    const std::vector<MovingModel> models{{level, ModelId(1), {}, moved_by(motion)}};
    return step_mover(world_with(level, models), bodies_of(level), mover_at(position), {});
}

TEST(FastModels, ALiftCrushesAgainstTheCeilingAtAnySpeed) {
    const Level level = room_with(box_brush({-64, -64, 0}, {64, 64, 8}));
    for (const double speed : kSpeeds) {
        MoverState state = mover_at({0, 0, 33});
        const std::vector<MovingModel> resting{at_rest(level, ModelId(1), {})};
        for (int i = 0; i < 32; ++i) {
            state = step_mover(world_with(level, resting), bodies_of(level), state, {}).state;
        }
        ASSERT_EQ(state.mode, MoverMode::Ground);
        const std::vector<MovingModel> models{{level, ModelId(1), {}, moved_by({0, 0, speed})}};
        const MoverStep step = step_mover(world_with(level, models), bodies_of(level), state, {});
        // A standing body of 56 units has room up to a lift at 100 - 56.
        EXPECT_EQ(step.crush.has_value(), speed > 100 - 56 - 8) << speed;
        if (!step.crush) {
            EXPECT_GT(step.state.position.z, 24 + 8 + speed - 1) << speed;
        }
    }
}

TEST(FastModels, ADoorCrushesAgainstAWallAtAnySpeed) {
    const Level level = room_with(box_brush({0, -64, 0}, {8, 64, 96}));
    for (const double speed : kSpeeds) {
        const MoverStep step = step_with(level, {60, 0, 25}, {speed, 0, 0});
        // The body has room between the door and the wall at 100 while the door is below 70 - 8.
        EXPECT_EQ(step.crush.has_value(), speed > 70 - 8) << speed;
    }
}

TEST(FastModels, AnObstacleCrushesAgainstAWallAtAnySpeed) {
    const Level level = room_with(box_brush({-400, -8, 0}, {-392, 8, 96}));
    const ShapeBody stone{*ConvexShape::box({4, 64, 40}), {}};
    for (const double speed : kSpeeds) {
        const std::vector<Other> stones{{7, stone, {4, 0, 45}, {speed, 0, 0}}};
        const MoverStep step =
            step_mover(world_with(level, {}, stones), bodies_of(level), mover_at({60, 0, 25}), {});
        EXPECT_EQ(step.crush.has_value(), speed > 70 - 8) << speed;
    }
}

// A body that cannot go aside is not passed by a stone that it would slide around in the open.
TEST(FastModels, ARoundObstacleDoesNotGoThroughABodyInACorner) {
    const Level level = level_of({box_brush({-512, -512, -16}, {512, 512, 0}),
                                  box_brush({100, -512, 0}, {116, 512, 400}),
                                  box_brush({-512, 100, 0}, {512, 116, 400})});
    const MoverState start = settled_at(level, {84, 84, 30});
    for (const double speed : kSpeeds) {
        for (const double aside : {5.0, 15.0, 25.0}) {
            const ShapeBody stone{*ConvexShape::sphere(30), {}};
            const Vec3 at{84 - aside, 84 - aside / 2, 100};
            const std::vector<Other> stones{{7, stone, at, {0, 0, -speed}}};
            const MoverStep step =
                step_mover(world_with(level, {}, stones), bodies_of(level), start, {});
            // It touches the head, which is at 56, before it has fallen 20 units.
            EXPECT_EQ(step.crush.has_value(), speed >= 20) << speed << " " << aside;
        }
    }
}

TEST(FastModels, AWedgeTakesABodyAlongThatCannotGoAside) {
    World world = world_of({box_brush({-512, -512, -16}, {2048, 512, 0}),
                            box_brush({-512, -36, 0}, {2048, -20, 128}),
                            box_brush({-512, 20, 0}, {2048, 36, 128})});
    world.entities.push_back(Entity{.keys = {{"classname", "func_door"}},
                                    .brushes = {turned_box({-6, -6, 0}, {6, 6, 96}, 45, 3)}});
    const Level level = level_of(world);
    const MoverState start = settled_at(level, {60, 0, 30});
    for (const double speed : kSpeeds) {
        for (const double aside : {0.0, 2.0, -7.0}) {
            const std::vector<MovingModel> models{
                {level, ModelId(1), moved_by({0, aside, 0}), moved_by({speed, aside, 0})}};
            const MoverStep step =
                step_mover(world_with(level, models), bodies_of(level), start, {});
            EXPECT_FALSE(step.crush);
            EXPECT_GT(step.state.position.x, speed) << speed << " " << aside;
        }
    }
}

TEST(FastModels, AnObstacleThatTheGameHasPlacedElsewhereCarriesNobody) {
    const Level level = room_with(box_brush({300, -64, 0}, {308, 64, 96}));
    const ShapeBody raft{*ConvexShape::box({40, 40, 4}), {}};
    std::vector<Other> rafts{{7, raft, {0, 0, 4}}};
    const MoverState start = settled_at(world_with(level, {}, rafts), {0, 0, 40});
    ASSERT_EQ(start.ground_obstacle.value, 7u);
    rafts[0] = {7, raft, {0, 400, 4}, {-300, 0, 0}};
    const MoverStep step = step_mover(world_with(level, {}, rafts), bodies_of(level), start, {});
    EXPECT_EQ(step.state.position.x, 0);
    EXPECT_EQ(step.state.ground_obstacle, ObstacleId());
}

TEST(FastModels, AnObstacleDoesNotPushIntoAModelFarAway) {
    const Level level = room_with(box_brush({-400, -64, 0}, {-392, 64, 96}));
    const ShapeBody stone{*ConvexShape::box({4, 64, 40}), {}};
    const std::vector<MovingModel> models{at_rest(level, ModelId(1), {})};
    for (const double speed : kSpeeds) {
        const std::vector<Other> stones{{7, stone, {64, 0, 45}, {-speed, 0, 0}}};
        const MoverStep step = step_mover(
            world_with(level, models, stones), bodies_of(level), mover_at({0, 0, 25}), {});
        const std::vector<PlacedModel> placed{{ModelId(1), {}}};
        EXPECT_TRUE(is_free(
            {level, placed}, std::get<SpaceId>(bodies_of(level).stand), step.state.position))
            << speed;
        EXPECT_GT(step.state.position.x, -392) << speed;
    }
}

// A shape that touches the floor exactly is free, and walks.
TEST(FastModels, AShapeThatTouchesTheFloorExactlyIsNotStuck) {
    const Level level = room_with(box_brush({-400, -64, 0}, {-392, 64, 96}));
    for (int i = 1; i <= 40; ++i) {
        const double radius = 3 + i * 0.37;
        for (const ConvexShape& shape :
             {*ConvexShape::sphere(radius), *ConvexShape::capsule(11.1, radius)}) {
            const MoverBody body = ShapeBody{shape, {}};
            const double height = shape.bounds().max.z;
            MoverState state = mover_at({i * 1.7 - 40, i * 2.3, height});
            const MoverInput input = quantised({.view = {}, .forward = 1});
            for (int step = 0; step < 16; ++step) {
                const MoverStep done = step_mover(level, {body, body}, state, input);
                ASSERT_EQ(done.problem, MoverProblem::None);
                state = done.state;
            }
            EXPECT_GT(state.position.x, i * 1.7 - 40 + 10) << radius;
        }
    }
}

TEST(MoverState, OnTheGroundNeedsANormal) {
    MoverState state = mover_at({0, 0, 25});
    state.mode = MoverMode::Ground;
    EXPECT_FALSE(is_valid(state));
    state.ground_normal = {0, 0, 1};
    EXPECT_TRUE(is_valid(state));
}

}  // namespace
}  // namespace halfspace::test
