// SPDX-License-Identifier: MIT
// Followers that ride lifts.
#include "halfspace/agents/path_follower.h"
#include "halfspace/move/doors.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/random_place.h"

#include "nav_build/lift_links.h"
#include "support/brushes.h"
#include "support/nav_levels.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

constexpr SpaceId kStand(1);
constexpr MoverBodies kBodies{kStand, kStand};
constexpr Vec3 kLow{-300, 100, 30};
constexpr Vec3 kHigh{300, -100, 160};

// A floor, a ledge of 128, and a lift before it between walls: one comes down by the lift alone.
World shaft(std::vector<KeyValue> keys) {
    World world = world_of({box_brush({-512, -256, -16}, {512, 256, 0}),
                            box_brush({128, -256, 0}, {512, 256, 128}),
                            box_brush({0, -256, 0}, {128, -64, 256}),
                            box_brush({0, 64, 0}, {128, 256, 256})});
    Entity& lift = world.entities.emplace_back();
    lift.keys = std::move(keys);
    lift.keys.insert(lift.keys.begin(), {"classname", "func_plat"});
    lift.brushes.push_back(box_brush({0, -64, 0}, {128, 64, 128}));
    return world;
}

// A game with one agent, who wants to go somewhere.
class Game {
public:
    Game(const Vec3& start,
         const Vec3& goal,
         std::vector<KeyValue> keys = {{"height", "120"}, {"wait", "1"}})
        : Game(Doors(level_with_navigation(shaft(std::move(keys))).value()), start, goal) {}
    Game(const Doors& doors, const Vec3& start, const Vec3& goal)
        : mesh_(NavMesh::from_level(doors.level(), kStand).value()),
          doors_(doors),
          goal_(locate(mesh_, goal).value()),
          follower_({.route = {.links = kMoverLinks | kGameLinks}, .lifts = &doors_}) {
        state_ = mover_at(start);
        for (int i = 0; i < 16; ++i) {
            state_ = step_mover(doors_.world(), kBodies, state_, {}).state;
        }
    }
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;

    // Plays until the agent arrives. paths_every: how often it looks for its way, in steps.
    double play(double seconds, int paths_every = 100'000) {
        int i = 0;
        for (; i < seconds * 64 && follower_.status() != FollowStatus::Arrived; ++i) {
            if (i % paths_every == 0) {
                follower_.go_to(mesh_, state_.position, goal_, scratch_);
            }
            const MoverInput input = follower_.step(mesh_, state_, scratch_);
            const MoverStep moved = step_among(doors_, kBodies, state_, input);
            state_ = moved.state;
            problems_ += moved.problem == MoverProblem::None && !moved.crush ? 0 : 1;
            was_stuck_ = was_stuck_ || follower_.status() == FollowStatus::Stuck;
            has_ridden_ = has_ridden_ || state_.ground_model == ModelId(1);
            const bool is_in_shaft = state_.position.x > -15 && state_.position.x < 143;
            // On the floor of the shaft, where the lift comes down.
            was_below_ =
                was_below_ || (is_in_shaft && !state_.ground_model.is_valid() &&
                               state_.mode == MoverMode::Ground && state_.position.z < 100 &&
                               state_.position.x > 0 && state_.position.x < 128);
        }
        return i / 64.0;
    }

    NavMesh mesh_;
    Doors doors_;
    NavScratch scratch_;
    NavPlace goal_;
    PathFollower follower_;
    MoverState state_;
    int problems_ = 0;
    bool has_ridden_ = false;
    bool was_below_ = false;
    bool was_stuck_ = false;
};

