// SPDX-License-Identifier: MIT
// Where a rigid thing stands: turned and moved, not scaled. A door that has opened by 90 degrees
// about its hinge is
//     turned_about(hinge, {.yaw = 90})
// and a lift that has gone up by 64 units is
//     moved_by({0, 0, 64}).
// Every function gives the same bits on every machine.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/math/plane.h"
#include "halfspace/math/vec.h"

namespace halfspace {

// A turn in degrees. It turns first by roll about the x axis, then by pitch about the y axis
// (positive looks down), then by yaw about the z axis (counter-clockwise seen from above).
struct Angles {
    double pitch = 0;
    double yaw = 0;
    double roll = 0;

    friend constexpr bool operator==(const Angles&, const Angles&) = default;
};

// Takes the point p to x * p.x + y * p.y + z * p.z + translation. It is rigid if x, y and z have
// length 1, are perpendicular to each other and right-handed.
struct Transform {
    Vec3 x{1, 0, 0};
    Vec3 y{0, 1, 0};
    Vec3 z{0, 0, 1};
    Vec3 translation;

    friend constexpr bool operator==(const Transform&, const Transform&) = default;
};

Transform moved_by(const Vec3& offset);

// Turned about `origin`, which stays where it is. Multiples of 90 degrees are exact.
// REQUIRES: finite numbers.
Transform turned_about(const Vec3& origin, const Angles& angles);

// First `inner`, then `outer`: to_world(outer * inner, p) is to_world(outer, to_world(inner, p)),
// up to rounding.
Transform operator*(const Transform& outer, const Transform& inner);

// Takes back what the transform does. REQUIRES: is_rigid(transform).
Transform inverse(const Transform& transform);

// True if all numbers are finite and the axes are rigid up to rounding: no length and no product of
// two axes is off by more than 2^-30.
bool is_rigid(const Transform& transform);

// A point.
Vec3 to_world(const Transform& transform, const Vec3& local);
Vec3 to_local(const Transform& transform, const Vec3& world);

// A direction: it is turned, not moved.
Vec3 direction_to_world(const Transform& transform, const Vec3& local);
Vec3 direction_to_local(const Transform& transform, const Vec3& world);

Plane plane_to_world(const Transform& transform, const Plane& local);

// The smallest box that holds the moved box, up to rounding. REQUIRES: the box is not empty.
Aabb box_to_world(const Transform& transform, const Aabb& local);

}  // namespace halfspace
