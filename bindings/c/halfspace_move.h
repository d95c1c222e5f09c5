/* SPDX-License-Identifier: MIT */
/* The mover for C: it walks, jumps, crouches, swims, climbs and rides (move/mover.h). Also doors,
 * triggers, and a player with an eye. The rules of halfspace.h hold here, too.
 * docs/guides/moving.md explains the loop of a game.
 *
 * Over 200 lines: one header for all that a game moves, so that a game needs to know one name. */
#ifndef HALFSPACE_MOVE_H
#define HALFSPACE_MOVE_H

#include "halfspace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The state of a mover ---------------------------------------------------------------------
 *
 * How a mover starts, and what a game does to it between steps (move/mover_state.h). */

/* How a mover moves: halfspace_mover_state.mode. */
#define HALFSPACE_MOVER_GROUND 0
#define HALFSPACE_MOVER_AIR 1
#define HALFSPACE_MOVER_SWIM 2
#define HALFSPACE_MOVER_LADDER 3

/* Flags of halfspace_mover_state, joined by OR. Further bits belong to the mover. */
#define HALFSPACE_MOVER_CROUCHED 1
#define HALFSPACE_MOVER_JUMP_HELD 2

/* The same bytes as the C++ type MoverState (move/mover_state.h), which explains the fields. A game
 * may save and send them. */
typedef struct halfspace_mover_state {
    uint16_t version;
    uint8_t mode;
    uint8_t flags;
    uint32_t ground_model;    /* HALFSPACE_NONE without one */
    uint32_t ground_obstacle; /* HALFSPACE_NONE without one */
    uint32_t ground_mesh;     /* HALFSPACE_NONE without one */
    double position[3];
    double velocity[3]; /* [units per second] */
    double ground_normal[3];
} halfspace_mover_state;

/* The state of a mover that falls from the position. BAD_ARGUMENT for a position beyond 2^20. */
HALFSPACE_API halfspace_status halfspace_mover_at(const double position[3],
                                                  halfspace_mover_state* state);

/* The state with `push` added to its velocity [units per second], as after an explosion or on a
 * jump pad. A push away from the ground lifts the mover off: it keeps the velocity of what it stood
 * on. A climber lets go of the ladder, and a swimmer that rises by the push leaves the liquid if it
 * is fast enough. Several pushes add up. `after` may be `state`. */
HALFSPACE_API halfspace_status halfspace_pushed(const halfspace_mover_state* state,
                                                const double push[3],
                                                halfspace_mover_state* after);

/* The mover at another place, as by a teleport. It flies there until its next step finds the
 * ground. Its velocity and its body stay. It forgets what carried it. `after` may be `state`.
 * BAD_ARGUMENT for a place beyond 2^20. */
HALFSPACE_API halfspace_status halfspace_moved_to(const halfspace_mover_state* state,
                                                  const double place[3],
                                                  halfspace_mover_state* after);

/* ---- The controls -------------------------------------------------------------------------- */

#define HALFSPACE_JUMP_BUTTON 1
#define HALFSPACE_CROUCH_BUTTON 2

/* The same bytes as the C++ type MoverInput (move/mover_input.h). */
typedef struct halfspace_mover_input {
    int16_t pitch; /* 65536 is a whole turn */
    int16_t yaw;
    int8_t forward; /* 127 is the full speed */
    int8_t left;
    int8_t up;
    uint8_t buttons;
} halfspace_mover_input;

/* The controls, rounded. angles: pitch, yaw, roll [degrees]. wish: forward, left, up, from -1 to 1
 * of the full speed. buttons: HALFSPACE_JUMP_BUTTON and HALFSPACE_CROUCH_BUTTON, joined by OR. */
HALFSPACE_API halfspace_status halfspace_quantised(const double angles[3],
                                                   const double wish[3],
                                                   uint32_t buttons,
                                                   halfspace_mover_input* input);

/* ---- A step of a mover --------------------------------------------------------------------- */

