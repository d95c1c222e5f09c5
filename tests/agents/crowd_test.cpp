// SPDX-License-Identifier: MIT
// What crowds promise. crowd_scenes_test.cpp has scenes in which everybody arrives.
#include "halfspace/agents/crowd.h"

#include "halfspace/move/mover.h"
#include "halfspace/nav/locate.h"
#include "halfspace/query/space.h"
#include "halfspace/tasks/parallel_for.h"

#include "support/brushes.h"
#include "support/crowd_scene.h"
#include "support/nav_levels.h"
#include "support/small_stack.h"

#include <gtest/gtest.h>

#include <vector>

namespace halfspace::test {
namespace {

TEST(Crowd, DoesNotMindThoseOnAnotherStorey) {
    const World world = floor_with({box_brush({-64, -512, 112}, {64, 512, 128})});
    const CrowdWalker below{"stand", {-300, 0, 24}, {300, 0, 24}};
    CrowdScene alone(world, {below});
    const double seconds = alone.run(5);
    ASSERT_EQ(alone.arrived(), 1u);
    const CrowdWalker above{"stand", {0, 0, 24 + 128}, {0, 10, 24 + 128}};
    CrowdScene both(world, {below, above});
    both.run(5);
    EXPECT_EQ(both.arrived(), 2u);
    CrowdScene again(world, {below, above});
    for (int i = 0; i < seconds * 64; ++i) {
        again.step();
    }
    EXPECT_EQ(again.crowd().state(again.id(0)).position, alone.crowd().state(alone.id(0)).position);
}

TEST(Crowd, GivesTheSameStatesAgainAndOfEveryExecutor) {
    std::vector<CrowdWalker> walkers;
    for (int i = 0; i < 100; ++i) {  // more than one part
        const Vec3 from{-400.0 + 40 * (i % 20), -400.0 + 80 * (i / 20), 24};
        walkers.push_back({"stand", from, {-from.x, -from.y, 24}});
    }
    CrowdScene one(floor_with({}), walkers);
    CrowdScene again(floor_with({}), walkers);
    CrowdScene threads(floor_with({}), walkers);
    const Executor two = [](std::size_t count, const std::function<void(std::size_t)>& body) {
        parallel_for(count, 2, body);
    };
    for (int i = 0; i < 128; ++i) {
        one.step();
        again.step();
        threads.step(two);
    }
    EXPECT_EQ(one.hash(), again.hash());
    EXPECT_EQ(one.hash(), threads.hash());
    EXPECT_EQ(one.overlaps(), 0u);
}

TEST(Crowd, AllocatesNothingInASteadyState) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "sanitizers have a memory of their own";
#endif
    CrowdScene scene(door(96), through_a_door());
    scene.run(3);
    const Taken taken = taken_by([&] {
        for (int i = 0; i < 16; ++i) {
            scene.crowd().step();
        }
    });
    EXPECT_EQ(taken.allocations, 0u);
}

TEST(Crowd, GivesTheNumberOfARemovedAgentAgain) {
    CrowdScene scene(floor_with({}), rows(2, {0, 0, 24}, {100, 0, 0}, {0, 64, 0}));
    Crowd& crowd = scene.crowd();
    EXPECT_EQ(crowd.size(), 2u);
    crowd.remove(scene.id(0));
    crowd.remove(scene.id(0));
    EXPECT_FALSE(crowd.holds(scene.id(0)));
    EXPECT_EQ(crowd.size(), 1u);
    EXPECT_TRUE(crowd.holds(scene.id(1)));
}

// Two hunters wait before a door that closes, and go on when it opens.
TEST(Crowd, WaitsBeforeAClosedDoor) {
    World world = world_of({box_brush({0, 0, -16}, {512, 256, 0}),
                            box_brush({248, 0, 0}, {264, 96, 128}),
                            box_brush({248, 160, 0}, {264, 256, 128})});
    Entity& entity = world.entities.emplace_back();
    entity.keys.push_back({"classname", "func_door"});
    entity.brushes.push_back(box_brush({250, 96, 0}, {262, 160, 128}));
    const Level level = level_with_navigation(world).value();
    const SpaceId stand = *find_space(level, "stand");
    const NavMesh mesh = NavMesh::from_level(level, stand).value();
    const ModelId door(1);
    NavDoorState doors(mesh);
    const AgentOptions heeds_doors{.follow = {.route = {.doors = &doors}}};
    CollisionWorld placed(level);
    Crowd crowd;
    std::vector<AgentId> ids;
    for (const double y : {64.0, 192.0}) {
        const MoverState state = mover_at({64, y, 24 + 1.0 / 16});
        ids.push_back(crowd.add(mesh, shape_of(level, stand), state, heeds_doors));
        crowd.go_to(ids.back(), locate(mesh, {448, y, 24}).value());
    }
    const auto run = [&](double seconds) {
        for (double t = 0; t < seconds; t += 1.0 / 64) {
            crowd.step();
            for (const AgentId id : ids) {
                crowd.set_state(
                    id, step_mover(placed, {stand, stand}, crowd.state(id), crowd.input(id)).state);
            }
        }
    };
    run(0.25);
    doors.set_closed(door, true);
    placed.place(door);
    run(2);
    for (const AgentId id : ids) {
        EXPECT_EQ(crowd.follower(id).status(), FollowStatus::Unreachable);
        EXPECT_LT(crowd.state(id).position.x, 235);
    }
    doors.set_closed(door, false);
    placed.remove(door);
    run(8);
    for (const AgentId id : ids) {
        EXPECT_EQ(crowd.follower(id).status(), FollowStatus::Arrived);
    }
}

}  // namespace
}  // namespace halfspace::test
