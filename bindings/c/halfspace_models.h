// SPDX-License-Identifier: MIT
// Doors, lifts and other models of a level: what they are, and where they may stand, for C. The
// rules are those of halfspace.h. halfspace_collision_world.h puts them there.
#ifndef HALFSPACE_MODELS_H
#define HALFSPACE_MODELS_H

#include "halfspace.h"

#ifdef __cplusplus
extern "C" {
#endif

// The place of a model: a point p of the level is now at x * p.x + y * p.y + z * p.z + translation.
// x, y and z have length 1, are perpendicular and right-handed. If they are off by less than 1e-5,
// for example because they were floats, every function takes the turn next to them. If they are off
// by more, or not finite, the result is BAD_ARGUMENT.
//
// An entity may have two models: one of its brushes or polygons, and one that draws its curves.
// A game that moves the entity places every model whose halfspace_model_entity is the entity.
typedef struct halfspace_placement {
    uint32_t model;
    uint32_t reserved;
    double x[3];
    double y[3];
    double z[3];
    double translation[3];
} halfspace_placement;

// The place where the editor put the model.
HALFSPACE_API halfspace_placement halfspace_placement_at_rest(uint32_t model);
// The model turned around a point. pivot: for example a hinge, or halfspace_model_origin. angles:
// pitch, yaw, roll [degrees]. A mistake gives a placement that every function refuses.
HALFSPACE_API halfspace_placement halfspace_placement_turned(uint32_t model,
                                                             const double pivot[3],
                                                             const double angles[3]);
// The direction, of length 1, of a view turned by these angles (pitch, yaw, roll in degrees). The
// angles 0 90 0 give the direction 0 1 0.
HALFSPACE_API halfspace_status halfspace_facing(const double angles[3], double direction[3]);
// The angles (pitch, yaw, roll in degrees) of a view in this direction, of any length. Roll is 0.
// The direction 0 1 0 gives the angles 0 90 0, and 0 0 0 gives 0 0 0. The same bits on every
// machine.
HALFSPACE_API halfspace_status halfspace_angles_towards(const double direction[3],
                                                        double angles[3]);

// The smallest box around the model's brushes, polygons and curves, where the editor placed it.
// NOT_FOUND for a model that has none.
HALFSPACE_API halfspace_status halfspace_model_bounds(const halfspace_level* level,
                                                      uint32_t model,
                                                      double min[3],
                                                      double max[3]);
// The point that the model turns around.
HALFSPACE_API halfspace_status halfspace_model_origin(const halfspace_level* level,
                                                      uint32_t model,
                                                      double origin[3]);

// Whether the model can block a body by contents of the mask (does_block in query/free.h).
// blocks: 1 or 0. With HALFSPACE_BODY_BLOCKERS: triggers, for example, do not, and need no place.
HALFSPACE_API halfspace_status halfspace_model_blocks(const halfspace_level* level,
                                                      uint32_t model,
                                                      uint32_t mask,
                                                      int32_t* blocks);

#ifdef __cplusplus
}
#endif

#endif
