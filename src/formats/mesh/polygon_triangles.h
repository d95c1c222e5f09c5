// SPDX-License-Identifier: MIT
// Cuts a polygon of a file into triangles.
#pragma once

#include "halfspace/math/vec.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// Indices of corners, in the order of the polygon.
struct PolygonTriangles {
    std::vector<std::array<std::uint32_t, 3>> triangles;
    // Edges of the polygon cross, so some triangles overlap or face the wrong way.
    bool crosses_itself = false;
};

// Triangles between the corners; their edges, taken together, are the polygon's edges. The polygon
// is cut by its ears (Meisters 1975), seen along the axis in which its area is largest. It may
// touch itself: edges that run there and back join a hole with the outline. All decisions are
// exact, but for the axis and the side from which the polygon is seen. REQUIRES: at least three
// corners, with coordinates below 2^127. Cost: n^2 for n corners of a convex polygon, at worst n^3.
PolygonTriangles triangles_of(std::span<const Vec3> corners);

}  // namespace halfspace
