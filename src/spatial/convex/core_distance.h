// SPDX-License-Identifier: MIT
// The distance of the cores of two shapes, by GJK.
#pragma once

#include "spatial/convex/shape_pair.h"

namespace halfspace {

// Points and directions are in the frame of a.
struct CoreDistance {
    double most = 0;   // the points `on_a` and `on_b` are so far apart
    double least = 0;  // the cores are at least so far apart; from 0 to `most`
    Vec3 on_a;
    Vec3 on_b;
    Vec3 normal;  // from on_b to on_a, length 1; zero if the cores touch or overlap
    // The cores are so far apart along `parting`. Where rounding puts the nearest point beside the
    // simplex, this may be more than `most`, and the points may be farther apart by `off`.
    double parted = 0;
    double off = 0;
    double size = 0;  // some point of the difference is so far from the origin
    Vec3 parting;     // from b to a: the cores are `least` apart along it; zero if `least` is 0
};

CoreDistance core_distance(const ShapePair& pair);

// A point of both shapes, in the frame of a. REQUIRES: the cores are as near as the radii.
Vec3 common_point(const ShapePair& pair, const CoreDistance& cores);

// True if `least` is below `limit`; for 0: if the cores touch or overlap. The search ends as soon
// as its bounds say so.
bool are_cores_nearer(const ShapePair& pair, double limit);

}  // namespace halfspace
