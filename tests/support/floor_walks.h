// SPDX-License-Identifier: MIT
// A mover that walks at random stands on the navigation mesh, wherever it goes.
#pragma once

#include "halfspace/level/level.h"

#include "support/query_checks.h"

#include <cstddef>
#include <cstdint>

namespace halfspace::test {

struct FloorWalkReport {
    // queries: the grounded states. differences: those that are not on the mesh, and moves from one
    // to the next that no edges, steps and links around them explain.
    CheckReport report;
    std::size_t wedged = 0;  // between or beside steep slopes
    double farthest = 0;     // of the states on the mesh, from it [units]
    std::size_t moves = 0;   // from a grounded state to the next one
    std::size_t leaps = 0;   // moves that nothing explains
};

// Walks, jumps and crouches from all starts of a level, or from random places if it has none.
// REQUIRES: the level has the navigation meshes of the bodies stand and crouch. Cost: linear in
// steps and in polygons.
FloorWalkReport check_floor(const Level& level, std::size_t steps, std::uint64_t seed);

}  // namespace halfspace::test
