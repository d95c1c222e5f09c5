// SPDX-License-Identifier: MIT
#include "keys.h"

#include <gtest/gtest.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace halfspace::viewer {
namespace {

TEST(Keys, AKeyCountsAsLongAsItIsDown) {
    Keys keys;
    keys.press(GLFW_KEY_UP);
    keys.end_frame();
    EXPECT_TRUE(keys.counts(GLFW_KEY_UP));
    EXPECT_FALSE(keys.was_pressed(GLFW_KEY_UP));
    keys.release(GLFW_KEY_UP);
    EXPECT_FALSE(keys.counts(GLFW_KEY_UP));
}

TEST(Keys, AKeyThatGoesDownAndUpBetweenTwoFramesCountsInOneFrame) {
    Keys keys;
    keys.press(GLFW_KEY_LEFT);
    keys.release(GLFW_KEY_LEFT);
    EXPECT_TRUE(keys.counts(GLFW_KEY_LEFT));
    keys.end_frame();
    EXPECT_FALSE(keys.counts(GLFW_KEY_LEFT));
}

TEST(WishOf, ShortPressesTurnAndWalkAndJump) {
    Keys keys;
    for (const int key : {GLFW_KEY_LEFT, GLFW_KEY_W, GLFW_KEY_C, GLFW_KEY_SPACE}) {
        keys.press(key);
        keys.release(key);
    }
    const PlayerInput wish = player_input(keys);
    EXPECT_GT(wish.turn, 0);
    EXPECT_EQ(wish.forward, 1);
    EXPECT_TRUE(wish.crouches);
    EXPECT_TRUE(wish.begins_jump);
    EXPECT_FALSE(wish.jumps);
    keys.end_frame();
    EXPECT_EQ(player_input(keys).turn, 0);
    EXPECT_FALSE(player_input(keys).begins_jump);
}

TEST(WishOf, OppositeKeysCancelEachOther) {
    Keys keys;
    keys.press(GLFW_KEY_A);
    keys.press(GLFW_KEY_D);
    keys.press(GLFW_KEY_PAGE_DOWN);
    EXPECT_EQ(player_input(keys).left, 0);
    EXPECT_EQ(player_input(keys).up, -1);
}

}  // namespace
}  // namespace halfspace::viewer
