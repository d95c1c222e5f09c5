// SPDX-License-Identifier: MIT
// The bodies that a level is compiled for.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/math/vec.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

// A body that never turns: the box from min to max around its position [map units]. It should lie
// on the grid of the level.
struct Body {
    std::string name;
    Vec3 min;
    Vec3 max;
};

// The name of the body that every level has: that of a point.
inline constexpr const char* kPointSpace = "point";

// Farthest that a body may reach from its position along an axis [map units].
inline constexpr double kMostBodyReach = 4096;

// stand (-15 -15 -24 to 15 15 32), crouch (the same up to 16) and large (-31 -31 -24 to 31 31 64):
// they pass doors of 32, 32 and 64 units.
std::vector<Body> default_bodies();

// What is wrong with a body by itself: a name that is empty, longer than 64 or not of letters,
// digits, '_' and '-' (Syntax), a box without a volume (Geometry), too large or not finite (Range).
std::optional<Error> body_problem(const Body& body);

// What stands against one more body of this name among `bodies`: the name is that of the point or
// taken (Geometry), or a level has no room for more bodies (Limit).
std::optional<Error> name_problem(std::span<const Body> bodies, std::string_view name);

// What is wrong with a body on that grid: Range if it is off it.
std::optional<Error> grid_problem(const Body& body, int grid_exponent);

}  // namespace halfspace
