// SPDX-License-Identifier: MIT
#include "keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace halfspace::viewer {
namespace {

constexpr double kTurnSpeed = 120;  // of the arrow keys [degrees per second]

}  // namespace

void Keys::press(int key) {
    down_.insert(key);
    pressed_.insert(key);
}

void Keys::release(int key) {
    down_.erase(key);
}

PlayerInput player_input(const Keys& keys) {
    const auto one = [&](int key) { return keys.counts(key) ? 1.0 : 0.0; };
    const auto one_of = [&](int a, int b) { return keys.counts(a) || keys.counts(b) ? 1.0 : 0.0; };
    PlayerInput wish;
    wish.forward = one_of(GLFW_KEY_UP, GLFW_KEY_W) - one_of(GLFW_KEY_DOWN, GLFW_KEY_S);
    wish.left = one(GLFW_KEY_A) - one(GLFW_KEY_D);
    wish.up = one(GLFW_KEY_PAGE_UP) - one(GLFW_KEY_PAGE_DOWN);
    wish.turn = (one(GLFW_KEY_LEFT) - one(GLFW_KEY_RIGHT)) * kTurnSpeed;
    wish.jumps = keys.is_down(GLFW_KEY_SPACE);
    wish.begins_jump = keys.was_pressed(GLFW_KEY_SPACE);
    wish.crouches = one_of(GLFW_KEY_C, GLFW_KEY_LEFT_CONTROL) > 0;
    wish.is_fast = keys.counts(GLFW_KEY_LEFT_SHIFT);
    return wish;
}

}  // namespace halfspace::viewer
