// SPDX-License-Identifier: MIT
// Whether a transform turns.
#pragma once

#include "halfspace/math/transform.h"

#include "math/shared/axes.h"

namespace halfspace {

// False for a transform that only moves.
inline bool is_turned(const Transform& transform) {
    return !(transform.x == Vec3{1, 0, 0} && transform.y == Vec3{0, 1, 0} &&
             transform.z == Vec3{0, 0, 1});
}

// True if a box along the axes is one after the transform, too.
inline bool is_axial(const Transform& transform) {
    return axis_of(transform.x) && axis_of(transform.y) && axis_of(transform.z);
}

}  // namespace halfspace
