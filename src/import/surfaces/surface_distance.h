// SPDX-License-Identifier: MIT
// The distance of the surfaces of two convex volumes, in doubles. It is compared with the import
// tolerance and decides on no side of a plane.
#pragma once

#include "math/shared/clip.h"

#include <vector>

namespace halfspace {

// A bounded convex volume.
struct ConvexVolume {
    std::vector<Plane> planes;
    // For each plane the corners of its face, counter-clockwise seen from outside. Empty for a
    // plane without a face.
    std::vector<std::vector<Vec3>> faces;
};

// The distance from p to the nearest point of the volume, 0 inside. Linear in the corners. The
// distance of two surfaces (Hausdorff) is the largest distance of a corner of one volume from the
// other volume, because the farthest point of a convex volume from another one is a corner. Source:
// R. Schneider, "Convex Bodies: The Brunn-Minkowski Theory", lemma 1.8.1.
double distance_to(const ConvexVolume& volume, const Vec3& p);

}  // namespace halfspace
