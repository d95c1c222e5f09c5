// SPDX-License-Identifier: MIT
#include "move/near_models.h"

#include "halfspace/level/level.h"

#include <algorithm>

namespace halfspace {
namespace {

bool is_turned(const Transform& transform) {
    return transform.x != Vec3{1, 0, 0} || transform.y != Vec3{0, 1, 0};
}

Aabb placed_box(const Aabb& box, const Transform& transform) {
    if (is_turned(transform)) {
        return box_to_world(transform, box);
    }
    return {box.min + transform.translation, box.max + transform.translation};
}

bool turns(const MovingModel& moving) {
    return moving.from.x != moving.to.x || moving.from.y != moving.to.y;
}

}  // namespace

Aabb grown(const Aabb& box, double margin) {
    const Vec3 by{margin, margin, margin};
    return {box.min - by, box.max + by};
}

double longest_way(const Level& level, const MovingModel& moving) {
    if (!turns(moving)) {
        return length(moving.to.translation - moving.from.translation);
    }
    // The way of a point is a convex function of the point, so a corner has the longest.
    const Aabb box = level.tree_box(moving.model);
    double longest = 0;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 p{(corner & 1) != 0 ? box.max.x : box.min.x,
                     (corner & 2) != 0 ? box.max.y : box.min.y,
                     (corner & 4) != 0 ? box.max.z : box.min.z};
        longest = std::max(longest, distance(to_world(moving.from, p), to_world(moving.to, p)));
    }
    return longest;
}

Aabb swept_box(const Level& level, const MovingModel& moving) {
    const Aabb box = level.tree_box(moving.model);
    const Aabb from = placed_box(box, moving.from);
    if (moving.from == moving.to) {
        return from;
    }
    const Aabb both = united(from, placed_box(box, moving.to));
    // A point on an arc of at most half a turn is at most half of the chord away from the chord.
    return turns(moving) ? grown(both, longest_way(level, moving) / 2) : both;
}

NearModels::NearModels(const Surroundings& around, const Aabb& reach) : list_(around.models) {
    // A model that moves may push the body into the reach of other models. So the reach grows by
    // the ways of all models in it, until no further moving model is in it.
    Aabb grown_reach = reach;
    for (double pushed = 0;;) {
        double ways = 0;
        for (const MovingModel& moving : list_) {
            if (moving.from != moving.to && touch(swept_box(around.level, moving), grown_reach)) {
                ways += longest_way(around.level, moving);
            }
        }
        if (ways <= pushed) {
            break;
        }
        pushed = ways;
        grown_reach = grown(reach, pushed);
    }
    for (std::uint32_t i = 0; i < list_.size() && !are_too_many_; ++i) {
        if (touch(swept_box(around.level, list_[i]), grown_reach)) {
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
    for (; at > 0 && list_[index].model < moving(at - 1).model; --at) {
        indices_[at] = indices_[at - 1];
        placed_[at] = placed_[at - 1];
    }
    indices_[at] = index;
    placed_[at] = {list_[index].model, list_[index].from};
    does_one_move_ = does_one_move_ || list_[index].from != list_[index].to;
}

void NearModels::place_all_at_the_end() {
    for (std::size_t i = 0; i < size_; ++i) {
        placed_[i].transform = moving(i).to;
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
