// SPDX-License-Identifier: MIT
// Polygons as triangles, for formats that have only triangles.
#pragma once

#include "halfspace/math/vec.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// Indices of three corners, in the polygon's order.
using TriangleCorners = std::array<std::uint32_t, 3>;

// Cuts a polygon of n corners into n - 2 triangles; every corner belongs to one of them. Corners
// may lie on an edge, where a corner of a neighbour meets it. Of all cuts the result is the one
// whose thinnest triangle is thickest. So no triangle is degenerate if the polygon is not. If
// rounding has left the polygon without an area, triangles with corners on one line are left out. A
// polygon of more than 128 corners is first halved. normal: of the front, of any length. REQUIRES:
// at least 3 corners; convex up to rounding. Cost: the third power of the number of corners up to
// 128, for more corners the square.
std::vector<TriangleCorners> triangulate(std::span<const Vec3> corners, const Vec3& normal);

}  // namespace halfspace
