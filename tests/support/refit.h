// SPDX-License-Identifier: MIT
// Levels changed on purpose, so that the loader finds nothing wrong and only meaning differs.
#pragma once

#include "halfspace/level/derive.h"
#include "halfspace/level/level.h"

#include <cstdint>
#include <vector>

namespace halfspace::test {

// Adds space 0 to a level made by hand, whose leaves say what blocks a point.
void add_point_space(LevelData& level);

// Gives each face vertices of its own, one face after the other, as the loader wants them.
void line_up_vertices(LevelData& level);

// A brush with what it has in other sections.
struct BrushParts {
    BrushRecord record;
    std::vector<SideRecord> sides;
    std::vector<std::uint32_t> bevels;
};
std::vector<BrushParts> brush_parts(const LevelData& level);

// Gives the level these brushes, their sides and bevels one after the other, as the loader wants
// them. What names brushes otherwise, which verify does not look at, goes: faces and contacts.
void set_brushes(LevelData& level, const std::vector<BrushParts>& brushes);

// Adds the plane `steps` further along its normal, in units of its d.
std::uint32_t add_moved_plane(LevelData& level, std::uint32_t plane, std::int64_t steps);

// Moves a plane of the level for all that use it.
void move_plane(PlaneRecord& plane, std::int64_t steps);

}  // namespace halfspace::test
