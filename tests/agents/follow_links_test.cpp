// SPDX-License-Identifier: MIT
// Followers on links where the game moves the mover, on ladders, and on drawn ways.
#include "halfspace/agents/path_follower.h"
#include "halfspace/move/mover.h"
#include "halfspace/move/triggers.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/random_place.h"

#include "support/brushes.h"
#include "support/nav_levels.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

using Keys = std::vector<KeyValue>;

constexpr SpaceId kStand(1);
constexpr MoverBodies kBodies{kStand, kStand};

Entity entity_of(const std::string& classname, Keys keys) {
    keys.insert(keys.begin(), {"classname", classname});
    return {.keys = std::move(keys)};
}

Entity trigger(const std::string& classname, Keys keys, const Units& min, const Units& max) {
    Entity entity = entity_of(classname, std::move(keys));
    entity.brushes = {box_brush(min, max, Contents::Trigger)};
    return entity;
}

// A floor of 512 by 256, and one that is 256 higher, 64 beside it.
World two_floors(std::vector<Entity> entities) {
    World world = world_of(
        {box_brush({0, 0, -16}, {512, 256, 0}), box_brush({576, 0, 240}, {832, 256, 256})});
    for (Entity& entity : entities) {
        world.entities.push_back(std::move(entity));
    }
    return world;
}

// A game with one agent, who wants to go somewhere.
class Game {
public:
    Game(const World& world, const Vec3& start, const Vec3& goal)
        : Game(level_with_navigation(world).value(), start, goal) {}
    Game(const Level& level, const Vec3& start, const Vec3& goal)
        : level_(level),
          mesh_(NavMesh::from_level(level_, kStand).value()),
          world_(level_),
          triggers_(level_),
          goal_(locate(mesh_, goal).value()),
          follower_({.route = {.links = kMoverLinks | kGameLinks}}) {
        state_ = mover_at(start);
        for (int i = 0; i < 8; ++i) {
            state_ = step_mover(world_, kBodies, state_, {}).state;
        }
    }

    void step() {
        const MoverInput input = follower_.step(mesh_, state_, scratch_);
        state_ = step_mover(world_, kBodies, state_, input).state;
        state_ = triggers_.apply(world_, kBodies, state_);
    }

    // Plays until the agent arrives. paths_every: how often it looks for its way, in steps.
    // keeps_speed: a teleporter does not stop it.
    void play(double seconds, int paths_every = 100'000, bool keeps_speed = false) {
        for (int i = 0; i < seconds * 64 && follower_.status() != FollowStatus::Arrived; ++i) {
            if (i % paths_every == 0) {
                follower_.go_to(mesh_, state_.position, goal_, scratch_);
            }
            const MoverState before = state_;
            step();
            const bool was_moved = distance(state_.position, before.position) > 32;
            was_carried_ = was_carried_ || was_moved || state_.velocity.z > 300;
            if (keeps_speed && was_moved) {
                state_.velocity = before.velocity;
            }
            was_on_link_ = was_on_link_ || follower_.link().is_valid();
        }
    }

    Level level_;
    NavMesh mesh_;
    CollisionWorld world_;
    Triggers triggers_;
    NavScratch scratch_;
    NavPlace goal_;
    PathFollower follower_;
    MoverState state_;
    bool was_carried_ = false;
    bool was_on_link_ = false;
};

// Before the far wall of the lower floor; it leads to the upper one.
World with_teleporter() {
    return two_floors(
        {trigger("trigger_teleport", {{"target", "t"}}, {400, 64, 0}, {432, 192, 96}),
         entity_of("info_teleport_destination", {{"targetname", "t"}, {"origin", "700 64 290"}})});
}

