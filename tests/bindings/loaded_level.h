// SPDX-License-Identifier: MIT
// The level whose file is the only argument of a test program.
#ifndef HALFSPACE_TESTS_LOADED_LEVEL_H
#define HALFSPACE_TESTS_LOADED_LEVEL_H

#include "halfspace.h"

#include <stdio.h>

// NOLINTBEGIN(modernize-use-nullptr): programs in C include this, too

// NULL, with a line on stderr, if there is no such level. The caller frees the level.
static inline halfspace_level* loaded_level(int argc, char** argv) {
    char error[256] = "expected one argument: a level";
    halfspace_level* const level =
        argc == 2 ? halfspace_load_file(argv[1], error, sizeof error) : NULL;
    if (level == NULL) {
        fprintf(stderr, "%s\n", error);
    }
    return level;
}

// NOLINTEND(modernize-use-nullptr)

#endif
