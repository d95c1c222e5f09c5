// SPDX-License-Identifier: MIT
// A world in, a level out: the whole compiler behind one function.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/compile/options.h"
#include "halfspace/level/level.h"
#include "halfspace/world/world.h"

#include <string>
#include <vector>

namespace halfspace {

struct StageTime {
    std::string stage;
    double wall_seconds;
};

struct Compiled {
    LevelData level;
    std::vector<Diagnostic> diagnostics;
    std::vector<StageTime> times;
};

// Compiles the world. The level is a pure function of the world and the options that are not
// threads or progress. On failure every bad brush has an error of its own (Geometry, Range with
// brush, side and line), or the list holds the single error that stopped the work (Cancelled;
// Limit for a tree deeper than kMaxTreeDepth). Cost: about n log n in the exposed faces, but up to
// the square of the sides of a single brush.
std::expected<Compiled, std::vector<Error>> compile(const World& world,
                                                    const CompileOptions& options = {});

}  // namespace halfspace
