// SPDX-License-Identifier: MIT
// The bodies for which a level is compiled.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/level/body_records.h"
#include "halfspace/math/vec.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

// A box that moves without turning, from corner `min` to corner `max`, relative to the body's
// position [map units]. Both corners must be on the level's grid; compile() refuses other bodies.
// The name serves find_space (query/space.h).
struct Body {
    std::string name;
    Vec3 min;
    Vec3 max;
};

// The name of space 0, the point's. Every level has it.
inline constexpr const char* kPointSpace = "point";

// Three bodies: "stand" from -15 -15 -24 to 15 15 32, "crouch" from -15 -15 -24 to 15 15 16, and
// "large" from -31 -31 -24 to 31 31 64. They pass through doors that are 32, 32 and 64 units wide.
std::vector<Body> default_bodies();

// What is wrong with a body by itself; nullopt if nothing is. Syntax: the name is not 1 to 64
// letters, digits, '_' or '-'. Geometry: the box has no volume. Range: a number is not finite, or
// the box extends beyond kMaxBodyReach.
std::optional<Error> body_problem(const Body& body);

// Why one more body of this name cannot join `bodies`; nullopt if it can. Geometry: the name is
// "point", or a body has it already. Limit: kMaxSpaces - 1 bodies.
std::optional<Error> name_problem(std::span<const Body> bodies, std::string_view name);

// Range if the body's corners are not on the grid with this exponent; else nullopt.
std::optional<Error> grid_problem(const Body& body, int grid_exponent);

}  // namespace halfspace
