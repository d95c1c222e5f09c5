// SPDX-License-Identifier: MIT
#include "support/sources.h"

#include "halfspace/base/file.h"
#include "halfspace/formats/grid_reader.h"
#include "halfspace/formats/map_reader.h"

#include <string_view>
#include <utility>

namespace halfspace::test {

Result<World> read_world(const std::filesystem::path& path) {
    const auto bytes = read_file(path);
    if (!bytes) {
        return std::unexpected(bytes.error());
    }
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    if (path.extension() == ".grid") {
        auto read = read_grid(text, path.string());
        return read ? Result<World>(std::move(read->world)) : std::unexpected(read.error());
    }
    auto read = read_map(text, path.string());
    if (!read) {
        return std::unexpected(read.error());
    }
    return std::move(read->world);
}

}  // namespace halfspace::test
