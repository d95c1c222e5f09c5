// SPDX-License-Identifier: MIT
// The bodies that a level was compiled for.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/level/level.h"
#include "halfspace/math/aabb.h"

#include <string>
#include <string_view>

namespace halfspace {

// The space of that name; "point" is there in every level. Errors: Unsupported, with the names of
// those that the level has.
Result<SpaceId> find_space(const Level& level, std::string_view name);

std::string_view space_name(const Level& level, SpaceId space);

// The body around its position [map units]; no extent for the point.
Aabb body_of(const Level& level, SpaceId space);

}  // namespace halfspace
