// SPDX-License-Identifier: MIT
// Whether a box has points.
#pragma once

#include "halfspace/math/aabb.h"

namespace halfspace {

// True if the box has a point: min <= max on each axis.
inline bool has_points(const Aabb& box) {
    return box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z;
}

}  // namespace halfspace
