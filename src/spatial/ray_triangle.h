// SPDX-License-Identifier: MIT
// A ray against a triangle, without a gap between neighbours: a ray through a common edge or vertex
// meets each triangle that has it.
#pragma once

#include "halfspace/spatial/triangle_mesh.h"

#include <cstddef>
#include <optional>

namespace halfspace {

// A ray, made ready for many triangles. The axis z is the one along which it goes fastest; x and y
// follow. A point p of the triangle is sheared to (x - shear_x * z, y - shear_y * z), relative to the
// ray's origin: the ray is the line (0, 0) then (Woop, Benthin, Wald, Watertight Ray/Triangle
// Intersection, 2013, section 3).
struct RayFrame {
    Vec3 origin;
    Vec3 direction;
    std::size_t x = 0;  // axes: 0 to 2
    std::size_t y = 1;
    std::size_t z = 2;
    double speed = 0;  // of the axis z
    double shear_x = 0;
    double shear_y = 0;
};

// REQUIRES: both are finite; the direction is not 0 and at most 1e150.
RayFrame ray_frame(const Vec3& origin, const Vec3& direction);

// The t at which origin + t * direction is in the triangle; nullopt if no t >= 0 is. Triangles are
// closed: their edges belong to them. A triangle whose plane holds the ray is not met, nor is one
// without area. Whether the ray meets it is decided exactly (numbers below 2^-300 count as 0). The
// error of t is at most 2^-34 times the distance along `z` of the triangle's farthest corner, or
// relative 2^-48.
std::optional<double> crossing(const RayFrame& ray, const Triangle& triangle);

}  // namespace halfspace
