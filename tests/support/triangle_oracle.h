// SPDX-License-Identifier: MIT
// Triangles against triangles and boxes by whole numbers of any size: one triangle is cut by the
// planes that bound the other thing, and the question is whether a piece is left. There is no edge
// against triangle, no separating axis and none of the library's arithmetic. Coordinates below
// kMinPlace count as 0.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/spatial/triangle.h"

namespace halfspace::test {

// True if the closed triangles share a point.
bool share_point(const Triangle& a, const Triangle& b);

// True if the triangle and the closed box share a point. REQUIRES: the box is not empty.
bool share_point(const Triangle& triangle, const Aabb& box);

}  // namespace halfspace::test
