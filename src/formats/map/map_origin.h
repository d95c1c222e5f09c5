// SPDX-License-Identifier: MIT
// Where an origin brush puts the origin of its entity.
#pragma once

#include "halfspace/math/vec.h"
#include "halfspace/world/world.h"

namespace halfspace::map {

// The centre of the box around the brush's corners, in doubles: an origin places a model and
// decides nothing. Of a brush without corners or of more than 64 sides, the centre of the box
// around the points that its planes are given by. (0, 0, 0) if it has no sides.
// Cost: the fourth power of the number of sides, up to 64.
Vec3 centre_of(const Brush& brush);

}  // namespace halfspace::map
