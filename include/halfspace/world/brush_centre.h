// SPDX-License-Identifier: MIT
// Where a brush is, in doubles: for the origin of a model and for messages. It decides nothing
// else.
#pragma once

#include "halfspace/math/vec.h"
#include "halfspace/world/world.h"

namespace halfspace {

// The centre of the box around the brush's corners. Of a brush without corners, or with more than
// 64 sides: the centre of the box around the points that its planes are given by, of rounded planes
// around their points nearest to (0, 0, 0). (0, 0, 0) if it has no sides.
// Cost: the fourth power of the number of sides, up to 64.
Vec3 centre_of(const Brush& brush);

}  // namespace halfspace
