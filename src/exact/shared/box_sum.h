// SPDX-License-Identifier: MIT
// Measures a grown solid against the exact sum of a convex solid and a box. The sum holds all
// points p + b with p in the solid and b in the box.
#pragma once

#include "exact/shared/polyhedron.h"

namespace halfspace {

// How far `grown` is larger than the sum of `solid` and `box`, grid steps: how far it extends
// beyond the planes that bound the sum, at most. 0 up to rounding if it equals the sum; negative if
// it is smaller on every side. The planes of the sum are parallel to a face of the solid, to a face
// of the box, or to an edge of each; all these directions are measured. Computed in doubles, to
// measure only. planes: the table of the solid's planes. Cost: edges times corners.
double excess_over_sum(const Polyhedron& grown,
                       const Polyhedron& solid,
                       const GridBox& box,
                       const PlaneTable& planes);

}  // namespace halfspace
