// SPDX-License-Identifier: MIT
// Takes a question into the frames of a placed level's models, one model after the other.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/aabb.h"
#include "halfspace/query/placed_level.h"

#include "level/shared/record_box.h"
#include "math/shared/turned.h"
#include "query/placed_things.h"
#include "query/walk/exact_walk.h"

#include <algorithm>
#include <cassert>

namespace halfspace {

inline Walked tree_of(const Level& level, ModelId model, SpaceId space) {
    assert(model.value < level.models().size() && space.value < level.spaces().size());
    return {level, level.models()[model.value], level.walk_root(model, space)};
}

// True if nothing but the base is asked.
inline bool is_alone(const PlacedLevel& here) {
    return (here.world == nullptr || is_empty(here.world->things())) && here.models.empty() &&
           here.obstacles.empty() && here.meshes.empty();
}

// True if the question has obstacles or meshes to meet (thing_sweep.h).
inline bool has_loose_things(const PlacedLevel& here) {
    return !here.obstacles.empty() || !here.meshes.empty() ||
           (here.world != nullptr && (!here.world->things().obstacles.index.empty() ||
                                      !here.world->things().meshes.index.empty()));
}

// True if a placed model, a mesh or an obstacle blocks the body of the space there (free.cpp).
bool is_blocked_by_things(const PlacedLevel& here,
                          const Blocking& blocking,
                          const Vec3& position,
                          Contents mask);

// Calls visit(model, transform) for each placed model that may pass (placed_things.h), in the order
// of ids, until a call returns true; false if none did.
template <class Passes, class Visit>
bool any_model(const PlacedLevel& here, const Passes& passes, const Visit& visit) {
    for (const PlacedModel& placed : here.models) {
        if (visit(placed.model, placed.transform)) {
            return true;
        }
    }
    return here.world != nullptr &&
           any_near(here.world->things().models, passes, [&](const MovingModel& moving) {
               const auto& without = here.without.models;
               return std::ranges::find(without, moving.model()) == without.end() &&
                      visit(moving.model(), moving.to());
           });
}

// Calls meets(tree, local) for each placed model that the point may be in until a call returns
// true; false if none did. local: the point in the model's frame. A model in whose frame the point
// overflows is left out: the point is then far outside of the model's box.
template <class Meets>
bool any_placed(const PlacedLevel& here, SpaceId space, const Vec3& point, const Meets& meets) {
    return any_model(here, NearBox({point, point}), [&](ModelId model, const Transform& transform) {
        const Vec3 local = to_local(transform, point);
        return is_finite(local) && meets(tree_of(here.level, model, space), local);
    });
}

// True if the whole segment is outside of one wall of the box, or on it.
inline bool misses_box(const Aabb& box, const Vec3& a, const Vec3& b) {
    const auto outside = [](double p, double q, double min, double max) {
        return (p <= min && q <= min) || (p >= max && q >= max);
    };
    return outside(a.x, b.x, box.min.x, box.max.x) || outside(a.y, b.y, box.min.y, box.max.y) ||
           outside(a.z, b.z, box.min.z, box.max.z);
}

// A model that is farther than this from a motion does not change its contact [units].
constexpr double kBeside = 1;

// The part of the motion up to `touch`, the place where it is known to end, for any_placed. A model
// that is not beside this part is touched later or not at all. Far away, where doubles could not
// tell, it is the whole motion.
inline NearMotion motion_beside(const Vec3& from, const Vec3& to, const Vec3& touch) {
    constexpr double kFar = 0x1p30;
    const bool is_near = max_abs(from) < kFar && max_abs(to) < kFar;
    return {from, is_near ? touch : to, {kBeside, kBeside, kBeside}};
}

// Calls visit(model, transform, tree, from, to) for each placed model that the segment may meet,
// in the order of ids, until a call returns true; false if none did. from, to: in the model's
// frame. way: the part of the segment that matters. near: called for each model beside this part,
// before it is visited.
template <class Visit, class Near>
bool any_placed(const PlacedLevel& here,
                SpaceId space,
                const Vec3& from,
                const Vec3& to,
                const NearMotion& way,
                const Visit& visit,
                const Near& near) {
    return any_model(here, way, [&](ModelId model, const Transform& transform) {
        near();
        const Walked tree = tree_of(here.level, model, space);
        const Vec3 local_from = to_local(transform, from);
        const Vec3 local_to = to_local(transform, to);
        return is_finite(local_from) && is_finite(local_to) &&
               !misses_box(box_of(tree.model), local_from, local_to) &&
               visit(model, transform, tree, local_from, local_to);
    });
}
template <class Visit>
bool any_placed(
    const PlacedLevel& here, SpaceId space, const Vec3& from, const Vec3& to, const Visit& visit) {
    return any_placed(here, space, from, to, motion_beside(from, to, to), visit, [] {});
}

}  // namespace halfspace
