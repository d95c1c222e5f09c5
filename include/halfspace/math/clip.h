// SPDX-License-Identifier: MIT
// Clipping of convex polygons and volumes in doubles: to measure with, and for readers of files
// that hold no exact numbers. The compiler decides nothing by it.
#pragma once

#include "halfspace/math/plane.h"

#include <cstddef>
#include <span>
#include <vector>

namespace halfspace {

struct FaceClip {
    // Faces are clipped out of a square of this half width around the point of their plane that is
    // nearest to the origin; it must reach beyond all corners.
    double half_width = 0;
    // Corners this far in front of a plane still count as on it.
    double tolerance = 0;
};

// A convex volume is what lies behind all of `planes`, whose normals have length 1. Gives the
// corners of its face in planes[face], counter-clockwise seen from outside; none if that plane does
// not bound the volume. Cost: planes times corners. REQUIRES: face < planes.size().
std::vector<Vec3> face_corners(std::span<const Plane> planes,
                               std::size_t face,
                               const FaceClip& clip);

// The part of a convex polygon behind the plane.
std::vector<Vec3> clipped(std::span<const Vec3> polygon, const Plane& behind, double tolerance);

}  // namespace halfspace
