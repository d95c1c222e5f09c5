// SPDX-License-Identifier: MIT
// Convex polygons with exact corners, and how a plane cuts them.
#pragma once

#include "halfspace/math/aabb.h"

#include "exact/shared/predicates.h"

#include <optional>
#include <vector>

namespace halfspace {

// A corner, and the edge from it to the next corner. The edge is where the polygon's plane meets
// the plane `edge`.
struct Corner {
    ExactPoint point;
    PlaneId edge;
};

// A convex polygon. Its corners run counter-clockwise seen from the front of `plane`. It has at
// least three corners, and no two are equal.
struct Polygon {
    PlaneId plane;
    std::vector<Corner> corners;
};

// The smallest box around the corners rounded to doubles, grid steps.
Aabb bounds(const Polygon& polygon);

// Where a polygon is: in front of a plane, behind the plane, in the plane, or on both sides.
// Corners on the plane do not count: a polygon with corners in front of the plane and on it is
// Front.
enum class PolygonSide : std::int8_t { Front, Back, Coplanar, Spanning };

// The place of the polygon. Cost: one exact question for each corner at most.
PolygonSide classify(const Polygon& polygon, PlaneId plane, Predicates& predicates);

// The parts in front of a plane and behind it; nullopt where there is none.
struct PolygonSplit {
    std::optional<Polygon> front;
    std::optional<Polygon> back;
};

// Cuts the polygon along the plane. A polygon that is not Spanning comes back whole. A Coplanar one
// comes back as `front` if it has the same front as the plane, else as `back`. New corners are
// exact, and both parts have an area.
PolygonSplit split(Polygon polygon, PlaneId plane, Predicates& predicates);

}  // namespace halfspace
