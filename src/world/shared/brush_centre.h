// SPDX-License-Identifier: MIT
// The centre of a brush, in doubles. It serves as the origin of a model and as a place in messages.
// It decides nothing else.
#pragma once

#include "halfspace/math/vec.h"
#include "halfspace/world/world.h"

namespace halfspace {

// The centre of the box around the brush's corners, map units. A brush without corners, or with
// more than 64 sides, has the centre of the box around the points that define its sides; a side
// with a `plane` counts by the point of its plane nearest to (0, 0, 0). A brush without sides has
// (0, 0, 0). Cost: the fourth power of the number of sides, up to 64.
Vec3 centre_of(const Brush& brush);

}  // namespace halfspace
