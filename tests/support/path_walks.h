// SPDX-License-Identifier: MIT
// Movers that go quick routes between random places of a level. The tests use it for small
// numbers of paths, prove_paths for large ones.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/nav/route.h"

#include "support/query_checks.h"

#include <cstddef>
#include <cstdint>

namespace halfspace::test {

struct PathWalkReport {
    // queries: the routes that were gone. differences: the walks that did not end at their goal or
    // were stuck.
    CheckReport report;
    std::size_t repaths = 0;  // routes that were found anew on the way
    // Paths that nobody goes: an end is in a lift at rest, or a swimmer without controls does not
    // stay there, since it sinks along a slope and off its end.
    std::size_t sliding = 0;
    std::size_t wet = 0;            // paths on which the mover swam
    std::size_t links = 0;          // on all routes
    std::size_t crouched = 0;       // routes on which the walker crouched
    double predicted = 0;           // the time of all dry routes [s]
    double seconds = 0;             // that these took
    std::vector<std::string> late;  // sentences about walks that took longer than allowed
    double slowest = 0;             // how much longer one of them took [s]
    std::uint64_t hash = 0;         // of all states
};

// Who walks: with the body "stand" on its mesh; one that stands and crouches, on the mesh of the
// body "crouch"; or with the body "large" on its mesh.
enum class Walker : std::uint8_t { Stands, Crouches, Large };

// Walks `count` paths, from number `first` on: to walk one again that a report names. Both ends of
// a path are on one island, which is chosen by its area. The triggers and lifts of the links that a
// walker takes move it; others do nothing. REQUIRES: the level has these bodies, and the mesh.
PathWalkReport check_paths(const Level& level,
                           std::size_t count,
                           std::uint64_t seed,
                           const RouteOptions& ways = {.links = kMoverLinks | kGameLinks},
                           Walker walker = Walker::Stands,
                           std::size_t first = 0);

}  // namespace halfspace::test
