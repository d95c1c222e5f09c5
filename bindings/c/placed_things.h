// SPDX-License-Identifier: MIT
// Shared by the models, the meshes and the obstacles of a collision world.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/step_motion.h"

#include "handle.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace halfspace::c {

// Calls change(world), which returns nothing. NOT_FOUND if the world holds no such thing.
template <class Id, class Change>
halfspace_status change_placed(halfspace_collision_world* world, Id id, const Change& change) {
    if (!world->world.holds(id)) {
        return HALFSPACE_NOT_FOUND;
    }
    return status_of([&] { change(world->world); });
}

// from, to: may be null.
inline void store_way(const StepMotion& moving,
                      uint32_t model,
                      halfspace_placement* from,
                      halfspace_placement* to) {
    if (from != nullptr) {
        *from = placement_of(model, moving.from());
    }
    if (to != nullptr) {
        *to = placement_of(model, moving.to());
    }
}

// Calls ask(box, ids), which returns how many ids there are.
template <class Id, class Ask>
halfspace_status find_in(const halfspace_collision_world* world,
                         const double* min,
                         const double* max,
                         uint32_t* found,
                         size_t capacity,
                         size_t* count,
                         const Ask& ask) {
    if (world == nullptr || !is_point(min) || !is_point(max) || min[0] > max[0] ||
        min[1] > max[1] || min[2] > max[2] || (found == nullptr && capacity > 0) ||
        count == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *count = ask(Aabb{vec3(min), vec3(max)}, std::span(reinterpret_cast<Id*>(found), capacity));
    return HALFSPACE_OK;
}

// The first obstacle that a thing overlaps.
template <class Id>
halfspace_status first_of(const halfspace_collision_world* world, Id thing, uint32_t* obstacle) {
    if (!world->world.holds(thing)) {
        return HALFSPACE_NOT_FOUND;
    }
    return status_of([&]() -> halfspace_status {
        const std::optional<ObstacleId> found = first_overlapped(world->world, thing);
        if (!found) {
            return HALFSPACE_NOT_FOUND;
        }
        *obstacle = found->value;
        return HALFSPACE_OK;
    });
}

}  // namespace halfspace::c
