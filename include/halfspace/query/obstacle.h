// SPDX-License-Identifier: MIT
// Obstacles: convex bodies that a game places among the models of a level, such as agents, crates
// and missiles. A CollisionWorld (collision_world.h) holds them.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/id.h"
#include "halfspace/math/aabb.h"
#include "halfspace/math/vec.h"
#include "halfspace/spatial/convex_shape.h"

namespace halfspace {

// An obstacle of a CollisionWorld. The game chooses the numbers. Where several obstacles are met at
// once, the lowest id comes first.
using ObstacleId = Id<struct ObstacleTag>;

// A convex shape as a body. The shape is upright, its origin at the body's position + offset.
// For example, a capsule 56 units high whose position is at its feet has the offset (0, 0, 28).
struct ShapeBody {
    ConvexShape shape;
    Vec3 offset;
};

// The box around a body at a position.
Aabb box_at(const ShapeBody& body, const Vec3& position);

// An obstacle that blocks bodies and not sight. Masks of bodies have at least one of these bits.
inline constexpr Contents kObstacleContents = kBarriers;

struct Obstacle {
    ShapeBody body;
    Vec3 position = {};
    // The obstacle blocks a question whose mask has one of these bits. A crate that hides what is
    // behind it has Contents::Solid, too.
    Contents contents = kObstacleContents;
};

// An obstacle where it is now.
struct PlacedObstacle {
    ObstacleId id;
    Contents contents = kObstacleContents;
    // Not null.
    const ShapeBody* body = nullptr;
    Vec3 position;
};

}  // namespace halfspace
