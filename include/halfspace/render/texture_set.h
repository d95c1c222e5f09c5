// SPDX-License-Identifier: MIT
// The textures of a level, ready for the painter. Each has a chain of smaller and smaller copies
// (mip levels), so that far walls do not flicker. A material without a picture gets a pattern made
// from its name.
#pragma once

#include "halfspace/base/image.h"
#include "halfspace/level/level.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace halfspace {

// A texture and its smaller copies. levels[0] is the picture itself. Each further level is half as
// wide and half as high, but at least 1, down to 1 x 1.
struct MipTexture {
    std::vector<Image> levels;
};

// The copies of a picture. A texel of a copy is the mean of the texels in its place, weighted by
// their opacity. Transparent texels take the colour of their neighbours, so that no dark rim shows
// where they are blended. REQUIRES: width and height > 0.
MipTexture make_mips(const Image& image);

// A picture for a material of which only the name is known. The same name always gives the same
// picture: a soft checker in the colour of name_colour, with lines along the border of each repeat.
// REQUIRES: width and height > 0.
Image default_texture(std::string_view name, std::uint32_t width, std::uint32_t height);

// The textures of all materials of a level.
class TextureSet {
public:
    // images: the picture of each material, by index; an empty one (width 0) if there is none.
    // There may be fewer images than materials, or none. A missing picture is made by
    // default_texture, about in the proportions of the material, at most 64 texels wide and high.
    TextureSet(const Level& level, std::span<const Image> images);

    // The texture of a material. REQUIRES: material in range.
    const MipTexture& of(std::uint32_t material) const { return textures_[material]; }

private:
    std::vector<MipTexture> textures_;
};

}  // namespace halfspace
