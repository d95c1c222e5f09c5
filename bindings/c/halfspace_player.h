// SPDX-License-Identifier: MIT
// Whoever looks at a level, for C (move/player.h): steps of equal length in frames of any length,
// an eye that moves smoothly, and flying. The caller makes the steps of the mover. The rules are
// those of halfspace.h. In each frame:
//
//     halfspace_begin_frame(player, seconds, &input);
//     while (halfspace_begin_player_step(player)) {
//         halfspace_get_player(player, &view);
//         if (!view.flies) {
//             halfspace_player_controls(player, &controls);
//             halfspace_step_mover(
//                 world, NULL, &stand, &crouch, &view.state, &controls, NULL, &step);
//             halfspace_finish_player_step(player, &step);
//         }
//     }
//     halfspace_end_frame(player, NULL);
#ifndef HALFSPACE_PLAYER_H
#define HALFSPACE_PLAYER_H

#include "halfspace_move.h"

#ifdef __cplusplus
extern "C" {
#endif

// What somebody at the controls wants. The C++ type PlayerInput explains the fields.
typedef struct halfspace_player_input {
    double forward;
    double left;
    double up;
    double turn;  // [degrees per second]
    int32_t jumps;
    int32_t begins_jump;
    int32_t crouches;
    int32_t is_fast;
} halfspace_player_input;

// The bodies of a player, and how high its eyes are above their position [units].
typedef struct halfspace_player_body {
    halfspace_mover_body stand;
    halfspace_mover_body crouch;
    double standing_eye;
    double crouching_eye;
} halfspace_player_body;

typedef struct halfspace_player_touch {
    double position[3];  // of the body
    double normal[3];    // of the surface
    int32_t is_crouched;
    uint32_t reserved;
} halfspace_player_touch;
#define HALFSPACE_MAX_TOUCHES 12

typedef struct halfspace_player_view {
    double eye[3];
    double pitch;  // [degrees]
    double yaw;
    int32_t flies;
    uint32_t touch_count;
    halfspace_player_touch touches[HALFSPACE_MAX_TOUCHES];  // the latest at the end
    halfspace_mover_state state;
} halfspace_player_view;

typedef struct halfspace_player halfspace_player;

// A player who flies. body: null for one who can only fly. Null for bodies or options that no mover
// takes, and without memory.
HALFSPACE_API halfspace_player* halfspace_new_player(const halfspace_collision_world* world,
                                                     const halfspace_player_body* body,
                                                     const halfspace_mover_options* options);
HALFSPACE_API void halfspace_free_player(halfspace_player* player);
HALFSPACE_API halfspace_status halfspace_get_player(const halfspace_player* player,
                                                    halfspace_player_view* view);

// Looks along these angles [degrees]. The pitch stays between straight up and straight down.
HALFSPACE_API halfspace_status halfspace_look_player(halfspace_player* player,
                                                     double pitch,
                                                     double yaw);
// Flies with the eye here.
HALFSPACE_API halfspace_status halfspace_fly_player(halfspace_player* player, const double eye[3]);
// Stands with the eye near this place. drops: 1 if the body then falls onto the floor below, if it
// is near. NOT_FOUND, and nothing changes, if there is no room or no body. A player who is an
// obstacle of the world leaves itself out, here and below; without: may be null.
HALFSPACE_API halfspace_status halfspace_stand_player(halfspace_player* player,
                                                      const halfspace_collision_world* world,
                                                      const halfspace_leave_out* without,
                                                      const double eye[3],
                                                      int32_t drops);
// Takes another body; body: null as above. NOT_FOUND, and nothing changes, if there is no room.
HALFSPACE_API halfspace_status halfspace_set_player_body(halfspace_player* player,
                                                         const halfspace_collision_world* world,
                                                         const halfspace_leave_out* without,
                                                         const halfspace_player_body* body,
                                                         double raise);

HALFSPACE_API halfspace_status halfspace_begin_frame(halfspace_player* player,
                                                     double seconds,
                                                     const halfspace_player_input* input);
// 1 if the time suffices for a step, which it then takes from the frame; else 0.
HALFSPACE_API int32_t halfspace_begin_player_step(halfspace_player* player);
HALFSPACE_API halfspace_status halfspace_player_controls(const halfspace_player* player,
                                                         halfspace_mover_input* input);
// Takes the result of the mover. In flight nothing changes.
HALFSPACE_API halfspace_status halfspace_finish_player_step(halfspace_player* player,
                                                            const halfspace_mover_step* step);
// leader: the player who counts the time of players who make their steps together; else null.
HALFSPACE_API halfspace_status halfspace_end_frame(halfspace_player* player,
                                                   const halfspace_player* leader);
// Forgets whole steps that wait, and a jump that waits for a step.
HALFSPACE_API halfspace_status halfspace_drop_player_steps(halfspace_player* player);

#ifdef __cplusplus
}
#endif

#endif
