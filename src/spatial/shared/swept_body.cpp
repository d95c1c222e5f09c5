// SPDX-License-Identifier: MIT
#include "spatial/shared/swept_body.h"

#include "math/shared/turned.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

// How far the core reaches along a direction.
double extent(const ConvexShape& shape, const Vec3& direction) {
    return dot(shape.core_support(direction) - shape.core_support(-direction), direction) /
           length(direction);
}

// True if the shape is nowhere thicker than kMinThickness along some direction. Such a shape lies
// in a plane through three of its points: the ends of its longest axis, and the point farthest from
// them.
bool is_flat(const ConvexShape& shape) {
    if (shape.radius() > kMinThickness) {
        return false;
    }
    Vec3 longest;
    for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
        const Vec3 span = shape.core_support(axis) - shape.core_support(-axis);
        longest = length(span) > length(longest) ? span : longest;
    }
    if (length(longest) < kMinThickness) {
        return true;
    }
    const Vec3 across =
        cross(longest, std::abs(longest.x) < std::abs(longest.y) ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
    const Vec3 other = cross(longest, across);
    const Vec3 wide = extent(shape, across) > extent(shape, other) ? across : other;
    if (extent(shape, wide) < kMinThickness) {
        return true;
    }
    const Vec3 span = shape.core_support(wide) - shape.core_support(-wide);
    return extent(shape, cross(longest, span)) < kMinThickness;
}

}  // namespace

SweptBody::SweptBody(const ConvexShape& shape, const Transform& turn) : shape_(shape), turn_(turn) {
    const bool is_upright = !is_turned(turn);
    is_box_ = shape.kind() == ConvexShape::Kind::Box && shape.radius() == 0 &&
              (is_upright || is_axial(turn));
    if (is_box_ && is_upright) {
        centre_ = turn.translation;
        half_ = shape.half();
    } else {
        if (!is_box_ && is_flat(shape)) {
            thickened_ = shape.grown(kMinThickness / 2);
        }
        const Aabb box = is_upright ? moved(this->shape().bounds(), turn.translation)
                                    : box_to_world(turn, this->shape().bounds());
        centre_ = centre_of(box);
        half_ = half_of(box);
    }
    constexpr double kMinHalf = kMinThickness / 2;
    half_ = {std::max(half_.x, kMinHalf), std::max(half_.y, kMinHalf), std::max(half_.z, kMinHalf)};
}

}  // namespace halfspace
