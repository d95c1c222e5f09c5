/* SPDX-License-Identifier: MIT */
/* What an editor in C does. Fails unless the map that it is given compiles. */
#include "halfspace_compile.h"

#include <stdio.h>

int main(int argc, char** argv) {
    static char text[1 << 20];
    char error[256] = "no file";
    FILE* file = fopen(argc > 1 ? argv[1] : "", "rb");
    size_t size = file == NULL ? 0 : fread(text, 1, sizeof text, file);
    halfspace_world* world = halfspace_read_world(text, size, "keep.map", error, sizeof error);
    halfspace_level* level = halfspace_compile(world, NULL, error, sizeof error);
    uint32_t models = halfspace_model_count(level);
    printf("%u models %s\n", (unsigned)models, error);
    halfspace_free_level(level);
    halfspace_free_world(world);
    return models == 0;
}
