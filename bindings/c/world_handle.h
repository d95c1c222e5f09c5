// SPDX-License-Identifier: MIT
// What is behind the handle of a world, for the sources that read worlds.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/compile/options.h"
#include "halfspace/world/world.h"

#include "guard.h"
#include "halfspace_compile.h"

#include <vector>

struct halfspace_world {
    halfspace::World world;
    std::vector<halfspace::Diagnostic> diagnostics;  // of the reader and of unknown tags
};

namespace halfspace::c {

// The options of the caller as C++ options, or an error, also if the world is null.
Result<CompileOptions> options_of(const halfspace_world* world,
                                  const halfspace_compile_options* given);

}  // namespace halfspace::c
