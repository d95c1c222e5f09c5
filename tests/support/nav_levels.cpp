// SPDX-License-Identifier: MIT
#include "support/nav_levels.h"

#include "halfspace/compile/compile.h"
#include "halfspace/nav_build/build_nav.h"

#include "support/sources.h"

#include <utility>

namespace halfspace::test {

Result<Level> level_with_navigation(const World& world, CompileOptions options) {
    options.threads = 1;
    auto compiled = compile(world, options);
    if (!compiled) {
        return std::unexpected(compiled.error().front());
    }
    const Result<Level> level = Level::from_data(compiled->level, world.source);
    if (!level) {
        return level;
    }
    auto meshes = build_navigation(*level);
    if (!meshes) {
        return std::unexpected(meshes.error());
    }
    set_navigation(compiled->level, *std::move(meshes));
    return Level::from_data(compiled->level, world.source);
}

Result<Level> map_with_navigation(const std::filesystem::path& path) {
    const auto world = read_world(path);
    if (!world) {
        return std::unexpected(world.error());
    }
    return level_with_navigation(*world, {.bad_brushes = CompileOptions::BadBrushes::Skip});
}

std::vector<PlacedModel> models_of_navigation(const Level& level) {
    std::vector<PlacedModel> models;
    for (const PlacedModel& model : models_at_rest(level)) {
        if (stays_in_place(level, model.model) &&
            (level.models()[model.model.value].flags & kModelCurves) == 0) {
            models.push_back(model);
        }
    }
    return models;
}

}  // namespace halfspace::test
