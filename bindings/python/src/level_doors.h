// SPDX-License-Identifier: MIT
// The doors of a level, and the world in which they move.
#pragma once

#include "halfspace/move/doors.h"
#include "halfspace/move/player.h"

#include "asked.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace halfspace::python {

// What has changed in a step.
struct DoorEvent {
    std::uint32_t door = 0;
    DoorMode before = DoorMode::Closed;
    DoorMode mode = DoorMode::Closed;
    std::array<std::uint8_t, 2> zero{};
};

struct LevelDoors {
    explicit LevelDoors(std::shared_ptr<LoadedLevel> the_level)
        : of(std::move(the_level)),
          doors(std::make_shared<halfspace::Doors>(of->its_level)),
          world(world_of(*this)) {}
    // With states of its own.
    LevelDoors(const LevelDoors& other)
        : of(other.of),
          doors(std::make_shared<halfspace::Doors>(*other.doors)),
          world(world_of(*this)),
          events(other.events) {
        world->meshes = other.world->meshes;
    }
    LevelDoors& operator=(const LevelDoors&) = delete;

    static std::shared_ptr<PlacedWorld> world_of(const LevelDoors& all) {
        return std::make_shared<PlacedWorld>(
            all.of, std::shared_ptr<CollisionWorld>(all.doors, &all.doors->world()));
    }
    static constexpr const char* kWhat = "the world of the doors";

    // To change them. Raises RuntimeError while another thread asks the world.
    halfspace::Doors& changed() const {
        world->check_change(kWhat);
        return *doors;
    }

    // Makes a step and appends to events what it has changed.
    template <class Step>
    void note(const Step& make_step) {
        std::vector<DoorMode> before;
        for (const halfspace::DoorState& state : doors->states()) {
            before.push_back(state.mode);
        }
        make_step();
        for (std::uint32_t d = 0; d < before.size(); ++d) {
            if (const DoorMode mode = doors->states()[d].mode; mode != before[d]) {
                events.push_back({d, before[d], mode});
            }
        }
    }

    std::shared_ptr<LoadedLevel> of;
    std::shared_ptr<halfspace::Doors> doors;
    std::shared_ptr<PlacedWorld> world;
    std::vector<DoorEvent> events;  // of the last step, or of all steps of a frame
};

// What Player::advance does among doors, with the events of all steps.
void advance_among(Player& player,
                   LevelDoors& all,
                   double seconds,
                   const PlayerInput& input,
                   const LeaveOut& without);

}  // namespace halfspace::python
