// SPDX-License-Identifier: MIT
// What a game places in a collision world, for C (query/collision_world.h): doors and lifts where
// they stand, and obstacles. The rules are those of halfspace.h.
//
//     halfspace_collision_world* world = halfspace_new_collision_world(level);
//     halfspace_place_models_at_rest(world);
//
// A step of a game:
//
//     halfspace_end_step(world);            what has moved rests where it is now
//     halfspace_move_model(world, &door);   goes there in this step
//     halfspace_step_mover(world, ...);
//
// Questions see models and obstacles where they are now, at the end of their ways. A mover's step
// takes them along their ways: they carry and push the mover.
//
// A change allocates only if more is placed than ever before. NO_MEMORY means that the world is as
// it was. While one thread changes a world, no other thread may use it.
#ifndef HALFSPACE_COLLISION_WORLD_H
#define HALFSPACE_COLLISION_WORLD_H

#include "halfspace_shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

// Models. BAD_ARGUMENT for a model that the level has not, for model 0, for coordinates of a
// translation beyond 2^21, and in the world of a model alone.
//
// Puts the model there, at rest, for example after a load or a teleport.
HALFSPACE_API halfspace_status halfspace_place_model(halfspace_collision_world* world,
                                                     const halfspace_placement* placement);
// Places all models that are not placed, where the editor put them.
HALFSPACE_API halfspace_status halfspace_place_models_at_rest(halfspace_collision_world* world);
// In this step, the model goes from where it was at the end of the last step to the placement. Of
// several calls in one step, the last one counts. NOT_FOUND if the model is not placed.
HALFSPACE_API halfspace_status halfspace_move_model(halfspace_collision_world* world,
                                                    const halfspace_placement* to);
// Does nothing if the model is not placed.
HALFSPACE_API halfspace_status halfspace_remove_model(halfspace_collision_world* world,
                                                      uint32_t model);
// The way of the model in this step; of a model at rest twice its place. from, to: may be null.
// NOT_FOUND if the model is not placed.
HALFSPACE_API halfspace_status halfspace_model_way(const halfspace_collision_world* world,
                                                   uint32_t model,
                                                   halfspace_placement* from,
                                                   halfspace_placement* to);
// The number of placed models; 0 for null.
HALFSPACE_API size_t halfspace_placed_model_count(const halfspace_collision_world* world);

// What moves: a body that the level was compiled for, {.space = 1}, or any shape.
typedef struct halfspace_mover_body {
    uint32_t space;
    uint32_t reserved;
    const halfspace_shape* shape;  // upright; null: the body `space`
    double offset[3];              // from the position to the origin of `shape`
} halfspace_mover_body;

// A body that a game places among the models: an agent, a crate, a missile.
typedef struct halfspace_obstacle {
    uint32_t id;  // chosen by the game; not HALFSPACE_NONE
    // The obstacle blocks a question whose mask has one of these bits. 0 means:
    // HALFSPACE_OBSTACLE_CONTENTS.
    uint32_t contents;
    halfspace_mover_body body;
    double position[3];
} halfspace_obstacle;

// Obstacles. BAD_ARGUMENT for coordinates of positions and offsets beyond 2^20.
//
// Adds the obstacle, or replaces the one with this id. It is at rest. The shape is copied.
HALFSPACE_API halfspace_status halfspace_place_obstacle(halfspace_collision_world* world,
                                                        const halfspace_obstacle* obstacle);
// Puts it there, at rest. A game that has made the step of a mover tells its new position so.
// NOT_FOUND if there is no such obstacle.
HALFSPACE_API halfspace_status halfspace_place_obstacle_at(halfspace_collision_world* world,
                                                           uint32_t obstacle,
                                                           const double position[3]);
// In this step, the obstacle goes from where it was at the end of the last step to the position. It
// pushes movers out of its way. NOT_FOUND if there is no such obstacle.
HALFSPACE_API halfspace_status halfspace_move_obstacle(halfspace_collision_world* world,
                                                       uint32_t obstacle,
                                                       const double to[3]);
// Does nothing if there is no such obstacle.
HALFSPACE_API halfspace_status halfspace_remove_obstacle(halfspace_collision_world* world,
                                                         uint32_t obstacle);
// The way of the obstacle in this step. from, to: may be null. NOT_FOUND if there is none.
HALFSPACE_API halfspace_status halfspace_obstacle_way(const halfspace_collision_world* world,
                                                      uint32_t obstacle,
                                                      double from[3],
                                                      double to[3]);
// The number of placed obstacles; 0 for null.
HALFSPACE_API size_t halfspace_obstacle_count(const halfspace_collision_world* world);

// Ends a step: what has moved rests where it is now.
HALFSPACE_API halfspace_status halfspace_end_step(halfspace_collision_world* world);

// The models whose boxes, over their whole way in this step, touch the box. count: their number.
// found: their ids in ascending order, at most `capacity`; null if that is 0. first: lower ids do
// not count.
HALFSPACE_API halfspace_status halfspace_models_in(const halfspace_collision_world* world,
                                                   const double min[3],
                                                   const double max[3],
                                                   uint32_t first,
                                                   uint32_t* found,
                                                   size_t capacity,
                                                   size_t* count);
// The same for obstacles.
HALFSPACE_API halfspace_status halfspace_obstacles_in(const halfspace_collision_world* world,
                                                      const double min[3],
                                                      const double max[3],
                                                      uint32_t first,
                                                      uint32_t* found,
                                                      size_t capacity,
                                                      size_t* count);

// The lowest id of the obstacles that the model overlaps where it is now: whom a door crushes.
// NOT_FOUND if there is none, or if the model is not placed.
HALFSPACE_API halfspace_status halfspace_first_overlapped(const halfspace_collision_world* world,
                                                          uint32_t model,
                                                          uint32_t* obstacle);

#ifdef __cplusplus
}
#endif

#endif
