// SPDX-License-Identifier: MIT
// The models and obstacles near a mover, in the order of their ids, and where they stand while they
// go their ways.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/move/mover_body.h"

#include "move/touch.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace halfspace {

// Memory for values that are written before they are read. An array would write all of them first.
template <class T, std::size_t Size>
class UnsetArray {
public:
    UnsetArray() {}

    static constexpr std::size_t size() { return Size; }
    const T* data() const { return values; }
    T& operator[](std::size_t i) { return values[i]; }
    const T& operator[](std::size_t i) const { return values[i]; }

private:
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    union {
        T values[Size];
    };
};

class NearThings {
public:
    // What the box meets at any time of the step. reach: the box of all places where the body may
    // be, models and obstacles that push it not counted. ground: the model that the body stands on;
    // invalid if there is none.
    NearThings(const PlacedLevel& around, const Aabb& reach, ModelId ground);

    // True if there are more than kMaxNearModels or kMaxNearObstacles. Then the lists are empty.
    bool are_too_many() const { return are_too_many_; }
    bool does_a_model_move() const { return does_a_model_move_; }
    bool does_an_obstacle_move() const { return does_an_obstacle_move_; }

    // Where all stand now: at the start of the step, until they are placed elsewhere.
    std::span<const PlacedModel> models() const { return {models_.data(), model_count_}; }
    std::span<const PlacedObstacle> obstacles() const {
        return {obstacles_.data(), obstacle_count_};
    }
    void place_model(std::size_t i, const Transform& at) { models_[i].transform = at; }
    void place_obstacle(std::size_t i, const Vec3& at) { obstacles_[i].position = at; }
    void place_all_at_the_end();

    // The ways of models and obstacles, by their index in these lists. What stands in a list of the
    // placed level has no way: it stays.
    const Transform& model_from(std::size_t i) const {
        return model_ways_[i] == nullptr ? models_[i].transform : model_ways_[i]->from();
    }
    const Transform& model_to(std::size_t i) const {
        return model_ways_[i] == nullptr ? models_[i].transform : model_ways_[i]->to();
    }
    bool does_model_move(std::size_t i) const {
        return model_ways_[i] != nullptr && model_ways_[i]->moves();
    }
    bool does_model_turn(std::size_t i) const {
        return model_ways_[i] != nullptr && model_ways_[i]->turns();
    }
    const Vec3& obstacle_from(std::size_t i) const {
        return obstacle_ways_[i] == nullptr ? obstacles_[i].position : obstacle_ways_[i]->from;
    }
    const Vec3& obstacle_to(std::size_t i) const {
        return obstacle_ways_[i] == nullptr ? obstacles_[i].position : obstacle_ways_[i]->to;
    }
    bool does_obstacle_move(std::size_t i) const { return obstacle_from(i) != obstacle_to(i); }

private:
    void gather_lists(const PlacedLevel& around, const Aabb& reach);
    double gather(const PlacedLevel& around, const Aabb& reach, ModelId ground);
    bool add(const PlacedObstacle& obstacle, const MovingObstacle* way);
    bool add(const PlacedModel& model, const MovingModel* way);

    UnsetArray<PlacedModel, kMaxNearModels> models_;
    std::array<const MovingModel*, kMaxNearModels> model_ways_;
    UnsetArray<PlacedObstacle, kMaxNearObstacles> obstacles_;
    std::array<const MovingObstacle*, kMaxNearObstacles> obstacle_ways_;
    std::size_t model_count_ = 0;
    std::size_t obstacle_count_ = 0;
    bool are_too_many_ = false;
    bool does_a_model_move_ = false;
    bool does_an_obstacle_move_ = false;
};

// Everything that blocks now. `around` and `near` must outlive the result.
Blockers blockers_among(const PlacedLevel& around,
                        const NearThings& near,
                        const TraceOptions& options);

}  // namespace halfspace
