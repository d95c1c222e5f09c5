// SPDX-License-Identifier: MIT
// When a moving body reaches the plane of a triangle.
#pragma once

#include "halfspace/spatial/convex_shape.h"
#include "halfspace/spatial/triangle.h"

namespace halfspace {

// A fraction of the motion before which the body does not touch the triangle: there the body is
// about half of kShapeTouch away from the triangle's plane. 0 if the body may be on both sides of
// the plane; infinity if it never reaches the plane. For any body but boxes along the axes.
double reach_of_plane(const PlacedShape& body, const Triangle& triangle, const Vec3& motion);

}  // namespace halfspace
