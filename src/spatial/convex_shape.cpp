// SPDX-License-Identifier: MIT
#include "halfspace/spatial/convex_shape.h"

#include <cmath>
#include <string>

namespace halfspace {
namespace {

bool is_size(double value) {
    return value >= 0 && value <= kMostShapeSize;  // false for numbers that are not finite
}

Error size_error(const char* shape) {
    return {ErrorCode::Range,
            std::string("the sizes of a ") + shape + " must be numbers from 0 to " +
                std::to_string(static_cast<std::int64_t>(kMostShapeSize)),
            {}};
}

double farther(double size, double direction) {
    return direction < 0 ? -size : size;
}

}  // namespace

Result<ConvexShape> ConvexShape::box(const Vec3& half) {
    if (!is_size(half.x) || !is_size(half.y) || !is_size(half.z)) {
        return std::unexpected(size_error("box"));
    }
    return ConvexShape(Kind::Box, half, 0);
}

Result<ConvexShape> ConvexShape::sphere(double radius) {
    if (!is_size(radius)) {
        return std::unexpected(size_error("sphere"));
    }
    return ConvexShape(Kind::Sphere, {}, radius);
}

Result<ConvexShape> ConvexShape::capsule(double half_height, double radius) {
    if (!is_size(half_height) || !is_size(radius)) {
        return std::unexpected(size_error("capsule"));
    }
    return ConvexShape(Kind::Capsule, {0, 0, half_height}, radius);
}

Result<ConvexShape> ConvexShape::cylinder(double half_height, double radius) {
    if (!is_size(half_height) || !is_size(radius)) {
        return std::unexpected(size_error("cylinder"));
    }
    return ConvexShape(Kind::Cylinder, {radius, radius, half_height}, 0);
}

Result<ConvexShape> ConvexShape::points(std::span<const Vec3> points) {
    if (points.empty()) {
        return std::unexpected(
            Error{ErrorCode::Geometry, "a convex shape needs at least one point", {}});
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec3& p = points[i];
        if (!is_size(std::abs(p.x)) || !is_size(std::abs(p.y)) || !is_size(std::abs(p.z))) {
            return std::unexpected(
                Error{ErrorCode::Range,
                      "point " + std::to_string(i) +
                          " of a convex shape is not finite, or farther than " +
                          std::to_string(static_cast<std::int64_t>(kMostShapeSize)) +
                          " units from the origin",
                      {}});
        }
    }
    ConvexShape shape(Kind::Points, {}, 0);
    shape.points_ = points;
    return shape;
}

Vec3 ConvexShape::core_support(const Vec3& direction) const {
    switch (kind_) {
        case Kind::Box:
            return {farther(half_.x, direction.x),
                    farther(half_.y, direction.y),
                    farther(half_.z, direction.z)};
        case Kind::Sphere:
            return {};
        case Kind::Capsule:
            return {0, 0, farther(half_.z, direction.z)};
        case Kind::Cylinder: {
            const double across = std::sqrt(direction.x * direction.x + direction.y * direction.y);
            const double scale = across > 0 ? half_.x / across : 0;
            return {direction.x * scale, direction.y * scale, farther(half_.z, direction.z)};
        }
        case Kind::Points:
            break;
    }
    std::size_t best = 0;
    double most = dot(points_[0], direction);
    for (std::size_t i = 1; i < points_.size(); ++i) {
        const double along = dot(points_[i], direction);
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return points_[best];
}

Vec3 ConvexShape::middle() const {
    Vec3 sum;
    for (const Vec3& p : points_) {
        sum += p;
    }
    return points_.empty() ? sum : sum / static_cast<double>(points_.size());
}

Aabb ConvexShape::bounds() const {
    Aabb box;
    if (kind_ == Kind::Points) {
        for (const Vec3& p : points_) {
            box = united(box, p);
        }
        return box;
    }
    const Vec3 reach = half_ + Vec3{radius_, radius_, radius_};
    return {-reach, reach};
}

}  // namespace halfspace
