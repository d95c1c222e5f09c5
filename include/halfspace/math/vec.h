// SPDX-License-Identifier: MIT
// Vectors of three doubles. The unit is the map unit unless a declaration names another.
//
// The functions of vec.h, plane.h and aabb.h are inlined into every caller. A function that is not
// inlined may be compiled in the game and in the library, and the linker keeps one of the two
// copies. If it keeps the game's copy, the game's compiler flags change how the library rounds.
#pragma once

#include <cmath>
#include <cstddef>

namespace halfspace {

struct Vec3 {
    double x = 0;
    double y = 0;
    double z = 0;

    // The coordinate on an axis: 0 is x, 1 is y, 2 is z. REQUIRES: axis < 3.
    constexpr double operator[](std::size_t axis) const {
        return axis == 0 ? x : axis == 1 ? y : z;
    }
    constexpr double& operator[](std::size_t axis) { return axis == 0 ? x : axis == 1 ? y : z; }

    friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

[[gnu::always_inline]] constexpr Vec3 operator+(const Vec3& a, const Vec3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
[[gnu::always_inline]] constexpr Vec3 operator-(const Vec3& a, const Vec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
[[gnu::always_inline]] constexpr Vec3 operator-(const Vec3& v) {
    return {-v.x, -v.y, -v.z};
}
[[gnu::always_inline]] constexpr Vec3 operator*(const Vec3& v, double s) {
    return {v.x * s, v.y * s, v.z * s};
}
[[gnu::always_inline]] constexpr Vec3 operator*(double s, const Vec3& v) {
    return v * s;
}
[[gnu::always_inline]] constexpr Vec3 operator/(const Vec3& v, double s) {
    return {v.x / s, v.y / s, v.z / s};
}
[[gnu::always_inline]] constexpr Vec3& operator+=(Vec3& a, const Vec3& b) {
    return a = a + b;
}
[[gnu::always_inline]] constexpr Vec3& operator-=(Vec3& a, const Vec3& b) {
    return a = a - b;
}
[[gnu::always_inline]] constexpr Vec3& operator*=(Vec3& v, double s) {
    return v = v * s;
}
[[gnu::always_inline]] constexpr Vec3& operator/=(Vec3& v, double s) {
    return v = v / s;
}

[[gnu::always_inline]] constexpr double dot(const Vec3& a, const Vec3& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
[[gnu::always_inline]] constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
[[gnu::always_inline]] inline double length(const Vec3& v) {
    return std::sqrt(dot(v, v));
}
[[gnu::always_inline]] inline double distance(const Vec3& a, const Vec3& b) {
    return length(b - a);
}
// The vector of length 1 in the same direction. REQUIRES: length(v) > 0.
[[gnu::always_inline]] inline Vec3 normalized(const Vec3& v) {
    return v * (1 / length(v));
}
// The point at `t` on the straight line from a (t = 0) to b (t = 1), up to rounding.
[[gnu::always_inline]] constexpr Vec3 lerp(const Vec3& a, const Vec3& b, double t) {
    return a + (b - a) * t;
}
// The smaller number on each axis. `max` takes the larger one.
[[gnu::always_inline]] constexpr Vec3 min(const Vec3& a, const Vec3& b) {
    return {b.x < a.x ? b.x : a.x, b.y < a.y ? b.y : a.y, b.z < a.z ? b.z : a.z};
}
[[gnu::always_inline]] constexpr Vec3 max(const Vec3& a, const Vec3& b) {
    return {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y, a.z < b.z ? b.z : a.z};
}
[[gnu::always_inline]] inline bool is_finite(const Vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
// The magnitude of each coordinate. Example: a box with half the size h reaches dot(abs(n), h) from
// its centre along n, if n has length 1.
[[gnu::always_inline]] inline Vec3 abs(const Vec3& v) {
    return {std::abs(v.x), std::abs(v.y), std::abs(v.z)};
}
// The largest magnitude of a coordinate: the maximum norm. REQUIRES: no coordinate is NaN.
[[gnu::always_inline]] inline double max_abs(const Vec3& v) {
    const Vec3 size = abs(v);
    const double larger = size.x < size.y ? size.y : size.x;
    return larger < size.z ? size.z : larger;
}
// True if no coordinate is above `limit` in magnitude. False if one is NaN.
[[gnu::always_inline]] inline bool is_within(const Vec3& v, double limit) {
    return std::abs(v.x) <= limit && std::abs(v.y) <= limit && std::abs(v.z) <= limit;
}

}  // namespace halfspace
