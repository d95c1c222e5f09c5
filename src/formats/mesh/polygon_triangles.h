// SPDX-License-Identifier: MIT
// Cuts a polygon of a file into triangles.
#pragma once

#include "halfspace/math/vec.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// Triangles between the corners, in the order of the polygon; their edges, taken together, are the
// polygon's edges. A simple polygon is cut by its ears (Meisters 1975), seen along the axis in
// which its area is largest. Other loops are cut somehow. REQUIRES: at least three corners. Cost:
// n^2 for n corners, n for a convex polygon.
std::vector<std::array<std::uint32_t, 3>> triangles_of(std::span<const Vec3> corners);

}  // namespace halfspace