/* The C++ type MoverOptions (move/mover_options.h) explains the fields and their ranges. */
typedef struct halfspace_mover_options {
    double seconds; /* of a step */
    uint32_t mask;  /* the contents that block */
    uint32_t reserved;
    double walk_speed;
    double crouch_speed;
    double ground_acceleration;
    double friction;
    double stop_speed;
    double gravity;
    double jump_speed;
    double air_acceleration;
    double air_speed;
    double step_height;
    double floor_normal;
    double swim_speed;
    double swim_acceleration;
    double swim_friction;
    double sink_speed;
    double climb_out_speed;
    double ladder_speed;
    double max_speed;
    double skin;
    double unstick;
} halfspace_mover_options;

/* The default options; null options mean the same. */
HALFSPACE_API halfspace_mover_options halfspace_default_mover_options(void);

#define HALFSPACE_MAX_SLIDE_PLANES 5

/* halfspace_mover_step.problem */
#define HALFSPACE_MOVER_FINE 0
#define HALFSPACE_MOVER_BAD_STATE 1
#define HALFSPACE_MOVER_STUCK 2
#define HALFSPACE_MOVER_TOO_MANY_NEAR 3

/* The C++ type MoverStep (move/mover.h) explains the fields. */
typedef struct halfspace_mover_step {
    halfspace_mover_state state;
    uint32_t problem;
    int32_t was_freed;
    int32_t jumped;
    int32_t landed;
    double landing_speed; /* [units per second] */
    double stepped;       /* [units] */
    uint32_t liquid;      /* contents; 0 without a liquid */
    int32_t liquid_depth; /* 0 to 3 */
    int32_t has_ground;
    uint32_t wall_count;
    halfspace_contact ground; /* zero without ground */
    halfspace_contact walls[HALFSPACE_MAX_SLIDE_PLANES];
    int32_t is_crushed;
    uint32_t crush_model; /* one of the three is the thing that crushes, the others are
                           * HALFSPACE_NONE */
    uint32_t crush_obstacle;
    uint32_t crush_mesh;
    double crush_fraction;
} halfspace_mover_step;

/* Moves the mover by one step. First, models, meshes and obstacles go their ways of this step.
 * stand, crouch: its bodies; the box of `crouch` is in the box of `stand`. A mover that is an
 * obstacle of the world leaves itself out. BAD_ARGUMENT also for options out of range, for offsets
 * beyond 2^20, and for the world of a model alone. A wrong state is no mistake of the caller:
 * step->problem tells it. Allocates where query/sweep.h says so. */
HALFSPACE_API halfspace_status halfspace_step_mover(const halfspace_collision_world* world,
                                                    const halfspace_leave_out* without,
                                                    const halfspace_mover_body* stand,
                                                    const halfspace_mover_body* crouch,
                                                    const halfspace_mover_state* state,
                                                    const halfspace_mover_input* input,
                                                    const halfspace_mover_options* options,
                                                    halfspace_mover_step* step);

/* A step of many movers with the same bodies and options (move/step_movers.h). No mover meets the
 * step of another one. themselves: the obstacle that a mover is, which it leaves out;
 * HALFSPACE_NONE for none; or null: no mover is an obstacle. after: may be `states`. problems: the
 * HALFSPACE_MOVER_* of each; may be null. Allocates. */
HALFSPACE_API halfspace_status halfspace_step_movers(const halfspace_collision_world* world,
                                                     const halfspace_leave_out* without,
                                                     const halfspace_mover_body* stand,
                                                     const halfspace_mover_body* crouch,
                                                     const halfspace_mover_state* states,
                                                     const halfspace_mover_input* inputs,
                                                     const uint32_t* themselves,
                                                     size_t count,
                                                     const halfspace_mover_options* options,
                                                     halfspace_mover_state* after,
                                                     uint8_t* problems);

/* ---- A slide ----------------------------------------------------------------------------------
 *
 * For a body that moves by rules of the game (move/slide.h). */

