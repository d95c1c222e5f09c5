// SPDX-License-Identifier: MIT
#include "halfspace/base/file.h"

#include "formats/shared/mesh_reader.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

namespace halfspace::test {
namespace {

constexpr MeshReadOptions kPlain{.scale = 1, .up = {}, .rooms = false};

Result<ReadWorld> read(const std::string& text) {
    return read_ply(std::as_bytes(std::span(text)), "test.ply", kPlain);
}

std::string error_of(const std::string& text) {
    const Result<ReadWorld> result = read(text);
    EXPECT_FALSE(result);
    return result ? "" : to_string(result.error());
}

const std::string kHeader =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty float y\nproperty float "
    "z\n"
    "property float s\nproperty float t\nelement face 1\nproperty list uchar int vertex_indices\n"
    "end_header\n";

TEST(ReadPly, ReadsTextInAnyLines) {
    const Result<ReadWorld> result =
        read(kHeader + "0.1 0 0 0.5 0.25\n1 0 0\n0 0 0 1 0 0 0\n3 0 1 2\n");
    ASSERT_TRUE(result) << to_string(result.error());
    const Mesh& mesh = result->world.entities[0].meshes.at(0);
    EXPECT_EQ(mesh.name, "test.ply");
    EXPECT_EQ(mesh.vertices[0].x, 0.1);
    EXPECT_EQ(mesh.vertices[2].y, 1);
    EXPECT_EQ(mesh.triangles.at(0).corners[0].u, 0.5);
    EXPECT_EQ(mesh.triangles.at(0).corners[0].v, -0.25);
    EXPECT_EQ(mesh.triangles.at(0).line, 15u);
}

TEST(ReadPly, LinesOfATextMayEndInACarriageReturnAlone) {
    std::string text = kHeader + "0 0 0 0 0\n1 0 0 0 0\n0 1 0 0 0\n3 0 1 2\n";
    std::replace(text.begin(), text.end(), '\n', '\r');
    const Result<ReadWorld> result = read(text);
    ASSERT_TRUE(result) << to_string(result.error());
    EXPECT_EQ(result->world.entities[0].meshes.at(0).triangles.at(0).line, 15u);
    text.replace(text.find("ascii"), 5, "binary_little_endian");
    EXPECT_NE(error_of(text).find("end in a carriage return alone"), std::string::npos);
}

TEST(ReadPly, CoordinatesTooLargeForUnitsAreErrors) {
    EXPECT_EQ(
        error_of(kHeader + "1e308 0 0 0 0\n1 0 0 0 0\n0 1 0 0 0\n3 0 1 2\n"),
        "test.ply:15: error: vertex 0 of face 0 has a number that is not finite or too large");
}

TEST(ReadPly, NumbersThatNoFaceUsesMayBeNaN) {
    const Result<ReadWorld> result = read(
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
        "property float z\nproperty float quality\nelement face 1\n"
        "property list uchar int vertex_indices\nend_header\n"
        "0 0 0 nan\nnan nan nan 1\n1 0 0 -inf\n0 1 0 1\n3 0 2 3\n");
    ASSERT_TRUE(result) << to_string(result.error());
    EXPECT_EQ(shape_of(result->world.entities[0].meshes.at(0)).area, 0.5);
    ASSERT_EQ(result->diagnostics.size(), 1u);
    EXPECT_EQ(result->diagnostics[0].message,
              "vertices that faces do not use have numbers that are not finite or too large (1)");
}

TEST(ReadPly, StripsOfTrianglesAreRead) {
    // A strip over four vertices, a cut, and one triangle with an equal vertex before it.
    const Result<ReadWorld> result = read(
        "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\n"
        "property float z\nelement tristrips 1\nproperty list int int vertex_indices\n"
        "end_header\n0 0 0\n2 0 0\n0 2 0\n2 2 0\n0 0 9\n"
        "9 0 1 2 3 -1 0 0 2 4\n");
    ASSERT_TRUE(result) << to_string(result.error());
    const Mesh& mesh = result->world.entities[0].meshes.at(0);
    ASSERT_EQ(mesh.triangles.size(), 3u);
    const auto corners = [&](std::size_t t) {
        std::array<std::uint32_t, 3> vertices{};
        for (std::size_t i = 0; i < 3; ++i) {
            vertices[i] = mesh.triangles[t].corners[i].vertex;
        }
        return vertices;
    };
    EXPECT_EQ(corners(0), (std::array<std::uint32_t, 3>{0, 1, 2}));
    EXPECT_EQ(corners(1), (std::array<std::uint32_t, 3>{2, 1, 3}));
    EXPECT_EQ(corners(2), (std::array<std::uint32_t, 3>{2, 0, 4}));
}

TEST(ReadPly, BothByteOrdersAndTheTextAreOneMesh) {
    std::vector<World> worlds;
    for (const char* const name : {"text", "binary_little_endian", "binary_big_endian"}) {
        const auto bytes =
            read_file(project_file(std::string("fuzz/corpus/ply/") + name + ".ply").string());
        ASSERT_TRUE(bytes);
        Result<ReadWorld> result = read_ply(*bytes, "test.ply", kPlain);
        ASSERT_TRUE(result) << to_string(result.error());
        worlds.push_back(std::move(result->world));
        for (std::size_t size = 0; size + 1 < bytes->size(); ++size) {
            EXPECT_FALSE(read_ply(std::span(*bytes).first(size), "test.ply", kPlain)) << size;
        }
    }
    for (const World& world : worlds) {
        const Mesh& mesh = world.entities[0].meshes.at(0);
        EXPECT_EQ(mesh.triangles.size(), 3u);
        ASSERT_EQ(mesh.vertices.size(), 4u);
        for (std::size_t v = 0; v < 4; ++v) {
            EXPECT_EQ(mesh.vertices[v], worlds[0].entities[0].meshes[0].vertices[v]);
        }
    }
}

TEST(ReadPly, ErrorsNameLineAndCause) {
    EXPECT_EQ(error_of("plx\n"), "test.ply:1: error: the file does not begin with the line 'ply'");
    EXPECT_EQ(error_of("ply\nformat ascii 1.0\n"), "test.ply:2: error: the header has no end");
    EXPECT_EQ(error_of("ply\nformat utf 1.0\n"), "test.ply:2: error: unknown format 'utf'");
    EXPECT_EQ(error_of("ply\nelement vertex -1\n"),
              "test.ply:2: error: an element has no good count");
    EXPECT_EQ(error_of("ply\nelement vertex 1\nproperty long x\n"),
              "test.ply:3: error: a property has an unknown type");
    EXPECT_EQ(error_of("ply\nelement vertex 4000000000\nend_header\n"),
              "test.ply:3: error: the element 'vertex' has no properties");
    EXPECT_EQ(error_of("ply\nelement vertex 4000000000\nproperty float x\nend_header\n1\n"),
              "test.ply:5: error: the file ends before its last element");
    const std::string vertices = "0 0 0 0 0\n1 0 0 0 0\n0 1 0 0 0\n";
    EXPECT_EQ(error_of(kHeader + vertices + "3 0 1 3\n"),
              "test.ply:15: error: face 0 has a vertex that does not stand before it");
    EXPECT_EQ(error_of(kHeader + vertices + "2 0 1\n"),
              "test.ply:15: error: face 0 has 2 corners; it needs at least three");
    EXPECT_EQ(error_of(kHeader + vertices + "300 0\n"),
              "test.ply:15: error: a face has more than 256 corners; cut it into smaller faces");
    EXPECT_EQ(
        error_of(kHeader + "0 0 nan 0 0\n1 0 0 0 0\n0 1 0 0 0\n3 0 1 2\n"),
        "test.ply:15: error: vertex 0 of face 0 has a number that is not finite or too large");
    for (const char* const word : {"1.2.3", "1x", "1-2", "0x1"}) {
        EXPECT_EQ(error_of(kHeader + "0 0 " + word + " 0 0\n"),
                  std::string("test.ply:12: error: expected a number, found '") + word + "'");
    }
}

}  // namespace
}  // namespace halfspace::test
