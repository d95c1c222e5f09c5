// SPDX-License-Identifier: MIT
// Pieces of floor become a mesh: common edges are found exactly, and pieces of one plane are joined
// while they stay convex.
#pragma once

#include "exact/shared/polygon.h"
#include "nav_build/walkable_surface.h"

#include <cstdint>
#include <vector>

namespace halfspace {

// A convex polygon. Corners may lie on a straight line.
struct FloorPolygon {
    PlaneId plane;  // looks up
    Contents contents;
    std::vector<std::uint32_t> corners;  // vertices, counter-clockwise seen from above
    std::vector<ModelId> doors;          // FloorPiece::doors
    std::uint32_t area;                  // FloorPiece::area
    bool is_low;                         // FloorPiece::is_low
};

// An edge of a polygon, from one corner to the next.
struct FloorEdge {
    std::uint32_t polygon;
    std::uint32_t corner;  // an index in FloorPolygon::corners
};

// What may be a step: two edges without neighbours, one above the other. Seen from above they have
// the same ends.
struct FloorStep {
    FloorEdge lower;
    FloorEdge upper;
};

// Two polygons are neighbours where one has the edge (a, b) and the other one (b, a). Where sheets
// of floor touch in a point, each has a vertex of its own. No two polygons have the same edge (a,
// b).
struct FloorMesh {
    std::vector<FloorPolygon> polygons;
    std::vector<ExactPoint> vertices;
    std::vector<FloorStep> steps;
};

// The mesh of all pieces. step_height: of what may be a step, grid steps. planes: of the pieces; it
// gets planes x = c and y = c where steps end. The mesh does not depend on anything but the pieces
// and their order. REQUIRES: the pieces do not overlap. Cost: n log n
// for n corners.
FloorMesh make_floor_mesh(const std::vector<FloorPiece>& pieces,
                          double step_height,
                          PlaneTable& planes);

}  // namespace halfspace
