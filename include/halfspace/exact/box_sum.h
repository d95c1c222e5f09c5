// SPDX-License-Identifier: MIT
// The sum of a convex polyhedron and a box: all points p + b of both.
#pragma once

#include "halfspace/exact/polyhedron.h"

namespace halfspace {

// How far `grown` reaches beyond the planes that bound the sum of solid and box, at most; in
// doubles, for measuring. Those planes are along faces of either or along one edge of each, so all
// of these directions are asked. 0 or rounding if it is the sum, negative if it falls short of it
// everywhere. Cost: edges times corners.
double excess_over_sum(const Polyhedron& grown,
                       const Polyhedron& solid,
                       const GridBox& box,
                       const PlaneTable& planes);

}  // namespace halfspace
