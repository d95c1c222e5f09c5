// SPDX-License-Identifier: MIT
// Doors, lifts and plats that open for whoever is near, for C (move/doors.h), and where a player
// starts (move/player_start.h). The rules are those of halfspace.h.
#ifndef HALFSPACE_DOORS_H
#define HALFSPACE_DOORS_H

#include "halfspace_move.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a door does: halfspace_door_state.mode.
#define HALFSPACE_DOOR_CLOSED 0
#define HALFSPACE_DOOR_OPENING 1
#define HALFSPACE_DOOR_OPEN 2
#define HALFSPACE_DOOR_CLOSING 3

// The same bytes as the C++ type DoorState (move/doors.h), which explains the fields.
typedef struct halfspace_door_state {
    double open;   // [units or degrees]
    double waits;  // [s]
    uint8_t mode;
    uint8_t locked;
    uint8_t turned_back;
    uint8_t reserved[5];
} halfspace_door_state;

// What an entity says about a door. The C++ type Door (move/doors.h) explains the fields.
typedef struct halfspace_door {
    uint32_t entity;
    uint32_t group;
    double reach_min[3];
    double reach_max[3];
    double travel;  // [units or degrees]
    double speed;   // [units or degrees per second]
    double wait;    // [s]
} halfspace_door;

typedef struct halfspace_doors halfspace_doors;

// The doors of a level, closed; lifts are low. Null without a level or memory. The level may be
// freed before the doors.
HALFSPACE_API halfspace_doors* halfspace_new_doors(const halfspace_level* level);
HALFSPACE_API void halfspace_free_doors(halfspace_doors* doors);

HALFSPACE_API size_t halfspace_door_count(const halfspace_doors* doors);
// BAD_ARGUMENT unless door < halfspace_door_count(doors), here and below.
HALFSPACE_API halfspace_status halfspace_get_door(const halfspace_doors* doors,
                                                  size_t door,
                                                  halfspace_door* out);
HALFSPACE_API halfspace_status halfspace_get_door_state(const halfspace_doors* doors,
                                                        size_t door,
                                                        halfspace_door_state* state);
// BAD_ARGUMENT, and nothing changes, if there are not as many states as doors, or if a number is
// out of its range. It ends a step that has begun.
HALFSPACE_API halfspace_status halfspace_restore_doors(halfspace_doors* doors,
                                                       const halfspace_door_state* states,
                                                       size_t count);
// While a door is locked, no visitor opens it or its group. Between halfspace_step_doors and
// halfspace_finish_doors, it counts from the next step on.
HALFSPACE_API halfspace_status halfspace_lock_door(halfspace_doors* doors,
                                                   size_t door,
                                                   int32_t is_locked);

// Begins a step of so many seconds. Doors open for the visitors: positions, x y z of each.
HALFSPACE_API halfspace_status halfspace_step_doors(halfspace_doors* doors,
                                                    double seconds,
                                                    const double* visitors,
                                                    size_t count);
// After a crush by the model: its door stays in this step where it was, and then turns back.
// NOT_FOUND, and nothing changes, for a model that is no door or does not move in this step.
// BAD_ARGUMENT for a number that no model has, such as the HALFSPACE_NONE of a crush by an
// obstacle.
HALFSPACE_API halfspace_status halfspace_turn_back_door(halfspace_doors* doors, uint32_t model);
// The way of a model in this step; of a model at rest twice its place. A game moves the models of a
// collision world of its own so. from, to: may be null.
HALFSPACE_API halfspace_status halfspace_door_way(const halfspace_doors* doors,
                                                  uint32_t model,
                                                  halfspace_placement* from,
                                                  halfspace_placement* to);
// Moves the models of doors that are placed in a world of the game, as halfspace_move_model does.
HALFSPACE_API halfspace_status halfspace_move_doors(const halfspace_doors* doors,
                                                    halfspace_collision_world* world);
// Ends the step. has_moved: 1 if a model has moved. It may be null.
HALFSPACE_API halfspace_status halfspace_finish_doors(halfspace_doors* doors, int32_t* has_moved);

// Makes one step of a mover among the doors of its level: all of the above. Doors near the mover
// open, and a door that would crush the mover turns back. The arguments are those of
// halfspace_step_mover. The doors place all models of the level and no obstacles; `without` may
// name a wall that the game has broken. Allocates.
HALFSPACE_API halfspace_status halfspace_step_among(halfspace_doors* doors,
                                                    const halfspace_leave_out* without,
                                                    const halfspace_mover_body* stand,
                                                    const halfspace_mover_body* crouch,
                                                    const halfspace_mover_state* state,
                                                    const halfspace_mover_input* input,
                                                    const halfspace_mover_options* options,
                                                    halfspace_mover_step* step);

// Where a player starts. The C++ type PlayerStart (move/player_start.h) explains the fields.
typedef struct halfspace_player_start {
    uint32_t entity;
    uint32_t refused;
    double origin[3];
    double yaw;  // [degrees]
    double position[3];
} halfspace_player_start;

// The first start with room for the body in the world, at the start or near it. body: null for
// the first start of the level, whether there is room or not. NOT_FOUND if there is none. without:
// what does not take the room, such as the body of the player who starts; may be null.
HALFSPACE_API halfspace_status halfspace_find_start(const halfspace_collision_world* world,
                                                    const halfspace_leave_out* without,
                                                    const halfspace_mover_body* body,
                                                    uint32_t mask,
                                                    halfspace_player_start* start);

#ifdef __cplusplus
}
#endif

#endif
