// SPDX-License-Identifier: MIT
// Compiles worlds, and writes and reads their levels, for tests of queries.
#pragma once

#include "halfspace/compile/options.h"
#include "halfspace/level/level.h"
#include "halfspace/world/world.h"

#include <filesystem>

namespace halfspace::test {

// The level of a world, after it was written to bytes and read. Errors: the first error of compile;
// those of from_bytes.
Result<Level> compiled_level(const World& world, Collision collision = Collision::Onion);

// The same. Brushes that cannot be compiled are left out, and what is outside stays empty.
Result<Level> compiled_without_bad_brushes(const World& world,
                                           Collision collision = Collision::Onion);

// The level of a .map or .grid file; brushes that cannot be compiled are left out.
Result<Level> compiled_map(const std::filesystem::path& path,
                           Collision collision = Collision::Onion);

// compiled_without_bad_brushes of the file: what brute force over the brushes knows.
Result<Level> compiled_brushes(const std::filesystem::path& path,
                               Collision collision = Collision::Onion);

}  // namespace halfspace::test
