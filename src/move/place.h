// SPDX-License-Identifier: MIT
// Where a mover may be.
#pragma once

#include "halfspace/move/mover_body.h"

namespace halfspace {

// True if all coordinates are below `limit` in magnitude. False if one is NaN.
inline bool is_below(const Vec3& p, double limit) {
    return is_finite(p) && max_abs(p) < limit;
}

// True if a mover's state may have this position.
inline bool is_mover_place(const Vec3& p) {
    return is_below(p, kMaxMoverPlace);
}

}  // namespace halfspace
