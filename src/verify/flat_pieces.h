// SPDX-License-Identifier: MIT
// The part of verify that takes convex polygons away from others of the same plane, exactly.
#pragma once

#include "halfspace/level/records.h"

#include "exact/shared/polygon.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace halfspace {

// A convex polygon with its box [grid steps].
struct FlatPiece {
    Polygon polygon;
    Aabb box;
};
FlatPiece flat_piece(Polygon polygon);

// Takes from each piece what lies behind all planes. The rest are convex pieces again. Planes
// through the pieces' own plane do not count. box: around what lies behind the planes [grid steps].
void take_away(std::vector<FlatPiece>& pieces,
               const Aabb& box,
               std::span<const PlaneId> planes,
               Predicates& predicates);

// True if a part of the polygon with an area lies behind all planes. The polygon's own plane does
// not count.
bool has_part_behind(const Polygon& polygon,
                     std::span<const PlaneId> planes,
                     Predicates& predicates);

// The planes of the edges, as the corners name them.
std::vector<PlaneId> edge_planes(const Polygon& polygon);

// The planes of the edges, turned so that the polygon lies behind them.
std::vector<PlaneId> inner_planes(const Polygon& polygon, Predicates& predicates);

// A stored polygon as an exact one.
struct NumberedPolygon {
    std::uint32_t number = kNone;  // of the face, or of the polygon of a mesh
    Polygon polygon;
    Aabb box;                     // [grid steps]
    std::vector<PlaneId> planes;  // of its edges; it lies behind them
};
NumberedPolygon numbered_polygon(std::uint32_t number, Polygon polygon, Predicates& predicates);
void sort_by_x(std::vector<NumberedPolygon>& polygons);

// True if they have a part with an area in common. REQUIRES: they lie in one plane.
bool overlap(const NumberedPolygon& a, const NumberedPolygon& b, Predicates& predicates);

// The pairs that overlap, as "1 and 2 overlap", with a box around both [grid steps]. sorted: by x.
struct Overlap {
    std::string text;
    Aabb box;
};
std::vector<Overlap> overlaps(std::span<const NumberedPolygon> sorted, Predicates& predicates);

}  // namespace halfspace
