// SPDX-License-Identifier: MIT
#include "halfspace/move/doors.h"

#include "halfspace/query/entities.h"

#include "move/door_entities.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace halfspace {
namespace {

bool is_valid(const DoorState& state, const Door& door) {
    return state.open >= 0 && state.open <= door.travel && std::isfinite(state.waits) &&
           state.mode <= DoorMode::Closing && state.locked <= 1 &&
           state.turned_back <= (state.mode == DoorMode::Closing ? 1 : 0) &&
           state.carries_down <= (door.is_lift ? 1 : 0) &&
           state.reserved == decltype(state.reserved){};
}

}  // namespace

Doors::Doors(const Level& level)
    : level_(level),
      doors_(doors_of(level)),
      states_(doors_.size()),
      next_(doors_.size()),
      placed_(models_at_rest(level)),
      world_(level) {
    std::vector<std::uint32_t> door_of_entity(level.entities().size(), kNone);
    for (std::uint32_t d = 0; d < doors_.size(); ++d) {
        door_of_entity[doors_[d].entity.value] = d;
        wanted_.resize(std::max<std::size_t>(wanted_.size(), doors_[d].group + 1));
    }
    for (PlacedModel& placed : placed_) {
        const std::uint32_t door = door_of_entity[entity_of(level, placed.model).value];
        door_of_.push_back(door);
        placed.transform = door == kNone ? Transform{} : place_of(door, states_[door]);
        world_.place(placed.model, placed.transform);
    }
}

Transform Doors::place_of(std::size_t index, const DoorState& state) const {
    const Door& door = doors_[index];
    const double way = door.is_placed_open ? door.travel - state.open : state.open;
    return stand_after(door, way);
}

void Doors::set_ways() {
    for (std::size_t i = 0; i < placed_.size(); ++i) {
        const std::uint32_t door = door_of_[i];
        if (door != kNone && world_.holds(placed_[i].model)) {
            world_.move(placed_[i].model, place_of(door, next_[door]));
        }
    }
}

bool Doors::restore(std::span<const DoorState> states) {
    if (states.size() != states_.size()) {
        return false;
    }
    for (std::size_t d = 0; d < states.size(); ++d) {
        if (!is_valid(states[d], doors_[d])) {
            return false;
        }
    }
    std::ranges::copy(states, next_.begin());
    set_ways();
    finish();
    return true;
}

std::optional<std::size_t> Doors::door_of(ModelId model) const {
    const std::size_t placed = model.value - 1;  // the world is not placed
    if (placed >= door_of_.size() || door_of_[placed] == kNone) {
        return std::nullopt;
    }
    return door_of_[placed];
}

void Doors::lock(std::size_t door) {
    assert(door < doors_.size());
    states_[door].locked = 1;
    next_[door].locked = 1;
}

void Doors::unlock(std::size_t door) {
    assert(door < doors_.size());
    states_[door].locked = 0;
    next_[door].locked = 0;
}

// The state of the door after so many seconds.
DoorState Doors::advanced(std::size_t index, double seconds) const {
    const Door& door = doors_[index];
    const bool is_wanted = wanted_[door.group] != 0;
    const double way = door.speed * seconds;
    DoorState state = states_[index];
    if (state.mode == DoorMode::Closed && state.carries_down != 0) {
        state.waits -= seconds;
        if (state.waits <= 0 || !is_wanted) {
            state.waits = 0;
            state.carries_down = 0;
        }
    }
    if (is_wanted && state.turned_back == 0 && state.carries_down == 0 &&
        (state.mode == DoorMode::Closed || state.mode == DoorMode::Closing)) {
        state.mode = DoorMode::Opening;
    }
    const bool stays_open = is_wanted && !door.is_lift;
    switch (state.mode) {
        case DoorMode::Closed:
            break;
        case DoorMode::Opening:
            state.open = std::min(state.open + way, door.travel);
            if (state.open == door.travel) {
                state.mode = DoorMode::Open;
                state.waits = door.wait;
            }
            break;
        case DoorMode::Open:
            state.waits = stays_open ? door.wait : state.waits - seconds;
            if (state.waits <= 0 && door.wait >= 0 && !stays_open) {
                state.mode = DoorMode::Closing;
                state.waits = 0;
                state.carries_down = is_wanted ? 1 : 0;
            }
            break;
        case DoorMode::Closing:
            state.open = std::max(state.open - way, 0.0);
            if (state.open == 0) {
                state.mode = DoorMode::Closed;
                state.turned_back = 0;
                state.waits = state.carries_down != 0 ? door.wait : 0;
            }
            break;
    }
    return state;
}

