// SPDX-License-Identifier: MIT
// Compiles worlds that have no error, for tests of the compiler and of what it writes.
#pragma once

#include "halfspace/compile/options.h"
#include "halfspace/level/level.h"
#include "halfspace/world/world.h"

namespace halfspace::test {

// What the compiler makes of the world. An error is a failure of the test; then the level is empty.
LevelData compiled_data(const World& world, const CompileOptions& options = {});

// The same, loaded.
Level level_of(const World& world, const CompileOptions& options = {});

}  // namespace halfspace::test
