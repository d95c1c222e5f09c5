// SPDX-License-Identifier: MIT
// The slow and certain line of sight, for the segments that doubles leave open.
#pragma once

#include "halfspace/geometry/vec.h"
#include "halfspace/level/level.h"

namespace halfspace {

// line_of_sight, decided exactly. Cost: the depth of the tree for every leaf on the way, mostly by
// filtered doubles. REQUIRES: as line_of_sight.
bool exact_line_of_sight(const Level& level,
                         const ModelRecord& model,
                         const Vec3& src,
                         const Vec3& dest);

// How far the computed distance of a node from any of the points may be off the exact one.
double distance_error(const Level& level,
                      const ModelRecord& model,
                      const Vec3& src,
                      const Vec3& dest);

}  // namespace halfspace
