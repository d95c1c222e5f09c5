// SPDX-License-Identifier: MIT
// Four points or vectors at once.
#pragma once

#include "math/shared/simd.h"

#include <array>
#include <cstddef>

namespace halfspace {

// Three coordinates of four points.
using Points4 = std::array<Float4, 3>;

[[gnu::always_inline]] inline Points4 plus(const Points4& a, const Points4& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

[[gnu::always_inline]] inline Points4 minus(const Points4& a, const Points4& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

[[gnu::always_inline]] inline Points4 times(const Points4& a, Float4 factor) {
    return {a[0] * factor, a[1] * factor, a[2] * factor};
}

[[gnu::always_inline]] inline Float4 dot(const Points4& a, const Points4& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

[[gnu::always_inline]] inline Points4 cross(const Points4& a, const Points4& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

[[gnu::always_inline]] inline Float4 sum_of_sizes(const Points4& v) {
    return magnitude(v[0]) + magnitude(v[1]) + magnitude(v[2]);
}

// One of the four points, four times.
[[gnu::always_inline]] inline Points4 lane_of(const Points4& p, int lane) {
    return {all_lanes(p[0][lane]), all_lanes(p[1][lane]), all_lanes(p[2][lane])};
}

}  // namespace halfspace
