// SPDX-License-Identifier: MIT
// From where a level is looked at, when nobody says.
#pragma once

#include "halfspace/geometry/vec.h"
#include "halfspace/level/level.h"

#include <optional>

namespace halfspace::tool {

struct Viewpoint {
    Vec3 eye;
    Vec3 target;
};

// The eyes of a player at the first start; nullopt if the level has none.
std::optional<Viewpoint> player_viewpoint(const Level& level);

// A corner above the world's box, looking at its middle.
Viewpoint overview(const Level& level);

// In which direction the eye looks when only the eye is given: to the middle of the world's box.
Vec3 default_target(const Level& level, const Vec3& eye);

}  // namespace halfspace::tool
