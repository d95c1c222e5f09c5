// SPDX-License-Identifier: MIT
// Doors that open by themselves for a player, by Quake's customs.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/move/mover.h"
#include "halfspace/query/placed_level.h"

#include <span>
#include <vector>

namespace halfspace::tool {

// Every entity whose class begins with func_door is a door. A sliding door goes in the direction of
// its "angle" by its own size less its "lip" (8). A func_door_rotating turns about its "origin" by
// its "distance" (90 degrees). "speed" is in units or degrees per second (100).
class Doors {
public:
    explicit Doors(const Level& level);

    const Level& level() const { return level_; }
    // All models of the level, where they stand now.
    std::span<const PlacedModel> placed() const { return placed_; }
    std::size_t count() const { return doors_.size(); }

    // Begins a step of so many seconds. Doors near the player open, the others close. Returns the
    // way of every model in this step.
    std::span<const MovingModel> step(double seconds, const Vec3& player);
    // Keeps the model where it was at the start of the step. The same span is returned.
    std::span<const MovingModel> hold(ModelId model);
    // Ends the step: every model is at the end of its way.
    void finish();

private:
    struct Door {
        EntityId entity;
        Aabb reach;  // a player in this box opens the door
        bool turns = false;
        Vec3 direction;  // of a sliding door
        Vec3 origin;     // of a turning door
        double travel = 0;
        double speed = 0;
        double open = 0;  // units or degrees
        double next = 0;  // at the end of the step
    };

    static Transform place_of(const Door& door, double open);
    void set_ways();

    Level level_;
    std::vector<Door> doors_;
    std::vector<PlacedModel> placed_;
    // The models of doors: index in placed_, and in doors_.
    struct DoorModel {
        std::size_t placed;
        std::size_t door;
    };
    std::vector<DoorModel> door_models_;
    std::vector<MovingModel> ways_;
};

// Makes one step of a mover among the doors. Doors near the mover open. A door that would crush the
// mover waits.
// REQUIRES: what step_mover requires.
MoverStep step_among(Doors& doors,
                     const MoverBodies& bodies,
                     const MoverState& state,
                     const MoverInput& input,
                     const MoverOptions& options);

}  // namespace halfspace::tool
