// SPDX-License-Identifier: MIT
#include "base/shared/bytes.h"
#include "formats/shared/mesh_reader.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

// Assimp 5.2.5 leaks 2.5 KB for some damaged files. LeakSanitizer calls this function.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" const char* __lsan_default_suppressions() {
    return "leak:libassimp";
}

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
    EXPECT_EQ(meshes[0].vertices[0].x, 0.1f);  // Assimp reads floats
    EXPECT_EQ(meshes[0].vertices[2].y, 1);     // Z is up
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

TEST(ReadStl, ErrorsNameTheCause) {
    EXPECT_EQ(error_of(binary(1000000000, 0, "")),
              "test.stl: error: the file is neither ASCII nor binary STL, or it is cut off: Assimp "
              "says 'Failed to determine STL storage "
              "representation.'; export it again, as binary STL");
    EXPECT_EQ(error_of(""), "test.stl: error: the file is empty");
    EXPECT_EQ(error_of("STL"),
              "test.stl: error: the file is neither ASCII nor binary STL, or it is cut off: Assimp "
              "says 'File is too small'; export it again, as binary STL");
    EXPECT_EQ(error_of(binary(1, std::numeric_limits<float>::infinity(), "")),
              "test.stl: error: object 'test.stl' has a vertex (0) with a coordinate that is not "
              "finite or too large");
    std::string text = kText;
    EXPECT_EQ(error_of(text.replace(text.find("0.1"), 3, "nan")),
              "test.stl: error: object 'first' has a vertex (0) with a coordinate that is not "
              "finite or too large");
    text = kText;
    EXPECT_NE(error_of(text.replace(text.find("0.1"), 3, "0x?"))
                  .find("cut off: Assimp says 'Cannot parse"),
              std::string::npos);
    EXPECT_EQ(error_of("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n"),
              "test.stl: error: the file is neither ASCII nor binary STL, or it is cut off: Assimp "
              "says 'STL: Invalid number of "
              "vertices'; export it again, as binary STL");
    EXPECT_EQ(error_of("solid a\nendsolid\n"),
              "test.stl: error: the file holds no object with faces");
}

}  // namespace
}  // namespace halfspace
