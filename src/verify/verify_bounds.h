// SPDX-License-Identifier: MIT
// The part of verify that compares the bounds of models with their brushes, polygons and curves.
#pragma once

#include "verify/verify_brushes.h"
#include "verify/verify_surfaces.h"

#include <span>

namespace halfspace {

// The bounds of a model of brushes or polygons must be the smallest box around them. The bounds of
// a model of curves must contain its faces. brushes: of the level. surfaces: one for each entity of
// the source.
void check_bounds(const Level& level,
                  const World& source,
                  std::span<const RebuiltBrush> brushes,
                  std::span<const RebuiltSurface> surfaces,
                  const PlaneTable& planes,
                  Differences& differences);

}  // namespace halfspace
