// SPDX-License-Identifier: MIT
// How far a segment is from a triangle, in doubles.
#pragma once

#include "halfspace/spatial/triangle.h"

namespace halfspace {

// The nearest points of the segment (a) and of the triangle (b), up to rounding. Where the segment
// crosses the triangle, the distance is 0 up to rounding.
TriangleDistance distance(const Vec3& from, const Vec3& to, const Triangle& triangle);

}  // namespace halfspace
