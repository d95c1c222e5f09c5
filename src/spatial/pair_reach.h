// SPDX-License-Identifier: MIT
// The direction along which the difference of two shapes reaches the least way beyond the origin.
#pragma once

#include "spatial/polytope.h"
#include "spatial/reach.h"
#include "spatial/shape_pair.h"

namespace halfspace {

// A direction, in the frame of a, and how far a less b reaches along it, with the radii. The shapes
// overlap if and only if the depth is above 0. Then it is the least depth, up to `error`. If the
// shapes are apart, they are so along this direction, and may be farther apart along another one.
struct PairReach {
    Reach reach;
    double error = 0;      // the least depth is at least reach.depth - error; only if they overlap
    Vec3 point;            // of both shapes, in the frame of a; only if they overlap
    bool is_full = false;  // with more memory the error would be smaller
};
PairReach reach_of_pair(const ShapePair& pair, const PolytopeMemory& memory);

// Whether the depth is above 0.
bool do_overlap(const ShapePair& pair);

}  // namespace halfspace