TEST(FollowLifts, GoUpAndDown) {
    for (const bool goes_up : {true, false}) {
        for (const int every : {100'000, 16, 1}) {
            Game game(goes_up ? kLow : kHigh, goes_up ? kHigh : kLow);
            NavScratch scratch;
            const NavRoute route = find_route(game.mesh_,
                                              locate(game.mesh_, game.state_.position).value(),
                                              game.goal_,
                                              scratch,
                                              {.links = kMoverLinks | kGameLinks});
            ASSERT_EQ(route.status, PathStatus::Complete);
            const double predicted = route.seconds;
            const double seconds = game.play(20, every);
            EXPECT_EQ(game.follower_.status(), FollowStatus::Arrived) << goes_up << every;
            EXPECT_TRUE(game.has_ridden_);
            EXPECT_EQ(game.follower_.repaths(), 0u) << goes_up << every;
            EXPECT_EQ(game.problems_, 0);
            EXPECT_LE(seconds, 1.05 * predicted + 0.6);
        }
    }
}

// The lift is high, since somebody has just gone up.
TEST(FollowLifts, WaitUntilTheLiftIsThere) {
    Game game(kLow, kHigh, {{"height", "120"}, {"wait", "3"}});
    game.play(2);  // it is on its way up
    for (int i = 0; i < 128 && game.doors_.states()[0].mode != DoorMode::Open; ++i) {
        game.doors_.step(1.0 / 64, std::array{Vec3{64, 0, 40}});
        game.doors_.finish();
    }
    ASSERT_EQ(game.doors_.states()[0].mode, DoorMode::Open);
    game.state_ = mover_at({-100, 0, 24 + 1.0 / 16});
    game.has_ridden_ = false;
    game.follower_.stop();
    game.play(3);
    EXPECT_FALSE(game.has_ridden_);
    EXPECT_EQ(game.follower_.status(), FollowStatus::Following);
    EXPECT_LT(game.state_.position.x, -20);
    EXPECT_LT(length(game.state_.velocity), 1);
    game.play(8);
    EXPECT_EQ(game.follower_.status(), FollowStatus::Arrived);
    EXPECT_FALSE(game.was_below_);
    EXPECT_EQ(game.follower_.repaths(), 0u);
}

// Somebody else is carried up in front of the agent.
TEST(FollowLifts, GoBackIfTheLiftLeavesWithoutThem) {
    Game game(kLow, kHigh);
    bool has_left = false;
    game.follower_.go_to(game.mesh_, game.state_.position, game.goal_, game.scratch_);
    for (int i = 0; i < 64 * 12 && game.follower_.status() != FollowStatus::Arrived; ++i) {
        const MoverInput input = game.follower_.step(game.mesh_, game.state_, game.scratch_);
        // The other one steps onto the lift as soon as the agent is about to.
        std::vector<Vec3> visitors{game.state_.position};
        has_left = has_left || game.follower_.link().is_valid();
        if (has_left && i < 64 * 3) {
            visitors.emplace_back(100, 0, 40);
        }
        game.doors_.step(1.0 / 64, visitors);
        const MoverStep moved = step_mover(game.doors_.world(), kBodies, game.state_, input);
        EXPECT_FALSE(moved.crush.has_value());
        game.state_ = moved.state;
        game.doors_.finish();
    }
    EXPECT_TRUE(has_left);
    EXPECT_EQ(game.follower_.status(), FollowStatus::Arrived);
}

// The way along a corridor leads over the lift, which rises with who walks there.
TEST(FollowLifts, StayOnALiftThatCarriesThemAway) {
    World world = shaft({{"height", "120"}, {"wait", "1"}});
    std::vector<Brush>& brushes = world.entities[0].brushes;
    brushes = {box_brush({-512, -256, -16}, {512, 256, 0}),
               box_brush({-512, -256, 0}, {512, -64, 256}),
               box_brush({-512, 64, 0}, {512, 256, 256})};
    for (const double y : {-30.0, 0.0, 45.0}) {
        Game game(Doors(level_with_navigation(world).value()), {-300, y, 30}, {400, y, 30});
        const double seconds = game.play(20);
        EXPECT_EQ(game.follower_.status(), FollowStatus::Arrived);
        EXPECT_FALSE(game.was_stuck_);
        EXPECT_TRUE(game.has_ridden_);
        EXPECT_EQ(game.problems_, 0);
        // 700 units, up, the wait, down.
        EXPECT_LE(seconds, 700.0 / 320 + 0.8 + 1 + 0.8 + 1.2);
    }
}

// The lift rises with who stands on it, before it is where the link of the lift begins: around a
// corner, through a doorway of the shaft.
TEST(FollowLifts, RideOnWhereTheyStandOnTheLiftOfTheirWay) {
    World world = shaft({{"height", "120"}, {"wait", "1"}});
    world.entities[0].brushes.push_back(box_brush({-16, -64, 0}, {0, -20, 256}));
    world.entities[0].brushes.push_back(box_brush({-16, 20, 0}, {0, 64, 256}));
    Game game(Doors(level_with_navigation(world).value()), {104, 40, 33}, kHigh);
    ASSERT_EQ(game.state_.ground_model, ModelId(1));
    game.follower_.go_to(game.mesh_, game.state_.position, game.goal_, game.scratch_);
    ASSERT_GE(game.follower_.points().size(), 3u);
    ASSERT_FALSE(game.follower_.points().front().link.is_valid());
    const double seconds = game.play(20);
    EXPECT_EQ(game.follower_.status(), FollowStatus::Arrived);
    EXPECT_EQ(game.follower_.repaths(), 0u);
    EXPECT_EQ(game.problems_, 0);
    EXPECT_LE(seconds, 0.8 + 240.0 / 320 + 0.6);
}

// Each link of a lift is gone from random places of the island where it begins.
TEST(FollowLifts, RideAllLiftsOfRealLevels) {
    for (const auto& [name, least] :
         {std::pair("librequake/lq_e1m1.map", 1), std::pair("librequake/lq_e2m2.map", 1)}) {
        const std::filesystem::path path = test_data(std::string("maps/") + name);
        if (path.empty()) {
            GTEST_SKIP() << "no real levels";
        }
        const auto level = map_with_navigation(path);
        ASSERT_TRUE(level.has_value());
        std::vector<ModelId> in_place;
        for (const PlacedModel& model : models_of_navigation(*level)) {
            in_place.push_back(model.model);
        }
        const Doors lifts = game_of_lifts(*level, in_place);
        const NavMesh mesh = NavMesh::from_level(*level, kStand).value();
        int links = 0;
        for (std::uint32_t l = 0; l < mesh.link_count(); ++l) {
            const NavLink& link = mesh.link(NavLinkId(l));
            if (link.kind != NavLinkKind::Lift) {
                continue;
            }
            ++links;
            for (std::uint64_t seed = 1; seed <= 3; ++seed) {
                const NavPlace start =
                    *random_place_on_island(mesh, mesh.island(link.from[0].polygon), seed);
                Game game(lifts, start.position, link.to[0].position);
                game.follower_ = PathFollower(
                    {.route = {.links = link_bit(NavLinkKind::Lift)}, .lifts = &game.doors_});
                game.play(60);
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

TEST(FollowLifts, TakeNoLiftWithoutTheGame) {
    Game game(kLow, kHigh);
    game.follower_ = PathFollower({.route = {.links = kMoverLinks | kGameLinks}});
    game.play(1);
    EXPECT_EQ(game.follower_.status(), FollowStatus::Unreachable);
}

TEST(FollowLifts, AreStuckOnALiftThatIsLocked) {
    Game game(kLow, kHigh);
    game.doors_.lock(0);
    game.play(5);
    EXPECT_TRUE(game.was_stuck_);
    EXPECT_NE(game.follower_.status(), FollowStatus::Arrived);
}

}  // namespace
}  // namespace halfspace::test
