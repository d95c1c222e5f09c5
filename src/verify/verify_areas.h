// SPDX-License-Identifier: MIT
// The part of verify that finds areas and gates by itself, from the portals and the entities.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/world/world.h"

#include "verify/verify_brushes.h"

#include <span>

namespace halfspace {

// True if the brush marks a gate: it is of an area portal, and of the world or of an entity
// func_areaportal that does not reach beyond the box of the world.
bool marks_gate(const Level& level, const World& source, const RebuiltBrush& brush);

// Checks that the areas of clusters, the area portals and their doors follow from the portals, from
// the contents of clusters, and from the entities. cells: of the clusters. REQUIRES: `planes` has
// the planes of brushes and cells.
void check_areas(const Level& level,
                 const World& source,
                 std::span<const RebuiltBrush> brushes,
                 std::span<const Polyhedron> cells,
                 const PlaneTable& planes,
                 Differences& differences);

}  // namespace halfspace
