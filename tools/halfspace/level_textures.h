// SPDX-License-Identifier: MIT
// Finds textures and loads the pictures of a level's materials.
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

// Adds the options --wad-path and --textures under this heading of the help.
void add_texture_options(CLI::App& app,
                         TextureSearch& search,
                         const std::string& group = "Options");

// Opens the textures for a level. path: of the level; WADs that its source names may lie beside it.
// If `search` names no place, the library is empty and there are no diagnostics.
OpenedTextures open_level_textures(const Level& level,
                                   const std::filesystem::path& path,
                                   const TextureSearch& search);

struct LevelImages {
    // One for each material; empty if there is no picture or no face has the material.
    std::vector<Image> images;
    std::size_t found = 0;  // number of pictures
    std::vector<Diagnostic> diagnostics;
};

LevelImages level_images(const Level& level,
                         const std::filesystem::path& path,
                         const TextureSearch& search);

}  // namespace halfspace::tool
