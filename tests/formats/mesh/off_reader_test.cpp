// SPDX-License-Identifier: MIT
#include "halfspace/base/file.h"

#include "formats/shared/mesh_reader.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace halfspace::test {
namespace {

constexpr MeshReadOptions kPlain{.scale = 1, .up = {}, .rooms = false};

Result<ReadWorld> read(const std::string& text) {
    return read_off(text, "a/test.off", kPlain);
}

std::string error_of(const std::string& text) {
    const Result<ReadWorld> result = read(text);
    EXPECT_FALSE(result);
    const std::string message = result ? "" : to_string(result.error());
    EXPECT_TRUE(message.starts_with("a/test.off:")) << message;
    return message.substr(std::min<std::size_t>(message.size(), 11));
}

ErrorCode code_of(const std::string& text) {
    const Result<ReadWorld> result = read(text);
    EXPECT_FALSE(result);
    return result ? ErrorCode::Cancelled : result.error().code;
}

Mesh mesh_of(const std::string& text) {
    const Result<ReadWorld> result = read(text);
    EXPECT_TRUE(result) << to_string(result.error());
    return result ? result->world.entities[0].meshes.at(0) : Mesh{};
}

std::string seed(const std::string& name) {
    const auto bytes = read_file(project_file("fuzz/corpus/off/" + name).string());
    EXPECT_TRUE(bytes) << name;
    return {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
}

const std::string kVertices = "0.1 0 0\n1 0 0\n0 1 0\n";  // lines 3 to 5 behind kHeader
const std::string kHeader = "OFF\n3 1 0\n";
const std::string kFace = "3 0 1 2\n";

TEST(ReadOff, NumbersAndLinesAreAsWritten) {
    const Mesh mesh = mesh_of(kHeader + kVertices + kFace);
    EXPECT_EQ(mesh.name, "test.off");
    ASSERT_EQ(mesh.vertices.size(), 3u);
    EXPECT_EQ(mesh.vertices[0], (Vec3{0.1, 0, 0}));
    EXPECT_EQ(mesh.vertices[2], (Vec3{0, 1, 0}));
    ASSERT_EQ(mesh.triangles.size(), 1u);
    for (std::uint32_t i = 0; i < 3; ++i) {
        EXPECT_EQ(mesh.triangles[0].corners[i].vertex, i);
    }
    EXPECT_EQ(mesh.triangles[0].line, 6u);
}

TEST(ReadOff, TheKeywordMayBeMissingAndMayShareItsLineWithTheCounts) {
    const auto behind = [](const std::string& header) {
        return mesh_of(header + kVertices + kFace);
    };
    for (const char* const header : {"3 1 0\n", "OFF 3 1 3\n", "\t OFF\t\n\n3 1 0 \n"}) {
        EXPECT_EQ(behind(header).vertices.size(), 3u) << header;
    }
}

TEST(ReadOff, CommentsMayBeAnywhere) {
    const Mesh mesh = mesh_of("# one\nOFF# two\n  # three\n3 1 0 # four\n" + kVertices +
                              "\n# 3 0 0 0\n3 0 1 2#five\n\n# six");
    EXPECT_EQ(mesh.triangles.at(0).line, 10u);
}

TEST(ReadOff, LinesMayEndInACarriageReturn) {
    const std::string text = kHeader + kVertices + kFace;
    std::string alone = text;
    std::replace(alone.begin(), alone.end(), '\n', '\r');
    std::string both;
    for (const char c : text) {
        both += c == '\n' ? "\r\n" : std::string(1, c);
    }
    for (const std::string& ends : {alone, both}) {
        EXPECT_EQ(mesh_of(ends).triangles.at(0).line, 6u);
    }
}

TEST(ReadOff, ColoursChangeNothing) {
    const Mesh mesh = mesh_of(seed("colours.off"));
    EXPECT_EQ(mesh.vertices.size(), 5u);
    EXPECT_EQ(mesh.vertices.at(4), (Vec3{0.5, 0.5, 1}));
    EXPECT_EQ(mesh.triangles.size(), 6u);
    EXPECT_TRUE(shape_of(mesh).open_edges.empty());
    // Some programs write colours without the C of the keyword.
    EXPECT_EQ(mesh_of(kHeader + "0 0 0 9 9 9\n1 0 0 .1 .2 .3 1\n0 1 0\n" + kFace).vertices.size(),
              3u);
}

TEST(ReadOff, PolygonsBecomeTriangles) {
    const Mesh box = mesh_of(seed("box.off"));
    EXPECT_EQ(box.triangles.size(), 12u);
    EXPECT_TRUE(shape_of(box).open_edges.empty());
    EXPECT_EQ(shape_of(box).volume, 1);
    // The concave polygon covers its own area only.
    const Mesh concave = mesh_of(seed("concave.off"));
    EXPECT_EQ(concave.triangles.size(), 4u);
    std::string text = "OFF\n256 1 0\n";
    std::string face = "256";
    for (int i = 0; i < 256; ++i) {
        text += std::to_string(i % 128) + " " + std::to_string(i / 128) + " 0\n";
        face += " " + std::to_string(i < 128 ? i : 383 - i);
    }
    EXPECT_EQ(mesh_of(text + face).triangles.size(), 254u);
    EXPECT_EQ(error_of(text + "257 0"),
              "259: error: a face has more than 256 corners; cut it into smaller faces");
}

TEST(ReadOff, ZIsUpAndTheScaleCounts) {
    MeshReadOptions options;
    options.scale = 2;
    const std::string text = kHeader + "1 2 3\n1 0 0\n0 1 0\n" + kFace;
    const auto first = [&] {
        return read_off(text, "test.off", options)->world.entities[0].meshes.at(0).vertices.at(0);
    };
    EXPECT_EQ(first(), (Vec3{2, 4, 6}));
    options.up = UpAxis::Y;
    EXPECT_EQ(first(), (Vec3{2, -6, 4}));
    options.scale = -1;
    EXPECT_EQ(read_off(text, "test.off", options).error().code, ErrorCode::Range);
}

TEST(ReadOff, AFileThatIsCutOffIsRefused) {
    for (const char* const name : {"box.off", "concave.off"}) {
        const std::string text = seed(name);
        EXPECT_TRUE(read(text));
        const std::size_t last_number = text.find_last_of(' ');
        for (std::size_t size = 0; size <= last_number; ++size) {
            EXPECT_FALSE(read(text.substr(0, size))) << name << " " << size;
        }
    }
}

TEST(ReadOff, CountsBeyondTheFileTakeNoMemory) {
    const std::string message =
        ": error: the file is too short for the vertices and faces that it counts, ";
    EXPECT_EQ(error_of("OFF\n4000000000 1 0\n0 0 0\n"), "2" + message + "'4000000000 1 0'");
    EXPECT_EQ(error_of("OFF 1 4000000000 0 # all\n0 0 0\n"), "1" + message + "'1 4000000000 0'");
    EXPECT_EQ(error_of(seed("counts.off")),
              "2" + message + "'99999999999999999999999 4000000000 0'");
    const std::string most = "18446744073709551615";
    EXPECT_EQ(code_of(most + " " + most + " 0\n"), ErrorCode::Damaged);
    EXPECT_EQ(code_of("1 " + most + " 0\n0 0 0\n"), ErrorCode::Damaged);
    // As many as fit, by the fewest bytes of each; then one more.
    EXPECT_EQ(error_of("2 1 0\n0 0 0\n0 0 0\n0"),
              "4: error: a face has 0 corners; it needs at least three");
    EXPECT_EQ(error_of("2 1 0\n0 0 0\n0 0 0\n"), "1" + message + "'2 1 0'");
    EXPECT_EQ(error_of("3 0 0\n0 0 0\n0 0 0\n0 0"), "1" + message + "'3 0 0'");
    // The number of edges is not used.
    EXPECT_EQ(mesh_of("3 1 " + most + "0\n" + kVertices + kFace).vertices.size(), 3u);
}

TEST(ReadOff, HeadersThatAreRefused) {
    EXPECT_EQ(error_of("# only this"), "1: error: the file has no counts");
    EXPECT_EQ(error_of("COFF\n\n# and this\n"), "3: error: the file ends before its counts");
    EXPECT_EQ(error_of("off\n3 1 0\n"),
              "1: error: expected OFF, COFF or the number of vertices, found 'off'");
    EXPECT_EQ(error_of("-3 1 0\n"),
              "1: error: expected OFF, COFF or the number of vertices, found '-3'");
    EXPECT_EQ(error_of("OFF3 1 0\n" + kVertices + kFace),
              "1: error: the keyword and the number of vertices are one word, 'OFF3'; put a blank "
              "between them");
    for (const char* const keyword : {"NOFF", "STOFF", "4OFF", "nOFF", "CNOFF", "OFFx"}) {
        EXPECT_EQ(error_of(std::string(keyword) + "\n3 1 0\n"),
                  "1: error: the keyword is '" + std::string(keyword) +
                      "'; only OFF and COFF are read, without normals, texture coordinates and "
                      "more dimensions");
        EXPECT_EQ(code_of(keyword), ErrorCode::Unsupported);
    }
    EXPECT_EQ(error_of("OFF BINARY\n\x01"), "1: error: the file is binary OFF; export it as text");
    EXPECT_EQ(error_of("OFF\n3 1\n"),
              "2: error: expected the numbers of vertices, faces and edges, found the end of the "
              "line");
    EXPECT_EQ(error_of("OFF\n3 1.0 0\n"),
              "2: error: expected the numbers of vertices, faces and edges, found '1.0'");
    EXPECT_EQ(error_of("OFF\n3 1 0 0\n"),
              "2: error: expected the end of the line behind the number of edges, found '0'");
}

TEST(ReadOff, VerticesThatAreRefused) {
    EXPECT_EQ(error_of(kHeader + "0 0 nan\n" + kVertices + kFace),
              "3: error: vertex 0: expected a finite number, found 'nan'");
    EXPECT_EQ(error_of(kHeader + "0 0 0\n0 0 1x\n" + kVertices),
              "4: error: vertex 1: expected a finite number, found '1x'");
    EXPECT_EQ(error_of(kHeader + "1e38 0 0\n1 0 0\n0 1 0\n" + kFace),
              "3: error: vertex 0 has a coordinate that is too large");
    EXPECT_EQ(error_of(kHeader + "0 0\n" + kVertices + kFace),
              "3: error: vertex 0 has 2 numbers; it needs 3, or 3 and 3 or 4 of a colour");
    const auto first = [](const std::string& numbers) {
        return error_of(kHeader + numbers + "\n" + kVertices + kFace);
    };
    for (const char* const numbers : {"0 0 0 1", "0 0 0 1 1", "0 0 0 1 1 1 1 1"}) {
        EXPECT_TRUE(first(numbers).starts_with("3: error: vertex 0 has ")) << numbers;
    }
    EXPECT_EQ(error_of("C" + kHeader + kVertices + kFace),
              "3: error: vertex 0 has 3 numbers; in COFF it needs 3, and 3 or 4 of a colour");
    EXPECT_EQ(error_of("OFF\n3 0 0\n0 0 0\n0 0 0.00000000\n"),
              "4: error: the file ends before vertex 2");
}

TEST(ReadOff, FacesThatAreRefused) {
    const auto face = [](const std::string& line) {
        return error_of(kHeader + kVertices + line + "\n");
    };
    EXPECT_EQ(face("3 0 1 3"),
              "6: error: face 0 names vertex 3, but the file has 3 vertices, counted from 0");
    EXPECT_EQ(face("3 0 1 4294967296"),
              "6: error: face 0 names vertex 4294967296, but the file has 3 vertices, counted from "
              "0");
    EXPECT_EQ(face("3 0 1 -1"), "6: error: face 0: expected the number of a vertex, found '-1'");
    EXPECT_EQ(face("3 0 1 2.0"), "6: error: face 0: expected the number of a vertex, found '2.0'");
    EXPECT_EQ(face("2 0 1"), "6: error: a face has 2 corners; it needs at least three");
    EXPECT_EQ(face("99999999999999999999 0"),
              "6: error: a face has more than 256 corners; cut it into smaller faces");
    EXPECT_EQ(face("f 0 1 2"), "6: error: face 0: expected its number of corners, found 'f'");
    EXPECT_EQ(face("3 0 1"), "6: error: face 0 has 3 corners, but its line names only 2 vertices");
    EXPECT_EQ(face("3 0"), "6: error: face 0 has 3 corners, but its line names only 1 vertex");
    EXPECT_EQ(face("3 0 1 2 red"), "6: error: face 0: expected a finite number, found 'red'");
    for (const char* const colour : {" 1 1", " 1 1 1 1 1"}) {
        EXPECT_NE(face(kFace.substr(0, 7) + colour)
                      .find(" numbers behind its corners; a colour has 1, 3 or 4"),
                  std::string::npos);
    }
    EXPECT_EQ(error_of(kHeader + kVertices + "#" + kFace), "6: error: the file ends before face 0");
    EXPECT_EQ(face(kFace + "3 2 1 0"),
              "7: error: the file goes on behind its 3 vertices and 1 face");
    EXPECT_EQ(code_of("OFF\n0 0 0\n"), ErrorCode::Geometry);
}

}  // namespace
}  // namespace halfspace::test
