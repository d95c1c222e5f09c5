// SPDX-License-Identifier: MIT
#include "support/scene_levels.h"

#include "halfspace/base/file.h"
#include "halfspace/compile/compile.h"
#include "halfspace/formats/map_reader.h"

#include <string_view>
#include <utility>

namespace halfspace::test {
namespace {

Result<Level> level_of(const World& world, CompileOptions options) {
    options.threads = 1;
    auto compiled = compile(world, options);
    if (!compiled) {
        return std::unexpected(compiled.error().front());
    }
    return Level::from_bytes(write_level(compiled->level), world.source);
}

}  // namespace

Result<Level> compiled_level(const World& world) {
    return level_of(world, {});
}

Result<Level> compiled_map(const std::filesystem::path& path) {
    const auto bytes = read_file(path);
    if (!bytes) {
        return std::unexpected(bytes.error());
    }
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    const auto read = read_map(text, path.string());
    if (!read) {
        return std::unexpected(read.error());
    }
    CompileOptions options;
    options.bad_brushes = CompileOptions::BadBrushes::Skip;
    return level_of(read->world, options);
}

}  // namespace halfspace::test
