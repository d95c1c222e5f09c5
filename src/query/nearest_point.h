// SPDX-License-Identifier: MIT
// The nearest point of a convex cell that is given by its half-spaces, in doubles. unstick asks it
// for each free cell around a position.
#pragma once

#include "halfspace/math/plane.h"

#include "query/walk/descent.h"

#include <cstddef>
#include <optional>
#include <span>

namespace halfspace {

// A node's plane with a normal of length 1. The child `side` (0 or 1) lies in front.
inline Plane half_space_of(const Level& level, const WalkNodeRecord& node, std::size_t side) {
    const Plane plane = level.plane(node);
    const double scale = (side == 0 ? 1 : -1) / length(plane.n);
    return {plane.n * scale, plane.d * scale};
}

// The point nearest to p that lies at least `margin` [units] in front of all planes, up to
// rounding; nullopt if there is none. REQUIRES: normals of length 1. Cost: mostly a look at each
// plane; at worst at each triple of planes. It is less if the planes that hold the point back come
// first. Source: R. Seidel, "Small-dimensional linear programming and convex hulls made easy"
// (1991), with the distance in place of the linear function.
std::optional<Vec3> nearest_point(const Vec3& p, std::span<const Plane> halves, double margin);

}  // namespace halfspace
