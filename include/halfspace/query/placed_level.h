// SPDX-License-Identifier: MIT
// A level as it stands now: doors, lifts and other models where the game has moved them.
//
// Every question takes a PlacedLevel, and a Level becomes one by itself:
//     line_of_sight(level, eye, target)              the world alone
//     line_of_sight({level, doors}, eye, target)     the world and its doors
//     line_of_sight({level, ModelId(3)}, eye, target)   model 3 alone
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/level/fwd.h"
#include "halfspace/math/transform.h"

#include <span>
#include <vector>

namespace halfspace {

// A model of the level and where it stands. Transform{}: where the editor placed it. A door that is
// 64 units up: {door, {.translation = {0, 0, 64}}}.
struct PlacedModel {
    ModelId model;
    Transform transform;
};

// All models but the world, where the editor placed them.
std::vector<PlacedModel> models_at_rest(const Level& level);

// Refers to the level and to the models; both must outlive it.
//
// Each model is asked by itself, in its own frame, and the answers are joined: what blocks is what
// blocks in one of them. A model that is only moved is met as exactly as its offset is added; one
// that is turned, within the rounding of the turn. A body that meets a turned model turns with it,
// as if its box lay along the model's axes. A model in whose frame a point overflows is not met;
// this takes numbers beyond 2^1021.
// REQUIRES, for every question: models in range, transforms finite and rigid.
struct PlacedLevel {
    const Level& level;
    // The model that stands where the editor placed it: the world, unless told otherwise.
    ModelId base{0};
    std::span<const PlacedModel> models;

    PlacedLevel(const Level& the_level, std::span<const PlacedModel> placed = {})
        : level(the_level), models(placed) {}
    PlacedLevel(const Level& the_level, ModelId alone) : level(the_level), base(alone) {}
};

}  // namespace halfspace
