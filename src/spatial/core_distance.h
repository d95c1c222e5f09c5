// SPDX-License-Identifier: MIT
// The distance of the cores of two shapes, by GJK.
#pragma once

#include "halfspace/spatial/convex_shape.h"

#include "spatial/simplex.h"

namespace halfspace {

struct CoreDistance {
    double most = 0;   // the points `on_a` and `on_b` are so far apart
    double least = 0;  // the cores are at least so far apart; at most `most`
    Vec3 on_a;
    Vec3 on_b;
    Vec3 normal;  // from b to a, length 1; zero if the cores touch or overlap
};

CoreDistance core_distance(const PlacedShape& a, const PlacedShape& b);

// The point of the difference of the cores, a less b, that is farthest along the direction.
DifferencePoint support_of_difference(const PlacedShape& a,
                                      const PlacedShape& b,
                                      const Vec3& direction);

}  // namespace halfspace
