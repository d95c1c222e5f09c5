// SPDX-License-Identifier: MIT
// The error bound of planes in doubles.
#pragma once

#include "halfspace/level/derive.h"
#include "halfspace/level/records.h"

#include <span>

namespace halfspace {

// The exact plane of a record, in the orientation of its even id.
ExactPlane exact_plane(const PlaneRecord& record);

// The axis that NodeRecord::flags holds for a node in this plane.
std::uint32_t node_axis(const ExactPlane& plane);

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
