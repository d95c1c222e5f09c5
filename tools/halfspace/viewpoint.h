// SPDX-License-Identifier: MIT
// The default eye and target of a picture.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/aabb.h"
#include "halfspace/math/vec.h"
#include "halfspace/move/player_start.h"

#include <optional>

namespace halfspace::tool {

// The largest coordinate of anything in a level [map units].
inline constexpr double kMaxCoordinate = 0x1p27;

// True if no coordinate is beyond kMaxCoordinate. False if a coordinate is not a number.
bool is_in_reach(const Vec3& point);

struct Viewpoint {
    Vec3 eye;
    Vec3 target;
};

// How high the eye is above the position of a player [map units].
inline constexpr double kEyeHeight = 22;

// The eye of a player at the first start; nullopt if the level has no start.
std::optional<Viewpoint> player_viewpoint(const Level& level);

// The eye of a player who stands at the start.
Viewpoint viewpoint_at(const Level& level, const PlayerStart& start);

// An eye above a corner of the box; the target is the middle.
Viewpoint overview(const Aabb& box);

// The same of the box around everything drawn of the world.
Viewpoint overview(const Level& level);

// The target for an eye without a target: the middle of the same box.
Vec3 default_target(const Level& level, const Vec3& eye);

}  // namespace halfspace::tool
