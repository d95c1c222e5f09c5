// SPDX-License-Identifier: MIT
#include "spatial/convex/triangle_plane.h"

#include "spatial/shared/advance.h"

#include <algorithm>
#include <limits>

namespace halfspace {

TrianglePlane::TrianglePlane(const Triangle& triangle, double size) : corner_(triangle.a) {
    const Vec3 ab = triangle.b - triangle.a;
    const Vec3 ac = triangle.c - triangle.a;
    const Vec3 across = cross(ab, ac);
    const double area = length(across);
    const double longest = std::max(max_abs(ab), max_abs(ac));
    // The products in the normal are off by a part of `longest` squared.
    error_ = 0x1p-48 * size * (1 + longest * longest / area);
    if (error_ < kShapeTouch) {
        normal_ = across / area;
    }
}

double TrianglePlane::reach(double low, double high, const Vec3& motion) const {
    constexpr double kNever = std::numeric_limits<double>::infinity();
    const double gap = std::max(low, -high) - error_;
    if (normal_ == Vec3{} || !(gap >= -kShapeTouch)) {
        return 0;
    }
    const double approach = dot(normal_, motion) * (low > -high ? -1 : 1);
    if (approach <= kAlong * length(motion) || (gap <= kShapeTouch && gap > approach)) {
        return kNever;
    }
    return std::max(0.0, (gap - kShapeTouch / 2) / approach);
}

}  // namespace halfspace
