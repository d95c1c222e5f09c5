// SPDX-License-Identifier: MIT
// The part of verify that compares the facets of a level with the source's curved patches.
#pragma once

#include "verify/verify_brushes.h"

namespace halfspace {

// Rebuilds from the pieces of the blocking patches what facets_of_curves promises: a slab for each
// piece, and a wedge at each edge whose pieces are moved along different axes. Each of them must be
// a facet of the level, and each facet must be one of them. brushes: of the level.
void check_facets(const Level& level,
                  const World& source,
                  const std::vector<RebuiltBrush>& brushes,
                  double tolerance,
                  LevelPlanes& planes,
                  Differences& differences);

}  // namespace halfspace
