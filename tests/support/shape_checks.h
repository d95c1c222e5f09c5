// SPDX-License-Identifier: MIT
// Compares sweeps with brute force over the brushes. The tests use it for small numbers of sweeps,
// prove_sweeps for large ones.
#pragma once

#include "halfspace/level/level.h"

#include "support/oracle.h"
#include "support/query_checks.h"

namespace halfspace::test {

// Sweeps boxes, turned boxes, spheres, capsules, and the hulls of points, flat ones among them,
// through the level: at random, along axes, on the grid, and each second time from where the last
// sweep ended. Compares `sweep` and `is_free` with ShapeOracle.
CheckReport check_shape_sweeps(const Level& level, std::size_t count, std::uint64_t seed);

}  // namespace halfspace::test
