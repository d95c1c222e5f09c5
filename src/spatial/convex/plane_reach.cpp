// SPDX-License-Identifier: MIT
#include "spatial/convex/plane_reach.h"

#include "spatial/shared/advance.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace halfspace {

double reach_of_plane(const PlacedShape& body, const Triangle& triangle, const Vec3& motion) {
    const Vec3 ab = triangle.b - triangle.a;
    const Vec3 ac = triangle.c - triangle.a;
    const Vec3 across = cross(ab, ac);
    const double area = length(across);
    const double longest = std::max(length(ab), length(ac));
    const Vec3& place = body.transform.translation;
    const double size = longest + length(place - triangle.a) + max_abs(triangle.a);
    // The normal is off by roundings of the products in it, and so is a distance along it.
    const double error = 0x1p-50 * size * (1 + longest * longest / area);
    if (!(error < kShapeTouch)) {
        return 0;
    }
    const Vec3 normal = across / area;
    const Vec3 local = direction_to_local(body.transform, normal);
    const auto place_of = [&](const Vec3& direction) {
        return dot(normal,
                   to_world(body.transform, body.shape.core_support(direction)) - triangle.a);
    };
    const double radius = body.shape.radius();
    const double below = place_of(-local) - radius;
    const double above = -place_of(local) - radius;
    const double gap = std::max(below, above) - error;
    const double approach = dot(normal, motion) * (below > above ? -1 : 1);
    if (gap <= kShapeTouch) {
        return 0;
    }
    return approach > 0 ? (gap - kShapeTouch / 2) / approach
                        : std::numeric_limits<double>::infinity();
}

}  // namespace halfspace
