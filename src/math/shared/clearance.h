// SPDX-License-Identifier: MIT
// How far a box reaches around another one.
#pragma once

#include "halfspace/math/aabb.h"

#include <algorithm>

namespace halfspace {

// The least distance of a side of the outer box from the same side of the inner one; negative if
// the inner box reaches out.
inline double clearance(const Aabb& inner, const Aabb& outer) {
    const Vec3 below = inner.min - outer.min;
    const Vec3 above = outer.max - inner.max;
    return std::min({below.x, below.y, below.z, above.x, above.y, above.z});
}

}  // namespace halfspace
