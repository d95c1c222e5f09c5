// SPDX-License-Identifier: MIT
// Who sees whom? Exact for every pair of doubles, iterative, without allocation.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/vec.h"

namespace halfspace {

// True if no point of the closed segment lies in the interior of the union of what blocks sight
// (kSightBlockers). Touching is free: a segment along a wall is clear, one in the face shared by
// two abutting walls is not; both are decided exactly. Outside of the model's box all is clear.
// line_of_sight(a, b) == line_of_sight(b, a). Cost: the nodes that the segment meets.
// REQUIRES: is_finite(src), is_finite(dest), model in range.
bool line_of_sight(const Level& level,
                   const Vec3& src,
                   const Vec3& dest,
                   ModelId model = ModelId(0));

}  // namespace halfspace
