// SPDX-License-Identifier: MIT
// A level with its doors, lifts and other models where the game has moved them. Every question
// takes a PlacedLevel, and a Level converts to one:
//
//     line_of_sight(level, eye, target)                 the world alone
//     line_of_sight({level, doors}, eye, target)        the world and its doors
//     line_of_sight({level, ModelId(3)}, eye, target)   model 3 alone
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/level/fwd.h"
#include "halfspace/math/transform.h"

#include <span>
#include <vector>

namespace halfspace {

// A model and where it stands. Transform{} is the place where the editor put it. A door 64 units
// above this place: {door, {.translation = {0, 0, 64}}}.
struct PlacedModel {
    ModelId model;
    Transform transform;
};

// All models but the world, where the editor put them. Models of curves are among them.
std::vector<PlacedModel> models_at_rest(const Level& level);

// A level and its placed models. It only refers to the level and to the models; both must outlive
// it.
//
// A question is put to each model in the model's own frame, and the answers are joined: a place is
// blocked if one of the models blocks it. For a model that is only moved, the one inexact step is
// the subtraction of the offset in doubles. For a turned model, it is the turn in doubles. Against
// a turned model, a body is turned like the model: its box lies along the model's axes. If the
// coordinates of a point overflow in a model's frame (beyond 2^1021), this model is not met.
// REQUIRES, for every question: models in range; is_rigid(transform) (math/transform.h) for each
// model. The questions do not check this.
struct PlacedLevel {
    const Level& level;
    // The model at the place where the editor put it: the world, or the model that is asked alone.
    ModelId base = kWorldModel;
    std::span<const PlacedModel> models;

    // A level alone is a placed level, too: point_contents(level, point).
    // NOLINTNEXTLINE(google-explicit-constructor)
    PlacedLevel(const Level& the_level, std::span<const PlacedModel> placed = {})
        : level(the_level), models(placed) {}
    PlacedLevel(const Level& the_level, ModelId alone) : level(the_level), base(alone) {}
};

}  // namespace halfspace
