// SPDX-License-Identifier: MIT
// How messages call the parts of a world: by the class of their entity, and by a place where
// somebody with an editor finds them.
#pragma once

#include "halfspace/world/world.h"

#include <cstdint>
#include <string>

namespace halfspace {

// "brush 3 of worldspawn near 64 128 0", "brush 0 of func_door (entity 5) near 96 0 32".
// REQUIRES: both numbers in range.
std::string describe_brush(const World& world, std::uint32_t entity, std::uint32_t brush);

// "brush 0, side 5 of func_door (entity 5) near 96 0 32": the place is the brush's.
std::string describe_side(const World& world,
                          std::uint32_t entity,
                          std::uint32_t brush,
                          std::size_t side);

// "polygon 7 of worldspawn near 0 0 64" and "patch 2 of func_wall (entity 1) near 8 8 8".
std::string describe_polygon(const World& world, std::uint32_t entity, std::uint32_t polygon);
std::string describe_patch(const World& world, std::uint32_t entity, std::uint32_t patch);

// "func_door (entity 5)"; of entity 0 the class alone.
std::string describe_entity(const World& world, std::uint32_t entity);

}  // namespace halfspace
