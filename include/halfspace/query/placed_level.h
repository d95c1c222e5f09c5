// SPDX-License-Identifier: MIT
// What every question is asked of. A Level and a CollisionWorld convert to it:
//
//     line_of_sight(level, eye, target)  the world of the level alone
//     line_of_sight(world, eye, target)  all that is in a CollisionWorld
//     line_of_sight({world, {.obstacles = {&me, 1}}}, eye, target)  without some of it
//     line_of_sight({level, ModelId(3)}, eye, target)  model 3 alone
//     line_of_sight({level, doors}, eye, target)  with a few models from a list
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/level/fwd.h"
#include "halfspace/math/transform.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/obstacle.h"
#include "halfspace/query/placed_mesh.h"

#include <span>
#include <vector>

namespace halfspace {

// A model and where it is. Transform{} is the place where the editor put it. A door 64 units
// above this place: {door, {.translation = {0, 0, 64}}}.
struct PlacedModel {
    ModelId model;
    Transform transform;
};

// All models but the world, where the editor put them. Models of curves are among them.
std::vector<PlacedModel> models_at_rest(const Level& level);

// What a question leaves out, such as the body that asks.
struct LeaveOut {
    std::span<const ObstacleId> obstacles = {};
    std::span<const ModelId> models = {};
    std::span<const MeshId> meshes = {};
};

// A level and what is placed in it. It only refers to both; they must outlive it.
//
// A question is put to each model in the model's own frame, and the answers are joined: a place is
// blocked if one of the models blocks it. For a model that is only moved, the one inexact step is
// the subtraction of the offset in doubles. For a turned model, it is the turn in doubles. Against
// a turned model, a body is turned like the model: its box is along the model's axes. If the
// coordinates of a point overflow in a model's frame (beyond 2^1021), this model is not met.
//
// Obstacles and meshes are met in doubles (spatial/convex.h, spatial/mesh_sweep.h), and motions
// longer than 2^40 units may miss them. The body of a space meets them as its box, also where they
// are turned. point_contents and the order of faces do not know them.
//
// Lists are gone through one by one, so they suit a few things near the question. REQUIRES of
// lists: models in range, each at most once, in ascending order of their ids; is_rigid(transform)
// (math/transform.h) for each model and mesh; meshes and obstacles in ascending order of their ids.
// The questions do not check this.
struct PlacedLevel {
    const Level& level;
    // The model at the place where the editor put it: the world, or the model that is asked alone.
    ModelId base = kWorldModel;
    std::span<const PlacedModel> models;
    std::span<const PlacedObstacle> obstacles;
    std::span<const PlacedMesh> meshes;
    // Null for a level with lists.
    const CollisionWorld* world = nullptr;
    LeaveOut without;

    // NOLINTBEGIN(google-explicit-constructor): a level or a world alone is enough.
    PlacedLevel(const Level& the_level,
                std::span<const PlacedModel> the_models = {},
                std::span<const PlacedObstacle> the_obstacles = {})
        : level(the_level), models(the_models), obstacles(the_obstacles) {}
    PlacedLevel(const CollisionWorld& the_world, const LeaveOut& leave_out = {})
        : level(the_world.level()), world(&the_world), without(leave_out) {}
    // NOLINTEND(google-explicit-constructor)
    PlacedLevel(const Level& the_level, ModelId alone) : level(the_level), base(alone) {}
};

}  // namespace halfspace
