// SPDX-License-Identifier: MIT
// Polygons as triangles, for formats that know nothing else.
#pragma once

#include "halfspace/math/vec.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// Numbers of corners, in the polygon's order.
using Triangle = std::array<std::uint32_t, 3>;

// Triangles that fill the polygon, n - 2 of n corners, so that every corner is one of theirs.
// Corners may lie on an edge (where a neighbour's corner meets it): of all ways to cut, the one
// whose thinnest triangle is thickest, so none is degenerate if the polygon is not. Where rounding
// has left a polygon without an area, triangles of corners on one line are left out. A polygon of
// more than 128 corners is halved first. normal: of the front, any length.
// REQUIRES: at least 3 corners; convex, up to rounding.
// Cost: the third power of the number of corners up to 128, beyond that its square.
std::vector<Triangle> triangulate(std::span<const Vec3> corners, const Vec3& normal);

}  // namespace halfspace
