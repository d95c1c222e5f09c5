// SPDX-License-Identifier: MIT
#include "support/scene_levels.h"

#include "halfspace/compile/compile.h"

#include "support/sources.h"

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
    return Level::from_data(compiled->level, world.source);
}

}  // namespace

Result<Level> compiled_level(const World& world, Collision collision) {
    CompileOptions options;
    options.collision = collision;
    return level_of(world, options);
}

Result<Level> compiled_without_bad_brushes(const World& world, Collision collision) {
    CompileOptions options;
    options.collision = collision;
    options.bad_brushes = CompileOptions::BadBrushes::Skip;
    // Brute force knows the brushes alone.
    options.fill_outside = false;
    options.visibility = std::nullopt;
    return level_of(world, options);
}

Result<Level> compiled_map(const std::filesystem::path& path, Collision collision) {
    const auto world = read_world(path);
    if (!world) {
        return std::unexpected(world.error());
    }
    CompileOptions options;
    options.collision = collision;
    options.bad_brushes = CompileOptions::BadBrushes::Skip;
    return level_of(*world, options);
}

Result<Level> compiled_brushes(const std::filesystem::path& path, Collision collision) {
    const auto world = read_world(path);
    if (!world) {
        return std::unexpected(world.error());
    }
    return compiled_without_bad_brushes(*world, collision);
}

}  // namespace halfspace::test