/* The C++ type Slide (move/slide.h) explains the fields. */
typedef struct halfspace_slide {
    double position[3];
    double velocity[3];
    halfspace_contact contacts[HALFSPACE_MAX_SLIDE_PLANES];
    uint32_t contact_count;
    int32_t start_blocked;
    int32_t too_many_near;
    uint32_t reserved;
} halfspace_slide;

/* Moves the body at the velocity, and along what it touches. Models, meshes and obstacles stay
 * where they are now. BAD_ARGUMENT also for coordinates beyond 2^20 at an end of the way, and for
 * the world of a model alone. Allocates where query/sweep.h says so. */
HALFSPACE_API halfspace_status halfspace_move_and_slide(const halfspace_collision_world* world,
                                                        const halfspace_leave_out* without,
                                                        const halfspace_mover_body* body,
                                                        const double position[3],
                                                        const double velocity[3],
                                                        double seconds,
                                                        const halfspace_trace_options* options,
                                                        halfspace_slide* slide);

/* ---- Doors ------------------------------------------------------------------------------------
 *
 * Doors, lifts and plats that open for a visitor who is near (move/doors.h). */

/* What a door does: halfspace_door_state.mode. */
#define HALFSPACE_DOOR_CLOSED 0
#define HALFSPACE_DOOR_OPENING 1
#define HALFSPACE_DOOR_OPEN 2
#define HALFSPACE_DOOR_CLOSING 3

/* The same bytes as the C++ type DoorState (move/doors.h), which explains the fields. */
typedef struct halfspace_door_state {
    double open;  /* [units or degrees] */
    double waits; /* [s] */
    uint8_t mode;
    uint8_t locked;
    uint8_t turned_back;
    uint8_t carries_down;
    uint8_t reserved[4];
} halfspace_door_state;

/* What an entity says about a door. The C++ type Door (move/doors.h) explains the fields. */
typedef struct halfspace_door {
    uint32_t entity;
    uint32_t group;
    double reach_min[3];
    double reach_max[3];
    double travel; /* [units or degrees] */
    double speed;  /* [units or degrees per second] */
    double wait;   /* [s] */
} halfspace_door;

typedef struct halfspace_doors halfspace_doors;

/* The doors of a level, closed; lifts are low. Null without a level or memory. The level may be
 * freed before the doors. */
HALFSPACE_API halfspace_doors* halfspace_new_doors(const halfspace_level* level);
HALFSPACE_API void halfspace_free_doors(halfspace_doors* doors);

HALFSPACE_API size_t halfspace_door_count(const halfspace_doors* doors);
/* BAD_ARGUMENT unless door < halfspace_door_count(doors), here and below. */
HALFSPACE_API halfspace_status halfspace_get_door(const halfspace_doors* doors,
                                                  size_t door,
                                                  halfspace_door* out);
HALFSPACE_API halfspace_status halfspace_get_door_state(const halfspace_doors* doors,
                                                        size_t door,
                                                        halfspace_door_state* state);
/* BAD_ARGUMENT, and nothing changes, if there are not as many states as doors, or if a number is
 * out of its range. It ends a step that has begun. */
HALFSPACE_API halfspace_status halfspace_restore_doors(halfspace_doors* doors,
                                                       const halfspace_door_state* states,
                                                       size_t count);
/* While a door is locked, no visitor opens it or its group. Between halfspace_step_doors and
 * halfspace_finish_doors, it counts from the next step on. */
HALFSPACE_API halfspace_status halfspace_lock_door(halfspace_doors* doors,
                                                   size_t door,
                                                   int32_t is_locked);

/* Begins a step of this length [s]. Doors open for the visitors: positions, x y z of each. */
HALFSPACE_API halfspace_status halfspace_step_doors(halfspace_doors* doors,
                                                    double seconds,
                                                    const double* visitors,
                                                    size_t count);
/* After a crush by the model: its door stays in this step where it was, and then turns back.
 * NOT_FOUND, and nothing changes, for a model that is no door or does not move in this step.
 * BAD_ARGUMENT for a number that no model has, such as the HALFSPACE_NONE of a crush by an
 * obstacle. */
