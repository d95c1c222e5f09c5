// SPDX-License-Identifier: MIT
// Which keys count in a frame. A key that goes down and up between two frames counts in one frame.
#pragma once

#include "halfspace/move/player.h"

#include <set>

namespace halfspace::viewer {

// Keys have the numbers of GLFW.
class Keys {
public:
    void press(int key);
    void release(int key);
    // Ends the frame. What was pressed before counts no longer, unless it is still down.
    void end_frame() { pressed_.clear(); }

    bool is_down(int key) const { return down_.contains(key); }
    bool was_pressed(int key) const { return pressed_.contains(key); }
    // True if the key is down, or was pressed since the last frame.
    bool counts(int key) const { return is_down(key) || was_pressed(key); }

private:
    std::set<int> down_;
    std::set<int> pressed_;  // since the last frame
};

// What the keys want of the player in this frame.
PlayerInput player_input(const Keys& keys);

}  // namespace halfspace::viewer
