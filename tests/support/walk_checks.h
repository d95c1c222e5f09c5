// SPDX-License-Identifier: MIT
// Walkers with random inputs among doors, lifts, stones and each other. The tests use it for small
// numbers of steps, prove_walks for large ones.
#pragma once

#include "halfspace/level/level.h"

#include "support/query_checks.h"

#include <cstdint>

namespace halfspace::test {

struct WalkReport {
    // queries: the steps of all walkers. differences: the steps after which a walker was in a wall,
    // in a model or in another walker, had gone through one of them, or had a problem, or after
    // which a surface too steep to stand on had lifted or sped up a walker.
    CheckReport report;
    // What happened, to see that the walks meet what they should.
    std::size_t jumps = 0;
    std::size_t landings = 0;
    std::size_t stairs = 0;
    std::size_t crouched = 0;
    std::size_t swum = 0;
    std::size_t climbed = 0;  // steps on ladders
    std::size_t slid = 0;     // steps in the air with steep surfaces touched
    std::size_t carried = 0;  // steps on a model
    std::size_t bumped = 0;   // steps with a touched walker
    std::size_t pushed = 0;   // steps in which something fast moved the walker
    std::size_t crushes = 0;
    std::uint64_t hash = 0;  // of all states
};

// The bodies of the walkers: those of the spaces "stand" and "crouch", or cylinders as high as
// these.
enum class WalkBodies : std::uint8_t { Spaces, Cylinders };

// Eleven walkers make `rounds` steps each. All models of the level move back and forth or turn, and
// two stones chase the walkers. What crushes somebody waits and turns back. REQUIRES: the level
// has the bodies "stand" and "crouch".
// seconds: of a step.
WalkReport check_walks(const Level& level,
                       std::size_t rounds,
                       std::uint64_t seed,
                       WalkBodies bodies = WalkBodies::Spaces,
                       double seconds = 1.0 / 64);

}  // namespace halfspace::test
