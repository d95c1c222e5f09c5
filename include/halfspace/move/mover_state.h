// SPDX-License-Identifier: MIT
// The state of a mover: plain data. A game saves states, compares them, sends them over a network,
// and goes back to an old one to play its inputs again.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/math/vec.h"
#include "halfspace/query/obstacle.h"
#include "halfspace/query/placed_mesh.h"

#include <cstdint>
#include <type_traits>

namespace halfspace {

// The version of MoverState. It is raised when the meaning of a field changes.
inline constexpr std::uint16_t kMoverVersion = 3;

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
    // The mover let go of a ladder by the jump button, or was pushed off it, and still touches it.
    // It does not take hold again.
    LeftLadder = 4,
    // The mover climbs out of a liquid or was pushed out. It does not swim before it falls or
    // stands.
    ClimbsOut = 8,
};

constexpr MoverFlags operator|(MoverFlags a, MoverFlags b) {
    return static_cast<MoverFlags>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}
constexpr MoverFlags operator&(MoverFlags a, MoverFlags b) {
    return static_cast<MoverFlags>(static_cast<std::uint8_t>(a) & static_cast<std::uint8_t>(b));
}
constexpr bool has_flag(MoverFlags flags, MoverFlags flag) {
    return (flags & flag) != MoverFlags::None;
}

// All that the next step needs to know, in 88 bytes. A state without ground_model, ground_mesh and
// ground_obstacle stands on the world, if mode is Ground.
struct MoverState {
    std::uint16_t version = kMoverVersion;
    MoverMode mode = MoverMode::Air;
    MoverFlags flags = MoverFlags::None;
    // The model that the mover stands on, or from which it was just pushed off; invalid if there is
    // none.
    ModelId ground_model;
    // The same for an obstacle, and for a mesh.
    ObstacleId ground_obstacle;
    MeshId ground_mesh;
    // Of the body, in the world [units].
    Vec3 position;
    // [units per second]. On the ground its z is 0: it is the speed over the ground, measured
    // horizontally. With one of the grounds above, also in the air, it is relative to what
    // this is. A game that sets another z on the ground has pushed the mover (see below).
    Vec3 velocity;
    // The normal of the ground, of length 1; 0 in other modes than Ground.
    Vec3 ground_normal;

    friend bool operator==(const MoverState&, const MoverState&) = default;
};

static_assert(sizeof(MoverState) == 88);
static_assert(std::is_trivially_copyable_v<MoverState>);

// A mover that falls from the position, for a start.
MoverState mover_at(const Vec3& position);

// The mover with another velocity, as after an explosion or on a jump pad. `push` is added to its
// velocity [units per second]. On the ground, a push away from the ground lifts the mover off: it
// flies, and keeps the velocity of what it stood on. Any other push leaves it on the ground, and
// only the part along the ground counts. A climber lets go of the ladder. A swimmer that rises by
// the push leaves the liquid if it is fast enough. Several pushes add up.
// A push that is not finite makes the state invalid.
MoverState pushed(const MoverState& state, const Vec3& push);

// The mover at another place, as by a teleport. It flies there until its next step finds the
// ground. Its velocity, its body and its jump button stay. It forgets the ground, the ladder and
// the liquid where it was. It does not know how fast the thing below it moved: this
// speed does not come along. A place that is not finite makes the state invalid.
MoverState moved_to(const MoverState& state, const Vec3& place);

// True if the state can be moved: its version is kMoverVersion, its numbers are finite, coordinates
// are below 2^20 units and speeds below 2^20 units per second, and the fields are as described
// above. A state from a network or a file may be invalid.
bool is_valid(const MoverState& state);

}  // namespace halfspace
