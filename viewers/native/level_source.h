// SPDX-License-Identifier: MIT
// A level for the viewer, from a compiled level or from a source, with its textures.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/progress.h"
#include "halfspace/formats/texture_library.h"
#include "halfspace/level/level.h"
#include "halfspace/render/texture_set.h"

#include <expected>
#include <string>
#include <vector>

namespace halfspace::viewer {

// What the viewer was asked to show.
struct LevelSource {
    std::string path;  // .hsw, or a source as read_world takes it
    TextureSearch textures;
};

struct LoadedLevel {
    Level level;
    TextureSet textures;
    std::size_t found_textures = 0;
    std::vector<Diagnostic> diagnostics;
};

// Loads or compiles the level. Errors: those of load_level, read_world and compile.
std::expected<LoadedLevel, std::vector<Error>> load(const LevelSource& source, Progress& progress);

}  // namespace halfspace::viewer
