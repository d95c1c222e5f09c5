// SPDX-License-Identifier: MIT
// Points strictly inside of a polyhedron. One such point tells the contents of a whole cell.
#pragma once

#include "exact/shared/polyhedron.h"

namespace halfspace {

// A point strictly inside: a weighted average of corners.
HomogeneousPoint interior_point(const Polyhedron& polyhedron, const Predicates& predicates);

// The mean of the corners, rounded to doubles, grid steps.
Vec3 mean_corner(const Polyhedron& polyhedron);
// True if the point is strictly inside by more than the rounding of doubles.
bool is_strictly_inside(const Vec3& point, const Polyhedron& polyhedron, const PlaneTable& planes);

// A point strictly inside a polyhedron. `near` is `exact` up to rounding.
struct InteriorPoint {
    HomogeneousPoint exact;
    Vec3 near;
};
// Nearly always mean_corner, rounded so that its coordinates are short; else interior_point.
InteriorPoint point_inside(const Polyhedron& polyhedron, const Predicates& predicates);
// On which side of the plane the point is, exactly. Cost: nearly always one look at `near`.
Side side(const InteriorPoint& point, PlaneId plane, Predicates& predicates);

}  // namespace halfspace
