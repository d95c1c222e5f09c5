// SPDX-License-Identifier: MIT
#include "base/shared/bytes.h"
#include "formats/shared/mesh_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <string>

namespace halfspace {
namespace {

constexpr MeshReadOptions kPlain{.scale = 1, .up = {}, .rooms = false};

const std::string kText =
    "solid first\n facet normal 0 0 1\n  outer loop\n   vertex 0.1 0 0\n   vertex 1 0 0\n"
    "   vertex 0 1e0 0\n  endloop\n endfacet\nendsolid first\nsolid second-clip\nfacet normal 0 0 "
    "1\n"
    "outer loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n";

// A binary STL of one triangle that says it has `count`.
std::vector<std::byte> binary(std::uint32_t count, float first, const std::string& header) {
    ByteWriter writer;
    writer.write_bytes(std::as_bytes(std::span(header)));
    while (writer.size() < 80) {
        writer.write(std::uint8_t{0});
    }
    writer.write(count);
    for (const float number : {0.f, 0.f, 1.f, first, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f}) {
        writer.write(number);
    }
    writer.write(std::uint16_t{0});
    return writer.take();
}

std::string error_of(std::span<const std::byte> bytes) {
    const Result<ReadWorld> read = read_stl(bytes, "test.stl", kPlain);
    EXPECT_FALSE(read);
    return read ? "" : to_string(read.error());
}

std::string error_of(const std::string& text) {
    return error_of(std::as_bytes(std::span(text)));
}

TEST(ReadStl, ReadsTextWithItsObjects) {
    const Result<ReadWorld> read = read_stl(std::as_bytes(std::span(kText)), "test.stl", kPlain);
    ASSERT_TRUE(read) << to_string(read.error());
    const std::vector<Mesh>& meshes = read->world.entities[0].meshes;
    ASSERT_EQ(meshes.size(), 2u);
    EXPECT_EQ(meshes[0].name, "first");
    EXPECT_EQ(meshes[0].vertices[0].x, 0.1);
    EXPECT_EQ(meshes[0].vertices[2].y, 1);  // Z is up
    EXPECT_EQ(meshes[1].line, 10u);
    EXPECT_EQ(meshes[1].triangles.at(0).line, 11u);
    EXPECT_EQ(meshes[1].surface, SurfaceKind::NoDraw);
}

TEST(ReadStl, ReadsBinaryFilesEvenIfTheyBeginAsATextDoes) {
    for (const char* const header : {"", "solid of a program"}) {
        const Result<ReadWorld> read = read_stl(binary(1, 0.5f, header), "a/part.stl", kPlain);
        ASSERT_TRUE(read) << to_string(read.error());
        EXPECT_EQ(read->world.entities[0].meshes.at(0).name, "part.stl");
        EXPECT_EQ(read->world.entities[0].meshes[0].vertices[0].x, 0.5);
    }
}

TEST(ReadStl, WordsInUpperCaseAndAByteOrderMarkAreRead) {
    std::string text = kText;
    std::ranges::transform(
        text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    const std::string marked = "\xEF\xBB\xBF" + text;
    const Result<ReadWorld> read = read_stl(std::as_bytes(std::span(marked)), "test.stl", kPlain);
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_EQ(read->world.entities[0].meshes.size(), 2u);
}

TEST(ReadStl, ANormalIsNotRead) {
    std::string text = kText;
    text.replace(text.find("0 0 1"), 5, "nan -nan(ind)");
    EXPECT_TRUE(read_stl(std::as_bytes(std::span(text)), "test.stl", kPlain));
}

TEST(ReadStl, BytesBehindTheLastFacetAreNoted) {
    std::vector<std::byte> bytes = binary(1, 0.5f, "");
    bytes.resize(bytes.size() + 7);
    const Result<ReadWorld> read = read_stl(bytes, "test.stl", kPlain);
    ASSERT_TRUE(read) << to_string(read.error());
    ASSERT_EQ(read->diagnostics.size(), 1u);
    EXPECT_EQ(read->diagnostics[0].message, "7 bytes behind the last facet are left out");
}

TEST(ReadStl, ACutFileIsRefused) {
    // What is left behind the first endsolid is a whole file.
    const std::size_t end_of_first = kText.find("endsolid") + 8;
    for (std::size_t size = 0; size + 1 < kText.size(); ++size) {
        if (size < end_of_first || size > kText.find("solid second")) {
            EXPECT_NE(error_of(kText.substr(0, size)), "") << size;
        }
    }
    const std::vector<std::byte> whole = binary(1, 0.5f, "");
    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_NE(error_of(std::span(whole).first(size)), "") << size;
    }
}

TEST(ReadStl, AWordThatOnlyBeginsLikeANumberIsRefused) {
    for (const char* const word : {"1.2.3", "1x", "1-2", "nan", "0x1", "1,5"}) {
        std::string text = kText;
        text.replace(text.find("0.1"), 3, word);
        EXPECT_NE(error_of(text).find("test.stl:4: error: expected a finite number"),
                  std::string::npos)
            << word;
    }
}

TEST(ReadStl, ErrorsNameTheCause) {
    EXPECT_EQ(
        error_of(binary(1000000000, 0, "")),
        "test.stl: error: the file counts 1000000000 facets, but has only 1; it is cut off, or "
        "it is no STL (a text begins with the word 'solid'); export it again, as binary STL");
    EXPECT_EQ(error_of(""), "test.stl: error: the file is empty");
    EXPECT_EQ(error_of("STL"),
              "test.stl: error: the file is no STL: a text begins with the word 'solid', and a "
              "binary file has at least 84 bytes; export it again, as binary STL");
    EXPECT_EQ(error_of(binary(1, std::numeric_limits<float>::infinity(), "")),
              "test.stl: error: facet 0 has a coordinate that is not finite or too large");
    EXPECT_EQ(error_of("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n"),
              "test.stl:4: error: the file ends inside of a solid, before endsolid; it is cut off");
    std::string text = kText;
    EXPECT_EQ(error_of(text.replace(text.find("   vertex 1 0 0\n"), 16, "")),
              "test.stl:6: error: a facet has 2 vertices; it needs three");
    text = kText;
    EXPECT_EQ(error_of(text.replace(text.find(" endfacet"), 9, " endloop")),
              "test.stl:8: error: expected endfacet, found 'endloop'");
    EXPECT_EQ(error_of("solid a\nendsolid\n"),
              "test.stl: error: the file holds no object with faces");
}

}  // namespace
}  // namespace halfspace
