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
    uint32_t mask;  // which contents block: of bodies SOLID (which stands for DETAIL, SKY and
                    // VOID), FENCE, PLAYER_CLIP and MONSTER_CLIP; others never do
    uint32_t reserved;
    double skin;  // how far before a touch a body rests [units, >= 0]
    double hair;  // most that rounding may cost beyond that [units, >= 0]
} halfspace_trace_options;

typedef struct halfspace_contact {
    int32_t hit;
    int32_t start_blocked;  // nothing moves then
    double fraction;        // of the way to the touch, 1 without one
    double point[3];        // the position at the touch
    double end[3];          // where the body comes to rest
    double normal[3];   // of length 1, towards the body; zero without a hit or with a blocked start
    uint32_t contents;  // what blocks there, of the mask; 0 with a blocked start
    uint32_t model;     // that was touched; 0 is the world
    uint32_t plane;     // of the touch, and the node that has it: for
    uint32_t node;      // halfspace_touched_surface; HALFSPACE_NONE without a hit
} halfspace_contact;

// What was touched.
typedef struct halfspace_surface {
    uint32_t brush;  // HALFSPACE_NONE for polygons
    uint32_t side;
    int32_t is_sky;
    int32_t is_bevel;      // an edge was touched
    const char* material;  // the level's, or null if nothing was touched
} halfspace_surface;

// A model away from where the level has it: a point p of it is at x * p.x + y * p.y + z * p.z +
// translation now; x, y and z are of length 1, perpendicular and right-handed (BAD_ARGUMENT
// if they are not, but for rounding).
typedef struct halfspace_placement {
    uint32_t model;
    uint32_t reserved;
    double x[3];
    double y[3];
    double z[3];
    double translation[3];
} halfspace_placement;

// The defaults, which null options mean, too.
HALFSPACE_API halfspace_trace_options halfspace_default_trace_options(void);
// Through the world alone.
HALFSPACE_API halfspace_status halfspace_trace(const halfspace_level* level,
                                               uint32_t space,
                                               const double src[3],
                                               const double dest[3],
                                               const halfspace_trace_options* options,
                                               halfspace_contact* contact);
// Through the world and `count` models. Allocates.
HALFSPACE_API halfspace_status halfspace_trace_models(const halfspace_level* level,
                                                      uint32_t space,
                                                      const double src[3],
                                                      const double dest[3],
                                                      const halfspace_placement* models,
                                                      size_t count,
                                                      const halfspace_trace_options* options,
                                                      halfspace_contact* contact);
// Through the world, for `count` segments: src.xyz dest.xyz, one after the other. Faster than one
// by one.
HALFSPACE_API halfspace_status halfspace_trace_all(const halfspace_level* level,
                                                   uint32_t space,
                                                   const double* segments,
                                                   size_t count,
                                                   const halfspace_trace_options* options,
                                                   halfspace_contact* contacts);

// Of a contact that came from this level and space. placement: of the model that was touched, if it
// is away from where the level has it, or null. Asked for by itself because it may cost more than
// the trace.
HALFSPACE_API halfspace_status halfspace_touched_surface(const halfspace_level* level,
                                                         uint32_t space,
                                                         const halfspace_contact* contact,
                                                         const halfspace_placement* placement,
                                                         halfspace_surface* surface);

#ifdef __cplusplus
}
#endif

#endif
