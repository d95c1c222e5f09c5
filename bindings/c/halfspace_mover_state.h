// SPDX-License-Identifier: MIT
// The state of a mover, for C (move/mover_state.h): how it starts, and what a game does to it
// between steps. halfspace_move.h moves it. The rules are those of halfspace.h.
#ifndef HALFSPACE_MOVER_STATE_H
#define HALFSPACE_MOVER_STATE_H

#include "halfspace.h"

#ifdef __cplusplus
extern "C" {
#endif

// How a mover moves: halfspace_mover_state.mode.
#define HALFSPACE_MOVER_GROUND 0
#define HALFSPACE_MOVER_AIR 1
#define HALFSPACE_MOVER_SWIM 2
#define HALFSPACE_MOVER_LADDER 3

// Flags of halfspace_mover_state, joined by OR. Further bits belong to the mover.
#define HALFSPACE_MOVER_CROUCHED 1
#define HALFSPACE_MOVER_JUMP_HELD 2

// The same bytes as the C++ type MoverState (move/mover_state.h), which explains the fields. A game
// may save and send them.
typedef struct halfspace_mover_state {
    uint16_t version;
    uint8_t mode;
    uint8_t flags;
    uint32_t ground_model;     // HALFSPACE_NONE without one
    uint32_t ground_obstacle;  // HALFSPACE_NONE without one
    uint32_t reserved;
    double position[3];
    double velocity[3];  // [units per second]
    double ground_normal[3];
} halfspace_mover_state;

// The state of a mover that falls from the position. BAD_ARGUMENT for a position beyond 2^20.
HALFSPACE_API halfspace_status halfspace_mover_at(const double position[3],
                                                  halfspace_mover_state* state);

// The state with `push` added to its velocity [units per second], as after an explosion or on a
// jump pad. A push away from the ground lifts the mover off: it keeps the velocity of what it stood
// on. A climber lets go of the ladder, and a swimmer that rises by the push leaves the liquid if it
// is fast enough. Several pushes add up. `after` may be `state`.
HALFSPACE_API halfspace_status halfspace_pushed(const halfspace_mover_state* state,
                                                const double push[3],
                                                halfspace_mover_state* after);

// The mover at another place, as by a teleport. It flies there until its next step finds the
// ground. Its velocity and its body stay. It forgets what carried it. `after` may be `state`.
// BAD_ARGUMENT for a place beyond 2^20.
HALFSPACE_API halfspace_status halfspace_moved_to(const halfspace_mover_state* state,
                                                  const double place[3],
                                                  halfspace_mover_state* after);

#ifdef __cplusplus
}
#endif

#endif
