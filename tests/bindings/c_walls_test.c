// SPDX-License-Identifier: MIT
// Uses the walls of halfspace_compile.h on a compiled examples/levels/keep.map, as C.
#include "check.h"
#include "halfspace_compile.h"
#include "loaded_level.h"

#include <stdlib.h>

int main(int argc, char** argv) {
    halfspace_level* const level = loaded_level(argc, argv);
    if (level == NULL) {
        return 1;
    }
    uint32_t space = 0;
    CHECK(halfspace_find_space(level, "stand", &space) == HALFSPACE_OK);
    halfspace_walls* const walls = halfspace_new_walls(level, 0, space, HALFSPACE_BODY_BLOCKERS);
    const size_t count = halfspace_wall_count(walls);
    const size_t corner_count = halfspace_wall_corner_count(walls);
    CHECK(count > 100 && corner_count >= 3 * count);
    halfspace_wall* const all = malloc(count * sizeof *all);
    double* const corners = malloc(3 * corner_count * sizeof *corners);
    CHECK(halfspace_write_walls(walls, all, count - 1) == HALFSPACE_TOO_SMALL);
    CHECK(halfspace_write_walls(walls, all, count) == HALFSPACE_OK);
    CHECK(halfspace_write_wall_corners(walls, corners, corner_count - 1) == HALFSPACE_TOO_SMALL);
    CHECK(halfspace_write_wall_corners(walls, corners, corner_count) == HALFSPACE_OK);
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    // Before the middle of each wall the body has room; behind it there is none.
    size_t next = 0;
    for (size_t i = 0; i < count; ++i) {
        CHECK(all[i].first_corner == next && all[i].colour[3] == 255);
        next += all[i].corner_count;
        for (int side = -1; side <= 1; side += 2) {
            double at[3];
            for (int axis = 0; axis < 3; ++axis) {
                at[axis] = side * 1e-3 * all[i].plane[axis];
                for (size_t c = all[i].first_corner; c < next; ++c) {
                    at[axis] += corners[3 * c + (size_t)axis] / all[i].corner_count;
                }
            }
            int32_t is_free = -1;
            CHECK(halfspace_is_free(world, NULL, space, at, HALFSPACE_BODY_BLOCKERS, &is_free) ==
                  HALFSPACE_OK);
            CHECK(is_free == (side > 0));
        }
    }
    CHECK(next == corner_count);
    halfspace_free_collision_world(world);
    CHECK(halfspace_new_walls(level, 99, space, HALFSPACE_SOLID) == NULL);
    CHECK(halfspace_new_walls(level, 0, 99, HALFSPACE_SOLID) == NULL);
    CHECK(halfspace_new_walls(level, 0, space, HALFSPACE_WATER) == NULL);
    CHECK(halfspace_write_walls(NULL, all, count) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_wall_count(NULL) == 0 && halfspace_wall_corner_count(NULL) == 0);
    halfspace_free_walls(walls);
    halfspace_free_walls(NULL);
    free(all);
    free(corners);
    halfspace_free_level(level);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
