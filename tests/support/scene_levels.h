// SPDX-License-Identifier: MIT
// Worlds compiled, written and read again, as tests of queries want them.
#pragma once

#include "halfspace/compile/options.h"
#include "halfspace/level/level.h"
#include "halfspace/world/world.h"

#include <filesystem>

namespace halfspace::test {

// The level of a world, by way of its bytes. Errors: those of compile (the first) and from_bytes.
Result<Level> compiled_level(const World& world, Collision collision = Collision::Onion);

// The same for a .map or .grid file; brushes that are no solids are left out.
Result<Level> compiled_map(const std::filesystem::path& path,
                           Collision collision = Collision::Onion);

}  // namespace halfspace::test
