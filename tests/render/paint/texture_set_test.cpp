// SPDX-License-Identifier: MIT
#include "halfspace/render/texture_set.h"

#include "render/paint/sampler.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <cmath>

namespace halfspace::test {
namespace {

TEST(MakeMips, HalvesToASingleTexel) {
    const Image image{12, 5, std::vector<Rgba>(60, Rgba{10, 20, 30, 255})};
    const MipTexture texture = make_mips(image);
    ASSERT_EQ(texture.levels.size(), 4u);
    EXPECT_EQ(texture.levels[1].width, 6u);
    EXPECT_EQ(texture.levels[1].height, 2u);
    EXPECT_EQ(texture.levels[3].width, 1u);
    EXPECT_EQ(texture.levels[3].height, 1u);
    for (const Image& level : texture.levels) {
        for (const Rgba& texel : level.pixels) {
            EXPECT_EQ(texel, (Rgba{10, 20, 30, 255}));
        }
    }
}

TEST(MakeMips, WeighsColoursByTheirOpacityAndColoursHoles) {
    const Image image{2, 1, {Rgba{200, 100, 50, 255}, Rgba{0, 0, 255, 0}}};
    const MipTexture texture = make_mips(image);
    ASSERT_EQ(texture.levels.size(), 2u);
    EXPECT_EQ(texture.levels[1].pixels[0], (Rgba{200, 100, 50, 128}));
    EXPECT_EQ(texture.levels[0].pixels[1], (Rgba{200, 100, 50, 0}));
}

TEST(DefaultTexture, IsTheSameForTheSameNameOnly) {
    const Image a = default_texture("stone1_3", 64, 32);
    EXPECT_EQ(a.width, 64u);
    EXPECT_EQ(a.height, 32u);
    EXPECT_EQ(a.pixels, default_texture("stone1_3", 64, 32).pixels);
    EXPECT_NE(a.pixels, default_texture("stone1_4", 64, 32).pixels);
    for (const Rgba& texel : a.pixels) {
        EXPECT_EQ(texel.a, 255);
    }
}

Rgba middle_colour(std::string_view name) {
    return make_mips(default_texture(name, 64, 64)).levels.back().pixels[0];
}

TEST(DefaultTexture, HasTheHueThatTheNameTells) {
    const Rgba water = middle_colour("*water1");
    EXPECT_GT(water.b, water.r);
    const Rgba lava = middle_colour("LAVA");
    EXPECT_GT(lava.r, lava.g);
    EXPECT_GT(lava.g, lava.b);
    const Rgba grass = middle_colour("e1u1/grass1_2");
    EXPECT_GT(grass.g, grass.r);
    EXPECT_GT(grass.g, grass.b);
}

TEST(TextureSet, TakesImagesWhereThereAreAny) {
    const Level level = *Level::from_data(small_level());
    const std::vector<Image> images{{}, {1, 1, {Rgba{1, 2, 3, 255}}}};
    const TextureSet textures(level, images);
    EXPECT_EQ(textures.of(1).levels[0].pixels[0], (Rgba{1, 2, 3, 255}));
    EXPECT_EQ(textures.of(0).levels[0].pixels, default_texture("stone", 64, 64).pixels);
    EXPECT_EQ(textures.of(2).levels[0].pixels, default_texture("*water", 64, 64).pixels);
}

TEST(TextureSet, MakesPatternsOfTheMaterialsProportionsButNotLarge) {
    LevelData data = small_level();
    data.materials[0].width = 512;
    data.materials[0].height = 128;
    data.materials[1].width = 1;
    data.materials[1].height = 48;
    const Level level = *Level::from_data(data);
    const TextureSet textures(level, {});
    EXPECT_EQ(textures.of(0).levels[0].width, 64u);
    EXPECT_EQ(textures.of(0).levels[0].height, 32u);
    EXPECT_EQ(textures.of(1).levels[0].width, 16u);
    EXPECT_EQ(textures.of(1).levels[0].height, 48u);
}

Rgba sampled(const MipTexture& texture, double u, double v, double size) {
    return from_lanes(sample(texture, {u, v, size, 0, 0, size}));
}

TEST(Sample, IsTheTexelAtItsMiddle) {
    Image image{4, 2, {}};
    for (std::uint8_t i = 0; i < 8; ++i) {
        image.pixels.push_back(
            {static_cast<std::uint8_t>(i * 30), static_cast<std::uint8_t>(255 - i * 30), i, 255});
    }
    const MipTexture texture = make_mips(image);
    for (std::uint32_t y = 0; y < 2; ++y) {
        for (std::uint32_t x = 0; x < 4; ++x) {
            for (const double repeat : {-5.0, 0.0, 3.0}) {
                const double u = repeat + (x + 0.5) / 4;
                const double v = repeat + (y + 0.5) / 2;
                EXPECT_EQ(sampled(texture, u, v, 0.01), image.at(x, y)) << x << " " << y;
            }
        }
    }
}

TEST(Sample, RepeatsWithoutASeam) {
    const MipTexture texture = make_mips(default_texture("brick", 64, 64));
    for (int i = 0; i < 64; ++i) {
        EXPECT_EQ(sampled(texture, i / 64.0, 0, 0.01), sampled(texture, i / 64.0 + 7, -3, 0.01));
    }
    // Between the last and the first texel it is their mean.
    const Image two{2, 1, {Rgba{0, 0, 0, 255}, Rgba{200, 200, 200, 255}}};
    EXPECT_EQ(sampled(make_mips(two), 0, 0, 0.01), (Rgba{100, 100, 100, 255}));
}

TEST(Sample, IsTheMeanFromFarAway) {
    const MipTexture texture = make_mips(default_texture("metal", 64, 64));
    EXPECT_EQ(sampled(texture, 0.3, 0.7, 4), texture.levels.back().pixels[0]);
}

TEST(Sample, TakesCoordinatesThatMeanNothing) {
    const MipTexture texture = make_mips(default_texture("metal", 64, 64));
    for (const double u : {1e300, -1e300, 1e18, -1e18, std::nan("")}) {
        EXPECT_EQ(sampled(texture, u, u, 1e-3).a, 255);
    }
}

TEST(Nearest, IsTheTexelThatHoldsThePlace) {
    Image image{4, 2, {}};
    for (std::uint8_t i = 0; i < 8; ++i) {
        image.pixels.push_back({i, 0, 0, 255});
    }
    const MipTexture texture = make_mips(image);
    for (std::uint32_t y = 0; y < 2; ++y) {
        for (std::uint32_t x = 0; x < 4; ++x) {
            for (const double within : {0.0, 0.5, 0.99}) {
                const TexturePlace place{
                    -3 + (x + within) / 4, 5 + (y + within) / 2, 100, 100, 100, 100};
                EXPECT_EQ(from_lanes(nearest(texture, place)), image.at(x, y)) << x << " " << y;
            }
        }
    }
    EXPECT_EQ(from_lanes(nearest(texture, {std::nan(""), 1e300})), image.at(0, 0));
}

}  // namespace
}  // namespace halfspace::test
