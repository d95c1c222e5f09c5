// SPDX-License-Identifier: MIT
// What crowds promise. crowd_scenes_test.cpp has scenes in which everybody arrives.
#include "halfspace/agents/crowd.h"

#include "halfspace/move/mover.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/query/space.h"
#include "halfspace/tasks/parallel_for.h"

#include "support/brushes.h"
#include "support/crowd_scene.h"
#include "support/nav_levels.h"
#include "support/random.h"
#include "support/repeats.h"
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

// An agent remembers where it has found no border. A crowd that has just begun remembers nothing,
// and must steer alike: where the agent walks, on both storeys, wherever it is put, and when a wide
// door opens and closes.
TEST(Crowd, SteersByTheBordersWhereverAnAgentIs) {
    World world = floor_with({box_brush({-256, -256, 96}, {256, 256, 112}),
                              box_brush({-400, 300, 0}, {-200, 340, 96}),
                              box_brush({-512, -340, 0}, {-200, -330, 96}),
                              box_brush({200, -340, 0}, {512, -330, 96}),
                              box_brush({100, -420, 0}, {140, -360, 96})});
    Entity& entity = world.entities.emplace_back();
    entity.keys.push_back({"classname", "func_door"});
    entity.brushes.push_back(box_brush({-200, -338, 0}, {200, -332, 96}));
    const Level level = level_with_navigation(world).value();
    const SpaceId stand = *find_space(level, "stand");
    const NavMesh mesh = NavMesh::from_level(level, stand).value();
    NavDoorState doors(mesh);
    AgentOptions options;
    options.follow.route.links = 0;
    options.follow.route.doors = &doors;
    const auto state_at = [&](const Vec3& position, Random& random) {
        MoverState state = mover_at(position + Vec3{0, 0, 1.0 / 16});
        state.mode = MoverMode::Ground;
        state.ground_normal = {0, 0, 1};
        const double along = random.real(-300, 300);
        state.velocity = {along, random.real(-300, 300), 0};
        return state;
    };
    Random random(3);
    Crowd kept;
    Vec3 position = random_place(mesh, 1)->position;
    const ShapeBody body = shape_of(level, stand);
    const AgentId me = kept.add(mesh, body, state_at(position, random), options);
    const AgentId beside = kept.add(mesh, body, state_at(position, random), options);
    std::size_t turned = 0;
    for (std::uint64_t seed = 1; seed <= repeats(2000); ++seed) {
        if (random.one_in(3)) {
            doors.set_closed(ModelId(1), !doors.is_closed(ModelId(1)));
        }
        // Half of its ways lead through the doorway, to and fro.
        const double side = seed % 64 < 32 ? -480 : -200;
        const auto beyond = locate(mesh, {random.real(-150, 150), side, 24});
        const NavPlace goal = random.one_in(2) ? *beyond : *random_place(mesh, seed);
        const Vec3 way = goal.position - position;
        const auto near = locate(mesh, position + way * (12 / (length(way) + 12)));
        // Now and then it is put on the other storey, or anywhere.
        const double other_z = position.z > 80 ? 24 : 136;
        const auto above = seed % 8 == 0 ? locate(mesh, {position.x, position.y, other_z}) : near;
        position = above ? above->position : random_place(mesh, seed + 7000)->position;
        const MoverState state = state_at(position, random);
        // Somebody beside it comes its way, so that it turns aside.
        const double x = random.real(-48, 48);
        const Vec3 offset{x, random.real(-48, 48), 0};
        MoverState comes = state_at(position + offset, random);
        comes.velocity = -offset * 8;
        kept.set_state(me, state);
        kept.set_state(beside, comes);
        const FollowStatus status = kept.go_to(me, goal);
        kept.step();
        Crowd fresh;
        const AgentId other = fresh.add(mesh, body, state, options);
        fresh.add(mesh, body, comes, options);
        ASSERT_EQ(fresh.go_to(other, goal), status) << seed;
        fresh.step();
        if (status == FollowStatus::Following) {
            ASSERT_EQ(kept.input(me), fresh.input(other)) << seed;
            turned += kept.input(me).left != 0 ? 1 : 0;
        }
    }
    EXPECT_GT(turned, repeats(2000) / 20);
}

}  // namespace
}  // namespace halfspace::test
