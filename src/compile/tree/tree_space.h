// SPDX-License-Identifier: MIT
// The box that a tree divides, and axial planes that it may use beside those of its fragments.
#pragma once

#include "exact/shared/polyhedron.h"

#include <array>
#include <cstdint>
#include <vector>

namespace halfspace {

// The box of a tree and the fixed blocks at its top. boundaries: the block boundaries on each axis,
// ascending, without the sides of the box. REQUIRES: all these planes are in the plane table.
struct TreeSpace {
    GridBox box;
    std::array<std::vector<std::int64_t>, 3> boundaries;
    // Distance between relief planes [grid steps]; 0: there are none. Relief planes are axial
    // planes in the table for cells that no plane of a brush divides well.
    std::int64_t relief_spacing = 0;
};

// Adds the relief planes to the table, up to about 512 on each axis, and sets space.relief_spacing.
// REQUIRES: no other thread uses the table.
void add_relief_planes(TreeSpace& space, PlaneTable& planes);

// Models with fewer fragments get no relief planes.
inline constexpr std::size_t kMinFragmentsForRelief = 48;

// The space of a tree: `box` with at least `margin` around it, and blocks of `block_size` (0: none)
// [grid steps]. Adds the planes of the block boundaries to the table.
TreeSpace make_space(Aabb box, std::int64_t block_size, std::int64_t margin, PlaneTable& planes);

}  // namespace halfspace
