// SPDX-License-Identifier: MIT
// The bodies that a level was compiled for. Each body has a space: the level as this body meets it.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/id.h"
#include "halfspace/level/fwd.h"
#include "halfspace/math/aabb.h"

#include <optional>
#include <string_view>

namespace halfspace {

// The space of the body with this name; nullopt if the level has none. Every level has "point",
// space 0. Upper and lower case differ.
std::optional<SpaceId> find_space(const Level& level, std::string_view name);

// An Error (Unsupported) for a user who asked for a name that find_space does not find. Its message
// lists the names of the level's bodies.
Error no_such_space(const Level& level, std::string_view name);

// The name of the space's body. It lives as long as the level. REQUIRES: space in range.
std::string_view space_name(const Level& level, SpaceId space);

// The body's box relative to its position, map units. For the point both corners are (0, 0, 0).
// REQUIRES: space in range.
Aabb body_of(const Level& level, SpaceId space);

}  // namespace halfspace
