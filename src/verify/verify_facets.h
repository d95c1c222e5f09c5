// SPDX-License-Identifier: MIT
// The part of verify that compares the facets of a level with the source's curved patches.
#pragma once

#include "verify/verify_brushes.h"

namespace halfspace {

// Every flat piece of a blocking patch must be the face of a facet. No facet may reach farther from
// the corners of its patch's pieces than facets are thick. brushes: of the level.
void check_facets(const Level& level,
                  const World& source,
                  const std::vector<RebuiltBrush>& brushes,
                  double tolerance,
                  LevelPlanes& planes,
                  Differences& differences);

}  // namespace halfspace
