// SPDX-License-Identifier: MIT
#include "formats/shared/wad.h"

#include "formats/textures/wad_bytes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

namespace halfspace {
namespace {

using test::wad_bytes;
using Bytes = std::vector<std::byte>;

Wad open_wad(Bytes bytes) {
    Result<Wad> wad = Wad::from_bytes(std::move(bytes), "a.wad");
    EXPECT_TRUE(wad) << (wad ? "" : to_string(wad.error()));
    return wad ? *std::move(wad) : Wad();
}

template <class T>
void put(Bytes& bytes, std::size_t at, T value) {
    std::memcpy(bytes.data() + at, &value, sizeof(T));
}

// Of the first entry, by the header's word.
std::size_t directory_of(const Bytes& bytes) {
    std::uint32_t offset = 0;
    std::memcpy(&offset, bytes.data() + 8, sizeof(offset));
    return offset;
}

std::string error_of(const Bytes& bytes) {
    const Result<Wad> wad = Wad::from_bytes(bytes, "a.wad");
    return wad ? "" : to_string(wad.error());
}

// What the only texture says of itself.
std::string texture_error(const Bytes& bytes) {
    const Wad wad = open_wad(bytes);
    const Result<ImageSize> size = wad.size(wad.texture_names().at(0));
    const Result<Image> image = wad.image(wad.texture_names().at(0), plain_palette());
    EXPECT_EQ(size.has_value(), image.has_value());
    return size ? "" : to_string(size.error());
}

TEST(Wad, FindsTexturesInUpperAndLowerCase) {
    const Wad wad = open_wad(wad_bytes("WAD2", {{"City4_7", 64, 32}, {"*water1", 16, 16}}));
    EXPECT_TRUE(wad.has("CITY4_7"));
    EXPECT_TRUE(wad.has("*Water1"));
    EXPECT_FALSE(wad.has("city4_"));
    EXPECT_FALSE(wad.has(""));
    EXPECT_EQ(wad.texture_names(), (std::vector<std::string>{"City4_7", "*water1"}));
    EXPECT_EQ(wad.size("city4_7")->width, 64u);
    EXPECT_EQ(wad.size("city4_7")->height, 32u);
    EXPECT_EQ(wad.name(), "a.wad");
}

TEST(Wad, PaintsQuakesTexturesWithTheGivenPalette) {
    const Wad wad = open_wad(wad_bytes("WAD2", {{"a", 16, 32}}));
    Palette palette = plain_palette();
    palette[5] = {1, 2, 3, 255};
    const Result<Image> image = wad.image("a", palette);
    ASSERT_TRUE(image);
    EXPECT_EQ(image->width, 16u);
    EXPECT_EQ(image->height, 32u);
    EXPECT_EQ(image->at(5, 0), (Rgba{1, 2, 3, 255}));
    EXPECT_EQ(image->at(5, 16), (Rgba{1, 2, 3, 255}));
    EXPECT_EQ(image->at(4, 0), palette[4]);
}

TEST(Wad, PaintsHalfLifesTexturesWithTheirOwnPalette) {
    const Wad wad = open_wad(wad_bytes("WAD3", {{"a", 16, 16, 'C'}, {"{fence", 16, 16, 'C'}}));
    EXPECT_EQ(wad.image("a", plain_palette())->at(3, 2), (Rgba{35, 220, 7, 255}));
    EXPECT_EQ(wad.image("a", plain_palette())->at(15, 15), (Rgba{255, 0, 7, 255}));
    EXPECT_EQ(wad.image("{fence", plain_palette())->at(15, 15).a, 0);
    EXPECT_EQ(wad.image("{fence", plain_palette())->at(14, 15).a, 255);
}

TEST(Wad, PassesOverWhatIsNoTextureAndRepeatedNames) {
    const Wad wad =
        open_wad(wad_bytes("WAD2", {{"conback", 16, 16, 'B'}, {"a", 16, 16}, {"A", 32, 32}}));
    EXPECT_FALSE(wad.has("conback"));
    EXPECT_EQ(wad.texture_names().size(), 1u);
    EXPECT_EQ(wad.size("a")->width, 16u);
}

TEST(Wad, RefusesWhatIsNone) {
    EXPECT_EQ(error_of({}), "a.wad: error: the file is no WAD2 or WAD3");
    EXPECT_EQ(error_of(Bytes(4)), "a.wad: error: the file is no WAD2 or WAD3");
    EXPECT_EQ(error_of(wad_bytes("PACK", {})), "a.wad: error: the file is no WAD2 or WAD3");
    EXPECT_EQ(error_of(wad_bytes("WAD2", {})), "");
}

TEST(Wad, RefusesADirectoryThatIsNotWithinTheFile) {
    const std::string error = "a.wad: error: the directory of the WAD is not within the file";
    const Bytes good = wad_bytes("WAD2", {{"a"}, {"b"}});
    for (const std::uint32_t count : {3u, 0x08000001u, 0x80000000u, 0xffffffffu}) {
        Bytes bad = good;
        put(bad, 4, count);
        EXPECT_EQ(error_of(bad), error) << count;
    }
    for (const std::uint32_t offset : {0u, 11u, 0x7fffffffu, 0xffffffffu}) {
        Bytes bad = good;
        put(bad, 8, offset);
        EXPECT_EQ(error_of(bad), error) << offset;
    }
    for (const std::size_t size : {good.size() - 1, std::size_t{12}, std::size_t{11}}) {
        EXPECT_EQ(error_of(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size))),
                  error);
    }
}

