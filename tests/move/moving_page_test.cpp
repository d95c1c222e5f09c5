// SPDX-License-Identifier: MIT
// The code of docs/moving.md: it compiles and does what the page says. tests/readme holds the page
// against this file.
#include "halfspace/compile/bodies.h"
#include "halfspace/spatial/octree.h"

#include "courses.h"
#include "support/test_data.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <string>

namespace halfspace::test {
namespace {

constexpr ModelId kDoor{1};
constexpr ModelId kWindow{2};

// A floor, a door across the x axis at 100, and a window far away.
Level level_with_a_door() {
    World world = world_of({box_brush({-512, -512, -16}, {512, 512, 0})});
    for (const Brush& model :
         {box_brush({100, -64, 0}, {108, 64, 96}), box_brush({-400, 0, 0}, {-392, 64, 96})}) {
        world.entities.push_back(Entity{.keys = {{"classname", "func_door"}}, .brushes = {model}});
    }
    return level_of(world);
}

TEST(MovingPage, OnePlayer) {
    const Level level = level_with_a_door();
    const Vec3 start{0, 0, 30};
    const Angles angles{.yaw = 90};
    const bool is_space_pressed = false;

    const MoverBodies bodies{*find_space(level, "stand"), *find_space(level, "crouch")};
    MoverState player = mover_at(start);

    // 64 times a second:
    Controls controls{.view = angles, .forward = 1, .jump = is_space_pressed};
    const MoverStep step = step_mover(level, bodies, player, quantised(controls));
    player = step.state;

    EXPECT_EQ(player.mode, MoverMode::Air);
    EXPECT_GT(player.position.y, start.y);
    EXPECT_LT(player.position.z, start.z);
}

TEST(MovingPage, BodiesOfAnyShape) {
    // The positions are at the feet.
    const MoverBodies barrel{ShapeBody{*ConvexShape::cylinder(28, 15), {0, 0, 28}},
                             ShapeBody{*ConvexShape::cylinder(20, 15), {0, 0, 20}}};

    const Level level = level_with_a_door();
    MoverState state = mover_at({0, 0, 1});
    for (int i = 0; i < 32; ++i) {
        state = step_mover(level, barrel, state, {}).state;
    }
    EXPECT_EQ(state.mode, MoverMode::Ground);
    EXPECT_LT(state.position.z, 0.1);
}

TEST(MovingPage, DoorsAndLifts) {
    const Level level = level_with_a_door();
    const MoverBodies bodies = bodies_of(level);
    const ModelId door = kDoor;
    const ModelId window = kWindow;
    const MoverState player = settled_at(level, {104, 0, 40});
    const MoverInput input = forward();

    std::vector<MovingModel> models;  // every model that blocks, also those at rest
    models.emplace_back(level, door, moved_by({0, 0, 100}), moved_by({0, 0, 98}));
    models.emplace_back(level, PlacedModel{window, Transform{}});  // at rest
    MoverStep step = step_mover({level, models}, bodies, player, input);

    EXPECT_FALSE(step.crush);
    models[0] = {level, door, moved_by({0, 0, 98}), moved_by({0, 0, 20})};
    step = step_mover({level, models}, bodies, player, input);
    ASSERT_TRUE(step.crush);
    EXPECT_EQ(step.crush->model, door);
}

TEST(MovingPage, ManyPlayers) {
    struct Agent {
        std::uint32_t id;
        MoverState state;
        MoverInput input;
    };
    const Level level = level_with_a_door();
    const MoverBodies bodies = bodies_of(level);
    const std::vector<MovingModel> models;
    Agent agent{1, settled_at(level, {0, 0, 40}), forward()};
    const Vec3 start = agent.state.position;
    const auto agents_near = [&](const Agent&) {
        return std::vector<Agent>{{2, mover_at(start + Vec3{40, 0, 0}), {}}};
    };

    const auto make_step = [&] {
        std::vector<Obstacle> others;
        for (const Agent& other : agents_near(agent)) {
            others.push_back({other.id, shape_of(level, bodies.stand), other.state.position});
        }
        agent.state = step_mover({level, models, others}, bodies, agent.state, agent.input).state;
    };
    for (int i = 0; i < 64; ++i) {
        make_step();
    }

    EXPECT_GT(agent.state.position.x, start.x + 9);
    EXPECT_LE(agent.state.position.x, start.x + 10);
}

TEST(MovingPage, AnOctreeFindsThoseThatAreNear) {
    struct Agent {
        ObjectId box;
        MoverState state;
    };
    const Level level = level_with_a_door();
    const ShapeBody shape = shape_of(level, bodies_of(level).stand);
    Agent agent{{}, mover_at({0, 0, 40})};

    Octree octree = *Octree::create();
    OctreeRoom room;  // memory for its answers
    agent.box = *octree.insert(box_at(shape, agent.state.position));

    const ObjectId other = *octree.insert(box_at(shape, {40, 0, 40}));
    ASSERT_TRUE(octree.insert(box_at(shape, {400, 0, 40})));
    std::vector<ObjectId> near;
    const Aabb reach = grown(octree.box(agent.box), 32);  // farther than an agent goes in one step
    std::ranges::copy(octree.in_box(reach, room), std::back_inserter(near));
    EXPECT_EQ(near, (std::vector{agent.box, other}));

    agent.state.position.x = 380;
    const Result<void> moved = octree.update(agent.box, box_at(shape, agent.state.position));

    EXPECT_TRUE(moved);
    EXPECT_EQ(octree.in_box(octree.box(agent.box), room).size(), 2u);
}

// A row of the table of sizes; numbers are rounded to whole ones.
std::string row(const std::string& what, double value, const std::string& unit = "") {
    return "| " + what + " | " + std::to_string(std::lround(value)) + unit + " |\n";
}

std::string row(const std::string& what, const Body& body) {
    const Vec3 size = body.max - body.min;
    const auto text = [](double length) { return std::to_string(std::lround(length)); };
    return "| " + what + " | " + text(size.x) + " x " + text(size.y) + " x " + text(size.z) +
           " |\n";
}

TEST(MovingPage, TheSizesForDesignersAreTheDefaults) {
    std::ifstream file(project_file("docs/moving.md"));
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    const std::vector<Body> bodies = default_bodies();
    const MoverOptions options;
    const double jump = options.jump_speed * options.jump_speed / (2 * options.gravity);
    const double slope = std::acos(options.floor_normal) * 180 / std::numbers::pi;
    for (const std::string& expected :
         {row("the standing body, wide and high", bodies[0]),
          row("the crouching body, wide and high", bodies[1]),
          row("the position of a body above its feet", -bodies[0].min.z),
          row("the highest stair", options.step_height),
          row("the highest jump from the floor", std::floor(jump)),
          row("the steepest slope to walk on", std::floor(slope), " degrees"),
          row("walking, in a second", options.walk_speed),
          row("crouching, in a second", options.crouch_speed),
          row("swimming, in a second", options.swim_speed),
          row("climbing a ladder, in a second", options.ladder_speed)}) {
        EXPECT_NE(page.find(expected), std::string::npos) << expected;
    }
}

}  // namespace
}  // namespace halfspace::test
