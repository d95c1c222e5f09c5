// SPDX-License-Identifier: MIT
// On which side does a point lie? Exact signs for coordinates that are 0 or between 2^-300 and
// 2^300 in magnitude: a filter in doubles decides nearly always, expansions the rest.
#pragma once

#include "halfspace/math/vec.h"

#include <cstddef>

namespace halfspace {

// The sign of (a - d) . ((b - d) x (c - d)): -1, 0 or 1. 0: the four points lie in one plane. It
// changes its sign if two of the points change places.
int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

// The same for three points seen along the axis `along` (0 to 2): the sign of the area of the
// triangle that they make there. 0: they are seen on one line.
int orientation_along(std::size_t along, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace halfspace
