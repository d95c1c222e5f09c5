// SPDX-License-Identifier: MIT
// How far a segment is from a triangle, by brute force in long doubles, with none of the library's
// arithmetic. A capsule is a segment with a radius; a ball is one whose ends are equal.
#pragma once

#include "halfspace/spatial/triangle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace halfspace::test {

using Real = long double;
struct RealVec {
    Real x = 0;
    Real y = 0;
    Real z = 0;
};
inline RealVec real(const Vec3& v) {
    return {v.x, v.y, v.z};
}
inline RealVec operator+(const RealVec& a, const RealVec& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline RealVec operator-(const RealVec& a, const RealVec& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline RealVec operator*(const RealVec& a, Real s) {
    return {a.x * s, a.y * s, a.z * s};
}
inline Real dot(const RealVec& a, const RealVec& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline RealVec cross(const RealVec& a, const RealVec& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Real length(const RealVec& a) {
    return std::sqrt(dot(a, a));
}

inline Real distance_to_segment(const RealVec& p, const RealVec& a, const RealVec& b) {
    const RealVec way = b - a;
    const Real square = dot(way, way);
    const Real t = square > 0 ? std::clamp(dot(p - a, way) / square, Real{0}, Real{1}) : 0;
    return length(p - a - way * t);
}

// Infinity if the nearest points are ends.
inline Real distance_of_insides(const RealVec& p,
                                const RealVec& q,
                                const RealVec& a,
                                const RealVec& b) {
    const RealVec normal = cross(q - p, b - a);
    const Real square = dot(normal, normal);
    if (square > 0) {
        const Real s = dot(cross(a - p, b - a), normal) / square;
        const Real t = dot(cross(a - p, q - p), normal) / square;
        if (s > 0 && s < 1 && t > 0 && t < 1) {
            return std::abs(dot(a - p, normal)) / std::sqrt(square);
        }
    }
    return std::numeric_limits<Real>::infinity();
}

// True if the point is straight above or below the inside of the triangle.
inline bool is_above(const RealVec& p, const std::array<RealVec, 3>& t, const RealVec& normal) {
    for (std::size_t i = 0; i < 3; ++i) {
        if (!(dot(cross(t[(i + 1) % 3] - t[i], p - t[i]), normal) >= 0)) {
            return false;
        }
    }
    return true;
}

// Of the segment from p to q.
inline Real brute_distance(const RealVec& p, const RealVec& q, const Triangle& triangle) {
    const std::array<RealVec, 3> t{real(triangle.a), real(triangle.b), real(triangle.c)};
    Real best = std::numeric_limits<Real>::infinity();
    for (std::size_t i = 0; i < 3; ++i) {
        const RealVec& a = t[i];
        const RealVec& b = t[(i + 1) % 3];
        best = std::min({best,
                         distance_to_segment(p, a, b),
                         distance_to_segment(q, a, b),
                         distance_to_segment(a, p, q),
                         distance_of_insides(p, q, a, b)});
    }
    const RealVec normal = cross(t[1] - t[0], t[2] - t[0]);
    const Real size = length(normal);
    if (!(size > 0)) {
        return best;
    }
    const Real before = dot(p - t[0], normal) / size;
    const Real behind = dot(q - t[0], normal) / size;
    for (const auto& [end, height] : {std::pair(p, before), std::pair(q, behind)}) {
        if (is_above(end, t, normal)) {
            best = std::min(best, std::abs(height));
        }
    }
    if ((before < 0) != (behind < 0) &&
        is_above(p + (q - p) * (before / (before - behind)), t, normal)) {
        return 0;
    }
    return best;
}

// The least distance during the motion. It is a convex function of time, so thirds close in on it.
inline Real least_distance(const RealVec& p,
                           const RealVec& q,
                           const RealVec& motion,
                           const Triangle& triangle) {
    const auto at = [&](Real time) {
        return brute_distance(p + motion * time, q + motion * time, triangle);
    };
    Real low = 0;
    Real high = 1;
    for (int i = 0; i < 200; ++i) {
        const Real third = (high - low) / 3;
        if (at(low + third) < at(high - third)) {
            high -= third;
        } else {
            low += third;
        }
    }
    return std::min({at(low), at(0), at(1)});
}

}  // namespace halfspace::test
