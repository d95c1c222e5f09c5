// SPDX-License-Identifier: MIT
// The code of docs/guides/moving.md: it compiles and does what the page says. tests/readme holds
// the page against this file.
#include "halfspace/compile/bodies.h"
#include "halfspace/move/doors.h"
#include "halfspace/move/player.h"
#include "halfspace/move/player_start.h"
#include "halfspace/spatial/octree.h"

#include "courses.h"
#include "support/test_data.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
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
        world.entities.push_back(
            Entity{.keys = {{"classname", "func_door"}, {"angle", "-1"}}, .brushes = {model}});
    }
    return level_of(world);
}

TEST(MovingPage, OnePlayer) {
    const Level level = level_with_a_door();
    const Vec3 start{0, 0, 30};
    const Angles angles{.yaw = 90};
    const bool is_space_pressed = false;

    const auto stand = find_space(level, "stand");
    const auto crouch = find_space(level, "crouch");
    if (!stand || !crouch) {
        std::puts(to_string(no_such_space(level, stand ? "crouch" : "stand")).c_str());
        return;  // the level was compiled for other bodies
    }
    const MoverBodies bodies{*stand, *crouch};
    MoverState player = mover_at(start);

    // 64 times a second:
    Controls controls{.view = angles, .forward = 1, .jump = is_space_pressed};
    const MoverStep step = step_mover(level, bodies, player, quantised(controls));
    player = step.state;

    EXPECT_EQ(player.mode, MoverMode::Air);
    EXPECT_GT(player.position.y, start.y);
    EXPECT_LT(player.position.z, start.z);
}

TEST(MovingPage, Starts) {
    World world = world_of({box_brush({-512, -512, -16}, {512, 512, 0})});
    world.entities.push_back(
        Entity{.keys = {{"classname", "info_player_start"}, {"origin", "8 8 16"}}});
    const Level level = level_of(world);
    const MoverBodies bodies = bodies_of(level);

    const auto found = find_start(level, bodies.stand);

    ASSERT_TRUE(found);
    EXPECT_NEAR(found->position.z, 24, 0.01);
}

TEST(MovingPage, PlayersAndTheirEyes) {
    const Level level = level_with_a_door();
    const Vec3 start{0, 0, 24.1};
    Doors doors(level);
    const double seconds = 0.1;
    int drawn = 0;
    const auto draw = [&](const Vec3& eye, const Angles&) { drawn += eye.x > 0 ? 1 : 0; };

    Player player(usual_body(level));
    player.stand_at(level, start + Vec3{0, 0, player.body()->standing_eye});  // the eye's place

    // In each frame:
    player.advance(doors, seconds, {.forward = 1});
    draw(player.eye(), player.angles());

    EXPECT_EQ(drawn, 1);
}

TEST(MovingPage, DoorsOfTheLevel) {
    const Level level = level_with_a_door();
    const MoverBodies bodies = bodies_of(level);
    const MoverInput input = forward();
    MoverState player = mover_at({60, 0, 30});
    const bool has_key = true;

    Doors doors(level);
    player = step_among(doors, bodies, player, input).state;

    doors.lock(0);
    if (has_key && contains(doors.doors()[0].reach, player.position)) {
        doors.unlock(0);
    }
    const bool is_open = doors.states()[0].mode == DoorMode::Open;

    EXPECT_FALSE(is_open);
    EXPECT_EQ(doors.states()[0].locked, 0);
    const std::vector<Vec3> positions{player.position};
    const MoverState before = player;
    int tried = 0;
    const auto step_all = [&](const CollisionWorld& world) -> std::optional<ModelId> {
        const MoverStep step = step_mover(world, bodies, before, input);
        player = step.state;
        return ++tried == 1 ? std::optional(kDoor) : std::nullopt;
    };

    doors.step(1.0 / 64, positions);
    for (std::size_t tries = 0; tries <= doors.doors().size(); ++tries) {
        const std::optional<ModelId> crushed = step_all(doors.world());
        if (!crushed) {
            break;
        }
        doors.turn_back(*crushed);
    }
    doors.finish();

    EXPECT_EQ(tried, 2);
    EXPECT_EQ(doors.states()[1], DoorState());
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

    CollisionWorld world(level);
    world.place_models_at_rest();
    world.place(door, moved_by({0, 0, 100}));  // open

    // In each step:
    world.end_step();                        // what has moved rests where it is now
    world.move(door, moved_by({0, 0, 98}));  // it comes down
    MoverStep step = step_mover(world, bodies, player, input);

    EXPECT_FALSE(step.crush);
    EXPECT_TRUE(world.holds(window));
    world.end_step();
    world.move(door, moved_by({0, 0, 20}));
    step = step_mover(world, bodies, player, input);
    ASSERT_TRUE(step.crush);
    EXPECT_EQ(step.crush->model, door);
}

