// SPDX-License-Identifier: MIT
// Lifts, doors and turning models.
#include "halfspace/query/free.h"

#include "courses.h"

#include <algorithm>
#include <cmath>

namespace halfspace::test {
namespace {

constexpr ModelId kModel{1};
constexpr ModelId kSecondModel{2};

// A floor up to z = 0, and models of one box each.
Level floor_with(std::vector<Brush> models) {
    World world = world_of({box_brush({-1024, -1024, -16}, {1024, 1024, 0})});
    for (Brush& model : models) {
        world.entities.push_back(
            Entity{.keys = {{"classname", "func_door"}}, .brushes = {std::move(model)}});
    }
    return level_of(world);
}

Brush plate() {
    return box_brush({-64, -64, 0}, {64, 64, 16});
}

bool has_room(const Level& level, const std::vector<MovingModel>& models, const MoverState& state) {
    std::vector<PlacedModel> placed;
    for (const MovingModel& moving : models) {
        placed.push_back({moving.model(), moving.to()});
    }
    return is_free({level, placed}, *find_space(level, "stand"), state.position);
}

TEST(Carry, ALiftTakesItsPassengerUpAndDownAtAnySpeed) {
    const Level level = floor_with({plate()});
    for (const double speed : {1.0, 100.0, 3000.0}) {
        std::vector<MovingModel> models{at_rest(level, kModel, {})};
        MoverState state = settled_at(world_with(level, models), {10, 20, 50});
        EXPECT_EQ(state.ground_model, kModel);
        const Vec3 start = state.position;
        double height = 0;
        for (int i = 0; i < 100; ++i) {
            const double next = height + (i < 50 ? speed : -speed) / 64;
            models[0] = {level, kModel, moved_by({0, 0, height}), moved_by({0, 0, next})};
            height = next;
            const MoverStep step =
                step_mover(world_with(level, models), bodies_of(level), state, {});
            state = step.state;
            ASSERT_EQ(state.mode, MoverMode::Ground);
            ASSERT_FALSE(step.crush);
            EXPECT_NEAR(state.position.z - height, start.z, 1e-9);
            EXPECT_EQ(state.velocity, Vec3());
        }
        EXPECT_EQ(state.position.x, start.x);
    }
}

TEST(Carry, ACarouselTakesItsPassengerAround) {
    const Level level = floor_with({plate()});
    std::vector<MovingModel> models{at_rest(level, kModel, {})};
    const MoverState start = settled_at(world_with(level, models), {40, 0, 50});
    for (const double degrees_per_step : {0.5, 7.0, 90.0, 179.0}) {
        MoverState state = start;
        double angle = 0;
        for (int i = 0; i < 60; ++i) {
            const auto turned = [](double yaw) { return turned_about({}, {.yaw = yaw}); };
            models[0] = {level, kModel, turned(angle), turned(angle + degrees_per_step)};
            angle += degrees_per_step;
            state = step_mover(world_with(level, models), bodies_of(level), state, {}).state;
            ASSERT_EQ(state.mode, MoverMode::Ground);
            const Vec3 place = to_local(models[0].to(), state.position);
            ASSERT_LT(distance(place, start.position), 1e-6) << degrees_per_step << " " << i;
        }
    }
}

TEST(Carry, AThinDoorPushesAtAnySpeedAndNobodyIsLeftBehind) {
    const Level level = floor_with({box_brush({-8, -512, 0}, {0, 512, 128})});
    for (const double way : {0.1, 5.0, 60.0, 700.0}) {
        const std::vector<MovingModel> models{
            {level, kModel, moved_by({-100, 0, 0}), moved_by({-100 + way + 85, 0, 0})}};
        const MoverState start = settled_at(level, {0, 0, 40});
        const MoverStep step = step_mover(world_with(level, models), bodies_of(level), start, {});
        EXPECT_FALSE(step.crush);
        EXPECT_NEAR(step.state.position.x, -15 + way + 15 + 1.0 / 32, 1e-6);
        EXPECT_EQ(step.state.position.y, 0);
        EXPECT_TRUE(has_room(level, models, step.state));
    }
}

TEST(Carry, ABarThatTurnsHalfARoundInOneStepPushesAhead) {
    // The mover stands in the way of a thin bar that turns about the z axis.
    const Level level = floor_with({box_brush({0, -2, 0}, {400, 2, 128})});
    for (const double distance_of_mover : {40.0, 150.0, 300.0}) {
        for (const double turn : {30.0, 90.0, 170.0}) {
            const std::vector<MovingModel> models{{level,
                                                   kModel,
                                                   turned_about({}, {.yaw = -40}),
                                                   turned_about({}, {.yaw = turn - 40})}};
            const MoverState start = settled_at(level, {distance_of_mover, 0, 40});
            const MoverStep step =
                step_mover(world_with(level, models), bodies_of(level), start, {});
            EXPECT_FALSE(step.crush);
            EXPECT_TRUE(has_room(level, models, step.state));
            const Vec3 seen = to_local(models[0].to(), step.state.position);
            if (turn > 60) {
                EXPECT_GT(seen.y, 0) << "ahead of the bar; " << distance_of_mover << " " << turn;
            }
        }
    }
}

TEST(Carry, ADoorThatClosesOnABodyInACornerReportsACrush) {
    World world = world_of({box_brush({-512, -512, -16}, {512, 512, 0}),
                            box_brush({100, -512, 0}, {132, 512, 128}),
                            box_brush({-512, 100, 0}, {512, 132, 128})});
    // It comes along the diagonal of the corner, with two faces.
    world.entities.push_back(Entity{.keys = {{"classname", "func_door"}},
                                    .brushes = {box_brush({-200, -20, 0}, {0, 100, 128}),
                                                box_brush({-200, -200, 0}, {100, -20, 128})}});
    const Level level = level_of(world);
    const MoverState start = settled_at(level, {60, 60, 40});
    const auto step_with = [&](double way) {
        const std::vector<MovingModel> models{
            {level, kModel, moved_by({}), moved_by({way, way / 2, 0})}};
        return step_mover(world_with(level, models), bodies_of(level), start, {});
    };
    const MoverStep pushed = step_with(60);
    EXPECT_FALSE(pushed.crush);
    EXPECT_GT(pushed.state.position.x, start.position.x);
    const MoverStep crushed = step_with(90);
    ASSERT_TRUE(crushed.crush);
    EXPECT_EQ(crushed.crush->model, kModel);
    // The door goes back to the reported part of its way, and the mover has room there.
    const double part = crushed.crush->fraction * 90;
    EXPECT_TRUE(
        has_room(level, {{level, kModel, {}, moved_by({part, part / 2, 0})}}, crushed.state));
}

// A turning model advances in parts. The crush comes in the midst of its way.
TEST(Carry, AStateAfterACrushBelongsToTheReportedPartOfTheWay) {
    World world = world_of(
        {box_brush({-512, -512, -16}, {512, 512, 0}), box_brush({-20, 36, 24}, {20, 76, 128})});
    world.entities.push_back(Entity{.keys = {{"classname", "func_door"}},
                                    .brushes = {box_brush({-96, -96, 0}, {96, 96, 16}),
                                                box_brush({0, -40, 16}, {96, -20, 128})}});
    const Level level = level_of(world);
    const std::vector<MovingModel> resting{at_rest(level, kModel, {})};
    MoverState start = settled_at(world_with(level, resting), {60, 0, 42});
    start.velocity = {100, 0, 0};
    const auto turned = [](double yaw) { return turned_about({}, {.yaw = yaw}); };
    const std::vector<MovingModel> turning{{level, kModel, {}, turned(120)}};
    const MoverStep crushed = step_mover(world_with(level, turning), bodies_of(level), start, {});
    ASSERT_TRUE(crushed.crush);
    const double part = crushed.crush->fraction;
    EXPECT_GT(part, 0.1);
    EXPECT_LT(part, 0.9);
    const Transform reached = turned(120 * part);
    const std::vector<MovingModel> held{at_rest(level, kModel, reached)};
    EXPECT_TRUE(has_room(level, held, crushed.state));
    EXPECT_EQ(crushed.state.ground_model, kModel);
    EXPECT_LT(distance(direction_to_local(reached, crushed.state.velocity), start.velocity), 1e-9);
    const MoverStep next = step_mover(world_with(level, held), bodies_of(level), crushed.state, {});
    EXPECT_EQ(next.problem, MoverProblem::None);
    EXPECT_FALSE(next.was_freed);
    EXPECT_EQ(next.state.mode, MoverMode::Ground);
}

// The ground of a crushed mover may hang over by then. Its state must still be valid.
TEST(Carry, AStateIsValidAfterACrushByACabinThatTipsOver) {
    World world = world_of({box_brush({-400, -512, -400}, {-50, 512, 400})});
    world.entities.push_back(Entity{.keys = {{"classname", "func_door"}},
                                    .brushes = {box_brush({24, -64, -16}, {184, 64, 0}),
                                                box_brush({24, -64, 128}, {184, 64, 144}),
                                                box_brush({24, -64, 0}, {40, 64, 128}),
                                                box_brush({168, -64, 0}, {184, 64, 128}),
                                                box_brush({24, -80, -16}, {184, -64, 144}),
                                                box_brush({24, 64, -16}, {184, 80, 144})}});
    const Level level = level_of(world);
    const std::vector<MovingModel> resting{at_rest(level, kModel, {})};
    const MoverState start = settled_at(world_with(level, resting), {100, 0, 30});
    const Transform tipped = turned_about({}, {.pitch = 170});
    const std::vector<MovingModel> models{{level, kModel, {}, tipped}};
    const MoverStep step = step_mover(world_with(level, models), bodies_of(level), start, {});
    ASSERT_TRUE(step.crush);
    EXPECT_GT(step.crush->fraction * 170, 90);
    EXPECT_TRUE(is_valid(step.state));
    EXPECT_EQ(step.state.mode, MoverMode::Air);
}

TEST(Carry, TwoLiftsThatPressABodyReportACrush) {
    const Level level = floor_with({plate(), box_brush({-64, -64, 80}, {64, 64, 96})});
    const std::vector<MovingModel> resting{at_rest(level, kModel, {}),
                                           at_rest(level, kSecondModel, {})};
    const MoverState start = settled_at(world_with(level, resting), {0, 0, 41});
    const auto step_with = [&](double up, double down) {
        const std::vector<MovingModel> models{{level, kModel, {}, moved_by({0, 0, up})},
                                              {level, kSecondModel, {}, moved_by({0, 0, -down})}};
        return step_mover(world_with(level, models), bodies_of(level), start, {});
    };
    EXPECT_FALSE(step_with(3, 3).crush);
    EXPECT_TRUE(step_with(5, 5).crush);
    EXPECT_EQ(step_with(5, 5).state.position, start.position);
    EXPECT_FALSE(step_with(30, -40).crush) << "both go up, the upper one in front";
    EXPECT_FALSE(step_with(-10, 8).crush) << "both go down";
}

// Beyond 2^20 a state is not valid, so nothing may push a mover there.
TEST(Carry, APushBeyondTheLastPlaceIsACrush) {
    const Level level = floor_with({plate()});
    const ShapeBody box = shape_of(level, bodies_of(level).stand);
    const MoverState start = mover_at({kMaxMoverPlace - 100, 0, 0});
    for (const MoverBodies& bodies : {bodies_of(level), MoverBodies{box, box}}) {
        for (const double way : {190.0, 400.0, 0x1p20}) {
            const Vec3 before{kMaxMoverPlace - 200, 0, 0};
            const ShapeBody ball{*ConvexShape::sphere(24), {}};
            const std::vector<Other> stones{{2, ball, before, {way, 0, 0}}};
            const double end = std::min(before.x + way, kMaxMoverPlace);
            const std::vector<MovingModel> models{
                {level, kModel, moved_by(before), moved_by({end, 0, 0})}};
            const MoverStep by_stone = step_mover(world_with(level, {}, stones), bodies, start, {});
            const MoverStep by_model = step_mover(world_with(level, models), bodies, start, {});
            EXPECT_TRUE(by_stone.crush) << way;
            EXPECT_TRUE(by_model.crush) << way;
            EXPECT_TRUE(is_valid(by_stone.state));
            EXPECT_TRUE(is_valid(by_model.state));
        }
    }
}

TEST(Carry, TheLargestNumbersThatAreAllowedLeaveAValidState) {
    const Level level = floor_with({plate()});
    const auto place = [](int signs) {
        const auto at = [&](int axis) {
            return (signs >> axis & 1) != 0 ? kMaxMoverPlace : -kMaxMoverPlace;
        };
        return Vec3{at(0), at(1), at(2)};
    };
    const ShapeBody barrel{*ConvexShape::cylinder(28, 15), {0, 0, 28}};
    for (int from = 0; from < 8; ++from) {
        for (int to = 0; to < 8; ++to) {
            Transform end = turned_about({}, {.pitch = 30.0 * from, .yaw = 45.0 * to});
            end.translation = place(to);
            const std::vector<MovingModel> models{{level, kModel, moved_by(place(from)), end}};
            const std::vector<Other> stones{{2, barrel, place(from), place(to)}};
            MoverState start = mover_at(place(from) * (1 - 0x1p-16));
            start.mode = MoverMode::Ground;
            start.ground_model = kModel;
            start.ground_normal = {0, 0, 1};
            const MoverBodies bodies{barrel, barrel};
            EXPECT_TRUE(
                is_valid(step_mover(world_with(level, models, stones), bodies, start, {}).state));
        }
    }
}

// The lift has gone its whole way when the stone presses its rider into the wall. So the rider is
// free above the lift at the end of its way, and stuck in the lift at the start.
TEST(Carry, ACrushByAStoneLeavesTheRiderOnTheLiftAtTheEndOfItsWay) {
    World world = world_of({box_brush({-512, -512, -64}, {512, 512, -48}),
                            box_brush({64, -512, -48}, {96, 512, 256})});
    world.entities.push_back(Entity{.keys = {{"classname", "func_door"}}, .brushes = {plate()}});
    const Level level = level_of(world);
    const std::vector<MovingModel> resting{at_rest(level, kModel, {})};
    const MoverState start = settled_at(world_with(level, resting), {45, 0, 45});
    const Transform low = moved_by({0, 0, -20});
    const std::vector<MovingModel> down{{level, kModel, {}, low}};
    const ShapeBody stone{*ConvexShape::sphere(12), {}};
    const std::vector<Other> stones{{2, stone, {5, 0, 30}, {30, 0, 0}}};
    const MoverStep step = step_mover(world_with(level, down, stones), bodies_of(level), start, {});
    ASSERT_TRUE(step.crush);
    EXPECT_EQ(step.crush->obstacle.value, 2u);
    EXPECT_EQ(step.crush->fraction, 1);
    const auto next = [&](const Transform& lift) {
        const std::vector<MovingModel> models{at_rest(level, kModel, lift)};
        return step_mover(world_with(level, models), bodies_of(level), step.state, {});
    };
    EXPECT_EQ(next(low).problem, MoverProblem::None);
    EXPECT_FALSE(next(low).was_freed);
    EXPECT_NE(next({}).problem, MoverProblem::None);
}

TEST(Carry, AJumpFromARisingLiftKeepsTheSpeedOfTheLift) {
    const Level level = floor_with({plate()});
    std::vector<MovingModel> models{at_rest(level, kModel, {})};
    const MoverState start = settled_at(world_with(level, models), {0, 0, 50});
    models[0] = {level, kModel, {}, moved_by({0, 0, 100.0 / 64})};
    const MoverStep step =
        step_mover(world_with(level, models), bodies_of(level), start, quantised({.jump = true}));
    EXPECT_TRUE(step.jumped);
    EXPECT_NEAR(step.state.velocity.z, 270 + 100 - 800.0 / 64, 1e-9);
}

TEST(Carry, ABodyThatStartsInADoorIsFreedOrReported) {
    const Level level = floor_with({box_brush({-64, -64, 0}, {64, 64, 128})});
    const std::vector<MovingModel> models{at_rest(level, kModel, {})};
    const CollisionWorld around = world_with(level, models);
    const MoverStep freed = step_mover(around, bodies_of(level), mover_at({75, 0, 40}), {});
    EXPECT_EQ(freed.problem, MoverProblem::None);
    EXPECT_TRUE(freed.was_freed);
    EXPECT_TRUE(has_room(level, models, freed.state));
    const MoverStep stuck = step_mover(around, bodies_of(level), mover_at({0, 0, 40}), {});
    EXPECT_EQ(stuck.problem, MoverProblem::Stuck);
    EXPECT_EQ(stuck.state.position, Vec3(0, 0, 40));
}

TEST(Carry, MoreThanSixtyFourNearModelsAreReported) {
    std::vector<Brush> boxes;
    std::vector<MovingModel> models;
    for (int i = 0; i < 65; ++i) {
        boxes.push_back(box_brush({i - 32, 40, 0}, {i - 31, 48, 8}));
    }
    const Level level = floor_with(boxes);
    for (std::uint32_t m = 1; m <= 65; ++m) {
        models.push_back(at_rest(level, ModelId(m)));
    }
    const MoverState start = mover_at({0, 0, 25});
    const MoverStep step =
        step_mover(world_with(level, models), bodies_of(level), start, forward());
    EXPECT_EQ(step.problem, MoverProblem::TooManyNear);
    EXPECT_EQ(step.state, start);
    models.pop_back();
    EXPECT_EQ(step_mover(world_with(level, models), bodies_of(level), start, forward()).problem,
              MoverProblem::None);
}

}  // namespace
}  // namespace halfspace::test
