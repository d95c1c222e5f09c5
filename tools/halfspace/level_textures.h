// SPDX-License-Identifier: MIT
// The pictures of a level's materials.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/render/texture_set.h"

namespace halfspace::tool {

// Every material has the pattern of its name: no pictures are read from anywhere yet.
TextureSet level_textures(const Level& level);

}  // namespace halfspace::tool
