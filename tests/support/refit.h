// SPDX-License-Identifier: MIT
// Changes levels so that the loader accepts them and only their meaning differs.
#pragma once

#include "halfspace/level/level.h"

#include "level/shared/derive.h"

#include <cstdint>
#include <vector>

namespace halfspace::test {

// Adds space 0 to a level made by hand. The contents of its leaves tell what blocks a point.
void add_point_space(LevelData& level);

// Gives each face its own vertices, one face after the other, as the loader requires.
void line_up_vertices(LevelData& level);

// A brush with its records in other sections.
struct BrushParts {
    BrushRecord record;
    std::vector<SideRecord> sides;
    std::vector<std::uint32_t> bevels;
};
std::vector<BrushParts> brush_parts(const LevelData& level);

// Gives the level these brushes, with sides and bevels one after the other as the loader requires.
// Removes faces, contacts and all other records that refer to brushes.
void set_brushes(LevelData& level, const std::vector<BrushParts>& brushes);

// A face with its records in other sections.
struct FaceParts {
    FaceRecord record;
    std::size_t model = 0;
    std::vector<std::uint32_t> vertices;
    std::vector<TexcoordRecord> texcoords;
};
std::vector<FaceParts> face_parts(const LevelData& level);

// Gives the level these faces, in the order that the loader requires. The level then does not say
// which clusters they border.
void set_faces(LevelData& level, std::vector<FaceParts> faces);

// Adds a plane that lies `steps` further along the normal, in units of d, and returns its index.
std::uint32_t add_moved_plane(LevelData& level, std::uint32_t plane, std::int64_t steps);

// Moves a plane of the level, for everything that uses it.
void move_plane(PlaneRecord& plane, std::int64_t steps);

}  // namespace halfspace::test
