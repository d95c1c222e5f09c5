/* SPDX-License-Identifier: MIT */
/* Agents for C: a follower goes a route of a navigation mesh with a mover, on foot and over links
 * (agents/path_follower.h). It gives the controls of each step of the mover and nothing else. A
 * crowd holds the followers of many agents that avoid each other (agents/crowd.h). The rules of
 * halfspace.h hold here, too. All results have the same bits on every machine.
 *
 *     halfspace_path_follower* follower = halfspace_new_path_follower(NULL);
 *     halfspace_follower_go_to(follower, mesh, scratch, at, &goal, NULL, NULL, &status);
 *
 * and in each step:
 *
 *     halfspace_follower_step(follower, scratch, &state, NULL, &input);
 *     halfspace_step_mover(world, NULL, &stand, &crouch, &state, &input, NULL, &step); */
#ifndef HALFSPACE_AGENTS_H
#define HALFSPACE_AGENTS_H

#include "halfspace_move.h"
#include "halfspace_nav.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The C++ type FollowOptions explains the fields and ranges. */
typedef struct halfspace_follow_options {
    double speed;
    double clearance;     /* [units] */
    double goal_radius;   /* [units] */
    double lost_radius;   /* [units] */
    double stuck_seconds; /* [s] */
    double find_radius;   /* [units] */
    /* 1: the mesh is that of the mover's crouching body. The mover crouches where its standing body
     * has no room, and stands elsewhere. 0: the mover has the body of the mesh. */
    int32_t crouches;
    int32_t reserved;
    /* The doors of the level that the game moves: the follower waits for their lifts and rides
     * them, if the kinds of links have HALFSPACE_NAV_LIFT. Null: it takes no lift. They may be
     * freed before the follower, and then stay as they are. */
    const halfspace_doors* lifts;
    /* Its speed is not read: it is that of the mover. Nor is its crouch_cost if the mover crouches.
     * When a door of its state closes on the way, the follower takes another one at once, or is
     * UNREACHABLE until a door is set. */
    halfspace_route_options route;
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

/* Finds a quick route from a position to the goal, a place of the mesh, and begins to go it. field:
 * one whose goal is the follower's, for many who go there: it is current and was found with the
 * follower's doors, and the follower takes its path on foot, if there is one. Either goal or field
 * is null. mover: the options of the mover; may be null. status: FOLLOWING or UNREACHABLE.
 * Coordinates are at most 2^40. BAD_ARGUMENT also for a field or a state of doors of another mesh,
 * and if there are not as many costs as areas of the mesh. Allocates, unless scratch and follower
 * are large enough. */
HALFSPACE_API halfspace_status halfspace_follower_go_to(halfspace_path_follower* follower,
                                                        const halfspace_nav_mesh* mesh,
                                                        halfspace_nav_scratch* scratch,
                                                        const double position[3],
                                                        const halfspace_nav_place* goal,
                                                        const halfspace_distance_field* field,
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

/* ---- Doors --------------------------------------------------------------------------------- */

/* Closes the doors of a mesh through which no agent comes, and opens all others: in each step of a
 * game, before its agents find their ways. Doors that open for who is near are open for ways; the
 * C++ function set_closed_doors (agents/closed_doors.h) tells which are closed. doors: of the level
 * of the mesh. Allocates nothing. */
HALFSPACE_API halfspace_status halfspace_set_closed_doors(const halfspace_doors* doors,
                                                          halfspace_nav_door_state* closed);

/* ---- Crowds -----------------------------------------------------------------------------------
 *
 * Many agents that walk to their goals and avoid each other. In each step of a game:
 *
 *     halfspace_crowd_step(crowd);
 *     for each agent i:
 *         halfspace_crowd_input(crowd, i, &input);
 *         halfspace_step_mover(world, without_i, &stand, &crouch, &state[i], &input, NULL, &step);
 *         state[i] = step.state;
 *         halfspace_crowd_set_state(crowd, i, &state[i]); */

/* The C++ type CrowdOptions explains the fields and ranges. */
typedef struct halfspace_crowd_options {
    double horizon;            /* [s] */
    double border_horizon;     /* [s] */
    double neighbour_distance; /* [units] */
    double gap;                /* [units] */
    uint32_t max_neighbours;
    uint32_t reserved;
} halfspace_crowd_options;
/* The default options; null options mean the same. */
HALFSPACE_API halfspace_crowd_options halfspace_default_crowd_options(void);

typedef struct halfspace_crowd halfspace_crowd;
/* A crowd without agents. Null for an option that is out of its range, and without memory. */
HALFSPACE_API halfspace_crowd* halfspace_new_crowd(const halfspace_crowd_options* options);
/* Frees a crowd; null is allowed. */
HALFSPACE_API void halfspace_free_crowd(halfspace_crowd* crowd);
/* How many agents there are; 0 for null. */
HALFSPACE_API size_t halfspace_crowd_size(const halfspace_crowd* crowd);

/* Adds an agent without a goal. world, body: as halfspace_step_mover takes them; the others avoid
 * the box of the body. mesh: of this body, or of the crouching one for an agent that crouches.
 * follow and mover may be null. agent: its number. Numbers of removed agents are given again.
 * BAD_ARGUMENT also for a state that is wrong, for a state of doors of another mesh, and if there
 * are not as many costs as areas of the mesh. */
HALFSPACE_API halfspace_status halfspace_crowd_add(halfspace_crowd* crowd,
                                                   const halfspace_collision_world* world,
                                                   const halfspace_mover_body* body,
                                                   const halfspace_nav_mesh* mesh,
                                                   const halfspace_mover_state* state,
                                                   const halfspace_follow_options* follow,
                                                   const halfspace_mover_options* mover,
                                                   uint32_t* agent);
/* All that follows: BAD_ARGUMENT if there is no such agent. */
HALFSPACE_API halfspace_status halfspace_crowd_remove(halfspace_crowd* crowd, uint32_t agent);
/* Sends the agent to a place of its mesh, or to the goal of a field, as halfspace_follower_go_to
 * does: hundreds are sent by a field in the time of one. Either goal or field is null. status:
 * FOLLOWING or UNREACHABLE. */
HALFSPACE_API halfspace_status halfspace_crowd_go_to(halfspace_crowd* crowd,
                                                     uint32_t agent,
                                                     const halfspace_nav_place* goal,
                                                     const halfspace_distance_field* field,
                                                     uint32_t* status);
/* Forgets the goal. */
HALFSPACE_API halfspace_status halfspace_crowd_stop(halfspace_crowd* crowd, uint32_t agent);
/* Tells where the mover is after its step. BAD_ARGUMENT also for a state that is wrong. */
HALFSPACE_API halfspace_status halfspace_crowd_set_state(halfspace_crowd* crowd,
                                                         uint32_t agent,
                                                         const halfspace_mover_state* state);
/* Finds the controls of all agents for one step of their movers. Allocates nothing after steps with
 * as many agents. */
HALFSPACE_API halfspace_status halfspace_crowd_step(halfspace_crowd* crowd);
/* The controls that the last step found; all 0 before. */
HALFSPACE_API halfspace_status halfspace_crowd_input(const halfspace_crowd* crowd,
                                                     uint32_t agent,
                                                     halfspace_mover_input* input);
/* status: one of HALFSPACE_FOLLOW_IDLE to HALFSPACE_FOLLOW_UNREACHABLE. */
HALFSPACE_API halfspace_status halfspace_crowd_status(const halfspace_crowd* crowd,
                                                      uint32_t agent,
                                                      uint32_t* status);

#ifdef __cplusplus
}
#endif

#endif
