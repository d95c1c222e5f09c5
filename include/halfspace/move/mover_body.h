// SPDX-License-Identifier: MIT
// What moves: a body that a level was compiled for, or any convex shape.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/level/fwd.h"
#include "halfspace/query/obstacle.h"
#include "halfspace/query/placed_level.h"

#include <cstddef>
#include <variant>

namespace halfspace {

// A body of the level, by its space, or any convex shape. A space is met exactly and several times
// faster (query/trace.h, query/sweep.h). A turned model meets the body of a space as if the body
// were turned like the model, and a shape upright.
// REQUIRES, for every move: a space is in range; coordinates of an offset are within
// kMaxMoverPlace.
using MoverBody = std::variant<SpaceId, ShapeBody>;

// The shape of a body; of a space, its box. So a game makes the obstacle of a mover. REQUIRES: a
// space is in range.
ShapeBody shape_of(const Level& level, const MoverBody& body);

// The most models, meshes and obstacles near one mover in one step. A step near more of them
// reports MoverProblem::TooManyNear. So join the meshes that never move to one.
inline constexpr std::size_t kMaxNearModels = 64;
inline constexpr std::size_t kMaxNearMeshes = 64;
inline constexpr std::size_t kMaxNearObstacles = 64;

}  // namespace halfspace