TEST(Wad, NamesTheTextureThatIsDamaged) {
    const Bytes good = wad_bytes("WAD3", {{"a", 16, 16, 'C'}});
    const std::string start = "a.wad: error: the texture 'a' of the WAD ";
    const auto with = [&](std::size_t at, std::uint32_t value) {
        Bytes bad = good;
        put(bad, at, value);
        return texture_error(bad);
    };
    const std::size_t entry = directory_of(good);
    EXPECT_EQ(texture_error(good), "");
    EXPECT_EQ(with(entry, 0xfffffff0), start + "is not within the file");
    EXPECT_EQ(with(entry + 4, 0x7fffffff), start + "is not within the file");
    EXPECT_EQ(with(entry + 4, 39), start + "has no size");
    EXPECT_EQ(with(entry + 4, 200), start + "ends before its pixels");
    EXPECT_EQ(with(entry + 4, 300), start + "ends before its palette");
    EXPECT_EQ(with(12 + 16, 0), start + "has no size");
    EXPECT_EQ(with(12 + 20, 0x10000), start + "has too many pixels");
    EXPECT_EQ(with(12 + 16, 16384), start + "ends before its pixels");
    EXPECT_EQ(with(12 + 24, 0), start + "ends before its pixels");
    EXPECT_EQ(with(12 + 24, 0xffffffff), start + "ends before its pixels");
    Bytes packed = good;
    packed[entry + 13] = std::byte{1};
    EXPECT_EQ(texture_error(packed), start + "is compressed");
}

TEST(Wad, SurvivesAnyDamage) {
    std::mt19937_64 random(5);
    const Bytes good = wad_bytes("WAD3", {{"a", 16, 16, 'C'}, {"{b", 32, 16, 'C'}});
    for (int i = 0; i < 20'000; ++i) {
        Bytes bad = good;
        for (std::uint64_t edits = 1 + random() % 4; edits > 0; --edits) {
            // In the heads, where damage matters.
            const std::size_t at =
                random() % 2 == 0 ? random() % 60 : bad.size() - 1 - random() % 64;
            bad[at] = std::byte(random());
        }
        const Result<Wad> wad = Wad::from_bytes(std::move(bad), "bad");
        for (std::size_t t = 0; wad && t < wad->texture_names().size(); ++t) {
            const Result<Image> image = wad->image(wad->texture_names()[t], plain_palette());
            ASSERT_TRUE(!image ||
                        image->pixels.size() == std::size_t{image->width} * image->height);
        }
    }
}

TEST(PlainPalette, HasSixteenRampsFromDarkToBright) {
    const Palette palette = plain_palette();
    const auto sum = [](const Rgba& c) { return c.r + c.g + c.b; };
    for (std::size_t i = 0; i < palette.size(); ++i) {
        EXPECT_EQ(palette[i].a, 255);
        if (i % 16 != 0) {
            EXPECT_GT(sum(palette[i]), sum(palette[i - 1])) << i;
        }
        if (i < 16) {
            EXPECT_TRUE(palette[i].r == palette[i].g && palette[i].g == palette[i].b);
        }
    }
    EXPECT_EQ(palette[15], (Rgba{255, 255, 255, 255}));
    EXPECT_EQ(palette[31], (Rgba{255, 128, 128, 255}));
}

TEST(ReadPalette, TakesColoursAndNothingElse) {
    Bytes bytes(768);
    bytes[3] = std::byte{9};
    EXPECT_EQ((*read_palette(bytes, "p"))[1], (Rgba{9, 0, 0, 255}));
    bytes.pop_back();
    EXPECT_EQ(to_string(read_palette(bytes, "p").error()),
              "p: error: a palette has 768 bytes, this file 767");
}

}  // namespace
}  // namespace halfspace
