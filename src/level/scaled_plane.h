// SPDX-License-Identifier: MIT
// The error bound of planes in doubles.
#pragma once

#include "halfspace/level/records.h"

#include "level/shared/derive.h"

#include <span>

namespace halfspace {

// The exact plane of a record, in the orientation of its even id.
ExactPlane exact_plane(const PlaneRecord& record);

// 0, 1 or 2 if the normal is exactly (1, 0, 0), (0, 1, 0) or (0, 0, 1); 3 for every other normal,
// also for (2, 0, 0).
std::uint32_t plane_axis(const ExactPlane& plane);

// Bits of the largest |n| and of the largest |d| of all planes.
struct PlaneBits {
    int normal = 0;
    int distance = 0;
};
PlaneBits plane_bits(std::span<const PlaneRecord> planes);

// See Level::filter_bound. REQUIRES: no plane has the normal 0.
double filter_bound(std::span<const PlaneRecord> planes,
                    std::span<const ModelRecord> models,
                    int grid_exponent);

}  // namespace halfspace
