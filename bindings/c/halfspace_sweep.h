// SPDX-License-Identifier: MIT
// Where a moving body of any shape first touches something, for C (query/sweep.h). The level needs
// no space for the body. The rules are those of halfspace.h.
//
// body: how the body stands when its position is the origin. Its placement turns the shape and
// shifts it away from the position; the placement's model does not count. A box from the feet
// upwards, 32 wide and 56 high:
//
//     const double half[3] = {16, 16, 28};
//     halfspace_placed_shape body = {halfspace_new_box(half), halfspace_placement_at_rest(0)};
//     body.placement.translation[2] = 28;
//     halfspace_sweep(world, NULL, &body, from, to, NULL, &contact);
//
// Coordinates of positions, and of the placement's translation, lie between -4194304 and 4194304;
// otherwise the result is BAD_ARGUMENT. The functions allocate where query/sweep.h says so.
#ifndef HALFSPACE_SWEEP_H
#define HALFSPACE_SWEEP_H

#include "halfspace_shapes.h"
#include "halfspace_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

// Moves a body through all that is placed in the world, without turning it. The contact has no
// plane and no node, so halfspace_touched_surface finds nothing. Null options are the default
// options.
HALFSPACE_API halfspace_status halfspace_sweep(const halfspace_collision_world* world,
                                               const halfspace_leave_out* without,
                                               const halfspace_placed_shape* body,
                                               const double from[3],
                                               const double to[3],
                                               const halfspace_trace_options* options,
                                               halfspace_contact* contact);
// The same for `count` segments: `from`.xyz `to`.xyz, one after the other.
HALFSPACE_API halfspace_status halfspace_sweep_all(const halfspace_collision_world* world,
                                                   const halfspace_leave_out* without,
                                                   const halfspace_placed_shape* body,
                                                   const double* segments,
                                                   size_t count,
                                                   const halfspace_trace_options* options,
                                                   halfspace_contact* contacts);

// Whether the body has room at a position. mask: the contents that block. is_free: 1 or 0.
HALFSPACE_API halfspace_status halfspace_is_shape_free(const halfspace_collision_world* world,
                                                       const halfspace_leave_out* without,
                                                       const halfspace_placed_shape* body,
                                                       const double position[3],
                                                       uint32_t mask,
                                                       int32_t* is_free);

#ifdef __cplusplus
}
#endif

#endif
