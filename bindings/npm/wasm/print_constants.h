// SPDX-License-Identifier: MIT
// Prints constants as lines of a module of TypeScript.
#pragma once

#include "halfspace/base/image.h"

#include <cstdio>

namespace halfspace {

// made_by: the path of the program's source.
inline void print_head(const char* made_by) {
    std::printf("// SPDX-License-Identifier: MIT\n// Made by %s. Do not edit.\n\n", made_by);
}

inline void print_constant(const char* name, double value) {
    std::printf("export const %s = %.15g;\n", name, value);
}

inline void print_constant(const char* name, const Rgba& c) {
    std::printf("export const %s = [%d, %d, %d] as const;\n", name, c.r, c.g, c.b);
}

}  // namespace halfspace
