// SPDX-License-Identifier: MIT
// Moves the brushes of a model to its present place, as the oracle's brushes of the world.
#pragma once

#include "halfspace/math/transform.h"

#include "support/oracle.h"
#include "support/random.h"

namespace halfspace::test {

// The oracle's brushes, moved exactly. REQUIRES: `transform` turns by quarters, and its translation
// is whole grid steps.
Oracle moved(const Oracle& oracle, const Transform& transform);

// Such a transform. It turns around one axis by a quarter, a half or not at all, and moves by up to
// `distance` units in eighths. The turn is around `pivot`, because a turn around the origin would
// move the model.
Transform random_quarter_turn(Random& random, const Vec3& pivot, double distance);

}  // namespace halfspace::test
