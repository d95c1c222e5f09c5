// SPDX-License-Identifier: MIT
// Reads level files.
#pragma once

#include "halfspace/compile/compile.h"

#include "support/test_data.h"

namespace halfspace::test {

// Reads a level file with halfspace::read_world and returns only its world.
Result<World> read_world(const std::filesystem::path& path);

}  // namespace halfspace::test
