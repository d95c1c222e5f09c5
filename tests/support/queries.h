// SPDX-License-Identifier: MIT
// Questions that are likely to be answered wrongly: at faces, edges and corners, in planes, on
// the grid, and some that are merely random.
#pragma once

#include "halfspace/math/vec.h"
#include "halfspace/query/trace.h"

#include "support/oracle.h"

#include <cstdint>
#include <vector>

namespace halfspace::test {

// Half of them within 0.01 units of a face; others exactly in planes, at corners, anywhere.
std::vector<Vec3> make_points(const Oracle& oracle, std::size_t count, std::uint64_t seed);

// Random, axial, grid-aligned, in the planes of faces, along edges, through corners, of no length.
std::vector<Segment> make_segments(const Oracle& oracle, std::size_t count, std::uint64_t seed);

}  // namespace halfspace::test
