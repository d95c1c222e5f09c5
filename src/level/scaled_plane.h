// SPDX-License-Identifier: MIT
// How far the doubles of a plane may lead astray.
#pragma once

#include "halfspace/level/level.h"

#include <span>

namespace halfspace {

// The exact plane of a record, as the even id means it.
ExactPlane exact_plane(const PlaneRecord& record);

// Bits of |n| and of |d|, the largest over the planes.
struct PlaneBits {
    int normal = 0;
    int distance = 0;
};
PlaneBits plane_bits(std::span<const PlaneRecord> planes);

// See Level::filter_bound. REQUIRES: every plane has a normal.
double filter_bound(std::span<const PlaneRecord> planes,
                    std::span<const ModelRecord> models,
                    int grid_exponent);

}  // namespace halfspace
