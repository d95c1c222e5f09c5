// SPDX-License-Identifier: MIT
// The part of verify that proves navigation meshes, without the module that makes them.
#pragma once

#include "halfspace/verify/verify.h"

#include "level/shared/cells.h"
#include "verify/verify_brushes.h"

#include <cstdint>
#include <span>

namespace halfspace {

// Checks each navigation mesh of the level: its polygons are convex and in planes of floors, they
// cover the floor of the exact cells (nav_floors.h) once and nothing else, they know their liquids,
// doors and areas, and no step is too high. The loader has compared neighbours, islands and the
// ends of steps. Returns how many polygons it compared. brushes: of the level. Adds the planes of
// boxes and areas to the table; if the planes then do not fit the predicates, it checks nothing.
// Cost: that of floors_of; for each polygon, a look at the nodes above and below its corners and a
// cut for each piece of floor and each polygon beside it.
std::uint64_t check_nav_meshes(const Level& level,
                               const World& source,
                               std::span<const RebuiltBrush> brushes,
                               LevelPlanes& planes,
                               const VerifyOptions& options,
                               Differences& differences);

}  // namespace halfspace
