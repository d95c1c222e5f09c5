// SPDX-License-Identifier: MIT
// What is wrong with a brush that is no solid, for all steps of the import.
#pragma once

#include "import/brushes/side_planes.h"

namespace halfspace {

// Nothing lies behind all sides. The message names two sides that face each other or lie back to
// back, if there are such sides on the grid.
void fail_empty(BrushCandidate& candidate, const World& world, int grid_exponent);

// The brush has no volume on the grid, but may have one as written.
void fail_vanished(BrushCandidate& candidate, const World& world, int grid_exponent);

// The brush reaches beyond kMaxGridCoordinate: either its sides do not close it, or they meet too
// far away. The message says which.
void fail_beyond_range(BrushCandidate& candidate, const World& world);

// A corner lies too far from the origin.
void fail_far(BrushCandidate& candidate, const World& world);

}  // namespace halfspace
