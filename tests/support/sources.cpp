// SPDX-License-Identifier: MIT
#include "support/sources.h"

#include "halfspace/formats/read_world.h"

#include <utility>

namespace halfspace::test {

Result<World> read_world(const std::filesystem::path& path) {
    Result<ReadWorld> read = halfspace::read_world(path.string());
    return read ? Result<World>(std::move(read->world)) : std::unexpected(read.error());
}

}  // namespace halfspace::test
