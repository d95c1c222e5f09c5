// SPDX-License-Identifier: MIT
// The direction along which the difference of two shapes reaches the least way beyond the origin.
#pragma once

#include "spatial/portal.h"
#include "spatial/shape_pair.h"

namespace halfspace {

// A direction, in the frame of a, and how far a less b reaches along it, with the radii. The shapes
// overlap if and only if the depth is above 0. It is the least depth, or above the least, as
// `overlap` says. If the shapes are apart, they are so along this direction, and may be farther
// apart along another one.
struct PairReach {
    Reach reach;
    Vec3 point;  // of both shapes, in the frame of a; only if the depth is above 0
};
PairReach reach_of_pair(const ShapePair& pair);

// Whether the depth is above 0.
bool do_overlap(const ShapePair& pair);

}  // namespace halfspace