TEST(FollowLinks, GoThroughATeleporter) {
    for (const int every : {100'000, 16, 1}) {
        for (const bool keeps_speed : {false, true}) {
            Game game(with_teleporter(), {64, 128, 30}, {800, 200, 290});
            game.play(6, every, keeps_speed);
            EXPECT_EQ(game.follower_.status(), FollowStatus::Arrived) << every;
            EXPECT_TRUE(game.was_carried_);
            EXPECT_EQ(game.follower_.repaths(), 0u) << every << keeps_speed;
        }
    }
}

// Two banks and a pool between, which is so deep that a dive takes two seconds.
TEST(FollowLinks, SwimThroughAPool) {
    const World world = world_of({box_brush({-256, -128, -512}, {0, 128, 0}),
                                  box_brush({256, -128, -512}, {512, 128, 0}),
                                  box_brush({0, -128, -640}, {256, 128, -512}),
                                  box_brush({-256, -160, -640}, {512, -128, 128}),
                                  box_brush({-256, 128, -640}, {512, 160, 128}),
                                  box_brush({0, -128, -512}, {256, 128, -32}, Contents::Water)});
    const Level level = level_with_navigation(world).value();
    for (const double x : {-200.0, -5.0, 10.0, 100.0}) {
        for (const int every : {100'000, 16, 1}) {
            // At 100 it begins in the pool, with its feet at the surface.
            Game game(level, {x, 20, 30}, {450, -20, 30});
            bool was_stuck = false;
            for (int i = 0; i < 1024 && game.follower_.status() != FollowStatus::Arrived; ++i) {
                if (i % every == 0) {
                    game.follower_.go_to(
                        game.mesh_, game.state_.position, game.goal_, game.scratch_);
                }
                game.step();
                was_stuck = was_stuck || game.follower_.status() == FollowStatus::Stuck;
            }
            EXPECT_EQ(game.follower_.status(), FollowStatus::Arrived) << x << ' ' << every;
            EXPECT_FALSE(was_stuck) << x << ' ' << every;
        }
    }
}

TEST(FollowLinks, TakeNoTeleporterUnlessTheyMay) {
    Game game(with_teleporter(), {64, 128, 30}, {800, 200, 290});
    game.follower_ = PathFollower();
    game.play(1);
    EXPECT_EQ(game.follower_.status(), FollowStatus::Unreachable);
    EXPECT_FALSE(game.was_carried_);
}

// A teleporter of the game that does nothing: the agent waits in it and says that it is stuck.
TEST(FollowLinks, AreStuckWhereTheGameDoesNothing) {
    Game game(with_teleporter(), {64, 128, 30}, {800, 200, 290});
    game.follower_.go_to(game.mesh_, game.state_.position, game.goal_, game.scratch_);
    for (int i = 0; i < 256; ++i) {
        const MoverInput input = game.follower_.step(game.mesh_, game.state_, game.scratch_);
        game.state_ = step_mover(game.world_, kBodies, game.state_, input).state;
    }
    EXPECT_EQ(game.follower_.status(), FollowStatus::Stuck);
    EXPECT_NE(game.triggers_.touched(kStand, game.state_.position), nullptr);
    EXPECT_LT(length(game.state_.velocity), 1);
}

TEST(FollowLinks, LetThemselvesBeThrown) {
    for (const int every : {100'000, 16, 1}) {
        for (const double y : {128.0, 40.0, 216.0}) {
            Game game(
                two_floors(
                    {trigger("trigger_push", {{"target", "t"}}, {304, 112, 0}, {336, 144, 16}),
                     entity_of("target_position",
                               {{"targetname", "t"}, {"origin", "520 128 432"}})}),
                {64, y, 30},
                {800, 200, 290});
            game.play(6, every);
            EXPECT_EQ(game.follower_.status(), FollowStatus::Arrived) << every << " " << y;
            EXPECT_TRUE(game.was_carried_);
            EXPECT_EQ(game.follower_.repaths(), 0u) << every << " " << y;
        }
    }
}

// The pad throws straight up beside the upper floor.
TEST(FollowLinks, SteerInTheFlightWhereAPadThrowsStraightUp) {
    for (const int every : {100'000, 1}) {
        Game game(two_floors({trigger("trigger_push",
                                      {{"angle", "-1"}, {"speed", "120"}},
                                      {496, 112, 0},
                                      {528, 144, 16})}),
                  {64, 128, 30},
                  {800, 200, 290});
        game.play(6, every);
        EXPECT_EQ(game.follower_.status(), FollowStatus::Arrived) << every;
        EXPECT_TRUE(game.was_carried_);
    }
}

// Each link of a teleporter or a pad is gone from random places of the island where it begins.
TEST(FollowLinks, GoAllTeleportersAndPadsOfRealLevels) {
    for (const auto& [name, least] :
         {std::pair("id1/dm4.map", 5), std::pair("openarena/oa_bod.map", 8)}) {
        const std::filesystem::path path = test_data(std::string("maps/") + name);
        if (path.empty()) {
            GTEST_SKIP() << "no real levels";
        }
        const auto level = map_with_navigation(path);
        ASSERT_TRUE(level.has_value());
        const NavMesh mesh = NavMesh::from_level(*level, kStand).value();
        int links = 0;
        for (std::uint32_t l = 0; l < mesh.link_count(); ++l) {
            const NavLink& link = mesh.link(NavLinkId(l));
            if ((kGameLinks & link_bit(link.kind)) == 0) {
                continue;
            }
            ++links;
            for (std::uint64_t seed = 1; seed <= 3; ++seed) {
                const NavPlace start =
                    *random_place_on_island(mesh, mesh.island(link.from[0].polygon), seed);
                Game game(*level, start.position, link.to[0].position);
                for (const PlacedModel& model : models_of_navigation(*level)) {
                    game.world_.place(model.model, model.transform);
                }
                game.follower_ = PathFollower({.route = {.links = kGameLinks}});
                game.play(40);
                if (mesh.island(start.polygon) != mesh.island(link.to[0].polygon)) {
                    EXPECT_TRUE(game.was_carried_) << name << ", link " << l;
                }
                EXPECT_EQ(game.follower_.status(), FollowStatus::Arrived)
                    << name << ", link " << l << ", from " << start.position.x << " "
                    << start.position.y << " " << start.position.z << ", ends at "
                    << game.state_.position.x << " " << game.state_.position.y << " "
                    << game.state_.position.z;
            }
        }
        EXPECT_GE(links, least) << name;
    }
}

// A block of 192 units with a ladder before its side.
TEST(FollowLinks, ClimbLadders) {
    const World world = world_of({box_brush({-512, -256, -16}, {0, 256, 0}),
                                  box_brush({0, -256, -16}, {256, 256, 192}),
                                  box_brush({-8, -32, 0}, {0, 32, 192}, Contents::Ladder)});
    const Vec3 low{-300, 100, 30};
    const Vec3 high{200, -100, 220};
    for (const bool goes_up : {true, false}) {
        for (const int every : {100'000, 16, 1}) {
            Game game(world, goes_up ? low : high, goes_up ? high : low);
            game.follower_ =
                PathFollower({.route = {.links = kMoverLinks & ~link_bit(NavLinkKind::Drop)}});
            game.play(6, every);
            EXPECT_EQ(game.follower_.status(), FollowStatus::Arrived) << goes_up << every;
            EXPECT_TRUE(game.was_on_link_);
            EXPECT_EQ(game.follower_.repaths(), 0u) << goes_up << every;
        }
    }
}

// A designer says that the gap can be jumped over, whatever the compiler thinks; here a bridge is
// there that the mesh does not know.
TEST(FollowLinks, GoDrawnWaysStraight) {
    World world =
        world_of({box_brush({0, 0, -16}, {256, 256, 0}), box_brush({512, 0, -16}, {768, 256, 0})});
    world.entities.push_back(
        entity_of("info_nav_link", {{"target", "b"}, {"origin", "230 128 30"}}));
    world.entities.push_back(
        entity_of("info_null", {{"targetname", "b"}, {"origin", "540 128 30"}}));
    Entity bridge = entity_of("func_togglewall", {});
    bridge.brushes = {box_brush({256, 64, -16}, {512, 192, 0})};
    world.entities.push_back(std::move(bridge));
    Game game(world, {64, 40, 30}, {700, 40, 30});
    game.world_.place_models_at_rest();
    game.play(6);
    EXPECT_EQ(game.follower_.status(), FollowStatus::Arrived);
    EXPECT_TRUE(game.was_on_link_);
    EXPECT_EQ(game.follower_.repaths(), 0u);
}

}  // namespace
}  // namespace halfspace::test
