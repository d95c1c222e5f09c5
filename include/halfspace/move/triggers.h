// SPDX-License-Identifier: MIT
// Teleporters and jump pads by the customs of Quake. A game asks after each step of a mover:
//
//     state = step_mover(world, bodies, state, input).state;
//     state = triggers.apply(world, bodies, state);
//
// docs/reference/levels.md says which keys of entities count. A game with rules of its own, such as
// a teleporter that works for one team, asks touched() and does the rest itself.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/id.h"
#include "halfspace/level/level.h"
#include "halfspace/math/vec.h"
#include "halfspace/move/mover.h"
#include "halfspace/move/mover_options.h"
#include "halfspace/query/placed_level.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace halfspace {

enum class TriggerKind : std::uint8_t { Teleport, Push };

// What an entity trigger_teleport or trigger_push does.
struct Trigger {
    EntityId entity;
    ModelId model;  // who touches it is moved
    TriggerKind kind = TriggerKind::Teleport;
    // Of a teleporter: the origin of the entity that it leads to [units].
    Vec3 destination;
    // Of a push: the velocity that it gives, whatever the mover's was [units per second].
    Vec3 velocity;
};

// A trigger that does nothing, and why, for its designer: "it has no target".
struct IdleTrigger {
    EntityId entity;
    std::string reason;
};

// The teleporters and pushes of a level.
class Triggers {
public:
    // gravity: MoverOptions::gravity. It says how fast a push throws to its target.
    explicit Triggers(const Level& level, double gravity = MoverOptions().gravity);

    // In the order of their entities.
    std::span<const Trigger> triggers() const { return triggers_; }
    std::span<const IdleTrigger> idle() const { return idle_; }

    // The first trigger that the body overlaps; touching does not count. nullptr if there is none.
    // Cost: the boxes of all triggers, and the nodes of those that are near. REQUIRES: a space is
    // in range.
    const Trigger* touched(const MoverBody& body, const Vec3& position) const;

    // Where a teleporter puts the body: at its destination, or 27 units above if there is no room,
    // as in Quake, whose destinations stand on the floor. nullopt if there is no room at both
    // places: then nobody is moved. around: what is there, without the body itself, as for
    // step_mover. mask: what blocks the body. REQUIRES: a space is in range.
    std::optional<Vec3> arrival(const PlacedLevel& around,
                                const Trigger& teleporter,
                                const MoverBody& body,
                                Contents mask = MoverOptions().mask) const;

    // The mover after it has touched a trigger; the same state if it touches none. A teleporter
    // puts it there at rest. A push gives it its velocity in each step as long as it is touched.
    // REQUIRES: as step_mover.
    MoverState apply(const PlacedLevel& around,
                     const MoverBodies& bodies,
                     const MoverState& state,
                     Contents mask = MoverOptions().mask) const;
    // The same for a trigger that touched() has found: nothing is searched. body: the one that the
    // mover has now, standing or crouched.
    MoverState apply(const PlacedLevel& around,
                     const Trigger& trigger,
                     const MoverBody& body,
                     const MoverState& state,
                     Contents mask = MoverOptions().mask) const;

private:
    Level level_;
    std::vector<Trigger> triggers_;
    std::vector<IdleTrigger> idle_;
};

}  // namespace halfspace
