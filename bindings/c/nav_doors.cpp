// SPDX-License-Identifier: MIT
#include "halfspace/nav/door_state.h"

#include "guard.h"
#include "halfspace_nav.h"
#include "nav_handle.h"

#include <algorithm>
#include <cstdint>
#include <memory>

namespace halfspace::c {
namespace {

bool is_door(const halfspace_nav_door_state& doors, uint32_t model) {
    return std::ranges::binary_search(doors.doors->doors(), ModelId(model));
}

}  // namespace
}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_nav_door_state* halfspace_new_nav_door_state(const halfspace_nav_mesh* mesh) {
    return pointer_of([&]() -> halfspace_nav_door_state* {
        return mesh == nullptr
                   ? nullptr
                   : new halfspace_nav_door_state{std::make_shared<NavDoorState>(mesh->mesh)};
    });
}

void halfspace_free_nav_door_state(halfspace_nav_door_state* doors) {
    delete doors;
}

uint32_t halfspace_nav_door_count(const halfspace_nav_door_state* doors) {
    return doors == nullptr ? 0 : static_cast<uint32_t>(doors->doors->doors().size());
}

halfspace_status halfspace_get_nav_door(const halfspace_nav_door_state* doors,
                                        uint32_t door,
                                        uint32_t* model) {
    if (door >= halfspace_nav_door_count(doors) || model == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *model = doors->doors->doors()[door].value;
    return HALFSPACE_OK;
}

halfspace_status halfspace_close_nav_door(halfspace_nav_door_state* doors,
                                          uint32_t model,
                                          int32_t is_closed) {
    if (doors == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (!is_door(*doors, model)) {
        return HALFSPACE_NOT_FOUND;
    }
    doors->doors->set_closed(ModelId(model), is_closed != 0);
    return HALFSPACE_OK;
}

halfspace_status halfspace_is_nav_door_closed(const halfspace_nav_door_state* doors,
                                              uint32_t model,
                                              int32_t* is_closed) {
    if (doors == nullptr || is_closed == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (!is_door(*doors, model)) {
        return HALFSPACE_NOT_FOUND;
    }
    *is_closed = doors->doors->is_closed(ModelId(model)) ? 1 : 0;
    return HALFSPACE_OK;
}
