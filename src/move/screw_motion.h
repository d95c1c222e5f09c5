// SPDX-License-Identifier: MIT
// The way of a rigid thing from one place to another, divided into equal parts. Only + - * / and
// sqrt are used, so every machine computes the same parts.
#pragma once

#include "halfspace/math/transform.h"

namespace halfspace {

// The motion that takes `from` to `to`, made 2^halvings times: a screw motion, that is a turn about
// an axis by at most half a turn, and a shift along the axis. A motion without a turn is a shift.
class ScrewMotion {
public:
    // REQUIRES: is_rigid(from), is_rigid(to), halvings >= 0.
    ScrewMotion(const Transform& from, const Transform& to, int halvings);

    // One part of the way: part() * at is where the thing is after it, if it was at `at`.
    const Transform& part() const { return part_; }

    // At least as far as any point at most `radius` away from `point` goes on the whole way
    // [units].
    double longest_way(const Vec3& point, double radius) const;

private:
    Transform whole_;
    Transform part_;
    double sine_ = 0;  // of half of the angle of the whole turn, >= 0
};

}  // namespace halfspace
