// SPDX-License-Identifier: MIT
#include "halfspace/formats/image_file.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <utility>

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

void append_word(Bytes& bytes, std::size_t word) {
    for (const int shift : {24, 16, 8, 0}) {
        bytes.push_back(static_cast<std::byte>(word >> shift));
    }
}

// Checksums are 0, which the decoder does not mind.
void append_chunk(Bytes& png, std::string_view kind, const Bytes& data) {
    append_word(png, data.size());
    for (const char c : kind) {
        png.push_back(static_cast<std::byte>(c));
    }
    png.insert(png.end(), data.begin(), data.end());
    append_word(png, 0);
}

// Black, 8 bits of grey.
Bytes png_of(std::size_t width, std::size_t height, bool is_interlaced, const Bytes& compressed) {
    Bytes png = from_hex("89504e470d0a1a0a");
    Bytes head;
    append_word(head, width);
    append_word(head, height);
    head.insert(head.end(), {std::byte{8}, {}, {}, {}, std::byte{is_interlaced}});
    append_chunk(png, "IHDR", head);
    const auto half = compressed.begin() + static_cast<std::ptrdiff_t>(compressed.size() / 2);
    append_chunk(png, "IDAT", Bytes(compressed.begin(), half));
    append_chunk(png, "IDAT", Bytes(half, compressed.end()));
    append_chunk(png, "IEND", {});
    return png;
}

// Zeros, stored as they are.
Bytes stored_zeros(std::size_t size) {
    Bytes bytes = bytes_of({0x78, 0x01, 1});
    for (const std::size_t word : {size, size ^ 0xffff}) {
        bytes.push_back(static_cast<std::byte>(word));
        bytes.push_back(static_cast<std::byte>(word >> 8));
    }
    bytes.resize(bytes.size() + size);
    return bytes;
}

// 258 zeros for each 13 bits: a literal zero, then repeats with the fixed codes.
Bytes many_zeros(std::size_t repeats) {
    Bytes bytes = bytes_of({0x78, 0x01});
    unsigned bit = 0;
    const auto put = [&](std::string_view bits) {
        for (const char c : bits) {
            if (bit++ % 8 == 0) {
                bytes.push_back({});
            }
            bytes.back() |= static_cast<std::byte>((c - '0') << (bit - 1) % 8);
        }
    };
    put("11000110000");  // the last block, of fixed codes (their bits are 1, 0); the literal
    for (; repeats > 0; --repeats) {
        put("1100010100000");  // 258 bytes, from one byte ago
    }
    put("0000000");
    bytes.resize(bytes.size() + 4);  // a checksum that nobody looks at
    return bytes;
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

TEST(ReadImage, ReadsPngWithAFewZerosBehindItsLastRow) {
    // Interlaced 5 x 5: rows of 1 1 (pass 1), 1 (2), 2 (3), 2 2 (4), 3 (5), 2 2 2 (6), 5 5 pixels.
    for (const auto& [is_interlaced, size] : {std::pair{false, 30u}, {true, 36u}}) {
        for (const std::size_t more : {0, 1, 1000}) {
            EXPECT_EQ(error_of(png_of(5, 5, is_interlaced, stored_zeros(size + more))), "");
        }
        EXPECT_NE(error_of(png_of(5, 5, is_interlaced, stored_zeros(size - 1))), "");
    }
    EXPECT_EQ(error_of(png_of(257, 1, false, many_zeros(1))), "");
}

TEST(ReadImage, RefusesPngThatInflatesToMoreThanItsHeadSays) {
    const std::string error =
        "p: error: the picture's data are damaged, or longer than its header says";
    // A megabyte that inflates to 160 MB; the decoder would take 4 GiB of 26 MB.
    const Bytes bomb = many_zeros(630'000);
    EXPECT_EQ(error_of(png_of(2, 2, false, bomb)), error);
    EXPECT_EQ(error_of(png_of(2, 2, true, bomb)), error);
    EXPECT_EQ(error_of(png_of(4096, 4096, false, bomb)), error);
    EXPECT_TRUE(image_size(png_of(2, 2, false, bomb), "p"));
}

TEST(ReadImage, RefusesJpegOfTooManyScans) {
    const Bytes good = small_jpeg();
    // The scan's segment and its byte of data, 99 times more and once more.
    const Bytes scan(good.end() - 13, good.end() - 2);
    Bytes many = good;
    for (int i = 0; i < 99; ++i) {
        many.insert(many.end() - 2, scan.begin(), scan.end());
    }
    EXPECT_EQ(error_of(many), "");
    many.insert(many.end() - 2, scan.begin(), scan.end());
    EXPECT_EQ(error_of(many), "p: error: the picture has more than 100 scans");
}

// The decoder would use memory that nobody has set.
TEST(ReadImage, RefusesAJpegThatLacksATableOfItsScan) {
    const Bytes good = small_jpeg();
    const std::pair<std::ptrdiff_t, std::ptrdiff_t> tables[] = {{2, 69}, {84, 22}, {106, 22}};
    for (const auto& [begin, size] : tables) {
        ASSERT_EQ(good[static_cast<std::size_t>(begin)], std::byte{0xff});
        Bytes lacking = good;
        lacking.erase(lacking.begin() + begin, lacking.begin() + begin + size);
        EXPECT_EQ(error_of(lacking), "p: error: the picture's tables are damaged") << begin;
    }
    Bytes other = good;
    other[other.size() - 7] = std::byte{0x10};  // the scan uses the first codes of table 1
    EXPECT_EQ(error_of(other), "p: error: the picture's tables are damaged");
}

TEST(ReadImage, DoesNotLookBehindTheEndOfAJpeg) {
    const Bytes table = from_hex("ffc4001410" + std::string(32, 'f') + "00");
    const Bytes good = small_jpeg();
    Bytes longer = good;
    longer.insert(longer.end(), table.begin(), table.end());
    for (int i = 0; i < 101; ++i) {
        longer.insert(longer.end(), good.end() - 13, good.end() - 2);
    }
    EXPECT_EQ(error_of(longer), "");
    // An end mark in a note between scans is not the end: the decoder goes on behind the note.
    Bytes noted = good;
    Bytes note = from_hex("ffe20004ffd9");
    note.insert(note.end(), table.begin(), table.end());
    noted.insert(noted.end() - 2, note.begin(), note.end());
    EXPECT_EQ(error_of(noted), "p: error: the picture's tables are damaged");
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
