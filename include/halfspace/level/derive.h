// SPDX-License-Identifier: MIT
// The parts of a level's records that follow from other records. The compiler fills them by
// `derive`. The loader computes them again and refuses a file in which they differ.
#pragma once

#include "halfspace/exact/plane.h"
#include "halfspace/level/fwd.h"
#include "halfspace/math/plane.h"

namespace halfspace {

// Sets
//
//     NodeRecord::n, d, flags, body_states   from planes, leaves, faces and the nodes below,
//     LeafRecord::blockers of space 0        from the leaf's contents,
//     node_faces                             from nodes, faces and vertices.
//
// REQUIRES: the other records obey docs/file_format.md (all indices valid, children after their
// parents, faces in order). Cost: linear.
void derive(LevelData& level);

// The plane as nodes store it, in map units. n and d are multiplied by the power of two that brings
// the largest |n| to at least 1/2 and below 1. Each is then rounded to the nearest double, ties to
// even; this may make the largest |n| 1. REQUIRES: n is not zero, 0 <= grid_exponent <= 10.
Plane scaled_plane(const ExactPlane& plane, int grid_exponent);

}  // namespace halfspace
