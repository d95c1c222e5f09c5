// SPDX-License-Identifier: MIT
// The part of verify that finds the exact polygons behind the drawn faces and the navigation meshes
// of a level. A level stores their corners as floats or doubles; the exact corners follow from the
// planes of the level.
#pragma once

#include "exact/shared/polygon.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// The vertices of a level.
struct StoredVertices {
    std::vector<Vec3> at;  // [grid steps]
    double unit = 1;       // a map unit [grid steps]
    bool are_floats = false;
};

// A polygon, and the planes in which its edges may lie.
struct StoredPolygon {
    std::uint32_t number = 0;                 // of a face, or of a polygon of a mesh
    PlaneId plane;                            // of the polygon, in the table
    std::span<const std::uint32_t> vertices;  // indices in StoredVertices::at
    std::vector<PlaneId> cuts;                // planes of the table; none is the polygon's own
};

// Keeps each cut once, and none in the plane of the polygon.
void clean_cuts(StoredPolygon& polygon);

// For each stored polygon its exact polygon: mostly one; several if different points round to the
// same numbers; none if there is no convex polygon, counter-clockwise seen from the front, whose
// corners round to the stored ones. A corner is the point where the plane of the polygon meets two
// cuts, and rounds to the stored numbers. If a vertex within an edge belongs to other polygons, it
// may be a point of these instead: an exact corner of another polygon that lies in this edge and
// rounds to the same. Such a vertex is no corner of the result. The result lies behind the planes
// of its edges (Corner::edge). Cost: a look at each cut for each corner.
std::vector<std::vector<Polygon>> exact_polygons(const StoredVertices& vertices,
                                                 const PlaneTable& planes,
                                                 std::span<const StoredPolygon> polygons,
                                                 unsigned threads);

}  // namespace halfspace
