/* SPDX-License-Identifier: MIT */
/* Agents for C: a follower goes a route of a navigation mesh with a mover, on foot, down ledges and
 * by jumps (agents/path_follower.h). It gives the controls of each step of the mover and nothing
 * else. The rules of halfspace.h hold here, too. All results have the same bits on every machine.
 *
 *     halfspace_path_follower* follower = halfspace_new_path_follower(NULL);
 *     halfspace_follower_go_to(follower, mesh, scratch, state.position, &goal, NULL, &status);
 *     halfspace_mover_input input;
 *     halfspace_follower_step(follower, scratch, &state, NULL, &input);
 *     halfspace_step_mover(world, NULL, &stand, &crouch, &state, &input, NULL, &step); */
#ifndef HALFSPACE_AGENTS_H
#define HALFSPACE_AGENTS_H

#include "halfspace_move.h"
#include "halfspace_nav.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The C++ types FollowOptions and RouteOptions (nav/route.h) explain the fields and ranges. */
typedef struct halfspace_follow_options {
    double speed;
    double clearance;     /* [units] */
    double goal_radius;   /* [units] */
    double lost_radius;   /* [units] */
    double stuck_seconds; /* [s] */
    double find_radius;   /* [units] */
    double max_drop;      /* [units]; INFINITY for any drop */
    double water_cost;    /* 1 and more; INFINITY: it never enters water */
    double slime_cost;
    double lava_cost;
    int32_t may_drop; /* 1: it may go down ledges; 0: it may not */
    int32_t may_jump; /* 1: it may jump onto walls; 0: it may not */
} halfspace_follow_options;
/* The default options; null options mean the same. */
HALFSPACE_API halfspace_follow_options halfspace_default_follow_options(void);

/* What a follower does: the C++ type FollowStatus. */
#define HALFSPACE_FOLLOW_IDLE 0
#define HALFSPACE_FOLLOW_FOLLOWING 1
#define HALFSPACE_FOLLOW_ARRIVED 2
#define HALFSPACE_FOLLOW_STUCK 3
#define HALFSPACE_FOLLOW_UNREACHABLE 4

/* What finds its way, and gives the controls of a mover. */
typedef struct halfspace_path_follower halfspace_path_follower;
/* A follower without a goal. Null for an option that is out of its range, and without memory. */
HALFSPACE_API halfspace_path_follower* halfspace_new_path_follower(
    const halfspace_follow_options* options);
/* Frees a follower; null is allowed. */
HALFSPACE_API void halfspace_free_path_follower(halfspace_path_follower* follower);

/* Finds a quick route from a position to the goal, a place of the mesh, and begins to go it. The
 * mesh may be freed meanwhile. mover: the options of the mover; may be null. status: FOLLOWING or
 * UNREACHABLE. Coordinates are at most 2^40. Allocates, unless scratch and follower are large
 * enough. */
HALFSPACE_API halfspace_status halfspace_follower_go_to(halfspace_path_follower* follower,
                                                        const halfspace_nav_mesh* mesh,
                                                        halfspace_nav_scratch* scratch,
                                                        const double position[3],
                                                        const halfspace_nav_place* goal,
                                                        const halfspace_mover_options* mover,
                                                        uint32_t* status);
/* Forgets the goal. */
HALFSPACE_API halfspace_status halfspace_follower_stop(halfspace_path_follower* follower);
/* The controls of the next step of the mover: all 0 without a goal. BAD_ARGUMENT also for a state
 * that is wrong. */
HALFSPACE_API halfspace_status halfspace_follower_step(halfspace_path_follower* follower,
                                                       halfspace_nav_scratch* scratch,
                                                       const halfspace_mover_state* state,
                                                       const halfspace_mover_options* mover,
                                                       halfspace_mover_input* input);

/* One of HALFSPACE_FOLLOW_IDLE to HALFSPACE_FOLLOW_UNREACHABLE; IDLE for null. */
HALFSPACE_API uint32_t halfspace_follower_status(const halfspace_path_follower* follower);
/* The points that are before the mover; the last one is the goal. 0 for null. */
HALFSPACE_API size_t halfspace_follower_point_count(const halfspace_path_follower* follower);
/* Writes x, y, z of each point [units]. capacity: how many points fit. */
HALFSPACE_API halfspace_status halfspace_write_follower_points(
    const halfspace_path_follower* follower, double* positions, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
