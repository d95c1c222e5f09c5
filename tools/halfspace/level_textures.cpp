// SPDX-License-Identifier: MIT
#include "level_textures.h"

namespace halfspace::tool {

TextureSet level_textures(const Level& level) {
    return TextureSet(level, {});
}

}  // namespace halfspace::tool
