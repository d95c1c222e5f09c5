// SPDX-License-Identifier: MIT
#include "move/screw_motion.h"

#include <cmath>

namespace halfspace {
namespace {

// A unit quaternion with w >= 0: a turn by at most half a turn.
struct Quaternion {
    double w;
    Vec3 v;
};

// Source: Shepperd 1978. The largest of the four components is computed first, so nothing is
// divided by a small number.
Quaternion quaternion_of(const Transform& t) {
    const double xx = t.x.x;
    const double yy = t.y.y;
    const double zz = t.z.z;
    Quaternion q{1 + xx + yy + zz, {t.y.z - t.z.y, t.z.x - t.x.z, t.x.y - t.y.x}};
    const double largest = std::fmax(std::fmax(xx, yy), zz);
    if (xx + yy + zz < largest) {
        if (xx == largest) {
            q = {t.y.z - t.z.y, {1 + xx - yy - zz, t.x.y + t.y.x, t.z.x + t.x.z}};
        } else if (yy == largest) {
            q = {t.z.x - t.x.z, {t.x.y + t.y.x, 1 + yy - xx - zz, t.y.z + t.z.y}};
        } else {
            q = {t.x.y - t.y.x, {t.z.x + t.x.z, t.y.z + t.z.y, 1 + zz - xx - yy}};
        }
    }
    const double scale = (q.w < 0 ? -1 : 1) / std::sqrt(q.w * q.w + dot(q.v, q.v));
    return {q.w * scale, q.v * scale};
}

Quaternion halved(const Quaternion& q) {
    const double w = 1 + q.w;
    const double scale = 1 / std::sqrt(w * w + dot(q.v, q.v));
    return {w * scale, q.v * scale};
}

Transform turn_of(const Quaternion& q) {
    const auto [x, y, z] = q.v;
    Transform t;
    t.x = {1 - 2 * (y * y + z * z), 2 * (x * y + q.w * z), 2 * (x * z - q.w * y)};
    t.y = {2 * (x * y - q.w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + q.w * x)};
    t.z = {2 * (x * z + q.w * y), 2 * (y * z - q.w * x), 1 - 2 * (x * x + y * y)};
    return t;
}

// The shift s of the half motion: first the half turn R and s, then again, is the whole shift, so
// (R + 1) s = shift. R turns by at most a quarter, so the determinant of R + 1 is at least 4.
Vec3 half_shift(const Transform& half, const Vec3& shift) {
    const Vec3 a = half.x + Vec3{1, 0, 0};
    const Vec3 b = half.y + Vec3{0, 1, 0};
    const Vec3 c = half.z + Vec3{0, 0, 1};
    const double determinant = dot(a, cross(b, c));
    return Vec3{dot(shift, cross(b, c)), dot(a, cross(shift, c)), dot(a, cross(b, shift))} /
           determinant;
}

}  // namespace

ScrewMotion::ScrewMotion(const Transform& from, const Transform& to, int halvings) {
    const bool is_turned = from.x != to.x || from.y != to.y;
    if (is_turned) {
        whole_ = to * inverse(from);
    } else {
        whole_ = moved_by(to.translation - from.translation);
    }
    Quaternion turn = is_turned ? quaternion_of(whole_) : Quaternion{1, {}};
    sine_ = length(turn.v);
    part_ = whole_;
    for (int i = 0; i < halvings; ++i) {
        turn = halved(turn);
        const Vec3 shift = part_.translation;
        part_ = is_turned ? turn_of(turn) : Transform{};
        part_.translation = half_shift(part_, shift);
    }
}

double ScrewMotion::longest_way(const Vec3& point, double radius) const {
    // An arc of at most half a turn is at most pi / 2 times as long as its chord. The chord of a
    // point at the distance d from another one differs from that of the other one by at most
    // 2 sine d.
    constexpr double kHalfPi = 1.57079632679489662;
    return kHalfPi * (length(to_world(whole_, point) - point) + 2 * sine_ * radius);
}

}  // namespace halfspace
