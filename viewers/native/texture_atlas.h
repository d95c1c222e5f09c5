// SPDX-License-Identifier: MIT
// All textures of a level in pages of equal size. So a frame needs no change of texture between its
// faces, and their order is free. The shader repeats a texture by itself.
#pragma once

#include "halfspace/render/texture_set.h"

#include <cstdint>
#include <vector>

namespace halfspace::viewer {

// Where a texture lies. Its copy 1 lies to the right of the picture, each further copy below the
// copy before. Copy k is max(width >> k, 1) texels wide, and so for the height.
struct AtlasPlace {
    std::uint16_t x = 0;
    std::uint16_t y = 0;
    std::uint16_t width = 0;  // texels
    std::uint16_t height = 0;
    std::uint16_t page = 0;
};

struct TextureAtlas {
    std::uint32_t size = 0;  // width and height of a page
    // Each page is a picture of size x size.
    std::vector<Image> pages;
    // One for each material.
    std::vector<AtlasPlace> places;
};

// Packs the textures of `count` materials. largest: the largest page that the driver takes; of a
// texture that is larger, a smaller copy takes the place of the picture.
TextureAtlas pack_textures(const TextureSet& textures, std::size_t count, std::uint32_t largest);

}  // namespace halfspace::viewer
