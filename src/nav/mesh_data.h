// SPDX-License-Identifier: MIT
// The arrays of a NavMesh. All numbers count within the mesh.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/math/vec.h"

#include "nav/polygon_tree.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace {

struct MeshEdge {
    std::uint32_t vertex;     // where it begins
    std::uint32_t next;       // the next edge of the polygon, counter-clockwise
    std::uint32_t polygon;    // the polygon that it belongs to
    std::uint32_t twin;       // the same edge of the neighbour; kNone at a border
};

// The plane of a polygon: z = a * x + b * y + c.
struct Surface {
    double a = 0;
    double b = 0;
    double c = 0;
};

struct NavMeshData {
    std::vector<std::uint32_t> first_edges;  // one for each polygon, and one more at the end
    std::vector<Surface> surfaces;           // one for each polygon
    std::vector<std::uint32_t> islands;      // one for each polygon
    std::vector<std::uint32_t> contents;     // one for each polygon
    std::vector<MeshEdge> edges;             // in the order of polygons
    std::vector<Vec3> vertices;              // one for each part of the mesh that meets there
    // One for each vertex. 1: a shortest path may turn here (see mark_corners).
    std::vector<std::uint8_t> is_corner;
    // One for each polygon. 1: rounding of its corners has made it concave.
    std::vector<std::uint8_t> is_concave;
    // One for each polygon: over how many of its edges one can leave it.
    std::vector<std::uint32_t> exits;
    PolygonTree tree;
    // The polygons in the order of islands, and of each the sum of the areas up to and with it.
    std::vector<std::uint32_t> by_island;
    std::vector<double> area_sums;
    std::vector<std::uint32_t> island_starts;  // in by_island; one more at the end

    std::size_t polygon_count() const { return surfaces.size(); }
    const Vec3& from(std::uint32_t edge) const { return vertices[edges[edge].vertex]; }
    const Vec3& to(std::uint32_t edge) const {
        return vertices[edges[edges[edge].next].vertex];
    }
    double height(std::uint32_t polygon, double x, double y) const {
        const Surface& surface = surfaces[polygon];
        return surface.a * x + surface.b * y + surface.c;
    }
};

}  // namespace halfspace
