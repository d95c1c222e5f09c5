// SPDX-License-Identifier: MIT
// The nearest point of a convex cell that is given by its half-spaces, in doubles: what unstick
// looks for in each free cell around.
#pragma once

#include "halfspace/math/vec.h"

#include <optional>
#include <span>

namespace halfspace {

// n.p >= d, with n of length 1.
struct UnitHalfSpace {
    Vec3 n;
    double d = 0;

    double depth(const Vec3& p) const { return dot(n, p) - d; }
};

// The point nearest to p that is at least `margin` inside of all half-spaces, up to rounding;
// nullopt if they leave none. Costs a look at each for most, at each pair and triple at worst; less
// if those that hold the point back come first.
// Source: R. Seidel, "Small-dimensional linear programming and convex hulls made easy" (1991), with
// the distance in place of the linear function.
std::optional<Vec3> nearest_point(const Vec3& p,
                                  std::span<const UnitHalfSpace> halves,
                                  double margin);

}  // namespace halfspace
