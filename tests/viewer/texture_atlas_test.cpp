// SPDX-License-Identifier: MIT
#include "texture_atlas.h"

#include "viewer/example_level.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace halfspace::viewer {
namespace {

// True if the picture lies in the page with its upper left corner at x, y.
bool lies_at(const Image& page, const Image& picture, std::uint32_t x, std::uint32_t y) {
    for (std::uint32_t row = 0; row < picture.height; ++row) {
        if (!std::equal(
                &picture.at(0, row), &picture.at(0, row) + picture.width, &page.at(x, y + row))) {
            return false;
        }
    }
    return true;
}

// Two textures that overlapped would spoil each other's texels.
TEST(PackTextures, KeepsEveryTexelOfEveryCopy) {
    const LoadedLevel& loaded = example_level("keep.map");
    const std::size_t count = loaded.level.materials().size();
    for (const std::uint32_t largest : {128u, 256u, 4096u}) {
        const TextureAtlas atlas = pack_textures(loaded.textures, count, largest);
        EXPECT_LE(atlas.size, largest);
        for (std::uint32_t i = 0; i < count; ++i) {
            const AtlasPlace& place = atlas.places[i];
            const Image& page = atlas.pages[place.page];
            const MipTexture& texture = loaded.textures.of(i);
            // Small pages begin with a smaller copy.
            const auto first =
                std::ranges::find(texture.levels, std::uint32_t{place.width}, &Image::width);
            ASSERT_NE(first, texture.levels.end());
            EXPECT_TRUE(lies_at(page, *first, place.x, place.y));
            std::uint32_t y = place.y;
            for (auto copy = first + 1; copy != texture.levels.end(); ++copy) {
                EXPECT_TRUE(lies_at(page, *copy, std::uint32_t{place.x} + place.width, y));
                y += copy->height;
            }
        }
    }
}

TEST(PackTextures, TakesMorePagesIfOneIsFull) {
    const LoadedLevel& loaded = example_level("keep.map");
    const std::size_t count = loaded.level.materials().size();
    EXPECT_EQ(pack_textures(loaded.textures, count, 4096).pages.size(), 1u);
    EXPECT_GT(pack_textures(loaded.textures, count, 100).pages.size(), 1u);
}

}  // namespace
}  // namespace halfspace::viewer
