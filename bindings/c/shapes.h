// SPDX-License-Identifier: MIT
// Shared by questions about shapes, sweeps and movers of the C interface: the shape behind the
// handle, and where it stands.
#pragma once

#include "halfspace/math/transform.h"
#include "halfspace/move/mover_body.h"
#include "halfspace/spatial/convex_shape.h"

#include "halfspace_collision_world.h"

#include <cstddef>
#include <optional>

struct halfspace_shape {
    halfspace::ConvexShape shape;
};

namespace halfspace::c {

// True if all coordinates lie between -most and most. REQUIRES: p points to `count` points, or
// count is 0.
bool are_within(const double* p, size_t count, double most);

// Where the shape stands, by rigid_transform(). nullopt without a shape, if rigid_transform() has
// none, or if the translation is not within `most`.
std::optional<Transform> place_of(const halfspace_placed_shape* placed, double most);

// nullopt if it is neither a body of the level nor a shape near its position. The definition is in
// collision_world.cpp.
std::optional<MoverBody> mover_body(const Level& level, const halfspace_mover_body* body);

}  // namespace halfspace::c
