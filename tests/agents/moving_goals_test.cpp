// SPDX-License-Identifier: MIT
// Followers of goals that move: the game gives them a new one again and again, in each step at
// most.
#include "halfspace/agents/path_follower.h"
#include "halfspace/move/doors.h"
#include "halfspace/move/mover.h"
#include "halfspace/nav/locate.h"

#include "support/brushes.h"
#include "support/nav_levels.h"
#include "support/nav_meshes.h"
#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

constexpr SpaceId kStand(1);
constexpr MoverBodies kBodies{kStand, kStand};

MoverState standing_at(const Vec3& position) {
    MoverState state = mover_at(position);
    state.mode = MoverMode::Ground;
    return state;
}

// Something holds the mover.
TEST(MovingGoals, DoNotHideThatAMoverIsStuck) {
    const NavMesh mesh =
        nav_mesh_of(nav_records_of({{{0, 0, 0}, {800, 0, 0}, {800, 100, 0}, {0, 100, 0}}}));
    for (const int every : {1, 7, 30, 60}) {
        NavScratch scratch;
        PathFollower follower;
        const MoverState state = standing_at({50, 50, 0});
        int stuck = 0;  // steps
        for (int i = 0; i < 640; ++i) {
            if (i % every == 0) {
                const NavPlace goal = locate(mesh, {700.0 + i % 50, 50, 0}).value();
                EXPECT_EQ(follower.go_to(mesh, state.position, goal, scratch),
                          FollowStatus::Following);
            }
            follower.step(mesh, state, scratch);
            EXPECT_EQ(follower.status() == FollowStatus::Stuck, follower.is_blocked());
            stuck += follower.is_blocked() ? 1 : 0;
            EXPECT_EQ(i < 64, stuck == 0) << every << ' ' << i;
        }
        EXPECT_GE(stuck, 9);  // one for each second at least
        // It comes forward again.
        follower.go_to(mesh, {60, 50, 0}, locate(mesh, {700, 50, 0}).value(), scratch);
        EXPECT_EQ(follower.status(), FollowStatus::Following);
    }
}

// A guard takes another goal where it is stuck, as games do: one each time, and not one in each
// step.
TEST(MovingGoals, AreTakenOnceWhereAMoverIsStuck) {
    const NavMesh mesh =
        nav_mesh_of(nav_records_of({{{0, 0, 0}, {800, 0, 0}, {800, 100, 0}, {0, 100, 0}}}));
    NavScratch scratch;
    PathFollower follower;
    const MoverState state = standing_at({50, 50, 0});
    int goals = 0;
    for (int i = 0; i < 640; ++i) {
        if (follower.status() != FollowStatus::Following) {
            const NavPlace goal = locate(mesh, {700.0 - 40 * goals, 50, 0}).value();
            follower.go_to(mesh, state.position, goal, scratch);
            ++goals;
        }
        follower.step(mesh, state, scratch);
    }
    EXPECT_GE(goals, 9);
    EXPECT_LE(goals, 11);  // the first one, and one for each second
}

// The game brings the mover to another polygon than that where the compiler saw it arrive, and
// gives a new goal before the follower has seen the mover there.
TEST(MovingGoals, LeadOnBehindATeleporter) {
    NavRecordArrays records =
        nav_records_of({{{0, 0, 0}, {200, 0, 0}, {200, 100, 0}, {0, 100, 0}},
                        {{1000, 0, 0}, {1100, 0, 0}, {1100, 100, 0}, {1000, 100, 0}},
                        {{1100, 0, 0}, {1800, 0, 0}, {1800, 100, 0}, {1100, 100, 0}}});
    records.links = {{0,
                      1,
                      {150, 50, 150, 50},
                      {1090, 50, 1090, 50},
                      0,
                      static_cast<std::uint32_t>(NavLinkKind::Teleport),
                      5,
                      0}};
    const NavMesh mesh = nav_mesh_of(records);
    NavScratch scratch;
    PathFollower follower({.route = {.links = kMoverLinks | kGameLinks}});
    follower.go_to(mesh, {50, 50, 0}, locate(mesh, {1700, 50, 0}).value(), scratch);
    for (double x = 50; x <= 150; x += 5) {
        MoverState state = standing_at({x, 50, 0});
        state.velocity = {x < 150 ? 320.0 : 0.0, 0, 0};
        follower.step(mesh, state, scratch);
    }
    ASSERT_TRUE(follower.link().is_valid());
    const MoverState there = standing_at({1110, 50, 0});
    for (int i = 0; i < 16; ++i) {
        const NavPlace goal = locate(mesh, {1700.0 + i, 50, 0}).value();
        follower.go_to(mesh, there.position, goal, scratch);
        EXPECT_GT(follower.wanted_velocity(mesh, there, scratch).x, 0) << i;
        EXPECT_FALSE(follower.link().is_valid()) << i;
    }
}

