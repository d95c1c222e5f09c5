// SPDX-License-Identifier: MIT
// Transforms that others have computed, such as in floats.
#pragma once

#include "halfspace/math/transform.h"

#include <optional>

namespace halfspace {

// The transform itself if it is rigid (is_rigid). If its axes are off by the rounding of floats, at
// most 1e-5: with axes of length 1 at right angles. nullopt if a number is not finite, or if the
// axes are farther from a turn, for example scaled or mirrored.
std::optional<Transform> nearest_rigid(const Transform& transform);

}  // namespace halfspace
