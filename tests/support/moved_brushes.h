// SPDX-License-Identifier: MIT
// Brushes of a model where it stands now, as the oracle's brushes of the world.
#pragma once

#include "halfspace/math/transform.h"

#include "support/oracle.h"
#include "support/random.h"

namespace halfspace::test {

// The oracle's brushes moved, exactly. REQUIRES: `transform` turns by quarters, its translation is
// whole grid steps.
Oracle moved(const Oracle& oracle, const Transform& transform);

// Such a transform: turned around one of the axes by a quarter, a half or not at all, moved by up
// to `distance` units in eighths. Quarter turns move the model by themselves: it turns around
// `pivot`.
Transform random_quarter_turn(Random& random, const Vec3& pivot, double distance);

}  // namespace halfspace::test
