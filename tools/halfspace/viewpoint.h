// SPDX-License-Identifier: MIT
// From where a level is looked at, when nobody says.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/vec.h"

#include <optional>

namespace halfspace::tool {

// No level has anything beyond, along any axis.
inline constexpr double kMostCoordinate = 0x1p27;

// False, too, if a coordinate is no number.
bool is_in_reach(const Vec3& point);

struct Viewpoint {
    Vec3 eye;
    Vec3 target;
};

// The eyes of a player at the first start; nullopt if the level has none.
std::optional<Viewpoint> player_viewpoint(const Level& level);

// Above a corner of the box around all that is drawn of the world, looking at its middle.
Viewpoint overview(const Level& level);

// What the eye looks at when only the eye is given: the middle of the same box.
Vec3 default_target(const Level& level, const Vec3& eye);

}  // namespace halfspace::tool
