// SPDX-License-Identifier: MIT
#include "halfspace/math/transform.h"

#include "halfspace/math/sin_cos.h"

#include <array>
#include <cmath>

namespace halfspace {
namespace {

// The tolerance for a rigid transform. Products of a million rigid transforms stay within it.
constexpr double kRigidError = 0x1p-30;

}  // namespace

Vec3 to_world(const Transform& transform, const Vec3& local) {
    return direction_to_world(transform, local) + transform.translation;
}

Vec3 to_local(const Transform& transform, const Vec3& world) {
    return direction_to_local(transform, world - transform.translation);
}

Vec3 direction_to_world(const Transform& transform, const Vec3& local) {
    return transform.x * local.x + transform.y * local.y + transform.z * local.z;
}

Vec3 direction_to_local(const Transform& transform, const Vec3& world) {
    return {dot(transform.x, world), dot(transform.y, world), dot(transform.z, world)};
}

Plane plane_to_world(const Transform& transform, const Plane& local) {
    const Vec3 n = direction_to_world(transform, local.n);
    return {n, local.d + dot(n, transform.translation)};
}

Aabb box_to_world(const Transform& transform, const Aabb& local) {
    const Vec3 centre = to_world(transform, centre_of(local));
    const Vec3 half = half_of(local);
    const Vec3 reach =
        abs(transform.x) * half.x + abs(transform.y) * half.y + abs(transform.z) * half.z;
    return {centre - reach, centre + reach};
}

Transform moved_by(const Vec3& offset) {
    Transform transform;
    transform.translation = offset;
    return transform;
}

Transform turned_about(const Vec3& origin, const Angles& angles) {
    const auto [sr, cr] = sin_cos(angles.roll);
    const auto [sp, cp] = sin_cos(angles.pitch);
    const auto [sy, cy] = sin_cos(angles.yaw);
    Transform transform;
    transform.x = {cp * cy, cp * sy, 0 - sp};  // no -0
    transform.y = {sr * sp * cy - cr * sy, sr * sp * sy + cr * cy, sr * cp};
    transform.z = {cr * sp * cy + sr * sy, cr * sp * sy - sr * cy, cr * cp};
    transform.translation = origin - direction_to_world(transform, origin);
    return transform;
}

Vec3 facing(const Angles& angles) {
    return turned_about({}, angles).x;
}

Angles angles_towards(const Vec3& direction) {
    const double most = max_abs(direction);
    if (most == 0) {
        return {};
    }
    // So that no square overflows.
    const Vec3 d = direction / most;
    const double across = std::sqrt(d.x * d.x + d.y * d.y);
    return {.pitch = angle_of(0 - d.z, across), .yaw = angle_of(direction.y, direction.x)};
}

Transform operator*(const Transform& outer, const Transform& inner) {
    return {direction_to_world(outer, inner.x),
            direction_to_world(outer, inner.y),
            direction_to_world(outer, inner.z),
            to_world(outer, inner.translation)};
}

Transform inverse(const Transform& t) {
    return {{t.x.x, t.y.x, t.z.x},
            {t.x.y, t.y.y, t.z.y},
            {t.x.z, t.y.z, t.z.z},
            -direction_to_local(t, t.translation)};
}

bool is_rigid(const Transform& t) {
    if (!is_finite(t.x) || !is_finite(t.y) || !is_finite(t.z) || !is_finite(t.translation)) {
        return false;
    }
    const std::array<double, 6> errors{dot(t.x, t.x) - 1,
                                       dot(t.y, t.y) - 1,
                                       dot(t.z, t.z) - 1,
                                       dot(t.x, t.y),
                                       dot(t.y, t.z),
                                       dot(cross(t.x, t.y), t.z) - 1};
    for (const double error : errors) {
        if (std::fabs(error) > kRigidError) {
            return false;
        }
    }
    return std::fabs(dot(t.z, t.x)) <= kRigidError;
}

}  // namespace halfspace
