// SPDX-License-Identifier: MIT
#include "move/near_models.h"

namespace halfspace {
namespace {

// A box around the obstacle at the start and at the end of its motion.
Aabb box_of_way(const Obstacle& obstacle) {
    const Aabb start = box_at(obstacle.body, obstacle.position);
    return united(start, moved(start, obstacle.motion));
}

}  // namespace

NearModels::NearModels(const Surroundings& around, const Aabb& reach, ModelId ground)
    : list_(around.models) {
    // A model that moves may push the body into the reach of other models. So the reach grows by
    // the ways of all models in it, until no further moving model is in it.
    Aabb grown_reach = reach;
    for (double pushed = 0;;) {
        double ways = 0;
        for (const MovingModel& moving : list_) {
            if (moving.moves() && touch(moving.box(), grown_reach)) {
                // A body that leaves the ground keeps the velocity of the ground.
                ways += (moving.model() == ground ? 2 : 1) * moving.longest_way();
            }
        }
        for (const Obstacle& obstacle : around.obstacles) {
            if (obstacle.motion != Vec3{} && touch(box_of_way(obstacle), grown_reach)) {
                ways += 2 * length(obstacle.motion);
            }
        }
        if (ways <= pushed) {
            break;
        }
        pushed = ways;
        grown_reach = grown(reach, pushed);
    }
    for (std::uint32_t i = 0; i < list_.size() && !are_too_many_; ++i) {
        if (touch(list_[i].box(), grown_reach)) {
            add(i);
        }
    }
}

void NearModels::add(std::uint32_t index) {
    if (size_ == kMostNearModels) {
        size_ = 0;
        are_too_many_ = true;
        return;
    }
    std::size_t at = size_++;
    for (; at > 0 && list_[index].model() < moving(at - 1).model(); --at) {
        indices_[at] = indices_[at - 1];
        placed_[at] = placed_[at - 1];
    }
    indices_[at] = index;
    placed_[at] = {list_[index].model(), list_[index].from()};
    does_one_move_ = does_one_move_ || list_[index].moves();
}

void NearModels::place_all_at_the_end() {
    for (std::size_t i = 0; i < size_; ++i) {
        placed_[i].transform = moving(i).to();
    }
}

Blockers blockers_among(const Surroundings& around,
                        const NearModels& near,
                        std::uint32_t moved_below,
                        const TraceOptions& options) {
    Blockers blockers;
    blockers.level = &around.level;
    blockers.models = near.placed();
    blockers.indices = near.indices();
    blockers.obstacles = {around.obstacles, moved_below};
    blockers.options = options;
    return blockers;
}

}  // namespace halfspace
