// SPDX-License-Identifier: MIT
// How far the surfaces of two convex volumes are apart, in doubles: what the import tolerance is
// compared with. No side of a plane is decided by it.
#pragma once

#include "halfspace/math/clip.h"

#include <vector>

namespace halfspace {

// A bounded convex volume.
struct ConvexVolume {
    std::vector<Plane> planes;
    // Beside planes: the corners of each one's face, counter-clockwise seen from outside. A
    // half space that takes no part in the volume has none.
    std::vector<std::vector<Vec3>> faces;
};

// The distance from p to the nearest point of the volume, 0 inside. The larger of the two distances
// of the corners of each volume to the other is the distance of their surfaces (Hausdorff), for the
// farthest point of a convex volume from another one is a corner. Linear in the corners.
// Source: R. Schneider, "Convex Bodies: The Brunn-Minkowski Theory", lemma 1.8.1.
double distance_to(const ConvexVolume& volume, const Vec3& p);

}  // namespace halfspace
