// SPDX-License-Identifier: MIT
#include "halfspace/query/collision_world.h"

#include "halfspace.h"
#include "handle.h"
#include "motion.h"
#include "placed_things.h"

#include <optional>
#include <span>

namespace halfspace::c {

static_assert(HALFSPACE_OBSTACLE_CONTENTS == static_cast<uint32_t>(kObstacleContents));
// Ids of C are read as ids of C++.
static_assert(sizeof(ModelId) == sizeof(uint32_t) && sizeof(ObstacleId) == sizeof(uint32_t) &&
              sizeof(MeshId) == sizeof(uint32_t));

LeaveOut leave_out(const halfspace_leave_out* without) {
    return without == nullptr
               ? LeaveOut{}
               : LeaveOut{{reinterpret_cast<const ObstacleId*>(without->obstacles),
                           without->obstacle_count},
                          {reinterpret_cast<const ModelId*>(without->models), without->model_count},
                          {reinterpret_cast<const MeshId*>(without->meshes), without->mesh_count}};
}

PlacedLevel placed_level(const halfspace_collision_world* world,
                         const halfspace_leave_out* without) {
    const CollisionWorld& all = world->world;
    // Batches go down the tree together if they meet the base alone.
    if (all.model_count() == 0 && all.mesh_count() == 0 && all.obstacle_count() == 0) {
        return {all.level(), world->base};
    }
    PlacedLevel here(all, leave_out(without));
    here.base = world->base;
    return here;
}

std::optional<MoverBody> mover_body(const Level& level, const halfspace_mover_body* body) {
    if (body == nullptr) {
        return std::nullopt;
    }
    if (body->shape == nullptr) {
        return body->space < level.spaces().size() ? std::optional<MoverBody>(SpaceId(body->space))
                                                   : std::nullopt;
    }
    return is_point(body->offset, kMaxMoverPlace)
               ? std::optional<MoverBody>(
                     ShapeBody{body->shape->shape.grown(0), vec3(body->offset)})
               : std::nullopt;
}

namespace {

// True if the model can be placed in the world.
bool can_hold(const halfspace_collision_world* world, uint32_t model) {
    return world != nullptr && world->base == kWorldModel && model > 0 &&
           model < world->world.level().models().size();
}

// nullopt if the model cannot be placed there.
std::optional<Transform> place_in(const halfspace_collision_world* world,
                                  const halfspace_placement* placement) {
    return placement != nullptr && can_hold(world, placement->model) &&
                   is_point(placement->translation, 2 * kMaxMoverPlace)
               ? rigid_transform(*placement)
               : std::nullopt;
}

}  // namespace
}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_collision_world* halfspace_new_collision_world(const halfspace_level* level) {
    return pointer_of([&] {
        return level == nullptr ? new halfspace_collision_world
                                : new halfspace_collision_world{CollisionWorld(level->level)};
    });
}

halfspace_collision_world* halfspace_new_model_world(const halfspace_level* level, uint32_t model) {
    return !has_model(level, model) ? nullptr : pointer_of([&] {
        return new halfspace_collision_world{CollisionWorld(level->level), ModelId(model)};
    });
}

halfspace_collision_world* halfspace_copy_collision_world(const halfspace_collision_world* world) {
    return world == nullptr ? nullptr
                            : pointer_of([&] { return new halfspace_collision_world(*world); });
}

void halfspace_free_collision_world(halfspace_collision_world* world) {
    delete world;
}

halfspace_status halfspace_place_model(halfspace_collision_world* world,
                                       const halfspace_placement* placement) {
    const std::optional<Transform> at = place_in(world, placement);
    if (!at) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] { world->world.place(ModelId(placement->model), *at); });
}

halfspace_status halfspace_place_models_at_rest(halfspace_collision_world* world) {
    if (world == nullptr || world->base != kWorldModel) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] { world->world.place_models_at_rest(); });
}

halfspace_status halfspace_move_model(halfspace_collision_world* world,
                                      const halfspace_placement* to) {
    const std::optional<Transform> at = place_in(world, to);
    if (!at) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const ModelId model(to->model);
    return change_placed(world, model, [&](CollisionWorld& all) { all.move(model, *at); });
}

