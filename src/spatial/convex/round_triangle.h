// SPDX-License-Identifier: MIT
// A ball or a capsule that moves, and a triangle: the time of impact without GJK. The core of the
// body is a point or a segment, and its distance from the triangle is a formula.
#pragma once

#include "halfspace/spatial/triangle.h"

#include "spatial/shared/advance.h"

#include <optional>

namespace halfspace {

struct RoundBody {
    Vec3 from;  // the ends of the core; equal for a ball
    Vec3 to;
    double radius = 0;
};

// True for a ball and for a capsule.
bool is_round(const ConvexShape& shape);

// REQUIRES: is_round(placed.shape).
RoundBody round_body(const PlacedShape& placed);

// As time_of_impact_until (shape_impact.h), but a body that comes nearer to the triangle than the
// tolerance and does not get deeper than half of it does not touch: so it slides over all edges of
// a floor. Errors are some roundings of the coordinates, however long the motion and the triangle
// are.
std::optional<TimeOfImpact> time_of_impact_until(const RoundBody& body,
                                                 const Triangle& triangle,
                                                 const Vec3& motion,
                                                 double tolerance,
                                                 double until);

}  // namespace halfspace
