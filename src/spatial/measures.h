// SPDX-License-Identifier: MIT
// Small measures of numbers, points and boxes.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/math/vec.h"

#include <algorithm>
#include <cmath>

namespace halfspace {

// -1, 0 or 1.
inline int sign_of(double value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

// The largest coordinate, without its sign.
inline double largest(const Vec3& v) {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

// True if the box has a point: min <= max on each axis.
inline bool has_points(const Aabb& box) {
    return box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z;
}

}  // namespace halfspace
