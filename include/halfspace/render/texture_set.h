// SPDX-License-Identifier: MIT
// The textures of a level, ready to be painted: each with its chain of ever smaller copies, so that
// far walls do not sparkle. Materials without an image get a pattern made from their name.
#pragma once

#include "halfspace/base/image.h"
#include "halfspace/level/level.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace halfspace {

// Level 0 is the image itself, each further one half as wide and high (at least 1), to 1 x 1.
struct MipTexture {
    std::vector<Image> levels;
};

// A texture's copies: boxes of texels averaged, weighted by their opacity. Absent texels take the
// colour of their surroundings, so that no dark seam shows where they are blended.
// REQUIRES: width and height > 0.
MipTexture make_mips(const Image& image);

// A picture for a material of which only the name is known: always the same for one name, tinted
// after what the name tells (water, lava, brick, ...), a soft checker with lines along the border
// of each repeat. REQUIRES: width and height > 0.
Image default_texture(std::string_view name, std::uint32_t width, std::uint32_t height);

class TextureSet {
public:
    // images: one per material of the level, an empty one (width 0) where there is none; fewer or
    // none at all will do. Each that is missing is made by default_texture, of about the
    // material's proportions and at most 64 texels wide and high.
    TextureSet(const Level& level, std::span<const Image> images);

    // REQUIRES: material in range.
    const MipTexture& of(std::uint32_t material) const { return textures_[material]; }

private:
    std::vector<MipTexture> textures_;
};

}  // namespace halfspace