void Doors::step(double seconds, std::span<const Vec3> visitors) {
    assert(std::isfinite(seconds) && seconds >= 0);
    std::ranges::fill(wanted_, std::uint8_t{0});
    for (const Door& door : doors_) {
        if (wanted_[door.group] == 0) {
            wanted_[door.group] = std::ranges::any_of(
                visitors, [&](const Vec3& at) { return contains(door.reach, at); });
        }
    }
    for (std::size_t d = 0; d < doors_.size(); ++d) {
        if (states_[d].locked != 0) {
            wanted_[doors_[d].group] = 0;
        }
    }
    for (std::size_t d = 0; d < doors_.size(); ++d) {
        next_[d] = advanced(d, seconds);
    }
    set_ways();
}

bool Doors::turn_back(ModelId model) {
    const std::optional<std::size_t> door = door_of(model);
    // A door that stands in this step has nothing to turn back from.
    if (!door || next_[*door].open == states_[*door].open) {
        return false;
    }
    for (std::size_t d = 0; d < doors_.size(); ++d) {
        if (doors_[d].group != doors_[*door].group) {
            continue;
        }
        const DoorMode went = next_[d].mode;
        next_[d] = states_[d];
        if (doors_[d].wait < 0) {
            continue;
        }
        const bool opened = went == DoorMode::Opening || went == DoorMode::Open;
        next_[d].mode = opened ? DoorMode::Closing : DoorMode::Opening;
        next_[d].turned_back = opened ? 1 : 0;
        next_[d].carries_down = 0;
    }
    set_ways();
    return true;
}

bool Doors::finish() {
    states_ = next_;
    bool has_moved = false;
    for (std::size_t i = 0; i < placed_.size(); ++i) {
        const ModelId model = placed_[i].model;
        if (world_.holds(model) && world_.model(model).moves()) {
            has_moved = true;
            placed_[i].transform = world_.model(model).to();
        }
    }
    world_.end_step();
    return has_moved;
}

void Doors::set_areas(AreaState& areas) const {
    const std::span<const AreaPortalRecord> portals = level_.area_portals();
    assert(areas.size() == portals.size());
    const auto stands_closed = [&](ModelId model) {
        const std::optional<std::size_t> door = door_of(model);
        if (!door || doors_[*door].is_placed_open) {
            return false;
        }
        const DoorState& state = states_[*door];
        return state.mode == DoorMode::Closed && state.open == 0 && world_.holds(model);
    };
    for (std::uint32_t p = 0; p < portals.size(); ++p) {
        const ModelId model(portals[p].model);
        areas.set_open(AreaPortalId(p), !model.is_valid() || !stands_closed(model));
    }
}

MoverStep step_among(Doors& doors,
                     const MoverBodies& bodies,
                     const MoverState& state,
                     const MoverInput& input,
                     const MoverOptions& options,
                     const LeaveOut& without) {
    const PlacedLevel around(doors.world(), without);
    doors.step(options.seconds, {&state.position, 1});
    MoverStep step = step_mover(around, bodies, state, input, options);
    // Where two doors press, first the one and then the other turns back. No door does it twice.
    while (step.crush && doors.turn_back(step.crush->model)) {
        step = step_mover(around, bodies, state, input, options);
    }
    doors.finish();
    return step;
}

}  // namespace halfspace
