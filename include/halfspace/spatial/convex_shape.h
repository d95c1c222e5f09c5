// SPDX-License-Identifier: MIT
// Convex shapes: the bodies of agents, doors and missiles. A ConvexShape has a frame with the
// origin inside. A PlacedShape is a shape in the world.
//
// A shape is a core and a radius: all points at most the radius away from the core. The core of a
// sphere is a point, and the core of a capsule is a segment. Questions measure the distance of the
// cores and subtract the radii. So a sphere is exactly round
// (van den Bergen, Collision Detection in Interactive 3D Environments, 2003, section 4.4).
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/shared.h"
#include "halfspace/math/aabb.h"
#include "halfspace/math/transform.h"
#include "halfspace/math/vec.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// Coordinates and sizes of shapes are at most this large [units].
inline constexpr double kMaxShapeSize = 0x1p22;
// Shapes stand at most this far from the origin, on each axis [units].
inline constexpr double kMaxShapePlace = 0x1p40;

// Four points, so that a processor takes several at once.
struct FourPoints {
    std::array<double, 4> x;
    std::array<double, 4> y;
    std::array<double, 4> z;
};

class ConvexShape {
public:
    enum class Kind : std::uint8_t { Box, Sphere, Capsule, Cylinder, Points };

    // Errors of all five: Range for numbers that are negative, not finite or too large. A size may
    // be 0: then the shape is flat, a line or a point.

    // half: half of the size along each axis [units].
    static Result<ConvexShape> box(const Vec3& half);
    static Result<ConvexShape> sphere(double radius);
    // The axis runs along z from -half_height to half_height; half balls of the radius are at its
    // ends.
    static Result<ConvexShape> capsule(double half_height, double radius);
    // The axis runs along z from -half_height to half_height.
    static Result<ConvexShape> cylinder(double half_height, double radius);
    // The convex hull of the points, which are copied. Copies of the shape share them. Points may
    // repeat and may be inside.
    // Errors: also Geometry without a point.
    static Result<ConvexShape> points(std::span<const Vec3> points);
    // The same without an allocation and without a check: the points are copied into `room`, which
    // must outlive the shape and its copies. Points may be farther out than kMaxShapeSize; the
    // errors of all questions grow in proportion.
    // REQUIRES: all points are finite; 0 < points.size() <= 4 * room.size().
    static ConvexShape points(std::span<const Vec3> points, std::span<FourPoints> room);

    // The shape and all places that are at most `margin` away from it [units]. It shares the points
    // of this shape. REQUIRES: margin >= 0 and finite.
    ConvexShape grown(double margin) const;

    Kind kind() const { return kind_; }
    // How far the shape reaches beyond its core [units].
    double radius() const { return radius_; }
    // Box: half of the size. Capsule: z is half of the height. Cylinder: z as well, and x and y are
    // the radius. Otherwise zero.
    const Vec3& half() const { return half_; }
    // The points of a hull, four by four; the last one is repeated until four are full. Otherwise
    // empty.
    std::span<const FourPoints> fours() const { return fours_; }
    // A point of the core, inside if the core has a volume. Of a hull: the mean of its points.
    const Vec3& middle() const { return middle_; }

    // The point of the core that is farthest along the direction; of several such points, one.
    // The direction may have any length, also 0. Cost: one step, for points one step each.
    Vec3 core_support(const Vec3& direction) const;

    // The box around the shape in its own frame.
    Aabb bounds() const;

private:
    ConvexShape(Kind kind, const Vec3& half, double radius)
        : kind_(kind), half_(half), radius_(radius) {}

    Kind kind_;
    Vec3 half_;
    double radius_;
    Vec3 middle_;
    std::span<const FourPoints> fours_;
    Shared<std::vector<FourPoints>> kept_;  // null if the caller keeps them
};

// A shape in the world; it owns the shape. A copy of a shape is as cheap as one of a
// few numbers. REQUIRES: is_rigid(transform), and no coordinate of the translation is above
// kMaxShapePlace.
struct PlacedShape {
    ConvexShape shape;
    Transform transform = {};
};

}  // namespace halfspace
