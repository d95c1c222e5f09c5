// SPDX-License-Identifier: MIT
// Where textures are, and the pictures of a level's materials.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/image.h"
#include "halfspace/formats/texture_library.h"
#include "halfspace/level/level.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace halfspace::tool {

// --wad-path and --textures, under this heading of the help.
void add_texture_options(CLI::App& app,
                         TextureSearch& search,
                         const std::string& group = "Options");

// The library for a level. path: of the level; WADs that its source names may lie beside it.
// Without any place to look into it is empty, and nothing is said of it.
OpenedTextures open_level_textures(const Level& level,
                                   const std::filesystem::path& path,
                                   const TextureSearch& search);

struct LevelImages {
    std::vector<Image> images;  // one per material, empty where there is none or no face bears it
    std::size_t found = 0;      // of them
    std::vector<Diagnostic> diagnostics;
};

LevelImages level_images(const Level& level,
                         const std::filesystem::path& path,
                         const TextureSearch& search);

}  // namespace halfspace::tool
