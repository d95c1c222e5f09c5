// SPDX-License-Identifier: MIT
// Levels with navigation meshes of all bodies, for tests.
#pragma once

#include "halfspace/compile/options.h"
#include "halfspace/level/level.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/world/world.h"

#include <filesystem>
#include <vector>

namespace halfspace::test {

// Errors: the first error of compile; those of build_navigation.
Result<Level> level_with_navigation(const World& world, CompileOptions options = {});

// The same of a source that read_world takes; brushes that cannot be compiled are left out.
Result<Level> map_with_navigation(const std::filesystem::path& path);

// The models whose floor is in the meshes, where they stand. The level must outlive them.
std::vector<PlacedModel> models_of_navigation(const Level& level);

}  // namespace halfspace::test
