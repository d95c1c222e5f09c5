// SPDX-License-Identifier: MIT
#include "halfspace/query/space.h"

#include "support/brushes.h"
#include "support/scene_levels.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

namespace halfspace {
namespace {

Level box_level() {
    return *test::compiled_level(test::world_of({test::box_brush({0, 0, 0}, {64, 64, 64})}));
}

TEST(FindSpace, NamesTheBodiesThatALevelWasCompiledFor) {
    const Level level = box_level();
    ASSERT_EQ(level.spaces().size(), 4u);
    EXPECT_EQ(find_space(level, "point"), SpaceId(0));
    EXPECT_EQ(find_space(level, "stand"), SpaceId(1));
    EXPECT_EQ(find_space(level, "large"), SpaceId(3));
    EXPECT_EQ(space_name(level, SpaceId(2)), "crouch");
}

TEST(FindSpace, FindsNothingByAnotherName) {
    EXPECT_FALSE(find_space(box_level(), "giant"));
    EXPECT_FALSE(find_space(box_level(), ""));
    EXPECT_FALSE(find_space(box_level(), "Stand"));
}

TEST(NoSuchSpace, ListsWhatThereIs) {
    const Error error = no_such_space(box_level(), "giant");
    EXPECT_EQ(error.code, ErrorCode::Unsupported);
    EXPECT_EQ(error.message,
              "there is no body 'giant'; the level was compiled for point, stand, crouch, large");
}

TEST(FindSpace, KnowsThePointOfEveryLevel) {
    const Level level = *Level::from_data(test::small_level(), "small");
    EXPECT_EQ(find_space(level, "point"), SpaceId(0));
    EXPECT_FALSE(find_space(level, "stand"));
}

TEST(BodyOf, IsTheBoxAroundThePosition) {
    const Level level = box_level();
    EXPECT_EQ(body_of(level, SpaceId(2)), (Aabb{{-15, -15, -24}, {15, 15, 16}}));
    EXPECT_EQ(body_of(level, SpaceId(0)), (Aabb{{0, 0, 0}, {0, 0, 0}}));
}

}  // namespace
}  // namespace halfspace
