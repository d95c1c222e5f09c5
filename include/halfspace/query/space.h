// SPDX-License-Identifier: MIT
// The bodies that a level was compiled for.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/id.h"
#include "halfspace/level/fwd.h"
#include "halfspace/math/aabb.h"

#include <optional>
#include <string_view>

namespace halfspace {

// The space of that name; nullopt if the level has none. Every level has "point".
std::optional<SpaceId> find_space(const Level& level, std::string_view name);

// What to tell a user who named a space that the level has not: an Error (Unsupported) with the
// names of those that it has.
Error no_such_space(const Level& level, std::string_view name);

std::string_view space_name(const Level& level, SpaceId space);

// The body around its position [map units]; no extent for the point.
Aabb body_of(const Level& level, SpaceId space);

}  // namespace halfspace
