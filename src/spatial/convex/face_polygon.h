// SPDX-License-Identifier: MIT
// The face of a shape along a direction, as a polygon.
#pragma once

#include "halfspace/spatial/convex_shape.h"

#include <array>
#include <cstddef>

namespace halfspace {

// Two directions of length 1, square to a normal and to each other: x, y and the normal are
// right-handed.
struct ContactPlane {
    Vec3 x;
    Vec3 y;
    Vec3 normal;
};
ContactPlane plane_across(const Vec3& normal);

// A convex polygon, counter-clockwise seen against the normal of the plane. One corner is a point
// and two are an edge.
struct FacePolygon {
    static constexpr std::size_t kMaxCorners = 16;
    std::array<Vec3, kMaxCorners> corners;
    std::size_t count = 0;
};

// The points of the shape that are at most face_depth less far along the direction than the
// farthest one. direction: that of the plane's normal, or against it.
FacePolygon face_along(const PlacedShape& placed,
                       const Vec3& direction,
                       const ContactPlane& plane,
                       double face_depth);

}  // namespace halfspace
