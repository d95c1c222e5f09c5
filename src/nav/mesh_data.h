// SPDX-License-Identifier: MIT
// The arrays of a NavMesh. All numbers count within the mesh.
//
// A polygon of these arrays is a piece of a polygon that the mesh was made of, and exactly convex:
// nearly always it is the whole polygon (convex_pieces.h). The public ids are those of whole ones.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/math/vec.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/route.h"

#include "nav/column_tree.h"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
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

// A row of numbers for each of some things.
struct RowsOfNumbers {
    std::vector<std::uint32_t> first = {0};  // of each row; one more at the end
    std::vector<std::uint32_t> numbers;

    std::span<const std::uint32_t> operator[](std::size_t row) const {
        return std::span(numbers).subspan(first[row], first[row + 1] - first[row]);
    }
};
// A row, and a number of it.
using NumberPair = std::pair<std::uint32_t, std::uint32_t>;
// The rows of pairs in ascending order.
inline RowsOfNumbers rows_of(std::span<const NumberPair> pairs, std::size_t row_count) {
    RowsOfNumbers rows;
    rows.first.assign(row_count + 1, 0);
    for (const auto& [row, number] : pairs) {
        ++rows.first[row + 1];
        rows.numbers.push_back(number);
    }
    std::partial_sum(rows.first.begin(), rows.first.end(), rows.first.begin());
    return rows;
}

// Links that a mover walks, drops, jumps or climbs. On the others something carries it, or a
// designer has drawn them.
inline constexpr std::uint32_t kWalkedLinks = kMoverLinks & ~link_bit(NavLinkKind::Drawn);

// No coordinate of a mesh is larger.
inline constexpr double kMaxCoordinate = 0x1p100;

// Polygons in the order of groups.
struct PolygonGroups {
    std::vector<std::uint32_t> polygons;
    std::vector<std::uint32_t> starts;  // of each group; one more at the end
    // Of each polygon the sum of the sizes up to and with it [square units, seen from above].
    std::vector<double> sums;

    std::uint32_t count() const { return static_cast<std::uint32_t>(starts.size()) - 1; }
};

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
    std::vector<std::uint32_t> areas;        // one for each polygon; kNone: none
    std::vector<NavArea> area_list;
    std::vector<std::uint8_t> lows;  // one for each polygon; 1: it is low
    // One for each polygon. 1: it is in no liquid and no area, and not low; so it costs 1.
    std::vector<std::uint8_t> are_plain;
    // One for each polygon. 1: one leaves it only where one has entered it, and by no link.
    std::vector<std::uint8_t> are_ends;
    std::vector<float> widths;  // one for each polygon: the diagonal of its box, seen from above
    std::uint32_t all_contents = 0;  // of all polygons together
    bool has_low = false;            // one of them is
    std::vector<MeshEdge> edges;     // in the order of polygons
    // One for each edge: the polygon of its twin; kNone at a border.
    std::vector<std::uint32_t> beyond;
    std::vector<Vec3> vertices;  // one for each part of the mesh that meets there
    // One for each vertex. 1: a shortest path may turn here (see mark_corners).
    std::vector<std::uint8_t> is_corner;
    // One for each polygon: over how many of its edges one can leave it.
    std::vector<std::uint32_t> exits;
    std::vector<NavLink> links;  // in the order of their first polygons
    // Of each whole polygon the first link that begins in it; one more at the end.
    std::vector<std::uint32_t> first_links;
    // All but kWalkedLinks: they may be quicker than to walk.
    std::vector<std::uint32_t> carrying_links;
    double fastest_link = 0;  // the highest speed over one of the others, seen from above
    // Regions: polygons of one island that edges join and that the same doors close. They are in
    // the order of islands.
    std::vector<std::uint32_t> regions;         // one for each polygon
    std::vector<std::uint32_t> island_regions;  // the first of each island; one more at the end
    RowsOfNumbers region_neighbours;            // of each region, in ascending order
    RowsOfNumbers region_links;                 // the links that begin in each region
    std::vector<ModelId> doors;                 // in ascending order
    RowsOfNumbers door_regions;                 // of each door, in ascending order
    RowsOfNumbers door_polygons;                // of each door: what it closes
    ColumnTree tree;
    PolygonGroups by_island;
    PolygonGroups by_area;  // the last group is that of no area

    std::size_t polygon_count() const { return surfaces.size(); }
    std::size_t region_count() const { return island_regions.back(); }
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
    std::uint32_t region_of(NavPolygonId polygon) const {
        return regions[first_pieces[polygon.value]];
    }
    const Vec3& from(std::uint32_t edge) const { return vertices[edges[edge].vertex]; }
    const Vec3& to(std::uint32_t edge) const { return vertices[edges[edges[edge].next].vertex]; }
    double height(std::uint32_t polygon, double x, double y) const {
        const HeightPlane& surface = surfaces[polygon];
        return surface.a * x + surface.b * y + surface.c;
    }
};

}  // namespace halfspace
