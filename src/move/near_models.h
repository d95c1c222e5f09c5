// SPDX-License-Identifier: MIT
// The models near a mover, in the order of their ids. So the order of the game's list has no
// influence, and a trace does not go through models that are far away.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/move/surroundings.h"

#include "move/touch.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace halfspace {

class NearModels {
public:
    // The models that the box meets at any time of the step. reach: the box of all places where the
    // body may be, models and obstacles that push it not counted. ground: the model that the body
    // stands on; invalid if there is none.
    NearModels(const Surroundings& around, const Aabb& reach, ModelId ground);

    // True if there are more than kMostNearModels. Then the list is empty.
    bool are_too_many() const { return are_too_many_; }
    bool does_one_move() const { return does_one_move_; }

    std::size_t size() const { return size_; }
    const MovingModel& moving(std::size_t i) const { return list_[indices_[i]]; }
    // The model's index in Surroundings::models.
    std::uint32_t index(std::size_t i) const { return indices_[i]; }

    std::span<const std::uint32_t> indices() const { return {indices_.data(), size_}; }

    // Where the models stand now: at the start of the step, until a model is placed elsewhere.
    std::span<const PlacedModel> placed() const { return {placed_.data(), size_}; }
    void place(std::size_t i, const Transform& transform) { placed_[i].transform = transform; }
    void place_all_at_the_end();

private:
    void add(std::uint32_t index);

    std::span<const MovingModel> list_;
    std::array<std::uint32_t, kMostNearModels> indices_;
    std::array<PlacedModel, kMostNearModels> placed_;
    std::size_t size_ = 0;
    bool are_too_many_ = false;
    bool does_one_move_ = false;
};

// Everything that blocks now. moved_below: see ObstaclesNow. `around` and `near` must outlive the
// result.
Blockers blockers_among(const Surroundings& around,
                        const NearModels& near,
                        std::uint32_t moved_below,
                        const TraceOptions& options);

}  // namespace halfspace