// A game in which a player runs around a circle, and one agent chases it. The goal is a new one
// where the player has gone so far.
struct Chase {
    Chase(const World& world, const Vec3& start, const Vec3& around, double far)
        : level(level_with_navigation(world).value()),
          mesh(NavMesh::from_level(level, kStand).value()),
          doors(level),
          middle(around),
          new_path(far),
          state(mover_at(start)) {}

    void step() {
        const double angle = 5 * seconds;
        const Vec3 player = middle + Vec3{64 * std::cos(angle), 64 * std::sin(angle), 0};
        const NavPlace goal = locate(mesh, player).value();
        if (!follower.goal() || distance(follower.goal()->position, goal.position) > new_path) {
            follower.go_to(mesh, state.position, goal, scratch);
        }
        const MoverInput input = follower.step(mesh, state, scratch);
        state = step_among(doors, kBodies, state, input).state;
        seconds += 1.0 / 64;
        on_link = follower.link().is_valid() ? on_link + 1.0 / 64 : 0;
        longest_on_link = std::max(longest_on_link, on_link);
    }

    void restart(const Vec3& start) {
        state = mover_at(start);
        follower.stop();
        on_link = 0;
    }

    Level level;
    NavMesh mesh;
    Doors doors;
    Vec3 middle;
    double new_path;
    NavScratch scratch;
    PathFollower follower;
    MoverState state;
    double seconds = 0;
    double on_link = 0;  // since it is on a link [s]
    double longest_on_link = 0;
};

// The default lip of the door leaves 8 units of it in the doorway.
TEST(MovingGoals, LeadThroughADoorwayThatTheOpenDoorMakesNarrow) {
    World world = world_of({box_brush({0, 0, -16}, {1024, 512, 0}),
                            box_brush({256, 0, 0}, {272, 96, 128}),
                            box_brush({256, 160, 0}, {272, 512, 128}),
                            box_brush({256, 96, 112}, {272, 160, 128})});
    Entity& door = world.entities.emplace_back();
    door.keys = {{"classname", "func_door"}, {"angle", "90"}};
    door.brushes = {box_brush({260, 96, 0}, {268, 160, 112})};
    for (const double new_path : {-1.0, 32.0, 1e9}) {
        Chase chase(world, {100, 400, 24.1}, {600, 400, 24}, new_path);
        while (chase.seconds < 3 && chase.state.position.x < 300) {
            chase.step();
        }
        EXPECT_GE(chase.state.position.x, 300) << new_path;
    }
}

// A ledge above a floor that areas part into many polygons. A knock on the way down brings the
// mover to another polygon than that where its link leads.
TEST(MovingGoals, LeadOnAfterAKnockOnALink) {
    World world = world_of({box_brush({0, 0, -16}, {1024, 512, 0}),
                            box_brush({0, 0, 0}, {256, 512, 64}),
                            box_brush({-16, 0, 0}, {0, 512, 256}),
                            box_brush({1024, 0, 0}, {1040, 512, 256}),
                            box_brush({0, -16, 0}, {1024, 0, 256}),
                            box_brush({0, 512, 0}, {1024, 528, 256})});
    const auto add_area = [&](const std::string& name, const Units& min, const Units& max) {
        Entity& area = world.entities.emplace_back();
        area.keys = {{"classname", "func_nav_area"}, {"area", name}};
        area.brushes = {box_brush(min, max)};
    };
    for (int i = 0; i < 4; ++i) {
        add_area("a" + std::to_string(i), {360 + 64 * i, 0, -8}, {392 + 64 * i, 512, 32});
        add_area("b" + std::to_string(i), {256, 64 + 128 * i, -8}, {1024, 128 + 128 * i, 32});
    }
    for (const double new_path : {-1.0, 32.0}) {
        Chase chase(world, {}, {700, 256, 24}, new_path);
        Random random(5);
        std::size_t knocks = 0;
        for (std::size_t trial = 0; trial < repeats(100); ++trial) {
            chase.restart({random.real(60, 160), random.real(60, 450), 64 + 24.1});
            const std::int64_t when = random.integer(0, 25);
            const double angle = random.real(0, 6.28);
            const double speed = random.real(200, 800);
            bool is_knocked = false;
            for (int i = 0; i < 64 * 8; ++i) {
                chase.step();
                if (!is_knocked && chase.on_link * 64 > static_cast<double>(when)) {
                    is_knocked = true;
                    ++knocks;
                    chase.state = pushed(chase.state,
                                         {speed * std::cos(angle), speed * std::sin(angle), 250});
                }
            }
        }
        EXPECT_GT(knocks, 0u);
        EXPECT_LT(chase.longest_on_link, 2) << new_path;
    }
}

}  // namespace
}  // namespace halfspace::test
