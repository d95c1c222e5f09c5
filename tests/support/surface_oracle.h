// SPDX-License-Identifier: MIT
// How far a compiled brush's surface is from its surface as written, by brute force over exact
// integers: every corner is the meet of three planes that no other plane cuts off. Shares no code
// with the compiler or with verify.
#pragma once

#include "halfspace/exact/plane_table.h"
#include "halfspace/world/world.h"

#include <vector>

namespace halfspace::test {

// The largest distance of a corner of one volume from the other, in grid steps, computed in doubles
// from the exact corners. Planes look out. Infinite if one of the volumes has no corners.
// REQUIRES: the sides have points.
double surface_distance(const Brush& written,
                        const std::vector<ExactPlane>& compiled,
                        int grid_exponent);

}  // namespace halfspace::test
