// SPDX-License-Identifier: MIT
// What `halfspace walk` tells of a walk: its path in text and JSON, and warnings.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/math/aabb.h"
#include "halfspace/move/mover.h"

#include "json_report.h"

#include <cstdint>
#include <string>
#include <vector>

namespace halfspace::tool {

// A walk that has been made.
struct Walk {
    MoverState start;
    std::vector<MoverStep> steps;
};

struct WalkBody {
    std::string name;
    Aabb box;  // where its position is the origin
};
struct WalkPlace {
    std::string name;  // "level" or "mesh"
    Aabb bounds;
};

// What is odd about the start, and about a walk that leaves the place. wanted: where the walk
// should have started.
std::vector<Diagnostic> walk_warnings(const WalkPlace& place,
                                      const Vec3& wanted,
                                      const WalkBody& stand,
                                      const Walk& walk);

// A step is told if it is the `every`-th one or the last, or if the mover begins to walk, fall,
// swim, climb, crouch or stand, or has a problem.
void print_walk(const Walk& walk, std::uint32_t every);
Json walk_path(const Walk& walk, std::uint32_t every);

}  // namespace halfspace::tool
