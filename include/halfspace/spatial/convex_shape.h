// SPDX-License-Identifier: MIT
// Convex shapes: the bodies of agents, of doors and of things that are thrown. A shape stands in
// its own frame, around the origin. A Placed shape stands in the world.
//
// A shape is a core and a radius: all places that are at most the radius away from the core. A
// sphere is a point with a radius, and a capsule is a line with a radius. Questions are asked to
// the cores, and the radius is taken off the distance. So round shapes have no corners and no limit
// of precision (van den Bergen, Collision Detection in Interactive 3D Environments, 2003, section
// 4.4).
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/math/aabb.h"
#include "halfspace/math/transform.h"
#include "halfspace/math/vec.h"

#include <cstdint>
#include <span>

namespace halfspace {

// Coordinates and sizes of shapes are at most this large [units].
inline constexpr double kMostShapeSize = 0x1p22;

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
    // The convex hull of the points. They are not copied and must outlive the shape. Points may
    // repeat and may lie inside. Errors: also Geometry without a point.
    static Result<ConvexShape> points(std::span<const Vec3> points);

    Kind kind() const { return kind_; }
    // How far the shape reaches beyond its core [units].
    double radius() const { return radius_; }

    // The point of the core that lies farthest along the direction; of several such points, one.
    // The direction may have any length, also 0. Cost: one step, for points one step each.
    Vec3 core_support(const Vec3& direction) const;

    // A point of the core, far from its surface if the core has a volume.
    Vec3 middle() const;

    // The box around the shape in its own frame.
    Aabb bounds() const;

private:
    ConvexShape(Kind kind, const Vec3& half, double radius)
        : kind_(kind), half_(half), radius_(radius) {}

    Kind kind_;
    // Box: half of the size. Capsule: z is half of the height. Cylinder: z as well, x is the
    // radius.
    Vec3 half_;
    double radius_;
    std::span<const Vec3> points_;
};

// A shape that stands in the world. The transform is rigid.
struct PlacedShape {
    const ConvexShape& shape;
    Transform transform = {};

    // As ConvexShape::core_support, in the frame of the world.
    Vec3 core_support(const Vec3& direction) const {
        return to_world(transform, shape.core_support(direction_to_local(transform, direction)));
    }
};

}  // namespace halfspace
