// SPDX-License-Identifier: MIT
// Points and segments seen from above. Sides are exact.
#pragma once

#include "halfspace/math/vec.h"

#include "math/shared/orientation.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

namespace halfspace {

// 1 if c is left of the line from a to b, seen from above; -1 right, 0 on the line. The filter is
// that of orientation_along (A of Shewchuk 1997), here to be inlined. REQUIRES: no coordinate is
// tiny (without_tiny).
inline int side_of(const Vec3& a, const Vec3& b, const Vec3& c) {
    const double left = (a.x - c.x) * (b.y - c.y);
    const double right = (a.y - c.y) * (b.x - c.x);
    const double area = left - right;
    const double bound = 0x1p-51 * (std::abs(left) + std::abs(right)) + 0x1p-1000;
    if (area > bound) {
        return 1;
    }
    if (area < -bound) {
        return -1;
    }
    // A product of differences is 0 only if one of them is. So c is a or b, or all three have the
    // same x or the same y.
    return left == 0 && right == 0 ? 0 : orientation_along(2, a, b, c);
}

// Exact sides want coordinates of 0 or at least 2^-300 in magnitude; smaller ones become 0.
inline double without_tiny(double x) {
    return std::abs(x) < 0x1p-300 ? 0 : x;
}
inline Vec3 without_tiny(const Vec3& p) {
    return {without_tiny(p.x), without_tiny(p.y), p.z};
}

inline double flat_length(const Vec3& a, const Vec3& b) {
    const double x = b.x - a.x;
    const double y = b.y - a.y;
    return std::sqrt(x * x + y * y);
}

// The sum of the lengths from point to point.
inline double flat_length(std::span<const Vec3> points) {
    double length = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
        length += flat_length(points[i - 1], points[i]);
    }
    return length;
}

inline bool same_flat(const Vec3& a, const Vec3& b) {
    return a.x == b.x && a.y == b.y;
}

// True if p, which is on the line through a and b, is on the segment from a to b. Ends count.
// REQUIRES: a and b differ. Exact.
inline bool is_between(const Vec3& a, const Vec3& b, const Vec3& p) {
    return std::abs(b.x - a.x) >= std::abs(b.y - a.y)
               ? std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x)
               : std::min(a.y, b.y) <= p.y && p.y <= std::max(a.y, b.y);
}

// The point of the segment from a to b that is nearest to p in x and y. z is that of a, moved along
// the segment.
inline Vec3 nearest_on_segment(const Vec3& a, const Vec3& b, const Vec3& p) {
    const double x = b.x - a.x;
    const double y = b.y - a.y;
    const double along = (p.x - a.x) * x + (p.y - a.y) * y;
    const double whole = x * x + y * y;
    if (!(along > 0)) {
        return a;
    }
    return along >= whole ? b : lerp(a, b, along / whole);
}

struct FlatSegment {
    Vec3 from;
    Vec3 to;
};

// The distance of two segments; 0 where they cross.
inline double flat_distance(const FlatSegment& a, const FlatSegment& b) {
    const auto left = [](const FlatSegment& s, const Vec3& p) {
        return (s.to.x - s.from.x) * (p.y - s.from.y) - (s.to.y - s.from.y) * (p.x - s.from.x);
    };
    if (left(a, b.from) * left(a, b.to) < 0 && left(b, a.from) * left(b, a.to) < 0) {
        return 0;
    }
    const auto to_point = [](const FlatSegment& s, const Vec3& p) {
        return flat_length(nearest_on_segment(s.from, s.to, p), p);
    };
    return std::min(
        {to_point(a, b.from), to_point(a, b.to), to_point(b, a.from), to_point(b, a.to)});
}

}  // namespace halfspace
