// SPDX-License-Identifier: MIT
// Level files as worlds.
#pragma once

#include "halfspace/compile/compile.h"
#include "halfspace/formats/map_reader.h"

#include "support/test_data.h"

namespace halfspace::test {

// The world alone of what halfspace::read_world reads.
Result<World> read_world(const std::filesystem::path& path);

}  // namespace halfspace::test
