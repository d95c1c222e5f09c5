// SPDX-License-Identifier: MIT
// Takes a question into the frames of a placed level's models, one model after the other.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/aabb.h"
#include "halfspace/query/placed_level.h"

#include "query/exact_walk.h"

#include <cassert>

namespace halfspace {

inline Walked tree_of(const Level& level, ModelId model, SpaceId space) {
    assert(model.value < level.models().size() && space.value < level.spaces().size());
    return {level, level.models()[model.value], level.walk_root(model, space)};
}

// False for a transform that only moves.
inline bool is_turned(const Transform& transform) {
    return !(transform.x == Vec3{1, 0, 0} && transform.y == Vec3{0, 1, 0} &&
             transform.z == Vec3{0, 0, 1});
}

// Calls meets(tree, local) for each placed model until a call returns true; false if none did.
// local: the point in the model's frame. A model in whose frame the point overflows is left out:
// the point is then far outside of the model's box.
template <class Meets>
bool any_placed(const PlacedLevel& here, SpaceId space, const Vec3& point, const Meets& meets) {
    for (const PlacedModel& placed : here.models) {
        const Vec3 local = to_local(placed.transform, point);
        if (is_finite(local) && meets(tree_of(here.level, placed.model, space), local)) {
            return true;
        }
    }
    return false;
}

// True if the whole segment is outside of one wall of the model's box, or on it.
inline bool misses_box(const ModelRecord& model, const Vec3& a, const Vec3& b) {
    const auto outside = [](double p, double q, double min, double max) {
        return (p <= min && q <= min) || (p >= max && q >= max);
    };
    return outside(a.x, b.x, model.min[0], model.max[0]) ||
           outside(a.y, b.y, model.min[1], model.max[1]) ||
           outside(a.z, b.z, model.min[2], model.max[2]);
}

// Calls visit(number, tree, src, dest) for each placed model that the segment may meet, until a
// call returns true; false if none did. number: into PlacedLevel::models. src, dest: in the model's
// frame.
template <class Visit>
bool any_placed(
    const PlacedLevel& here, SpaceId space, const Vec3& src, const Vec3& dest, const Visit& visit) {
    for (std::uint32_t i = 0; i < here.models.size(); ++i) {
        const PlacedModel& placed = here.models[i];
        const Walked tree = tree_of(here.level, placed.model, space);
        const Vec3 from = to_local(placed.transform, src);
        const Vec3 to = to_local(placed.transform, dest);
        if (is_finite(from) && is_finite(to) && !misses_box(tree.model, from, to) &&
            visit(i, tree, from, to)) {
            return true;
        }
    }
    return false;
}

}  // namespace halfspace
