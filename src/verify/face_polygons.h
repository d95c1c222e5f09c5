// SPDX-License-Identifier: MIT
// The part of verify that finds the exact polygons behind the drawn faces of a level. A level
// stores the corners of faces as floats; the exact corners follow from the planes of the level.
#pragma once

#include "halfspace/level/level.h"

#include "exact/shared/polygon.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// A face, and the planes in which its edges may lie.
struct FacePlanes {
    std::uint32_t face = 0;
    PlaneId plane;              // of the face, in the table
    std::vector<PlaneId> cuts;  // planes of the table; none is the face's own
};

// For each face its exact polygon: mostly one; several if different points round to the same
// floats; none if there is no convex polygon, counter-clockwise seen from the front, whose corners
// round to the stored ones. A corner of the face is the point where the plane of the face meets two
// cuts, and rounds to the stored floats. If a vertex within an edge belongs to other faces, it may
// be a point of these instead: an exact corner of another face that lies in this edge and rounds to
// the floats. Such a vertex is no corner of the polygon. The polygon lies behind the planes of its
// edges (Corner::edge). Cost: a look at each cut for each corner.
std::vector<std::vector<Polygon>> exact_polygons(const Level& level,
                                                 const PlaneTable& planes,
                                                 std::span<const FacePlanes> faces,
                                                 unsigned threads);

}  // namespace halfspace
