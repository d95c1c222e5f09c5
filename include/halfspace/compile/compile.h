// SPDX-License-Identifier: MIT
// The whole compiler as one function: a world in, a level out.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/compile/options.h"
#include "halfspace/level/leak.h"
#include "halfspace/level/level.h"
#include "halfspace/world/moved_brush.h"
#include "halfspace/world/world.h"

#include <cstdint>
#include <optional>
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
    // The level. Level::from_data makes the level ready for queries; write_level gives the bytes of
    // a file.
    LevelData level;
    // Set if an entity can reach the outside, and no part of the world is a mesh. The outside is
    // not filled then, and clusters do not know what they see.
    std::optional<Leak> leak;
    // What was odd and did not stop the work, for example brushes left out.
    std::vector<Diagnostic> diagnostics;
    // The brushes whose surface is not exactly where the source has it, in the order of the source.
    std::vector<MovedBrush> moved;
    // In the order in which the stages began.
    std::vector<StageTime> times;
};

// Compiles the world. Equal worlds and options give equal levels; `threads` and `progress` change
// nothing.
//
// Errors, by their code:
// - Range: an option out of its range; a body off the grid or too large; a brush, polygon or patch
//   too far out, or with numbers too large for exact answers.
// - Geometry: a brush without a volume, an unbounded brush, or a brush that cannot be brought onto
//   the grid within the tolerance; a polygon that is not convex or has no area; an open surface;
//   two bodies of one name.
// - Syntax: the name of a body.
// - Unsupported: an entity with both brushes and polygons.
// - Limit: a tree deeper than kMaxTreeDepth; more than kMaxWalkNodes nodes of walk trees; too many
//   bodies, or too many pieces of curves.
// - Cancelled: options.progress->cancel was set.
//
// If several brushes are wrong, each has its own error, with its line; so have several bodies
// and several polygons.
// Cost: about n log n for n fragments; up to the square of the number of sides of a single brush.
std::expected<Compiled, std::vector<Error>> compile(const World& world,
                                                    const CompileOptions& options = {});

// What compile() would make of each mesh of the world, without the work: its verdicts and errors,
// by the same code. Of the options `grid_exponent` and `bodies` count: they choose the grid. In the
// order of the entities and their meshes. Cost: n log n in triangles. REQUIRES: bad_option finds
// nothing in the options.
std::vector<MeshCheck> check_meshes(const World& world, const CompileOptions& options = {});

}  // namespace halfspace
