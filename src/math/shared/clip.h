// SPDX-License-Identifier: MIT
// Clips convex polygons and volumes in doubles. It serves measurements, and readers of files with
// rounded planes. The compiler decides nothing by it.
#pragma once

#include "halfspace/math/plane.h"

#include <cstddef>
#include <span>
#include <vector>

namespace halfspace {

struct FaceClip {
    // A face begins as a square in its plane, which the other planes then clip. This is half of the
    // square's side. The centre of the square is the point of the plane nearest to the origin; the
    // square must reach beyond all corners of the volume.
    double half_width = 0;
    // A corner at most this far in front of a plane counts as on the plane.
    double tolerance = 0;
};

// The corners of one face of a convex volume: of the face in planes[face], counter-clockwise seen
// from outside. The volume is everything behind all `planes`; their normals have length 1 and point
// outwards. Empty if that plane bounds no face. Cost: planes times corners. REQUIRES: face <
// planes.size().
std::vector<Vec3> face_corners(std::span<const Plane> planes,
                               std::size_t face,
                               const FaceClip& clip);

// The part of a convex polygon behind the plane; fewer than three corners if there is none. Corners
// up to `tolerance` in front of the plane are kept. REQUIRES: the plane's normal has length 1.
std::vector<Vec3> clipped(std::span<const Vec3> polygon, const Plane& behind, double tolerance);

}  // namespace halfspace
