// SPDX-License-Identifier: MIT
// The state of a mover: plain data. A game saves states, compares them, sends them over a network,
// and goes back to an old one to play its inputs again.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/math/vec.h"
#include "halfspace/move/surroundings.h"

#include <cstdint>
#include <type_traits>

namespace halfspace {

// The version of MoverState. It is raised when the meaning of a field changes.
inline constexpr std::uint16_t kMoverVersion = 1;

// How a mover moves.
enum class MoverMode : std::uint8_t {
    Ground,  // walks or stands
    Air,     // falls or jumps
    Swim,    // its middle is in a liquid
    Ladder,  // holds a ladder
};

// Flags of MoverState. They are joined by OR.
enum class MoverFlags : std::uint8_t {
    None = 0,
    // The mover has the crouching body.
    Crouched = 1,
    // The jump button was pressed in the last step. A new jump needs a new press.
    JumpHeld = 2,
    // The mover let go of a ladder by the jump button and still touches it. It does not take hold
    // again.
    LeftLadder = 4,
    // The mover climbs out of a liquid. It does not swim before it falls or stands.
    ClimbsOut = 8,
};

constexpr MoverFlags operator|(MoverFlags a, MoverFlags b) {
    return static_cast<MoverFlags>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}
constexpr MoverFlags operator&(MoverFlags a, MoverFlags b) {
    return static_cast<MoverFlags>(static_cast<std::uint8_t>(a) & static_cast<std::uint8_t>(b));
}
constexpr bool has(MoverFlags flags, MoverFlags flag) {
    return (flags & flag) != MoverFlags::None;
}

// All that the next step needs to know, in 88 bytes. A state without ground_model and
// ground_obstacle stands on the world, if mode is Ground.
struct MoverState {
    std::uint16_t version = kMoverVersion;
    MoverMode mode = MoverMode::Air;
    MoverFlags flags = MoverFlags::None;
    // The model that the mover stands on; invalid if there is none.
    ModelId ground_model;
    // The obstacle that the mover stands on; kNoObstacle if there is none.
    std::uint32_t ground_obstacle = kNoObstacle;
    std::uint32_t reserved = 0;  // always 0: so the state has no padding
    // Of the body, in the world [units].
    Vec3 position;
    // [units per second]. On the ground its z is 0: it is the speed over the ground, measured
    // horizontally, and relative to the model that the mover stands on.
    Vec3 velocity;
    // The normal of the ground, of length 1; 0 in other modes than Ground.
    Vec3 ground_normal;

    friend bool operator==(const MoverState&, const MoverState&) = default;
};

static_assert(sizeof(MoverState) == 88);
static_assert(std::is_trivially_copyable_v<MoverState>);

// A mover that falls from the position, for a start or a teleport.
MoverState mover_at(const Vec3& position);

// True if the state can be moved: its version is kMoverVersion, its numbers are finite, coordinates
// are below 2^20 units and speeds below 2^20 units per second, and the fields are as described
// above. A state from a network or a file may be invalid.
bool is_valid(const MoverState& state);

}  // namespace halfspace
