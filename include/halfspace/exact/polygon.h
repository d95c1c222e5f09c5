// SPDX-License-Identifier: MIT
// Convex polygons in a plane, with exact corners, and their splitting.
#pragma once

#include "halfspace/exact/predicates.h"

#include <optional>
#include <vector>

namespace halfspace {

// A corner and the plane that, with the polygon's own, cuts out the edge to the next corner.
struct Corner {
    ExactPoint point;
    PlaneId edge;
};

// Corners counter-clockwise seen from the front of `plane`. At least three, no two equal.
struct Polygon {
    PlaneId plane;
    std::vector<Corner> corners;
};

enum class PolygonSide : std::int8_t { Front, Back, Coplanar, Spanning };

// Where the polygon lies; touching does not count (a polygon with corners in front and on the
// plane is Front).
PolygonSide classify(const Polygon& polygon, PlaneId plane, Predicates& predicates);

struct PolygonSplit {
    std::optional<Polygon> front;
    std::optional<Polygon> back;
};

// Cuts along the plane. A polygon that is not Spanning comes back whole, a Coplanar one as front
// if it faces the same way, else as back. New corners are exact; both pieces have an area.
PolygonSplit split(Polygon polygon, PlaneId plane, Predicates& predicates);

}  // namespace halfspace
