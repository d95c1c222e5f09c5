// SPDX-License-Identifier: MIT
// The walls as a body meets them, for pictures, for C (render/space_polygons.h). The rules are
// those of halfspace.h. A library that was built without the painter lacks these functions.
#ifndef HALFSPACE_WALLS_H
#define HALFSPACE_WALLS_H

#include "halfspace.h"

#ifdef __cplusplus
extern "C" {
#endif

// All walls of one model for one body. They never change.
typedef struct halfspace_walls halfspace_walls;

// Finds the walls where they stop the position of a body. mask: the contents that block. It may
// have only bits of HALFSPACE_BODY_BLOCKERS; another bit, such as HALFSPACE_WATER, is a bad
// argument. A mask of 0 gives no walls. Null for a bad argument or without memory. The caller frees
// the walls by halfspace_free_walls.
HALFSPACE_API halfspace_walls* halfspace_new_walls(const halfspace_level* level,
                                                   uint32_t model,
                                                   uint32_t space,
                                                   uint32_t mask);
// Frees walls; null is allowed.
HALFSPACE_API void halfspace_free_walls(halfspace_walls* walls);

// A wall: a convex polygon. Its corners are [first_corner, first_corner + corner_count),
// counter-clockwise seen from the free side.
typedef struct halfspace_wall {
    double plane[4];  // n.x, n.y, n.z, d: n has length 1 and points to the free side
    uint32_t first_corner;
    uint32_t corner_count;
    // Red, green, blue, 255. It tells what blocks; it is warmer where the body touches only an
    // edge.
    uint8_t colour[4];
    uint32_t reserved;
} halfspace_wall;

// 0 for null.
HALFSPACE_API size_t halfspace_wall_count(const halfspace_walls* walls);
HALFSPACE_API size_t halfspace_wall_corner_count(const halfspace_walls* walls);
// Writes all walls; and x, y, z of all corners [map units]. capacity: how many there is room for.
HALFSPACE_API halfspace_status halfspace_write_walls(const halfspace_walls* walls,
                                                     halfspace_wall* to,
                                                     size_t capacity);
HALFSPACE_API halfspace_status halfspace_write_wall_corners(const halfspace_walls* walls,
                                                            double* positions,
                                                            size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
