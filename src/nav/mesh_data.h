// SPDX-License-Identifier: MIT
// The arrays of a NavMesh. All numbers count within the mesh.
//
// A polygon of these arrays is a piece of a polygon that the mesh was made of, and exactly convex:
// nearly always it is the whole polygon (convex_pieces.h). The public ids are those of whole ones.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/math/vec.h"
#include "halfspace/nav/nav_mesh.h"

#include "nav/column_tree.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace {

struct MeshEdge {
    std::uint32_t vertex;   // where it begins
    std::uint32_t next;     // the next edge of the polygon, counter-clockwise
    std::uint32_t polygon;  // the polygon that it belongs to
    std::uint32_t twin;     // the same edge of the neighbour; kNone at a border
    std::uint32_t corner;   // where it begins in the polygon of the mesh; kNone for a cut in it
};

// The plane of a polygon: z = a * x + b * y + c.
struct HeightPlane {
    double a = 0;
    double b = 0;
    double c = 0;
};

// No coordinate of a mesh is larger.
inline constexpr double kMaxCoordinate = 0x1p100;

struct NavMeshData {
    std::vector<std::uint32_t> wholes;        // of which whole polygon each polygon is a piece
    std::vector<std::uint32_t> first_pieces;  // one for each whole polygon, and one more at the end
    // The edges of whole polygons, and where those of each begin; one more at the end.
    std::vector<std::uint32_t> whole_edges;
    std::vector<std::uint32_t> first_whole_edges;
    std::vector<std::uint32_t> first_edges;  // one for each polygon, and one more at the end
    std::vector<HeightPlane> surfaces;       // one for each polygon
    std::vector<std::uint32_t> islands;      // one for each polygon
    std::vector<std::uint32_t> contents;     // one for each polygon
    std::vector<MeshEdge> edges;             // in the order of polygons
    std::vector<Vec3> vertices;              // one for each part of the mesh that meets there
    // One for each vertex. 1: a shortest path may turn here (see mark_corners).
    std::vector<std::uint8_t> is_corner;
    // One for each polygon: over how many of its edges one can leave it.
    std::vector<std::uint32_t> exits;
    std::vector<NavLink> links;  // in the order of their first polygons
    // Of each whole polygon the first link that begins in it; one more at the end.
    std::vector<std::uint32_t> first_links;
    // The links in the order of the islands where they begin, and the first of each island.
    std::vector<std::uint32_t> island_links;
    std::vector<std::uint32_t> first_island_links;  // one more at the end
    // The links on which something carries the mover, or which a designer has drawn: they may be
    // quicker than to walk.
    std::vector<std::uint32_t> carrying_links;
    ColumnTree tree;
    // The polygons in the order of islands, and of each the sum of the areas up to and with it.
    std::vector<std::uint32_t> by_island;
    std::vector<double> area_sums;
    std::vector<std::uint32_t> island_starts;  // in by_island; one more at the end

    std::size_t polygon_count() const { return surfaces.size(); }
    NavPolygonId whole(std::uint32_t polygon) const { return NavPolygonId(wholes[polygon]); }
    NavEdge whole_edge(std::uint32_t edge) const {
        return {whole(edges[edge].polygon), edges[edge].corner};
    }
    NavPlace place(std::uint32_t polygon, const Vec3& p) const {
        return {whole(polygon), {p.x, p.y, height(polygon, p.x, p.y)}};
    }
    std::uint32_t island_of(NavPolygonId polygon) const {
        return islands[first_pieces[polygon.value]];
    }
    const Vec3& from(std::uint32_t edge) const { return vertices[edges[edge].vertex]; }
    const Vec3& to(std::uint32_t edge) const { return vertices[edges[edges[edge].next].vertex]; }
    double height(std::uint32_t polygon, double x, double y) const {
        const HeightPlane& surface = surfaces[polygon];
        return surface.a * x + surface.b * y + surface.c;
    }
};

}  // namespace halfspace
