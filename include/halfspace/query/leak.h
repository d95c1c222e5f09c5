// SPDX-License-Identifier: MIT
// Where a level leaks: asked of a level, without its source. Pictures and viewers show the way.
#pragma once

#include "halfspace/level/fwd.h"
#include "halfspace/level/leak.h"

#include <optional>
#include <string>

namespace halfspace {

// The shortest way from an entity without brushes to the outside, as compile() gives it for the
// source. nullopt if no entity can reach the outside, as in each level that the compiler has filled
// around, if none stands in the open, and in a level without clusters. Cost: an exact cut for each
// node of the cluster tree, less than 0.1 s in a level of 5,000 brushes; allocates.
std::optional<Leak> find_leak(const Level& level);

// The same text as compile gives (level/leak.h): "the level leaks: light (entity 5) at ...".
// REQUIRES: a leak of this level.
std::string describe_leak(const Level& level, const Leak& leak);

}  // namespace halfspace
