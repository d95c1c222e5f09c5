// SPDX-License-Identifier: MIT
// The pictures of a level's materials.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/formats/texture_library.h"
#include "halfspace/level/level.h"
#include "halfspace/render/texture_set.h"

#include <string>
#include <vector>

namespace halfspace::tool {

struct LevelTextures {
    TextureSet set;
    std::size_t found = 0;  // materials with a picture; the others have the pattern of their name
    std::vector<Diagnostic> diagnostics;
};

// Looks for the textures as the compiler does: in the WADs that the level's worldspawn names and in
// folders of pictures. level_path: WADs beside it are found, too.
LevelTextures level_textures(const Level& level,
                             const std::string& level_path,
                             const TextureSearch& search);

}  // namespace halfspace::tool
