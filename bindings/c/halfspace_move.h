// SPDX-License-Identifier: MIT
// The mover, for C (move/mover.h): it walks, jumps, crouches, swims, climbs and rides. The rules
// are those of halfspace.h. docs/guides/moving.md explains a game's loop.
#ifndef HALFSPACE_MOVE_H
#define HALFSPACE_MOVE_H

#include "halfspace_collision_world.h"
#include "halfspace_mover_state.h"
#include "halfspace_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HALFSPACE_JUMP_BUTTON 1
#define HALFSPACE_CROUCH_BUTTON 2

// The same bytes as the C++ type MoverInput (move/mover_input.h).
typedef struct halfspace_mover_input {
    int16_t pitch;  // 65536 is a whole turn
    int16_t yaw;
    int8_t forward;  // 127 is the full speed
    int8_t left;
    int8_t up;
    uint8_t buttons;
} halfspace_mover_input;

// The controls, rounded. angles: pitch, yaw, roll [degrees]. wish: forward, left, up, from -1 to 1
// of the full speed. buttons: HALFSPACE_JUMP_BUTTON and HALFSPACE_CROUCH_BUTTON, joined by OR.
HALFSPACE_API halfspace_status halfspace_quantised(const double angles[3],
                                                   const double wish[3],
                                                   uint32_t buttons,
                                                   halfspace_mover_input* input);

// The C++ type MoverOptions (move/mover_options.h) explains the fields and their ranges.
typedef struct halfspace_mover_options {
    double seconds;  // of a step
    uint32_t mask;   // the contents that block
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

// The default options; null options mean the same.
HALFSPACE_API halfspace_mover_options halfspace_default_mover_options(void);

#define HALFSPACE_MOST_SLIDE_PLANES 5

// halfspace_mover_step.problem
#define HALFSPACE_MOVER_FINE 0
#define HALFSPACE_MOVER_BAD_STATE 1
#define HALFSPACE_MOVER_STUCK 2
#define HALFSPACE_MOVER_TOO_MANY_NEAR 3

// The C++ type MoverStep (move/mover.h) explains the fields.
typedef struct halfspace_mover_step {
    halfspace_mover_state state;
    uint32_t problem;
    int32_t was_freed;
    int32_t jumped;
    int32_t landed;
    double landing_speed;  // [units per second]
    double stepped;        // [units]
    uint32_t liquid;       // contents; 0 without a liquid
    int32_t liquid_depth;  // 0 to 3
    int32_t has_ground;
    uint32_t wall_count;
    halfspace_contact ground;  // zero without ground
    halfspace_contact walls[HALFSPACE_MOST_SLIDE_PLANES];
    int32_t is_crushed;
    uint32_t crush_model;     // HALFSPACE_NONE for an obstacle
    uint32_t crush_obstacle;  // HALFSPACE_NONE for a model
    uint32_t reserved;
    double crush_fraction;
} halfspace_mover_step;

// Moves the mover by one step. First, models and obstacles go their ways of this step. stand,
// crouch: its bodies; the box of `crouch` lies in the box of `stand`. A mover that is an obstacle
// of the world leaves itself out. BAD_ARGUMENT also for options out of range, for offsets beyond
// 2^20, and for the world of a model alone. A wrong state is no mistake of the caller:
// step->problem tells it. Allocates where query/sweep.h says so.
HALFSPACE_API halfspace_status halfspace_step_mover(const halfspace_collision_world* world,
                                                    const halfspace_leave_out* without,
                                                    const halfspace_mover_body* stand,
                                                    const halfspace_mover_body* crouch,
                                                    const halfspace_mover_state* state,
                                                    const halfspace_mover_input* input,
                                                    const halfspace_mover_options* options,
                                                    halfspace_mover_step* step);

// The C++ type Slide (move/slide.h) explains the fields.
typedef struct halfspace_slide {
    double position[3];
    double velocity[3];
    halfspace_contact contacts[HALFSPACE_MOST_SLIDE_PLANES];
    uint32_t contact_count;
    int32_t start_blocked;
    int32_t too_many_near;
    uint32_t reserved;
} halfspace_slide;

// Moves the body at the velocity, and along what it touches. Models and obstacles stand where they
// are now. BAD_ARGUMENT also for coordinates beyond 2^20 at an end of the way, and for the world of
// a model alone. Allocates where query/sweep.h says so.
HALFSPACE_API halfspace_status halfspace_move_and_slide(const halfspace_collision_world* world,
                                                        const halfspace_leave_out* without,
                                                        const halfspace_mover_body* body,
                                                        const double position[3],
                                                        const double velocity[3],
                                                        double seconds,
                                                        const halfspace_trace_options* options,
                                                        halfspace_slide* slide);

#ifdef __cplusplus
}
#endif

#endif
