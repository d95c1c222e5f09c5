// SPDX-License-Identifier: MIT
// The part of verify that says which sides and polygons are drawn, how, and what hides them.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/world/world.h"

#include "verify/verify_brushes.h"
#include "verify/verify_surfaces.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace halfspace {

// What faces show: a side of a brush, or a polygon.
struct DrawnPart {
    std::uint32_t model = 0;
    std::uint32_t brush = kNone;  // in the level; none of a polygon
    std::uint32_t side = 0;       // as FaceRecord::side
    PlaneId plane;                // in the table
    // The side; or what the import has made of the polygon. They do not overlap.
    std::vector<Polygon> wholes;
    Aabb box;  // of the wholes [grid steps]
    bool is_drawn = false;
    std::uint32_t material = kNone;  // as the source says
    std::uint32_t flags = 0;         // FaceRecord::flags, as the source says
    std::vector<std::uint32_t> hiders;  // brushes that may hide a part of it, if it is drawn
    std::vector<std::uint32_t> faces;
};

// All sides of the models of brushes and all polygons of the models of polygons.
std::vector<DrawnPart> drawn_parts(const Level& level,
                                   const World& source,
                                   std::span<const RebuiltBrush> brushes,
                                   std::span<const RebuiltSurface> surfaces,
                                   unsigned threads);

// "brush 3 of worldspawn near 64 128 0 (line 40), side 2 (line 43)", or the polygon.
std::string describe_part(const Level& level,
                          const World& source,
                          std::span<const RebuiltSurface> surfaces,
                          const DrawnPart& part);

// True if a place of contents `of` in front of a drawn side hides the side. on: the contents of the
// side's brush.
bool hides(Contents of, Contents on);

}  // namespace halfspace
