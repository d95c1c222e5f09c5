// SPDX-License-Identifier: MIT
// The direction along which the difference of two shapes reaches the least way beyond the origin.
#pragma once

#include "spatial/convex/polytope.h"
#include "spatial/convex/reach.h"
#include "spatial/convex/shape_pair.h"

namespace halfspace {

// A direction in the frame of a, and how far the Minkowski difference of both shapes, with their
// radii, reaches along it. The shapes overlap if and only if this depth is above 0. Then it is the
// least depth, up to `error`. Otherwise the direction separates the shapes; another direction may
// separate them more.
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
