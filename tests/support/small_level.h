// SPDX-License-Identifier: MIT
// A level made by hand, without the compiler, for tests of code that reads levels.
//
// The room is x, y in [-64, 64], z in [0, 128]. Its walls are 16 thick and solid; the wall at x =
// 64 is glass (fence). In one corner there is a ramp (solid, behind x + z = -32), beside it water
// up to z = 16. Model 1 is a door (detail): x in [32, 40], y in [-16, 16], z in [0, 64]. Grid steps
// are 1/8. The world's box is [-80, 80] x [-80, 80] x [-16, 144].
#pragma once

#include "halfspace/level/level.h"

namespace halfspace::test {

LevelData small_level();

// Adds a navigation mesh of three polygons for the point: on the floor of the room a square with
// its low corner at (0, 0, 0) and a triangle beside it, and a step to a triangle 8 above the floor.
void add_small_nav(LevelData& level);

// Leaves of the world.
inline constexpr LeafId kSmallGlass{2};
inline constexpr LeafId kSmallRamp{7};
inline constexpr LeafId kSmallWater{8};
inline constexpr LeafId kSmallRoom{9};
// The leaf that the door fills.
inline constexpr LeafId kSmallDoor{16};

}  // namespace halfspace::test
