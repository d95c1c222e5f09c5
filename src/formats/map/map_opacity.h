// SPDX-License-Identifier: MIT
// The opacity of the brushes of an entity, from its keys.
#pragma once

#include "halfspace/world/world.h"

#include <optional>
#include <string_view>

namespace halfspace::map {

struct EntityOpacity {
    std::optional<double> opacity;  // nullopt if no key says it
    // The first key with a bad value, or empty.
    std::string_view bad_key;
    std::string_view expected;
};

// "alpha" and "_alpha" hold 0 to 1; 0 counts as not set, as in the engines. "renderamt" holds 0 to
// 255 and counts only if "rendermode" is not 0.
EntityOpacity read_opacity(const Entity& entity);

}  // namespace halfspace::map
