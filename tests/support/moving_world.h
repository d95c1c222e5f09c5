// SPDX-License-Identifier: MIT
// Worlds of models and obstacles on their ways, from lists.
#pragma once

#include "halfspace/query/collision_world.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace::test {

// An obstacle with the way that it goes in the step.
struct Other {
    std::uint32_t id;
    ShapeBody body;
    Vec3 position;
    Vec3 motion = {};
};

inline CollisionWorld world_with(const Level& level,
                                 std::span<const MovingModel> models,
                                 std::span<const Other> others = {}) {
    CollisionWorld world(level);
    for (const MovingModel& model : models) {
        world.place(model.model(), model.from());
        world.move(model.model(), model.to());
    }
    for (const Other& other : others) {
        world.place(ObstacleId(other.id), Obstacle{.body = other.body, .position = other.position});
        world.move(ObstacleId(other.id), other.position + other.motion);
    }
    return world;
}

// A model that stays where it is.
inline MovingModel at_rest(const Level& level, ModelId model, const Transform& at = {}) {
    return {level, model, at, at};
}

}  // namespace halfspace::test
