// SPDX-License-Identifier: MIT
// How far one sees through the brushes of an entity, by its keys.
#pragma once

#include "halfspace/world/world.h"

#include <optional>
#include <string_view>

namespace halfspace::map {

struct EntityOpacity {
    std::optional<double> opacity;  // nullopt if no key says it
    // The first key whose value is no opacity, or empty; and what was expected of it.
    std::string_view bad_key;
    std::string_view expected;
};

// "alpha" and "_alpha" hold 0 to 1, where the engines take 0 for a key that is not set; "renderamt"
// holds 0 to 255 and counts if "rendermode" is not 0.
EntityOpacity read_opacity(const Entity& entity);

}  // namespace halfspace::map
