// SPDX-License-Identifier: MIT
// A level for the viewer, from a compiled level or from a source, with its textures; and the
// objects of a source that are no part of the level.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/progress.h"
#include "halfspace/formats/texture_library.h"
#include "halfspace/level/leak.h"
#include "halfspace/level/level.h"
#include "halfspace/render/texture_set.h"

#include "mesh_input.h"
#include "mesh_split.h"
#include "surfaces.h"

#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace halfspace::viewer {

// What the viewer was asked to show.
struct LevelSource {
    std::string path;  // .hsw, or a source as read_world takes it
    TextureSearch textures;
    // How a file with meshes is read.
    tool::MeshFlags meshes = {};
    WalkOn walk_on = WalkOn::Bad;
};

struct LoadedLevel {
    Level level;
    TextureSet textures;
    std::size_t found_textures = 0;
    std::vector<Diagnostic> diagnostics;
    // Objects that are no part of the level. Their materials are the level's.
    Surfaces surfaces = {};
    // The box around all objects of a file with meshes; nullopt for another source.
    std::optional<Aabb> mesh_box = std::nullopt;
    // Where the level leaks, if compile says so of its source. Of a compiled level it is known
    // unless the level was made of meshes.
    std::optional<Leak> leak = std::nullopt;
};

// What is told before a long compile of meshes: how long it may take, and what takes less.
using TellForecast = std::function<void(std::span<const Diagnostic>)>;

// Loads or compiles the level. tell: is called at most once, by this thread; it may be empty.
// Errors: those of load_level, read_world, take_meshes and compile.
std::expected<LoadedLevel, std::vector<Error>> load(const LevelSource& source,
                                                    Progress& progress,
                                                    const TellForecast& tell = {});

}  // namespace halfspace::viewer
