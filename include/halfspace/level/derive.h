// SPDX-License-Identifier: MIT
// What follows from other records of a level. The compiler fills it by `derive`. The loader
// computes it again and refuses a file that says anything else.
#pragma once

#include "halfspace/exact/plane.h"
#include "halfspace/level/fwd.h"
#include "halfspace/math/plane.h"

namespace halfspace {

// Sets
//     NodeRecord::n, d, flags, body_states   from planes, leaves, faces and the nodes below,
//     LeafRecord::blockers of space 0        from the leaf's contents,
//     node_faces                             from nodes, faces and vertices.
// REQUIRES: the other records obey docs/file_format.md (all indices valid, children after their
// parents, faces in order). Cost: linear.
void derive(LevelData& level);

// The plane as nodes hold it, in map units. n and d are multiplied by the power of two that brings
// the largest |n| into [1/2, 1), and are then rounded to the nearest doubles, ties to even.
// Rounding may make the largest |n| 1. REQUIRES: n is not zero, 0 <= grid_exponent <= 10.
Plane scaled_plane(const ExactPlane& plane, int grid_exponent);

}  // namespace halfspace
