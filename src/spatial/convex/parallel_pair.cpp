// SPDX-License-Identifier: MIT
#include "spatial/convex/parallel_pair.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

using Kind = ConvexShape::Kind;

constexpr double kParallel = 0x1p-21;

bool is_along_axis(const ConvexShape& shape) {
    return shape.kind() == Kind::Sphere || shape.kind() == Kind::Capsule ||
           shape.kind() == Kind::Cylinder;
}

Vec3 any_across(const Vec3& axis) {
    return normalized(cross(std::abs(axis.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}, axis));
}

}  // namespace

std::optional<CoreDepth> parallel_depth(const ShapePair& pair) {
    if (!is_along_axis(pair.a()) || !is_along_axis(pair.b())) {
        return std::nullopt;
    }
    const Vec3 axis_a{0, 0, 1};
    const Vec3& axis_b = pair.b_to_a().z;
    // The core of a sphere has no axis.
    const bool is_alone = pair.a().kind() == Kind::Sphere || pair.b().kind() == Kind::Sphere;
    const Vec3 axis = pair.a().kind() == Kind::Sphere ? axis_b : axis_a;
    const double angle = is_alone ? 0 : length(cross(axis_a, axis_b));
    if (!(angle <= kParallel)) {
        return std::nullopt;
    }
    const double radius = pair.a().half().x + pair.b().half().x;
    const double half_height = pair.a().half().z + pair.b().half().z;
    const Vec3 middle = -pair.b_to_a().translation;
    const double along = dot(middle, axis);
    const Vec3 across = middle - axis * along;
    const double aside = length(across);
    CoreDepth found;
    found.reach = {along > 0 ? -axis : axis, half_height - std::abs(along)};
    if (radius - aside < found.reach.depth) {
        found.reach = {aside > 0 ? -across / aside : any_across(axis), radius - aside};
    }
    found.size = radius + half_height + length(middle);
    // Turned about its middle, no point of b moves farther.
    found.least = found.reach.depth - angle * (pair.b().half().x + pair.b().half().z);
    return found;
}

}  // namespace halfspace
