// SPDX-License-Identifier: MIT
#include "halfspace/agents/closed_doors.h"

#include "halfspace/level/level.h"
#include "halfspace/query/entities.h"

#include <algorithm>
#include <cstddef>
#include <span>

namespace halfspace {
namespace {

bool is_locked(const Doors& doors, std::uint32_t group) {
    for (std::size_t i = 0; i < doors.doors().size(); ++i) {
        if (doors.doors()[i].group == group && doors.states()[i].locked != 0) {
            return true;
        }
    }
    return false;
}

// True if no agent comes through what the model fills.
bool is_closed(const Doors& doors, ModelId model) {
    if (!doors.world().holds(model)) {
        return false;
    }
    const EntityId entity = entity_of(doors.level(), model);
    const std::span<const Door> all = doors.doors();
    const auto door = std::ranges::find(all, entity, &Door::entity);
    if (door == all.end()) {
        return true;
    }
    const DoorMode mode = doors.states()[static_cast<std::size_t>(door - all.begin())].mode;
    return (mode == DoorMode::Closed || mode == DoorMode::Closing) && is_locked(doors, door->group);
}

}  // namespace

void set_closed_doors(NavDoorState& closed, const Doors& doors) {
    for (const ModelId model : closed.doors()) {
        if (classname_of(doors.level(), entity_of(doors.level(), model)).starts_with("trigger_")) {
            continue;
        }
        closed.set_closed(model, is_closed(doors, model));
    }
}

}  // namespace halfspace
