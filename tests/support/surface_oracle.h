// SPDX-License-Identifier: MIT
// The distance of a compiled brush's surface from its surface as written, by brute force over exact
// integers. Every corner is the meet of three planes that no other plane cuts off. Shares no code
// with the compiler or with verify.
#pragma once

#include "halfspace/world/world.h"

#include "exact/shared/plane_table.h"

#include <vector>

namespace halfspace::test {

// The largest distance of a corner of one volume from the other volume [grid steps]. It is computed
// in doubles from the exact corners. Infinite if one volume has no corners. REQUIRES: the planes
// look out; the sides have points.
double surface_distance(const Brush& written,
                        const std::vector<ExactPlane>& compiled,
                        int grid_exponent);

}  // namespace halfspace::test
