// SPDX-License-Identifier: MIT
// A mover that walks at random stands on the navigation mesh, wherever it goes.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/level/nav_records.h"

#include "support/query_checks.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace halfspace::test {

// More strays than one in so many moves are an error.
inline constexpr std::size_t kMovesOfOneStray = 10'000;

struct FloorWalkReport {
    // queries: the grounded states. differences: those that are not on the mesh.
    CheckReport report;
    std::size_t wedged = 0;  // between or beside steep slopes
    double farthest = 0;     // of the states on the mesh, from it [units]
    std::size_t moves = 0;   // from a grounded state to the next one
    // Sentences about moves that no four edges, steps and links (Walk, Drop, Chance) and no common
    // corner explain: where borders that do not meet are some units apart, between the places that
    // the compiler tries.
    std::vector<std::string> strays;
    // Moves over a point in which two floors touch, seen from above. No path has room to go there.
    std::size_t corners = 0;
    // Falls without a jump, from the ground to the ground. Each is in one of the counts below.
    std::size_t falls = 0;
    std::size_t falls_on_floor = 0;  // edges and steps join the ends
    // A link Walk, Drop or Chance begins within 32 units of the place and leads to the island on
    // which the fall ends, within 64 units of the end; by NavLinkKind.
    std::array<std::size_t, kNavLinkKinds> falls_by_link{};
    std::size_t falls_beside_link = 0;  // the same, but the link ends farther away
    std::size_t falls_on_island = 0;    // no such link, and the fall ends on the island it left
    std::size_t falls_elsewhere = 0;    // no such link, and it ends on another island
};

// Who walks: a body that stands and crouches, or the body "large", which only stands.
enum class FloorWalker : std::uint8_t { Player, Large };

// Half of the steps: walks, jumps and crouches from all starts of a level, or from borders of its
// mesh if it has none. The other half: walks without jumps from borders, so that many of them fall.
// REQUIRES: the level has the navigation meshes of the bodies stand, crouch and large. Cost: linear
// in steps and in polygons.
FloorWalkReport check_floor(const Level& level,
                            std::size_t steps,
                            std::uint64_t seed,
                            FloorWalker walker = FloorWalker::Player);

}  // namespace halfspace::test
