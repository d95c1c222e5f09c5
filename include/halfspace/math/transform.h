// SPDX-License-Identifier: MIT
// Where a rigid thing stands: turned and moved, not scaled.
#pragma once

#include "halfspace/math/vec.h"

namespace halfspace {

// Takes p to x * p.x + y * p.y + z * p.z + translation. x, y and z have length 1, are perpendicular
// to each other and right-handed.
struct Transform {
    Vec3 x{1, 0, 0};
    Vec3 y{0, 1, 0};
    Vec3 z{0, 0, 1};
    Vec3 translation;
};

constexpr Vec3 to_world(const Transform& transform, const Vec3& local) {
    return transform.x * local.x + transform.y * local.y + transform.z * local.z +
           transform.translation;
}

constexpr Vec3 to_local(const Transform& transform, const Vec3& world) {
    const Vec3 p = world - transform.translation;
    return {dot(transform.x, p), dot(transform.y, p), dot(transform.z, p)};
}

}  // namespace halfspace
