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

// How a face is drawn, as the source says.
struct Look {
    std::uint32_t material = kNone;
    std::uint32_t flags = 0;  // FaceRecord::flags

    friend bool operator==(const Look&, const Look&) = default;
};

// A triangle of a mesh in a side of a piece.
struct DrawnTriangle {
    std::vector<PlaneId> edges;  // the triangle lies behind these planes
    Look look;
};

// What faces show: a side of a brush, or what lies in one plane of a polygon or of a patch.
struct DrawnPart {
    std::uint32_t model = 0;
    std::uint32_t brush = kNone;  // in the level; kNone of a polygon or a patch
    std::uint32_t side = 0;       // as FaceRecord::side
    PlaneId plane;                // in the table
    // The side, or what the import has made of the polygon or the patch. Only those of a patch that
    // turns back on itself may overlap.
    std::vector<Polygon> wholes;
    Aabb box;  // of the wholes [grid steps]
    bool is_drawn = false;
    Look look;
    // In a piece: the triangles in the plane that touch its box. Then each face looks like all
    // triangles of which it has a part.
    std::vector<DrawnTriangle> triangles;
    std::vector<std::uint32_t> hiders;  // brushes that may hide a part of it, if it is drawn
    // Brushes with a side in the same plane, of which one of the two is a piece of a mesh. The part
    // that both have in common is drawn once, by either.
    std::vector<std::uint32_t> rivals;
    std::vector<std::uint32_t> faces;
};

// All sides, polygons and pieces of curves that the models of the level may show. Adds the planes
// of curves and of triangles to the table. Returns nothing if the planes get too wide for the
// predicates.
std::vector<DrawnPart> drawn_parts(const Level& level,
                                   const World& source,
                                   std::span<const RebuiltBrush> brushes,
                                   std::span<const RebuiltSurface> surfaces,
                                   LevelPlanes& planes,
                                   unsigned threads);

// "brush 3 of worldspawn near 64 128 0 (line 40), side 2 (line 43)", or the polygon or
// the patch with its line.
std::string describe_part(const Level& level, const World& source, const DrawnPart& part);

// True if a place of contents `of` in front of a drawn side hides the side. on: the contents of the
// side's brush.
bool hides(Contents of, Contents on);

}  // namespace halfspace
