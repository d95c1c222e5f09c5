/* SPDX-License-Identifier: MIT */
/* What a game in C does. Fails unless a point far from the level is empty. */
#include "halfspace.h"

int main(int argc, char** argv) {
    const double far[3] = {1e9, 1e9, 1e9};
    uint32_t contents = 1;
    halfspace_level* const level = halfspace_load_file(argc > 1 ? argv[1] : "", 0, 0);
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    const halfspace_status status = halfspace_point_contents(world, 0, far, &contents);
    halfspace_free_collision_world(world);
    halfspace_free_level(level);
    return level != 0 && status == HALFSPACE_OK && contents == 0 ? 0 : 1;
}
