// SPDX-License-Identifier: MIT
#include "halfspace/formats/image_file.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>

namespace halfspace {
namespace {

using Bytes = std::vector<std::byte>;

Bytes bytes_of(std::initializer_list<int> values) {
    Bytes bytes;
    for (const int value : values) {
        bytes.push_back(static_cast<std::byte>(value));
    }
    return bytes;
}

Bytes from_hex(std::string_view hex) {
    Bytes bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
        bytes.push_back(
            static_cast<std::byte>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
    }
    return bytes;
}

Image sample(std::uint32_t width, std::uint32_t height) {
    Image image{width, height, {}};
    for (std::uint32_t i = 0; i < width * height; ++i) {
        image.pixels.push_back({static_cast<std::uint8_t>(i),
                                static_cast<std::uint8_t>(i * 7),
                                static_cast<std::uint8_t>(i / 3),
                                static_cast<std::uint8_t>(255 - i % 5)});
    }
    return image;
}

// 2 x 2, blue green red each: top red and green, bottom blue and white; stored from the top.
Bytes small_tga() {
    return bytes_of({0, 0,  2,    0, 0, 0,   0, 0,   0, 0,   0, 0, 2,   0,   2,
                     0, 24, 0x20, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255});
}

// The same colours as runs of one and of three pixels.
Bytes run_tga() {
    return bytes_of({0,  0,    10,   0, 0, 0,   0,    0, 0,   0, 0,   0, 2, 0,   2,   0,
                     24, 0x20, 0x80, 0, 0, 255, 0x02, 0, 255, 0, 255, 0, 0, 255, 255, 255});
}

// 8 x 8 of one grey: a JPEG of one block, whose tables hold one code each.
Bytes small_jpeg() {
    std::string quantities;
    for (int i = 0; i < 64; ++i) {
        quantities += "01";
    }
    const std::string one_code = "0100000000000000000000000000000000";
    return from_hex("ffd8ffdb004300" + quantities + "ffc0000b080008000801011100ffc4001400" +
                    one_code + "ffc4001410" + one_code + "ffda0008010100003f003fffd9");
}

std::string error_of(const Bytes& bytes) {
    const Result<Image> image = read_image(bytes, "p");
    return image ? "" : to_string(image.error());
}

TEST(WritePng, IsReadBackAsItWas) {
    for (const auto& [width, height] : {std::pair{1u, 1u}, {3u, 5u}, {64u, 64u}, {200u, 1u}}) {
        const Image image = sample(width, height);
        const Bytes png = write_png(image);
        EXPECT_EQ(image_size(png, "p")->width, width);
        EXPECT_EQ(image_size(png, "p")->height, height);
        const Result<Image> read = read_image(png, "p");
        ASSERT_TRUE(read) << to_string(read.error());
        EXPECT_EQ(read->pixels, image.pixels);
    }
}

TEST(ReadImage, ReadsTga) {
    for (const Bytes& tga : {small_tga(), run_tga()}) {
        const Result<Image> image = read_image(tga, "p");
        ASSERT_TRUE(image) << to_string(image.error());
        EXPECT_EQ(image->width, 2u);
        EXPECT_EQ(image->at(0, 0), (Rgba{255, 0, 0, 255}));
        EXPECT_EQ(image->at(1, 0), (Rgba{0, 255, 0, 255}));
        EXPECT_EQ(image->at(0, 1), (Rgba{0, 0, 255, 255}));
        EXPECT_EQ(image->at(1, 1), (Rgba{255, 255, 255, 255}));
    }
}

TEST(ReadImage, ReadsJpeg) {
    const Result<Image> image = read_image(small_jpeg(), "p");
    ASSERT_TRUE(image) << to_string(image.error());
    EXPECT_EQ(image->width, 8u);
    EXPECT_EQ(image->height, 8u);
    EXPECT_EQ(image->at(7, 7).a, 255);
    EXPECT_EQ(image->at(0, 0), image->at(7, 7));
}

TEST(ReadImage, RefusesOtherFormats) {
    EXPECT_EQ(error_of({}), "p: error: the picture is no PNG, TGA or JPEG");
    EXPECT_EQ(error_of(Bytes(100)), "p: error: the picture is no PNG, TGA or JPEG");
    EXPECT_EQ(error_of(from_hex("47494638396101000100800000ffffff00000021f90401000000002c00000000"
                                "010001000002024401003b")),
              "p: error: the picture is no PNG, TGA or JPEG");
}

TEST(ReadImage, RefusesWhatEndsTooEarly) {
    for (const Bytes& whole : {write_png(sample(20, 20)), small_tga(), run_tga(), small_jpeg()}) {
        EXPECT_EQ(error_of(whole), "");
        for (std::size_t size = 0; size + 1 < whole.size(); ++size) {
            const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
            // The last chunk of a PNG and its checksums say nothing of the picture.
            const bool is_png_without_end = whole[1] == std::byte{'P'} && size + 17 >= whole.size();
            EXPECT_TRUE(is_png_without_end || !error_of(cut).empty()) << size;
        }
    }
}

TEST(ReadImage, RefusesTooManyPixelsBeforeItReadsThem) {
    const auto tga = [](int width, int height) {
        return bytes_of({0,
                         0,
                         2,
                         0,
                         0,
                         0,
                         0,
                         0,
                         0,
                         0,
                         0,
                         0,
                         width & 255,
                         width >> 8,
                         height & 255,
                         height >> 8,
                         32,
                         0});
    };
    EXPECT_EQ(error_of(tga(4097, 4096)),
              "p: error: the picture has 4097 x 4096 pixels, too many for a texture");
    EXPECT_NE(error_of(tga(16385, 1)), "");
    EXPECT_EQ(error_of(tga(4096, 4096)), "p: error: the picture is damaged or ends too early");
    EXPECT_NE(error_of(tga(0, 1)), "");
}

TEST(ReadImage, RefusesCodeTablesThatTheDecoderWouldWritePastItsArrays) {
    // 16 times 255 codes, before the frame and behind the scan's begin.
    const Bytes table = from_hex("ffc4001410" + std::string(32, 'f') + "00");
    const Bytes good = small_jpeg();
    for (const std::size_t at : {std::size_t{2}, good.size() - 2}) {
        Bytes bad = good;
        bad.insert(bad.begin() + static_cast<std::ptrdiff_t>(at), table.begin(), table.end());
        EXPECT_EQ(error_of(bad), "p: error: the picture's tables are damaged");
        EXPECT_FALSE(image_size(bad, "p"));
    }
    // In a note (a preview, a profile) they are nobody's tables.
    Bytes noted = good;
    Bytes note = bytes_of({0xff, 0xe2, 0, static_cast<int>(table.size() + 2)});
    note.insert(note.end(), table.begin(), table.end());
    noted.insert(noted.begin() + 2, note.begin(), note.end());
    EXPECT_EQ(error_of(noted), "");
}

TEST(ReadImage, SurvivesAnyDamage) {
    std::mt19937_64 random(3);
    for (const Bytes& whole : {write_png(sample(20, 20)), small_tga(), run_tga(), small_jpeg()}) {
        for (int i = 0; i < 3000; ++i) {
            Bytes bad = whole;
            for (std::uint64_t edits = 1 + random() % 4; edits > 0; --edits) {
                bad[random() % bad.size()] = std::byte(random());
            }
            const Result<Image> image = read_image(bad, "p");
            ASSERT_TRUE(!image ||
                        image->pixels.size() == std::size_t{image->width} * image->height);
        }
    }
}

}  // namespace
}  // namespace halfspace
