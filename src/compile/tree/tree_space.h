// SPDX-License-Identifier: MIT
// The box that a tree divides, and the axial planes that it may take beside those of its fragments.
#pragma once

#include "halfspace/exact/polyhedron.h"

#include <array>
#include <cstdint>
#include <vector>

namespace halfspace {

// The box of a tree and the fixed grid at its top: block boundaries per axis, ascending, the
// box's own sides not among them. All of them must be in the plane table.
struct TreeSpace {
    GridBox box;
    std::array<std::vector<std::int64_t>, 3> boundaries;
    // Distance of the axial planes that are in the table beside those of the brushes, for cells
    // that no plane of a brush divides well [grid steps]; 0: there are none.
    std::int64_t relief_spacing = 0;
};

// Interns the axial planes that such cells may take, some hundred per axis. REQUIRES: nobody else
// uses the table at the same time.
void add_relief_planes(TreeSpace& space, PlaneTable& planes);

// A model with fewer fragments needs no relief planes.
inline constexpr std::size_t kFewestFragmentsForRelief = 48;

// The box with room around it [grid steps]. Interns the planes it will need.
TreeSpace make_space(Aabb box, std::int64_t block_size, std::int64_t margin, PlaneTable& planes);

}  // namespace halfspace
