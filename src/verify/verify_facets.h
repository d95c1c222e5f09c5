// SPDX-License-Identifier: MIT
// The part of verify that compares the facets of a level with the source's curved patches.
#pragma once

#include "verify/verify_brushes.h"

namespace halfspace {

// Rebuilds from the cells of the blocking patches what facets_of_curves promises: a slab for each
// cell, or for each of its triangles, and a wedge at each edge whose pieces are moved along
// different axes. Which axis a slab is moved along, the level says. Each slab and wedge must be a
// facet of the level, and each facet must be one of them. brushes: of the level. tolerance: of
// facets [map units].
void check_facets(const Level& level,
                  const World& source,
                  const std::vector<RebuiltBrush>& brushes,
                  double tolerance,
                  Differences& differences);

}  // namespace halfspace
