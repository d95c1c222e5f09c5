// SPDX-License-Identifier: MIT
// What the programs in C that test the bindings share.
#ifndef HALFSPACE_TESTS_CHECK_H
#define HALFSPACE_TESTS_CHECK_H

#include <stdio.h>

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): for programs in C
static int failures = 0;

#define CHECK(condition)                                                \
    do {                                                                \
        if (!(condition)) {                                             \
            ++failures;                                                 \
            fprintf(stderr, "line %d: not %s\n", __LINE__, #condition); \
        }                                                               \
    } while (0)

#endif
