// SPDX-License-Identifier: MIT
// The part of verify that holds the bounds of models against what they are made of.
#pragma once

#include "verify/verify_brushes.h"
#include "verify/verify_surfaces.h"

#include <span>

namespace halfspace {

// A model of brushes or polygons has exactly the smallest box around them, one of curves a box that
// holds its faces. brushes: of the level. surfaces: by the source's entity.
void check_bounds(const Level& level,
                  std::span<const RebuiltBrush> brushes,
                  std::span<const RebuiltSurface> surfaces,
                  const PlaneTable& planes,
                  Differences& differences);

}  // namespace halfspace