HALFSPACE_API halfspace_status halfspace_turn_back_door(halfspace_doors* doors, uint32_t model);
/* The way of a model in this step; of a model at rest twice its place. A game uses it to
 * move the models of its collision world. from, to: may be null. */
HALFSPACE_API halfspace_status halfspace_door_way(const halfspace_doors* doors,
                                                  uint32_t model,
                                                  halfspace_placement* from,
                                                  halfspace_placement* to);
/* Moves the models of doors that are placed in a world of the game, as halfspace_move_model
 * does. */
HALFSPACE_API halfspace_status halfspace_move_doors(const halfspace_doors* doors,
                                                    halfspace_collision_world* world);
/* Shuts the area portals whose doors stand closed, and opens all others. BAD_ARGUMENT also for a
 * state of another level. The C++ function Doors::set_areas tells which doors shut nothing. */
HALFSPACE_API halfspace_status halfspace_set_areas(const halfspace_doors* doors,
                                                   halfspace_area_state* areas);
/* Ends the step. has_moved: 1 if a model has moved. It may be null. */
HALFSPACE_API halfspace_status halfspace_finish_doors(halfspace_doors* doors, int32_t* has_moved);

/* Makes one step of a mover among the doors of its level: all of the above. Doors near the mover
 * open, and a door that would crush the mover turns back. The arguments are as in
 * halfspace_step_mover. The doors place all models of the level and no obstacles; `without` may
 * name a wall that the game has broken. Allocates. */
HALFSPACE_API halfspace_status halfspace_step_among(halfspace_doors* doors,
                                                    const halfspace_leave_out* without,
                                                    const halfspace_mover_body* stand,
                                                    const halfspace_mover_body* crouch,
                                                    const halfspace_mover_state* state,
                                                    const halfspace_mover_input* input,
                                                    const halfspace_mover_options* options,
                                                    halfspace_mover_step* step);

/* ---- Triggers ---------------------------------------------------------------------------------
 *
 * Teleporters and jump pads by the customs of Quake (move/triggers.h). After each step of a mover:
 *
 *     halfspace_step_mover(world, NULL, &stand, &crouch, &state, &input, NULL, &step);
 *     state = step.state;
 *     halfspace_apply_triggers(triggers, world, NULL, &stand, &crouch, &state, NULL, NULL); */

/* What a trigger does: halfspace_trigger.kind. */
#define HALFSPACE_TRIGGER_TELEPORT 0
#define HALFSPACE_TRIGGER_PUSH 1

/* What an entity trigger_teleport or trigger_push does. */
typedef struct halfspace_trigger {
    uint32_t entity;
    uint32_t model; /* who touches it is moved */
    uint32_t kind;  /* HALFSPACE_TRIGGER_TELEPORT or HALFSPACE_TRIGGER_PUSH */
    uint32_t reserved;
    double destination[3]; /* of a teleporter [units] */
    double velocity[3];    /* that a push gives [units per second] */
} halfspace_trigger;

typedef struct halfspace_triggers halfspace_triggers;

/* The triggers of a level. gravity: that of the mover, which says how fast a push throws to its
 * target [units / s^2, >= 0]. Null without a level or memory. The level may be freed before the
 * triggers. */
HALFSPACE_API halfspace_triggers* halfspace_new_triggers(const halfspace_level* level,
                                                         double gravity);
HALFSPACE_API void halfspace_free_triggers(halfspace_triggers* triggers);

/* In the order of their entities; 0 for null. */
HALFSPACE_API size_t halfspace_trigger_count(const halfspace_triggers* triggers);
HALFSPACE_API halfspace_status halfspace_get_trigger(const halfspace_triggers* triggers,
                                                     size_t trigger,
                                                     halfspace_trigger* out);
/* Triggers that do nothing; 0 for null. */
HALFSPACE_API size_t halfspace_idle_trigger_count(const halfspace_triggers* triggers);
/* Why one does nothing, for its designer: "it has no target". The text lives as long as the
 * triggers. */
