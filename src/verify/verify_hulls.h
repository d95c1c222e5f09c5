// SPDX-License-Identifier: MIT
// The part of verify that compares one hull of a level with the solid of its leaf. check_cells
// rebuilds the solid.
#pragma once

#include "halfspace/level/level.h"

#include "exact/shared/polyhedron.h"

#include <cstddef>

namespace halfspace {

// What is wrong with the box, the corners or the planes of a hull: they must be those that
// docs/reference/file_format.md tells. nullptr: nothing. cell: of the hull's leaf. planes: the
// table of the cell's planes. REQUIRES: hull < level.hulls().size().
const char* hull_problem(const Level& level,
                         std::size_t hull,
                         const Polyhedron& cell,
                         const PlaneTable& planes);

}  // namespace halfspace
