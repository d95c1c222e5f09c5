// SPDX-License-Identifier: MIT
// A box along the axes that moves, and a triangle: 13 separating axes over time (crossings.h). The
// axes are those of the box, the triangle's normal, and those square to an edge of each.
// Source: Akenine-Moller, Fast 3D Triangle-Box Penetration Testing, 2001.
#pragma once

#include "halfspace/spatial/mesh_sweep.h"
#include "halfspace/spatial/triangle.h"

#include <cstdint>

namespace halfspace {

struct BoxMotion {
    Vec3 middle;  // at the start
    Vec3 motion;
    Vec3 half;
};

struct BoxTouch {
    enum class Kind : std::uint8_t { Miss, Hit, StartBlocked };
    Kind kind = Kind::Miss;
    double fraction = 1;
    // The plane that is entered last: 2 * axis, plus 1 where the box comes from above along it.
    std::uint32_t plane = 0;
};

// limit: a touch behind this fraction counts as a miss.
BoxTouch cast_box(const Triangle& triangle, const BoxMotion& box, double limit);

// The normal of a plane of BoxTouch::plane, length 1, towards the box.
Vec3 normal_of(const Triangle& triangle, std::uint32_t plane);

// A point of the triangle where the box around `middle` touches it along the normal: the mean of
// the corners of what is touched.
Vec3 touched_point(const Triangle& triangle,
                   const Vec3& middle,
                   const Vec3& half,
                   const Vec3& normal);

}  // namespace halfspace
