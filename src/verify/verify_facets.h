// SPDX-License-Identifier: MIT
// The part of verify that holds the facets of a level against the source's curved patches.
#pragma once

#include "verify/verify_brushes.h"

namespace halfspace {

// Every flat piece of a patch that blocks is the face of a facet, and no facet reaches farther from
// the corners of its patch's pieces than facets are thick. brushes: of the level.
void check_facets(const Level& level,
                  const World& source,
                  const std::vector<RebuiltBrush>& brushes,
                  double tolerance,
                  LevelPlanes& planes,
                  Differences& differences);

}  // namespace halfspace
