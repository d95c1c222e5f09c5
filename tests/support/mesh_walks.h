// SPDX-License-Identifier: MIT
// Walkers with random inputs on open meshes. The tests use it for small numbers of steps,
// prove_walks for large ones.
#pragma once

#include "support/open_meshes.h"
#include "support/query_checks.h"

#include <cstddef>
#include <cstdint>

namespace halfspace::test {

enum class MeshWalker : std::uint8_t { Box, Capsule, Cylinder };

struct MeshWalkReport {
    // queries: the steps. differences: the steps after which the walker was in a triangle, had gone
    // through one, or one had gone through the walker, had left the place, trembled, had a problem,
    // or was stuck for long.
    CheckReport report;
    // What happened, to see that the walks meet what they should.
    std::size_t jumps = 0;
    std::size_t landings = 0;
    std::size_t stairs = 0;
    std::size_t carried = 0;  // steps on a mesh that moves
    std::size_t pushed = 0;   // steps in which something fast moved the walker
    std::size_t crushes = 0;
    double way = 0;          // horizontally [units]
    std::uint64_t hash = 0;  // of all states
};

// One walker makes `steps` steps, among `things` open meshes that move or turn, thin and fast ones
// among them. What crushes the walker rests in this step and turns back.
MeshWalkReport check_mesh_walk(const OpenMeshKind& kind,
                               MeshWalker walker,
                               std::size_t steps,
                               std::uint64_t seed,
                               std::size_t things = 0);

}  // namespace halfspace::test
