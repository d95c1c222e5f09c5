// SPDX-License-Identifier: MIT
#include "halfspace/spatial/convex_shape.h"

#include "spatial/convex/core_support.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>
#include <utility>

namespace halfspace {
namespace {

bool is_size(double value) {
    return value >= 0 && value <= kMaxShapeSize;  // false for numbers that are not finite
}

Error size_error(const char* shape) {
    return {ErrorCode::Range,
            std::string("the sizes of a ") + shape + " must be numbers from 0 to " +
                std::to_string(static_cast<std::int64_t>(kMaxShapeSize)),
            {}};
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

ConvexShape ConvexShape::points(std::span<const Vec3> points, std::span<FourPoints> room) {
    assert(!points.empty() && points.size() <= 4 * room.size());
    ConvexShape shape(Kind::Points, {}, 0);
    const std::span<FourPoints> fours = room.first((points.size() + 3) / 4);
    Vec3 sum;
    for (std::size_t i = 0; i < 4 * fours.size(); ++i) {
        const Vec3& p = points[std::min(i, points.size() - 1)];
        FourPoints& four = fours[i / 4];
        four.x[i % 4] = p.x;
        four.y[i % 4] = p.y;
        four.z[i % 4] = p.z;
        sum += i < points.size() ? p : Vec3{};
    }
    shape.fours_ = fours;
    shape.middle_ = sum / static_cast<double>(points.size());
    return shape;
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
                          std::to_string(static_cast<std::int64_t>(kMaxShapeSize)) +
                          " units from the origin",
                      {}});
        }
    }
    std::vector<FourPoints> room((points.size() + 3) / 4);
    ConvexShape shape = ConvexShape::points(points, room);
    shape.kept_ = Shared(std::move(room));
    return shape;
}

ConvexShape ConvexShape::grown(double margin) const {
    ConvexShape shape = *this;
    shape.radius_ += margin;
    return shape;
}

Vec3 ConvexShape::core_support(const Vec3& direction) const {
    return farthest_of_core(*this, direction);
}

Aabb ConvexShape::bounds() const {
    Aabb box{-half_, half_};
    if (kind_ == Kind::Points) {
        box = {};
        for (const FourPoints& four : fours()) {
            for (std::size_t i = 0; i < 4; ++i) {
                box = merge(box, Vec3{four.x[i], four.y[i], four.z[i]});
            }
        }
    }
    return halfspace::grown(box, radius_);
}

}  // namespace halfspace
