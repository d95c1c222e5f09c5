// SPDX-License-Identifier: MIT
// The whole compiler as one function: a world in, a level out.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/compile/options.h"
#include "halfspace/level/level.h"
#include "halfspace/world/world.h"

#include <string>
#include <vector>

namespace halfspace {

// How long one stage took.
struct StageTime {
    std::string stage;    // its name, as Progress::report gets it
    double wall_seconds;  // all runs of the stage together
};

// What compile() returns.
struct Compiled {
    // The level. Level::from_data makes it ready for queries, write_level makes a file of it.
    LevelData level;
    // What was odd and did not stop the work: sides that were moved, brushes that were left out.
    std::vector<Diagnostic> diagnostics;
    // In the order in which the stages began.
    std::vector<StageTime> times;
};

// Compiles the world. Equal worlds and options give equal levels; `threads` and `progress` change
// nothing.
// Errors: Range for the first bad option or body. Geometry or Range for each bad brush, with its
// line. Geometry for each entity whose surface is open, unless options.open_surfaces allows it.
// Unsupported for an entity with brushes and polygons. Limit for a tree deeper than kMaxTreeDepth.
// Cancelled if options.progress asked for it. The list is never empty; only bad brushes and similar
// mistakes in the source come several at a time.
// Cost: about n log n for n fragments; up to the square of the number of sides of a single brush.
std::expected<Compiled, std::vector<Error>> compile(const World& world,
                                                    const CompileOptions& options = {});

}  // namespace halfspace
