// SPDX-License-Identifier: MIT
// Where a rigid thing is: turned and moved, never scaled. A door that has opened by 90 degrees
// about its hinge is
//
//     turned_about(hinge, {.yaw = 90})
//
// and a lift that has gone up by 64 units is
//
//     moved_by({0, 0, 64})
//
// Every function gives the same bits on every machine.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/math/plane.h"
#include "halfspace/math/vec.h"

namespace halfspace {

// A turn in degrees, made in three steps. The first is `roll` about the x axis. The second is
// `pitch` about the y axis; a positive pitch looks down. The third is `yaw` about the z axis,
// counter-clockwise seen from above.
struct Angles {
    double pitch = 0;
    double yaw = 0;
    double roll = 0;

    friend constexpr bool operator==(const Angles&, const Angles&) = default;
};

// Takes a point p to x * p.x + y * p.y + z * p.z + translation. A transform is rigid if x, y and z
// have length 1, are perpendicular to each other, and are right-handed.
struct Transform {
    Vec3 x{1, 0, 0};
    Vec3 y{0, 1, 0};
    Vec3 z{0, 0, 1};
    Vec3 translation;

    friend constexpr bool operator==(const Transform&, const Transform&) = default;
};

// Moves by `offset` without a turn.
Transform moved_by(const Vec3& offset);

// Turns about `origin`; this point stays where it is, up to rounding. Multiples of 90 degrees turn
// exactly. REQUIRES: finite numbers.
Transform turned_about(const Vec3& origin, const Angles& angles);

// Where the x axis points after the turn, of length 1: the view direction of a player with these
// angles. {.yaw = 90} gives (0, 1, 0), {.pitch = 90} gives (0, 0, -1). REQUIRES: finite numbers.
Vec3 facing(const Angles& angles);

// The angles of a view in this direction, of any length: facing(angles_towards(d)) points along d.
// Roll is 0, pitch is -90 to 90, yaw is above -180 and up to 180. Straight up and down, yaw is 0,
// and for (0, 0, 0) all are 0. Within 2^-43 degree of the true angles. REQUIRES: finite numbers.
Angles angles_towards(const Vec3& direction);

// First `inner`, then `outer`: to_world(outer * inner, p) equals to_world(outer, to_world(inner,
// p)), up to rounding.
Transform operator*(const Transform& outer, const Transform& inner);

// The transform that takes every point back, up to rounding. REQUIRES: is_rigid(transform).
Transform inverse(const Transform& transform);

// True if all numbers are finite and the transform is rigid up to rounding. The tolerance is 2^-30:
// for products of two axes, for squared lengths, and for the determinant.
bool is_rigid(const Transform& transform);

// Takes a point from the model's own frame to the world, and back. to_local REQUIRES a rigid
// transform.
Vec3 to_world(const Transform& transform, const Vec3& local);
Vec3 to_local(const Transform& transform, const Vec3& world);

// The same for a direction: it is turned and not moved.
Vec3 direction_to_world(const Transform& transform, const Vec3& local);
Vec3 direction_to_local(const Transform& transform, const Vec3& world);

// The plane, turned and moved.
Plane plane_to_world(const Transform& transform, const Plane& local);

// The smallest box along the axes that holds the turned and moved box, up to rounding. REQUIRES:
// the box is not empty.
Aabb box_to_world(const Transform& transform, const Aabb& local);

}  // namespace halfspace
