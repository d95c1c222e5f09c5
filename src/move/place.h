// SPDX-License-Identifier: MIT
// Where a mover may be.
#pragma once

#include "halfspace/move/mover_body.h"

#include <cmath>

namespace halfspace {

// True if all coordinates are below `most` in size. False for NaN, too.
inline bool is_within(const Vec3& p, double most) {
    return std::abs(p.x) < most && std::abs(p.y) < most && std::abs(p.z) < most;
}

// True if a mover's state may have this position.
inline bool is_mover_place(const Vec3& p) {
    return is_within(p, kMaxMoverPlace);
}

}  // namespace halfspace
