// SPDX-License-Identifier: MIT
// A plane in doubles. The compiler decides by ExactPlane instead (exact/plane.h).
#pragma once

#include "halfspace/math/vec.h"

namespace halfspace {

// The points p with dot(n, p) = d. The front of the plane is dot(n, p) > d.
struct Plane {
    Vec3 n;
    double d = 0;

    friend constexpr bool operator==(const Plane&, const Plane&) = default;
};

// How far the point is in front of the plane, times the length of n. Negative behind the plane.
[[gnu::always_inline]] constexpr double signed_distance(const Plane& plane, const Vec3& p) {
    return dot(plane.n, p) - plane.d;
}

// The same plane with front and back exchanged.
[[gnu::always_inline]] constexpr Plane flipped(const Plane& plane) {
    return {-plane.n, -plane.d};
}

// The same plane with a normal of length 1, up to rounding. REQUIRES: length(plane.n) > 0.
[[gnu::always_inline]] inline Plane with_unit_normal(const Plane& plane) {
    const double scale = 1 / length(plane.n);
    return {plane.n * scale, plane.d * scale};
}

}  // namespace halfspace
