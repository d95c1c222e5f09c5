// SPDX-License-Identifier: MIT
// Triangles: what do they touch, and how far away is it?
//
// A triangle is closed: its edges and corners belong to it. It may be degenerate: three corners on
// one line are a segment, three equal corners are a point.
//
// `touch` and `contains` are exact: no rounding decides. Coordinates below kMinPlace in magnitude
// count as 0. Nearly always a computation in doubles with a bound of its error decides; the rest is
// decided by exact arithmetic (Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast
// Robust Geometric Predicates, 1997).
//
// REQUIRES of all: coordinates are at most kMaxPlace in magnitude.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/math/transform.h"
#include "halfspace/math/vec.h"

#include <limits>
#include <optional>

namespace halfspace {

inline constexpr double kMinPlace = 0x1p-300;  // about 5e-91
inline constexpr double kMaxPlace = 0x1p+300;  // about 2e90

struct Triangle {
    Vec3 a;
    Vec3 b;
    Vec3 c;
};

// A ray from `origin`: the points origin + t * direction with 0 <= t <= max_t.
struct Ray {
    Vec3 origin;
    Vec3 direction;  // of any length but 0; t counts in its lengths
    double max_t = std::numeric_limits<double>::infinity();
};

// The triangle, turned and moved. Each corner is to_world(transform, corner), rounded as there.
Triangle to_world(const Transform& transform, const Triangle& triangle);

// The smallest box that holds the triangle.
Aabb box_of(const Triangle& triangle);

// True if the triangles share a point: exact. touch(a, b) equals touch(b, a).
bool touch(const Triangle& a, const Triangle& b);

// True if the triangle and the segment share a point: exact.
bool touch(const Triangle& triangle, const Vec3& from, const Vec3& to);

// True if the triangle and the closed box share a point: exact. A box may be flat; a box with
// min > max on an axis touches nothing. Source: separating axes, Akenine-Moller, Fast 3D
// Triangle-Box Penetration Testing, 2001.
bool touch(const Triangle& triangle, const Aabb& box);

// True if the point is in the triangle: exact.
bool contains(const Triangle& triangle, const Vec3& p);

// True if a point of the triangle is at most `radius` away from the centre, up to the rounding of
// closest_point. REQUIRES: radius >= 0.
bool touch_sphere(const Triangle& triangle, const Vec3& centre, double radius);

// The t at which the ray meets the triangle; nullopt if it does not meet it. A triangle without
// area is not met, nor is one whose plane holds the ray. Exact but for the value of t. REQUIRES:
// the direction is finite and not 0.
std::optional<double> ray_hit(const Triangle& triangle, const Ray& ray);

// The point of the triangle that is nearest to p, up to rounding. Source: Ericson, Real-Time
// Collision Detection, section 5.1.5.
Vec3 closest_point(const Triangle& triangle, const Vec3& p);

struct TriangleDistance {
    double distance = 0;  // exactly 0 if the triangles touch, and only then
    // The nearest points of a and of b. If the triangles touch, they are one common point, up to
    // rounding.
    Vec3 point_a;
    Vec3 point_b;
};

// How far the triangles are apart, up to rounding.
TriangleDistance distance(const Triangle& a, const Triangle& b);

}  // namespace halfspace
