// SPDX-License-Identifier: MIT
// Compares traces with brute force over grown brushes. The tests use it for small numbers of
// traces, prove_sweeps for large ones.
#pragma once

#include "halfspace/level/level.h"

#include "support/oracle.h"
#include "support/query_checks.h"

namespace halfspace::test {

// Compares first_transition, trace and trace_all with Oracle::first_change in the same space, for
// `count` segments and all kinds of masks.
CheckReport check_sweeps(
    const Level& level, SpaceId space, const Oracle& oracle, std::size_t count, std::uint64_t seed);

struct MoveReport {
    CheckReport report;
    std::size_t hits = 0;
    std::size_t stuck = 0;   // moves without progress although nothing was near
    std::uint64_t hash = 0;  // hash of all places
};

// Makes `count` moves to random places. Each begins where the one before ended. No end may be
// blocked, and no way to it.
MoveReport check_moves(
    const Level& level, SpaceId space, const Oracle& oracle, std::size_t count, std::uint64_t seed);

}  // namespace halfspace::test
