// SPDX-License-Identifier: MIT
#include "halfspace/base/bytes.h"
#include "halfspace/formats/mesh_reader.h"

#include <gtest/gtest.h>

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

TEST(ReadStl, ErrorsNameLineAndCause) {
    EXPECT_EQ(error_of(binary(1000000000, 0, "")),
              "test.stl: error: the file should have 50000000084 bytes for its 1000000000 "
              "triangles, but has 134");
    EXPECT_EQ(error_of(binary(1, std::numeric_limits<float>::infinity(), "")),
              "test.stl: error: triangle 0 has a coordinate that is not a finite number");
    EXPECT_EQ(error_of("STL"),
              "test.stl: error: the file is too short for a binary STL, and does not begin as a "
              "text");
    EXPECT_EQ(error_of("solid a\nvertex 0 0 x\n"),
              "test.stl:2: error: expected a finite number, found 'x'");
    EXPECT_EQ(error_of("solid a\nvertex 0 0 0\nendfacet\n"),
              "test.stl:3: error: a facet ends, but has no three vertices");
    EXPECT_EQ(error_of("solid a\nvertex 0 0 0\n"),
              "test.stl:2: error: the file ends within a facet");
    // Its corners were looked for in the new object.
    EXPECT_EQ(error_of("solid a\nvertex 0 0 0\nvertex 1 0 0\nsolid b\nvertex 0 1 0\n"),
              "test.stl:4: error: a solid begins within a facet");
    EXPECT_EQ(error_of("solid a\nvertices\n"),
              "test.stl:2: error: expected a word of an STL, found 'vertices'");
    EXPECT_EQ(error_of("solid a\nendsolid\n"),
              "test.stl: error: the file holds no object with faces");
}

}  // namespace
}  // namespace halfspace