TEST(MovingPage, PushesAndTeleports) {
    const Level level = level_with_a_door();
    MoverState player = settled_at(level, {0, 0, 40});
    const Vec3 destination{-200, 0, 60};

    player = pushed(player, {0, 0, 600});    // a jump pad, or an explosion
    player = moved_to(player, destination);  // a teleport

    EXPECT_EQ(player.position, destination);
    EXPECT_EQ(player.velocity, Vec3(0, 0, 600));
    const Vec3 guard = destination - Vec3{0, 8, 0};
    EXPECT_EQ(angles_towards(player.position - guard), (Angles{.yaw = 90}));
}

TEST(MovingPage, ManyPlayers) {
    struct Agent {
        ObstacleId id;
        MoverState state;
        MoverInput input;
    };
    const Level level = level_with_a_door();
    const MoverBodies bodies = bodies_of(level);
    const Vec3 start = settled_at(level, {0, 0, 40}).position;
    std::vector<Agent> agents{{ObstacleId(1), mover_at(start), forward()},
                              {ObstacleId(2), mover_at(start + Vec3{40, 0, 0}), {}}};
    CollisionWorld world(level);

    // Once:
    for (const Agent& agent : agents) {
        world.place(agent.id,
                    {.body = shape_of(level, bodies.stand), .position = agent.state.position});
    }

    const auto make_step = [&] {
        // In each step, in the order of their ids:
        for (Agent& agent : agents) {
            const LeaveOut itself{.obstacles = {&agent.id, 1}};
            agent.state = step_mover({world, itself}, bodies, agent.state, agent.input).state;
            world.place(agent.id, agent.state.position);
        }
    };
    for (int i = 0; i < 64; ++i) {
        make_step();
    }

    EXPECT_GT(agents[0].state.position.x, start.x + 9);
    EXPECT_LE(agents[0].state.position.x, start.x + 10);
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
    QueryScratch scratch;  // memory for its answers
    agent.box = *octree.insert(box_at(shape, agent.state.position));

    const ObjectId other = *octree.insert(box_at(shape, {40, 0, 40}));
    ASSERT_TRUE(octree.insert(box_at(shape, {400, 0, 40})));
    const Aabb reach = grown(octree.box(agent.box), 32);
    const AnswerList<ObjectId> near = octree.in_box(reach, scratch);
    EXPECT_TRUE(std::ranges::equal(near, std::vector{agent.box, other}));

    agent.state.position.x = 380;
    const Result<void> moved = octree.update(agent.box, box_at(shape, agent.state.position));

    EXPECT_TRUE(moved);
    EXPECT_EQ(octree.in_box(octree.box(agent.box), scratch).size(), 2u);
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

std::string page_text() {
    std::ifstream file(project_file("docs/reference/levels.md"));
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(SizesForDesigners, AreTheDefaults) {
    const std::string page = page_text();
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

// The highest edge that the mover stands on by a jump from the floor before it [units].
std::int64_t highest_edge(bool crouches) {
    std::int64_t highest = 0;
    for (std::int64_t height = 19; height < 80; ++height) {
        const Level level = level_of({box_brush({-512, -512, -16}, {512, 512, 0}),
                                      box_brush({64, -512, 0}, {512, 512, height})});
        MoverState state = settled_at(level, {40, 0, 30});
        for (int i = 0; i < 128; ++i) {
            const Controls controls{.forward = 1, .jump = true, .crouch = crouches && i > 4};
            const MoverInput input = quantised(controls);
            state = step_mover(level, bodies_of(level), state, input).state;
            const bool stands = state.mode == MoverMode::Ground;
            highest = stands && state.position.z > 40 ? height : highest;
        }
    }
    return highest;
}

// The lowest window above an edge of 40 units that the mover gets through by a jump.
std::int64_t lowest_window(bool crouches) {
    for (std::int64_t opening = 30; opening < 80; ++opening) {
        const Level level = level_of({box_brush({-512, -512, -16}, {512, 512, 0}),
                                      box_brush({64, -512, 0}, {512, 512, 40}),
                                      box_brush({64, -512, 40 + opening}, {512, 512, 256})});
        MoverState state = settled_at(level, {40, 0, 30});
        for (int i = 0; i < 128; ++i) {
            const Controls controls{.forward = 1, .jump = true, .crouch = crouches && i > 4};
            const MoverInput input = quantised(controls);
            state = step_mover(level, bodies_of(level), state, input).state;
        }
        if (state.position.x > 100) {
            return opening;
        }
    }
    return 0;
}

TEST(SizesForDesigners, ACrouchJumpReachesNoHigherEdgeAndLowerWindows) {
    EXPECT_EQ(highest_edge(false), 45);
    EXPECT_EQ(highest_edge(true), 45);
    EXPECT_EQ(lowest_window(false), 57);
    EXPECT_EQ(lowest_window(true), 41);
    EXPECT_NE(page_text().find("A crouch-jump reaches an edge 45 units high"), std::string::npos);
}

}  // namespace
}  // namespace halfspace::test
