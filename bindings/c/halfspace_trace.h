// SPDX-License-Identifier: MIT
// Where a moving body first touches something, for C (query/trace.h). The rules are those of
// halfspace.h.
#ifndef HALFSPACE_TRACE_H
#define HALFSPACE_TRACE_H

#include "halfspace.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct halfspace_trace_options {
    // The contents that block. For bodies: SOLID (which includes DETAIL, SKY and VOID), FENCE,
    // PLAYER_CLIP and MONSTER_CLIP; no other contents block bodies. 0 is BAD_ARGUMENT, so options
    // of zeros are not taken for the default ones: begin with halfspace_default_trace_options.
    uint32_t mask;
    uint32_t reserved;
    double skin;  // distance between the body at rest and the touched surface [units, >= 0]
    double hair;  // how much shorter than necessary rounding may make a motion [units, >= 0]
} halfspace_trace_options;

typedef struct halfspace_contact {
    int32_t hit;
    int32_t start_blocked;  // 1: the body begins in a wall, a model or an obstacle, and stays there
    double fraction;        // of the motion up to the touch; 1 without a touch
    double point[3];        // the position at the touch
    double end[3];          // where the body comes to rest
    double normal[3];   // of length 1, towards the body; zero without a hit or with a blocked start
    uint32_t contents;  // the blocking contents of the mask; 0 with a blocked start
    uint32_t model;     // the touched model; 0 is the world; HALFSPACE_NONE for an obstacle
    uint32_t plane;     // for halfspace_touched_surface; HALFSPACE_NONE without a hit
    uint32_t node;      // for halfspace_touched_surface
    uint32_t obstacle;  // the id of the obstacle; HALFSPACE_NONE if it is none
    uint32_t reserved;
} halfspace_contact;

// What was touched.
typedef struct halfspace_surface {
    uint32_t brush;  // HALFSPACE_NONE for polygons
    uint32_t side;
    int32_t is_sky;
    int32_t is_bevel;  // 1: the body touched an edge
    // A text of the level. Null if nothing was touched, at a wall of a model's box, and where no
    // side of the mask's contents lies in the plane of the touch (TouchedSurface in query/trace.h).
    const char* material;
} halfspace_surface;

// The default options; null options mean the same.
HALFSPACE_API halfspace_trace_options halfspace_default_trace_options(void);
// Moves the body of a space through all that is placed in the world. Space 0 is the point.
HALFSPACE_API halfspace_status halfspace_trace(const halfspace_collision_world* world,
                                               const halfspace_leave_out* without,
                                               uint32_t space,
                                               const double from[3],
                                               const double to[3],
                                               const halfspace_trace_options* options,
                                               halfspace_contact* contact);
// The same for `count` segments: `from`.xyz `to`.xyz, one after the other. Faster than one by one.
HALFSPACE_API halfspace_status halfspace_trace_all(const halfspace_collision_world* world,
                                                   const halfspace_leave_out* without,
                                                   uint32_t space,
                                                   const double* segments,
                                                   size_t count,
                                                   const halfspace_trace_options* options,
                                                   halfspace_contact* contacts);

// The surface of a contact from this world and space, while the touched model stands where it was.
// This is a separate function because it may cost more than the trace.
HALFSPACE_API halfspace_status halfspace_touched_surface(const halfspace_collision_world* world,
                                                         uint32_t space,
                                                         const halfspace_contact* contact,
                                                         halfspace_surface* surface);

#ifdef __cplusplus
}
#endif

#endif
