// SPDX-License-Identifier: MIT
// Doors and lifts by the customs of Quake: they open for who is near, wait, close, and turn back
// before somebody in their way. Unlike in Quake, a lift also carries down. In each step of a game:
//
//     const MoverStep step = step_among(doors, bodies, player, input, options);
//
// docs/reference/levels.md says which keys of entities count. A door does not know who may open it:
// a game locks a door until the player has its key.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/level/level.h"
#include "halfspace/move/mover.h"
#include "halfspace/query/areas.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/placed_level.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace halfspace {

// What a door does. A lift is open where it is high.
enum class DoorMode : std::uint8_t { Closed, Opening, Open, Closing };

// All of a door that changes, in 24 bytes without padding. A game copies, compares, sends and
// restores it.
struct DoorState {
    // How far the door is open: 0 to Door::travel [units or degrees].
    double open = 0;
    // How long an open door still waits before it closes [s]. A lift waits whoever is on it, and
    // also where it has carried somebody down.
    double waits = 0;
    DoorMode mode = DoorMode::Closed;
    // 1: no player opens the door.
    std::uint8_t locked = 0;
    // 1: the door closes because it could not open. It opens again after it was closed.
    std::uint8_t turned_back = 0;
    // 1: the lift carries somebody down. Then it stays low until nobody is above it, or until it
    // has waited.
    std::uint8_t carries_down = 0;
    std::array<std::uint8_t, 4> reserved{};

    friend bool operator==(const DoorState&, const DoorState&) = default;
};
static_assert(sizeof(DoorState) == 24 && std::is_trivially_copyable_v<DoorState>);

// What an entity says about a door.
struct Door {
    EntityId entity;
    // Doors with equal numbers open together and turn back together.
    std::uint32_t group = 0;
    // A visitor whose position is in this box opens the door and all others of its group. Of a
    // lift: the column above it.
    Aabb reach;
    // Of a sliding door: where it goes from its place in the editor, of length 1. Zero for a door
    // that turns.
    Vec3 direction;
    // Of a door that turns: the point about which it turns, and the turn of one degree.
    Vec3 origin;
    Angles turn;
    double travel = 0;  // how far it opens [units or degrees, >= 0]
    double speed = 0;   // [units or degrees per second, > 0]
    double wait = 0;    // how long it stays open when no player is near [s]; below 0: for ever
    // True if the editor shows the door open. A lift is shown where it is high.
    bool is_placed_open = false;
    // True for func_plat: it opens upwards, for who is above it.
    bool is_lift = false;
};

// The doors of a level. A copy has its own states.
class Doors {
public:
    // All doors are closed, and lifts are low.
    explicit Doors(const Level& level);

    const Level& level() const { return level_; }
    // In the order of their entities.
    std::span<const Door> doors() const { return doors_; }
    // The states of the same doors.
    std::span<const DoorState> states() const { return states_; }
    // The door of a model: its number in doors(); nullopt if the model is none.
    std::optional<std::size_t> door_of(ModelId model) const;
    // All models of the level, where they stand now. A model that was removed from world() keeps
    // its last place here.
    std::span<const PlacedModel> placed() const { return placed_; }
    // The level with all of its models. A game places its obstacles here. It may remove any model,
    // such as a trigger, a wall that breaks, or a door. It moves no models of doors itself, and
    // finish() ends the step of the obstacles, too.
    const CollisionWorld& world() const { return world_; }
    CollisionWorld& world() { return world_; }

    // Goes to states of a copy, a save or a network. Returns false, and changes nothing, if there
    // are not as many as doors, or if a number is out of its range. It ends a step that has begun.
    bool restore(std::span<const DoorState> states);

    // While a door is locked, no visitor opens it or its group. An open door closes when its time
    // has come. In a step that has begun, the doors go on as they are; the lock counts from the
    // next step on. REQUIRES: door < doors().size().
    void lock(std::size_t door);
    void unlock(std::size_t door);

    // Begins a step of this many seconds. The doors open for the visitors: the positions of players
    // and others, in any order. All models of doors then have their ways in world().
    // REQUIRES: seconds is finite and >= 0.
    void step(double seconds, std::span<const Vec3> visitors);
    // After a crush by this model: its door, with its group, stays in this step where it was, and
    // then turns back. A door that would never close (wait < 0) waits instead. Returns false, and
    // changes nothing, for a model that is not a door or does not move in this step.
    bool turn_back(ModelId model);
    // Shuts the area portals whose doors stand closed, and opens all others. A door that the editor
    // shows open (Door::is_placed_open), a lift and a model that is not in world() shut nothing,
    // for nobody knows what they hide. Nothing is allocated. Cost: linear in area portals, times
    // that of AreaState::set_open for each that changes. REQUIRES: a state of this level.
    void set_areas(AreaState& areas) const;

    // Ends the step: every model is at the end of its way. Returns whether one has moved. A step
    // that is not ended changes nothing.
    bool finish();

private:
    Transform place_of(std::size_t door, const DoorState& state) const;
    DoorState advanced(std::size_t door, double seconds) const;
    void set_ways();

    Level level_;
    std::vector<Door> doors_;
    std::vector<DoorState> states_;
    std::vector<DoorState> next_;  // at the end of the step
    std::vector<PlacedModel> placed_;
    CollisionWorld world_;
    // The door of each model of placed_; kNone for other models.
    std::vector<std::uint32_t> door_of_;
    // For each group, whether somebody is near and it is not locked.
    std::vector<std::uint8_t> wanted_;
};

// Makes one step of a mover among the doors. Doors near the mover open. A door that would crush the
// mover turns back. A mover that is an obstacle of doors.world() leaves itself out, and the game
// places it anew after the step.
// REQUIRES: what step_mover requires.
MoverStep step_among(Doors& doors,
                     const MoverBodies& bodies,
                     const MoverState& state,
                     const MoverInput& input,
                     const MoverOptions& options = {},
                     const LeaveOut& without = {});

}  // namespace halfspace
