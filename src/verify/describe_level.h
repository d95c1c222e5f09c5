// SPDX-License-Identifier: MIT
// How verify's messages call the parts of a level: by the part of the source that they stand for.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/world/world.h"

#include <cstdint>
#include <string>

namespace halfspace {

// "brush 3 of worldspawn near 64 128 0 (line 40)"; of a facet "a facet of patch 2 of func_wall
// (entity 1) near 8 8 8 (line 90)". Where the source has no such part: "brush 7 of the level
// (line 40)". No line is named that the source does not say.
std::string describe_level_brush(const Level& level, const World& source, std::uint32_t brush);

// "func_door (entity 5)"; "entity 5 of the level" where the source has no such entity.
std::string describe_level_entity(const World& source, std::uint32_t entity);

// " (line 40)"; nothing for line 0, which is unknown.
std::string line_text(std::uint32_t line);

// Names the entity of the model, as above.
std::string describe_model(const Level& level, const World& source, std::size_t model);

// A brush of the level as above; for kNone "a solid cell of func_wall (entity 1)", an entity that
// is made of polygons.
std::string describe_solid(const Level& level,
                           const World& source,
                           std::uint32_t brush,
                           std::uint32_t entity);

}  // namespace halfspace
