// SPDX-License-Identifier: MIT
// How far a point lies from the convex hull of others, in doubles: for measuring, not for deciding.
#pragma once

#include "halfspace/geometry/vec.h"

#include <span>

namespace halfspace {

// The distance to a point of the hull that is nearest but for rounding: never less than the true
// distance by more than rounding, 0 inside. The nearest-point algorithm of Wolfe (1976, "Finding
// the nearest point in a polytope"). Cost: a few passes over the points. REQUIRES: there are some.
double hull_distance(const Vec3& point, std::span<const Vec3> hull);

}  // namespace halfspace
