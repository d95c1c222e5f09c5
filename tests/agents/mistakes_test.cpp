// SPDX-License-Identifier: MIT
// Mistakes of those who use followers. Builds without assertions have nothing to test but
// bad_option().
#include "halfspace/agents/path_follower.h"
#include "halfspace/move/mover.h"
#include "halfspace/nav/locate.h"

#include "support/brushes.h"
#include "support/nav_levels.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace halfspace::test {
namespace {

TEST(FollowOptionsTest, NamesWhatIsOutOfItsRange) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(bad_option(FollowOptions()));
    EXPECT_FALSE(bad_option(FollowOptions{.speed = 0, .clearance = 0, .find_radius = 0}));
    EXPECT_EQ(bad_option(FollowOptions{.speed = -1})->option, "speed");
    EXPECT_EQ(bad_option(FollowOptions{.speed = 1.5})->option, "speed");
    EXPECT_EQ(bad_option(FollowOptions{.clearance = -1})->option, "clearance");
    EXPECT_EQ(bad_option(FollowOptions{.goal_radius = 0})->option, "goal_radius");
    EXPECT_EQ(bad_option(FollowOptions{.lost_radius = kNan})->option, "lost_radius");
    EXPECT_EQ(bad_option(FollowOptions{.stuck_seconds = 0})->option, "stuck_seconds");
    EXPECT_EQ(bad_option(FollowOptions{.find_radius = -1})->option, "find_radius");
}

#ifndef NDEBUG

TEST(FollowMistakesDeathTest, OptionsOutOfRangeAreNotTaken) {
    EXPECT_DEATH(PathFollower({.goal_radius = 0}), "bad_option");
    EXPECT_DEATH(PathFollower({.speed = -1}), "bad_option");
}

TEST(FollowMistakesDeathTest, AStepOnAnotherMeshIsNotAnsweredWithNonsense) {
    const Level level =
        level_with_navigation(world_of({box_brush({0, 0, -16}, {512, 256, 0})})).value();
    const NavMesh mesh = NavMesh::from_level(level, SpaceId(1)).value();
    const std::vector<NavMesh> copies{mesh};  // a copy is the same mesh
    const NavMesh other = NavMesh::from_level(level, SpaceId(2)).value();
    const MoverState state = mover_at({64, 64, 24});
    const NavPlace goal = locate(mesh, {400, 64, 24}).value();
    NavScratch scratch;
    PathFollower follower;
    follower.go_to(mesh, state.position, goal, scratch);
    follower.step(copies[0], state, scratch);
    EXPECT_DEATH(follower.step(other, state, scratch), "mesh_ == ");
    EXPECT_DEATH(follower.go_to(other, state.position, goal, scratch), "mesh_ == ");
    follower.stop();
    follower.go_to(other, state.position, locate(other, {400, 64, 24}).value(), scratch);
    EXPECT_EQ(follower.status(), FollowStatus::Following);
}

#endif

}  // namespace
}  // namespace halfspace::test
