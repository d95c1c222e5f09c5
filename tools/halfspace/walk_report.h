// SPDX-License-Identifier: MIT
// What `halfspace walk` tells of a walk: its path in text and JSON, and warnings.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/id.h"
#include "halfspace/level/level.h"
#include "halfspace/move/mover.h"

#include "json_report.h"

#include <cstdint>
#include <vector>

namespace halfspace::tool {

// A walk that has been made.
struct Walk {
    MoverState start;
    std::vector<MoverStep> steps;
};

// What is odd about the start, and about a walk that leaves the level. wanted: where the walk
// should have started.
std::vector<Diagnostic> walk_warnings(const Level& level,
                                      const Vec3& wanted,
                                      SpaceId stand,
                                      const Walk& walk);

// A step is told if it is the `every`-th one or the last, or if the mover begins to walk, fall,
// swim, climb, crouch or stand, or has a problem.
void print_walk(const Walk& walk, std::uint32_t every);
Json walk_path(const Walk& walk, std::uint32_t every);

}  // namespace halfspace::tool
