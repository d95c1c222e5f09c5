// SPDX-License-Identifier: MIT
// Convex volumes behind planes in doubles: to measure with, and for readers of files that hold no
// exact numbers. Nothing of the compiler is decided by them.
#pragma once

#include "halfspace/math/vec.h"

#include <cstddef>
#include <span>
#include <vector>

namespace halfspace {

// dot(normal, p) <= d.
struct HalfSpace {
    Vec3 normal;  // of length 1
    double d = 0;
};

struct FaceClip {
    // Faces are clipped out of a square of this half width around the point of their plane that is
    // nearest to the origin; it must reach beyond all corners.
    double half_width = 0;
    // Corners this far in front of a plane still count as on it.
    double tolerance = 0;
};

// The corners of one half space's face within all the others, counter-clockwise seen from outside;
// empty if it takes no part in the volume. Linear in the half spaces times the corners.
// REQUIRES: face < half_spaces.size().
std::vector<Vec3> face_corners(std::span<const HalfSpace> half_spaces,
                               std::size_t face,
                               const FaceClip& clip);

// The part of a convex polygon behind the plane.
std::vector<Vec3> clipped(std::span<const Vec3> polygon, const HalfSpace& behind, double tolerance);

}  // namespace halfspace
