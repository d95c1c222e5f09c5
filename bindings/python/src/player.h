// SPDX-License-Identifier: MIT
// A player of Python, and the level where it is.
#pragma once

#include "halfspace/move/player.h"

#include "asked.h"

#include <memory>

namespace halfspace::python {

struct LevelPlayer {
    std::shared_ptr<LoadedLevel> of;
    Player player;
};

using PlayerClass = py::class_<LevelPlayer, std::shared_ptr<LevelPlayer>>;

// What is around the player. Raises ValueError for an argument of another level.
PlacedLevel place_for(const LevelPlayer& self, const Asked& asked, const char* name = "asked");

// The methods of frames: advance, begin_frame and those that go with it.
void add_player_frames(PlayerClass& type);

}  // namespace halfspace::python
