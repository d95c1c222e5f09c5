// SPDX-License-Identifier: MIT
// Where a moving body first touches something, for C (query/trace.h). The rules are those of
// halfspace.h.
#ifndef HALFSPACE_TRACE_H
#define HALFSPACE_TRACE_H

#include "halfspace_models.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct halfspace_trace_options {
    uint32_t mask;  // which contents block: of bodies SOLID (which stands for DETAIL, SKY and
                    // VOID), FENCE, PLAYER_CLIP and MONSTER_CLIP; others never do
    uint32_t reserved;
    double skin;  // how far before a surface a body comes to rest [units, >= 0]
    double hair;  // how much shorter than necessary a motion may become by rounding [units, >= 0]
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
    uint32_t plane;     // of the touch, for halfspace_touched_surface; HALFSPACE_NONE without a hit
    uint32_t node;      // that has the plane, for the same
} halfspace_contact;

// What was touched.
typedef struct halfspace_surface {
    uint32_t brush;  // HALFSPACE_NONE for polygons
    uint32_t side;
    int32_t is_sky;
    int32_t is_bevel;      // an edge was touched
    const char* material;  // the level's, or null if nothing was touched
} halfspace_surface;

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

// The surface of a contact that came from this level and space. placement: where the model that was
// touched stands, or null if it stands where the editor placed it. A question of its own, because
// it may cost more than the trace.
HALFSPACE_API halfspace_status halfspace_touched_surface(const halfspace_level* level,
                                                         uint32_t space,
                                                         const halfspace_contact* contact,
                                                         const halfspace_placement* placement,
                                                         halfspace_surface* surface);

#ifdef __cplusplus
}
#endif

#endif