halfspace_status halfspace_remove_model(halfspace_collision_world* world, uint32_t model) {
    if (!can_hold(world, model)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] { world->world.remove(ModelId(model)); });
}

halfspace_status halfspace_model_way(const halfspace_collision_world* world,
                                     uint32_t model,
                                     halfspace_placement* from,
                                     halfspace_placement* to) {
    if (!can_hold(world, model)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (!world->world.holds(ModelId(model))) {
        return HALFSPACE_NOT_FOUND;
    }
    store_way(world->world.model(ModelId(model)), model, from, to);
    return HALFSPACE_OK;
}

size_t halfspace_placed_model_count(const halfspace_collision_world* world) {
    return world == nullptr ? 0 : world->world.model_count();
}

halfspace_status halfspace_place_obstacle(halfspace_collision_world* world,
                                          const halfspace_obstacle* obstacle) {
    if (world == nullptr || obstacle == nullptr || obstacle->id == HALFSPACE_NONE ||
        !is_point(obstacle->position, kMaxMoverPlace)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const std::optional<MoverBody> body = mover_body(world->world.level(), &obstacle->body);
    if (!body) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        Obstacle placed{.body = shape_of(world->world.level(), *body),
                        .position = vec3(obstacle->position)};
        if (obstacle->contents != 0) {
            placed.contents = static_cast<Contents>(obstacle->contents);
        }
        world->world.place(ObstacleId(obstacle->id), placed);
    });
}

halfspace_status halfspace_place_obstacle_at(halfspace_collision_world* world,
                                             uint32_t obstacle,
                                             const double position[3]) {
    if (world == nullptr || !is_point(position, kMaxMoverPlace)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const ObstacleId id(obstacle);
    return change_placed(world, id, [&](CollisionWorld& all) { all.place(id, vec3(position)); });
}

halfspace_status halfspace_move_obstacle(halfspace_collision_world* world,
                                         uint32_t obstacle,
                                         const double to[3]) {
    if (world == nullptr || !is_point(to, kMaxMoverPlace)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const ObstacleId id(obstacle);
    return change_placed(world, id, [&](CollisionWorld& all) { all.move(id, vec3(to)); });
}

halfspace_status halfspace_remove_obstacle(halfspace_collision_world* world, uint32_t obstacle) {
    if (world == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] { world->world.remove(ObstacleId(obstacle)); });
}

halfspace_status halfspace_obstacle_way(const halfspace_collision_world* world,
                                        uint32_t obstacle,
                                        double from[3],
                                        double to[3]) {
    if (world == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (!world->world.holds(ObstacleId(obstacle))) {
        return HALFSPACE_NOT_FOUND;
    }
    const MovingObstacle& moving = world->world.obstacle(ObstacleId(obstacle));
    if (from != nullptr) {
        store(moving.from, from);
    }
    if (to != nullptr) {
        store(moving.to, to);
    }
    return HALFSPACE_OK;
}

size_t halfspace_obstacle_count(const halfspace_collision_world* world) {
    return world == nullptr ? 0 : world->world.obstacle_count();
}

halfspace_status halfspace_end_step(halfspace_collision_world* world) {
    if (world == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] { world->world.end_step(); });
}

halfspace_status halfspace_models_in(const halfspace_collision_world* world,
                                     const double min[3],
                                     const double max[3],
                                     uint32_t first,
                                     uint32_t* found,
                                     size_t capacity,
                                     size_t* count) {
    return find_in<ModelId>(
        world, min, max, found, capacity, count, [&](const Aabb& box, std::span<ModelId> ids) {
            return world->world.models_in(box, ids, ModelId(first));
        });
}

halfspace_status halfspace_obstacles_in(const halfspace_collision_world* world,
                                        const double min[3],
                                        const double max[3],
                                        uint32_t first,
                                        uint32_t* found,
                                        size_t capacity,
                                        size_t* count) {
    return find_in<ObstacleId>(
        world, min, max, found, capacity, count, [&](const Aabb& box, std::span<ObstacleId> ids) {
            return world->world.obstacles_in(box, ids, ObstacleId(first));
        });
}

halfspace_status halfspace_first_overlapped(const halfspace_collision_world* world,
                                            uint32_t model,
                                            uint32_t* obstacle) {
    if (!can_hold(world, model) || obstacle == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return first_of(world, ModelId(model), obstacle);
}
