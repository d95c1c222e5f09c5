// SPDX-License-Identifier: MIT
// Navigation meshes made by code. Their corners have whole coordinates, so that tests can judge
// exactly, unless a mesh is changed afterwards.
#pragma once

#include "halfspace/level/nav_records.h"
#include "halfspace/math/plane.h"
#include "halfspace/math/vec.h"
#include "halfspace/nav/nav_mesh.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace halfspace::test {

// The records of one mesh.
struct NavRecordArrays {
    std::vector<NavPolygonRecord> polygons;
    std::vector<NavEdgeRecord> edges;
    std::vector<Vec3> vertices;
    std::vector<Plane> planes;
    std::vector<NavLinkRecord> links = {};
    std::vector<NavDoorRecord> doors = {};
    std::vector<NavArea> areas = {};

    NavRecords records() const { return {polygons, edges, vertices, planes, links, doors, areas}; }
    // The vertices of a polygon, counter-clockwise.
    std::vector<std::uint32_t> corners(std::uint32_t polygon) const;
    std::uint32_t end_edge(std::uint32_t polygon) const;
};

// Convex polygons, counter-clockwise seen from above.
using PolygonSoup = std::vector<std::vector<Vec3>>;

// The records of a soup: equal corners become one vertex; a corner that lies in an edge of another
// polygon becomes a corner of this one, too; polygons with a common edge become neighbours.
// REQUIRES: whole coordinates of at most 2^20.
NavRecordArrays nav_records_of(const PolygonSoup& soup);

// Moves the vertices, and fits the planes.
void change(NavRecordArrays& mesh, const std::function<Vec3(const Vec3&)>& move);

NavMesh nav_mesh_of(const NavRecordArrays& mesh);

// Squares of a size in rows of text: '#' is no floor. They are merged to rectangles of at most
// `longest` squares on a side.
PolygonSoup cells(const std::vector<std::string>& rows, double size, double z, int longest);
// Rows of random squares, one in `holes` of them no floor.
std::vector<std::string> random_rows(int columns, int rows, int holes, std::uint64_t seed);
// Rows of a spiral from the rim to the middle.
std::vector<std::string> spiral_rows(int size);

// Triangles over a grid with moved corners, one in `holes` left out. The surface goes up and down.
PolygonSoup random_triangles(int columns, int rows, int holes, std::uint64_t seed);
// Storeys of random squares above each other, joined by ramps beside them. REQUIRES: size >= 4.
PolygonSoup storeys(int count, int size, int holes, std::uint64_t seed);
// A ramp around a shaft; its turns lie above each other.
PolygonSoup helix(int turns);
// One polygon with `count` corners on a circle, and more of them on its edges.
PolygonSoup one_polygon(int count);

}  // namespace halfspace::test
