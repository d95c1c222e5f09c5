// SPDX-License-Identifier: MIT
// Followers that move, or cannot move, and come no nearer to their goals.
#include "halfspace/agents/closed_doors.h"
#include "halfspace/agents/path_follower.h"
#include "halfspace/move/doors.h"
#include "halfspace/move/triggers.h"
#include "halfspace/nav/locate.h"

#include "support/brushes.h"
#include "support/nav_levels.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

constexpr SpaceId kStand(1);
constexpr MoverBodies kBodies{kStand, kStand};

void add_entity(World& world,
                const std::string& classname,
                std::vector<KeyValue> keys,
                std::vector<Brush> brushes = {}) {
    Entity& entity = world.entities.emplace_back();
    entity.keys = std::move(keys);
    entity.keys.insert(entity.keys.begin(), {"classname", classname});
    entity.brushes = std::move(brushes);
}

// A corridor along x, 192 wide. A teleporter across a part of its width leads back to its start.
World corridor_with_teleporter() {
    World world = world_of({box_brush({0, 0, -16}, {1024, 192, 0})});
    add_entity(world,
               "trigger_teleport",
               {{"target", "t"}},
               {box_brush({480, 0, 0}, {512, 128, 96}, Contents::Trigger)});
    add_entity(world, "info_teleport_destination", {{"targetname", "t"}, {"origin", "64 64 26"}});
    return world;
}

// A game with one agent.
struct Game {
    Game(const World& world, const Vec3& start)
        : level(level_with_navigation(world).value()),
          mesh(NavMesh::from_level(level, kStand).value()),
          doors(level),
          triggers(level),
          state(mover_at(start)) {
        follower = PathFollower(
            {.route = {.links = kMoverLinks | link_bit(NavLinkKind::Lift)}, .lifts = &doors});
    }
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;

    // Until the follower has this status, at most so long. Returns the seconds.
    double play_until(FollowStatus status, double seconds) {
        double played = 0;
        for (; played < seconds && follower.status() != status; played += 1.0 / 64) {
            const MoverInput input = follower.step(mesh, state, scratch);
            state = step_among(doors, kBodies, state, input).state;
            const Vec3 before = state.position;
            state = triggers.apply(doors.world(), kBodies, state);
            teleports += distance(before, state.position) > 100 ? 1 : 0;
        }
        return played;
    }
    void go_to(const Vec3& goal) {
        follower.go_to(mesh, state.position, locate(mesh, goal).value(), scratch);
    }

    Level level;
    NavMesh mesh;
    Doors doors;
    Triggers triggers;
    NavScratch scratch;
    PathFollower follower;
    MoverState state;
    int teleports = 0;
};

// The way on foot leads through a teleporter, from each place again.
TEST(FollowProgress, ATeleporterThatLeadsBackEndsAsStuck) {
    Game game(corridor_with_teleporter(), {300, 64, 24.1});
    game.go_to({900, 64, 24});
    const double seconds = game.play_until(FollowStatus::Stuck, 60);
    EXPECT_EQ(game.follower.status(), FollowStatus::Stuck);
    EXPECT_GE(game.teleports, 3);
    EXPECT_LE(seconds, 20);
    EXPECT_FALSE(game.follower.is_blocked());
    // It stays so, until there is another goal.
    for (int i = 0; i < 640; ++i) {
        game.play_until(FollowStatus::Arrived, 1.0 / 64);
        EXPECT_EQ(game.follower.status(), FollowStatus::Stuck);
    }
    game.go_to({200, 64, 24});
    EXPECT_EQ(game.follower.status(), FollowStatus::Following);
    game.play_until(FollowStatus::Arrived, 5);
    EXPECT_EQ(game.follower.status(), FollowStatus::Arrived);
}

// A game that closes its teleporters sends nobody through them: the way leads around.
TEST(FollowProgress, WhoHasTeleportersClosedGoesAroundThem) {
    Game game(corridor_with_teleporter(), {300, 64, 24.1});
    NavDoorState closed(game.mesh);
    for (const Trigger& trigger : game.triggers.triggers()) {
        closed.set_closed(trigger.model, true);
    }
    const ModelId teleporter = game.triggers.triggers()[0].model;
    // Doors leave triggers as they are.
    set_closed_doors(closed, game.doors);
    EXPECT_TRUE(closed.is_closed(teleporter));
    NavDoorState open(game.mesh);
    set_closed_doors(open, game.doors);
    EXPECT_FALSE(open.is_closed(teleporter));
    game.follower = PathFollower({.route = {.doors = &closed}});
    game.go_to({900, 64, 24});
    const double seconds = game.play_until(FollowStatus::Arrived, 10);
    EXPECT_EQ(game.follower.status(), FollowStatus::Arrived);
    EXPECT_EQ(game.teleports, 0);
    EXPECT_EQ(game.follower.repaths(), 0u);
    EXPECT_LE(seconds, 640.0 / 320 + 0.6);
    // A goal in the teleporter is reached by nobody.
    EXPECT_TRUE(game.mesh.has_door(locate(game.mesh, {496, 64, 24})->polygon));
    game.go_to({496, 64, 24});
    EXPECT_EQ(game.follower.status(), FollowStatus::Unreachable);
}

// Who is moved back once comes to its goal, and is never stuck.
TEST(FollowProgress, OneThatIsMovedBackOnceArrives) {
    Game game(corridor_with_teleporter(), {300, 160, 24.1});
    game.go_to({900, 170, 24});
    game.play_until(FollowStatus::Stuck, 1.5);
    ASSERT_GT(game.state.position.x, 700);
    game.state.position = {64, 170, 24.1};
    double seconds = 0;
    while (seconds < 5 && game.follower.status() == FollowStatus::Following) {
        seconds += game.play_until(FollowStatus::Arrived, 1.0 / 64);
    }
    EXPECT_EQ(game.follower.status(), FollowStatus::Arrived);
    EXPECT_LE(seconds, 836.0 / 320 + 0.6);
}

// A random place may be where a lift or a door is.
TEST(FollowProgress, AStartInsideOfADoorOrALowLiftEndsAsStuck) {
    World world = world_of({box_brush({0, 0, -16}, {1024, 192, 0})});
    add_entity(world, "func_door", {}, {box_brush({480, 0, 0}, {512, 192, 96})});
    add_entity(world, "func_plat", {{"height", "120"}}, {box_brush({200, 32, 0}, {328, 160, 128})});
    for (const double x : {264.0, 496.0}) {
        Game game(world, {x, 96, 24});
        if (x > 400) {
            game.doors.lock(0);
        }
        game.go_to({900, 96, 24});
        ASSERT_EQ(game.follower.status(), FollowStatus::Following);
        const double seconds = game.play_until(FollowStatus::Stuck, 10);
        EXPECT_EQ(game.follower.status(), FollowStatus::Stuck) << x;
        EXPECT_TRUE(game.follower.is_blocked());
        EXPECT_LE(seconds, 1.2);
        EXPECT_EQ(game.state.position, Vec3(x, 96, 24));
    }
}

}  // namespace
}  // namespace halfspace::test
