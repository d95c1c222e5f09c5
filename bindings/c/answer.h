// SPDX-License-Identifier: MIT
// Questions whose answers lie in a room.
#pragma once

#include "halfspace/math/aabb.h"

#include "guard.h"
#include "handle.h"

#include <cstddef>

namespace halfspace::c {

inline Aabb box_from(const double* min, const double* max) {
    return {vec3(min), vec3(max)};
}

// Calls ask(tree, room), and gives its answer to the caller. Both handles have a tree or a room
// inside. AsC: the struct of C that looks like an element of the answer.
template <class Tree, class Room, class AsC, class Ask>
halfspace_status answer(
    const Tree* tree, Room* room, const AsC** found, size_t* count, const Ask& ask) {
    if (tree == nullptr || room == nullptr || found == nullptr || count == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        const auto values = ask(tree->tree, room->room);
        *found = reinterpret_cast<const AsC*>(values.data());
        *count = values.size();
        return HALFSPACE_OK;
    });
}

}  // namespace halfspace::c