HALFSPACE_API halfspace_status halfspace_get_idle_trigger(const halfspace_triggers* triggers,
                                                          size_t trigger,
                                                          uint32_t* entity,
                                                          const char** reason);

/* trigger: the number of the first one that the body overlaps. NOT_FOUND if there is none. */
HALFSPACE_API halfspace_status halfspace_touched_trigger(const halfspace_triggers* triggers,
                                                         const halfspace_mover_body* body,
                                                         const double position[3],
                                                         size_t* trigger);
/* Moves a mover that touches a trigger. A teleporter puts it at its destination, or 27 units above,
 * at rest; where there is no room, it stays. A push gives it its velocity. The arguments are those
 * of its step. trigger: the number of the trigger; may be null. NOT_FOUND, and nothing is written,
 * if it touches none. BAD_ARGUMENT also for the world of another level. */
HALFSPACE_API halfspace_status halfspace_apply_triggers(const halfspace_triggers* triggers,
                                                        const halfspace_collision_world* world,
                                                        const halfspace_leave_out* without,
                                                        const halfspace_mover_body* stand,
                                                        const halfspace_mover_body* crouch,
                                                        halfspace_mover_state* state,
                                                        const halfspace_mover_options* options,
                                                        size_t* trigger);

/* ---- Where a player starts --------------------------------------------------------------------
 *
 * Entities of the level, or a place on the ground (move/player_start.h). */

/* Where a player starts. The C++ type PlayerStart (move/player_start.h) explains the fields. */
typedef struct halfspace_player_start {
    uint32_t entity;
    uint32_t refused;
    double origin[3];
    double yaw; /* [degrees] */
    double position[3];
} halfspace_player_start;

/* The first start of the level where the body is free, at the start or near it. body: null for the
 * first start, free or not. NOT_FOUND if there is none. without: what does not block the body, such
 * as the body of the player who starts; may be null. */
HALFSPACE_API halfspace_status halfspace_find_start(const halfspace_collision_world* world,
                                                    const halfspace_leave_out* without,
                                                    const halfspace_mover_body* body,
                                                    uint32_t mask,
                                                    halfspace_player_start* start);

/* Where a player starts if nobody has set a start, and where the player looks. */
typedef struct halfspace_ground_start {
    double position[3];
    double pitch; /* down [degrees] */
    double yaw;   /* to the left of the x axis [degrees] */
} halfspace_ground_start;

/* A place with a wide view, on the highest ground of the world where the body can stand: meshes,
 * the level, models. NOT_FOUND if none was found. eye_height: above the position of the body
 * [units]. body: not null. Costs at most 8192 sweeps. */
HALFSPACE_API halfspace_status halfspace_find_ground_start(const halfspace_collision_world* world,
                                                           const halfspace_leave_out* without,
                                                           const halfspace_mover_body* body,
                                                           double eye_height,
                                                           uint32_t mask,
                                                           halfspace_ground_start* start);

/* ---- Players ----------------------------------------------------------------------------------
 *
 * A player looks at a level (move/player.h): steps of equal length in frames of any length, an eye
 * that moves smoothly, and flying. The caller makes the steps of the mover. In each frame:
 *
 *     halfspace_begin_frame(player, seconds, &input);
 *     while (halfspace_begin_player_step(player)) {
 *         halfspace_get_player(player, &view);
 *         if (!view.flies) {
 *             halfspace_player_controls(player, &controls);
 *             halfspace_step_mover(
 *                 world, NULL, &stand, &crouch, &view.state, &controls, NULL, &step);
 *             halfspace_finish_player_step(player, &step);
 *         }
 *     }
 *     halfspace_end_frame(player, NULL); */

/* What a person at the controls wants. The C++ type PlayerInput explains the fields. */
typedef struct halfspace_player_input {
    double forward;
    double left;
    double up;
    double turn; /* [degrees per second] */
    int32_t jumps;
    int32_t begins_jump;
    int32_t crouches;
    int32_t is_fast;
} halfspace_player_input;

