// SPDX-License-Identifier: MIT
// Traces against brute force over grown brushes: used by the tests in small and by prove_sweeps in
// full.
#pragma once

#include "halfspace/level/level.h"

#include "support/oracle.h"
#include "support/query_checks.h"

namespace halfspace::test {

// first_transition, trace and trace_all of a space against Oracle::first_change of the same space,
// for `count` segments and all kinds of masks.
CheckReport check_sweeps(
    const Level& level, SpaceId space, const Oracle& oracle, std::size_t count, std::uint64_t seed);

struct MoveReport {
    CheckReport report;
    std::size_t hits = 0;
    std::size_t stuck = 0;   // moves that made no progress although nothing was near
    std::uint64_t hash = 0;  // of all places
};

// `count` moves from a place to a random next one, each from where the one before ended: no end may
// be blocked, and no way to it.
MoveReport check_moves(
    const Level& level, SpaceId space, const Oracle& oracle, std::size_t count, std::uint64_t seed);

}  // namespace halfspace::test
