// SPDX-License-Identifier: MIT
// Level files as worlds.
#pragma once

#include "halfspace/compile/compile.h"
#include "halfspace/formats/map_reader.h"

#include "support/test_data.h"

namespace halfspace::test {

// A .map or .grid file. Errors: those of read_file, read_map and read_grid.
Result<World> read_world(const std::filesystem::path& path);

}  // namespace halfspace::test