/* The bodies of a player, and how high its eyes are above their position [units]. */
typedef struct halfspace_player_body {
    halfspace_mover_body stand;
    halfspace_mover_body crouch;
    double standing_eye;
    double crouching_eye;
} halfspace_player_body;

typedef struct halfspace_player_touch {
    double position[3]; /* of the body */
    double normal[3];   /* of the surface */
    int32_t is_crouched;
    uint32_t reserved;
} halfspace_player_touch;
#define HALFSPACE_MAX_TOUCHES 12

typedef struct halfspace_player_view {
    double eye[3];
    double pitch; /* [degrees] */
    double yaw;
    int32_t flies;
    uint32_t touch_count;
    halfspace_player_touch touches[HALFSPACE_MAX_TOUCHES]; /* the latest at the end */
    halfspace_mover_state state;
} halfspace_player_view;

typedef struct halfspace_player halfspace_player;

/* A player who flies. body: null for one who can only fly. Null for bodies or options that no mover
 * takes, and without memory. */
HALFSPACE_API halfspace_player* halfspace_new_player(const halfspace_collision_world* world,
                                                     const halfspace_player_body* body,
                                                     const halfspace_mover_options* options);
HALFSPACE_API void halfspace_free_player(halfspace_player* player);
HALFSPACE_API halfspace_status halfspace_get_player(const halfspace_player* player,
                                                    halfspace_player_view* view);

/* Looks along these angles [degrees]. The pitch stays between straight up and straight down. */
HALFSPACE_API halfspace_status halfspace_look_player(halfspace_player* player,
                                                     double pitch,
                                                     double yaw);
/* Flies with the eye here. */
HALFSPACE_API halfspace_status halfspace_fly_player(halfspace_player* player, const double eye[3]);
/* Stands with the eye near this place. drops: 1 if the body then falls onto the floor below, if it
 * is near. NOT_FOUND, and nothing changes, if the body is not free there, or without a body. A
 * player who is an obstacle of the world leaves itself out, here and below; without: may be
 * null. */
HALFSPACE_API halfspace_status halfspace_stand_player(halfspace_player* player,
                                                      const halfspace_collision_world* world,
                                                      const halfspace_leave_out* without,
                                                      const double eye[3],
                                                      int32_t drops);
/* Takes another body; body: null as above. NOT_FOUND, and nothing changes, if it is not free. */
HALFSPACE_API halfspace_status halfspace_set_player_body(halfspace_player* player,
                                                         const halfspace_collision_world* world,
                                                         const halfspace_leave_out* without,
                                                         const halfspace_player_body* body,
                                                         double raise);

HALFSPACE_API halfspace_status halfspace_begin_frame(halfspace_player* player,
                                                     double seconds,
                                                     const halfspace_player_input* input);
/* 1 if the time suffices for a step, which it then takes from the frame; else 0. */
HALFSPACE_API int32_t halfspace_begin_player_step(halfspace_player* player);
HALFSPACE_API halfspace_status halfspace_player_controls(const halfspace_player* player,
                                                         halfspace_mover_input* input);
/* Takes the result of the mover. In flight nothing changes. */
HALFSPACE_API halfspace_status halfspace_finish_player_step(halfspace_player* player,
                                                            const halfspace_mover_step* step);
/* Takes the state of the mover after the game has changed it: by a push, or by a teleport, whose
 * way the eye does not go. BAD_ARGUMENT for a state that is wrong. In flight nothing changes. */
HALFSPACE_API halfspace_status halfspace_set_player_state(halfspace_player* player,
                                                          const halfspace_mover_state* state);
/* leader: the player who counts the time of players who make their steps together; else null. */
HALFSPACE_API halfspace_status halfspace_end_frame(halfspace_player* player,
                                                   const halfspace_player* leader);
/* Forgets whole steps that wait, and a jump that waits for a step. */
HALFSPACE_API halfspace_status halfspace_drop_player_steps(halfspace_player* player);

#ifdef __cplusplus
}
#endif

#endif
