// SPDX-License-Identifier: MIT
#include "formats/shared/mesh_reader.h"
#include "formats/text/quotes.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace halfspace {
namespace {

constexpr MeshReadOptions kPlain{.scale = 1, .up = UpAxis::Z, .rooms = false};

World world_of(std::string_view text, const MeshReadOptions& options = kPlain) {
    Result<ReadWorld> read = read_obj(text, "test.obj", options);
    EXPECT_TRUE(read) << to_string(read.error());
    return read ? std::move(read->world) : World{.source = "", .entities = {{}}, .materials = {}};
}

std::string error_of(std::string_view text, const MeshReadOptions& options = kPlain) {
    const Result<ReadWorld> read = read_obj(text, "test.obj", options);
    EXPECT_FALSE(read);
    return read ? "" : to_string(read.error());
}

const std::string kCorners = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\n";

TEST(ReadObj, AByteOrderMarkTakesNoVertexAway) {
    const World world = world_of("\xEF\xBB\xBF" + kCorners + "f 1 2 3\nf 1 3 4\n");
    EXPECT_EQ(shape_of(world.entities[0].meshes.at(0)).area, 1);
}

TEST(ReadObj, PlacesMayComeBehindTheFaces) {
    const World world = world_of("f 1/1 2/2 3/3\n" + kCorners + "vt .25 0\nvt 0 .5\nvt 0 0\n");
    const MeshTriangle& triangle = world.entities[0].meshes.at(0).triangles.at(0);
    EXPECT_EQ(triangle.corners[0].u, 0.25);
    EXPECT_EQ(triangle.corners[1].v, -0.5);
    // Numbers below 0 count what is before the face.
    EXPECT_EQ(error_of("v 0 0 0\nf -1 -2 -3\nv 1 0 0\nv 0 1 0\n"),
              "test.obj:2: error: a face names vertex -2, but only 1 stand before it");
}

TEST(ReadObj, FacesWithoutCornersAreNoted) {
    const Result<ReadWorld> read = read_obj(kCorners + "f\nf 1 2 3\nf # none\n", "a.obj", kPlain);
    ASSERT_TRUE(read) << to_string(read.error());
    ASSERT_EQ(read->diagnostics.size(), 1u);
    EXPECT_EQ(read->diagnostics[0].message, "faces without corners are left out (2)");
}

TEST(ReadObj, AFaceThatCrossesItselfIsNamed) {
    const Result<ReadWorld> read = read_obj(kCorners + "f 1 3 2 4\n", "a.obj", kPlain);
    ASSERT_TRUE(read) << to_string(read.error());
    ASSERT_EQ(read->diagnostics.size(), 1u);
    EXPECT_EQ(to_string(read->diagnostics[0]).substr(0, 40),
              "a.obj:6: warning: a face crosses itself:");
}

TEST(ReadObj, ReadsTheNearestDoubles) {
    const World world = world_of(
        "v 0.1 -2.5e-3 +7\nv 0.125 1e2 .5\nv 1 2 3 # a comment\n"
        "f 1 2 3\n");
    const Mesh& mesh = world.entities[0].meshes.at(0);
    EXPECT_EQ(mesh.vertices[0].x, 0.1);
    EXPECT_EQ(mesh.vertices[0].y, -0.0025);
    EXPECT_EQ(mesh.vertices[0].z, 7);
    EXPECT_EQ(mesh.vertices[1].x, 0.125);
    EXPECT_EQ(mesh.vertices[1].z, 0.5);
    EXPECT_EQ(mesh.triangles.at(0).line, 4u);
}

TEST(ReadObj, MultiplesOfAnEighthAreExact) {
    constexpr int kMost = 80000;
    std::string text;
    for (int i = -kMost; i < kMost; i += 4) {
        text += "v";
        for (int k = i; k < i + 3; ++k) {
            text += (k < 0 ? " -" : " ") + std::to_string(std::abs(k) / 8) + "." +
                    std::to_string(std::abs(k) % 8 * 125 + 1000).substr(1) + "000";
        }
        text += " \nv " + std::to_string(i + 3) + "125e-3 0 0\n";
    }
    for (int v = 1; v + 2 <= kMost; v += 3) {
        text += "f " + std::to_string(v) + " " + std::to_string(v + 1) + " " +
                std::to_string(v + 2) + "\n";
    }
    const World world = world_of(text);
    const std::vector<Vec3>& vertices = world.entities[0].meshes.at(0).vertices;
    ASSERT_EQ(vertices.size(), 79998u);
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        const int i = 4 * static_cast<int>(v / 2) - kMost;
        if (v % 2 == 0) {
            EXPECT_EQ(vertices[v], (Vec3{i / 8.0, (i + 1) / 8.0, (i + 2) / 8.0}));
        } else {
            EXPECT_EQ(vertices[v].x, i + 3 < 0 ? i + 3 - 0.125 : i + 3 + 0.125);
        }
    }
}

TEST(ReadObj, TurnsYUpwardsAndScales) {
    const World world = world_of("v 1 2 3\nv 0 0 0\nv 1 0 0\nf 1 2 3\n", {});
    EXPECT_EQ(world.entities[0].meshes[0].vertices[0].x, 32);
    EXPECT_EQ(world.entities[0].meshes[0].vertices[0].y, -96);
    EXPECT_EQ(world.entities[0].meshes[0].vertices[0].z, 64);
}

TEST(ReadObj, TakesNegativeNumbersAndTexturePlaces) {
    const World world = world_of(kCorners +
                                 "vt 0.25 0.75\nvn 0 0 1\nusemtl brick wall\n"
                                 "f -5/-1 2//1 3/1/1\nusemtl plaster\nf 1 2 5\n");
    const Mesh& mesh = world.entities[0].meshes.at(0);
    ASSERT_EQ(mesh.triangles.size(), 2u);
    EXPECT_EQ(mesh.triangles[0].corners[0].u, 0.25);
    EXPECT_EQ(mesh.triangles[0].corners[0].v, -0.75);
    EXPECT_EQ(mesh.triangles[0].corners[1].u, 0);
    EXPECT_EQ(world.materials[mesh.triangles[0].material.value].name, "brick wall");
    EXPECT_EQ(world.materials[mesh.triangles[1].material.value].name, "plaster");
}

TEST(ReadObj, ObjectsHaveTheirOwnVerticesAndNames) {
    const World world =
        world_of(kCorners + "o first\ng inner\nf 1 2 3\no second\nf 3 4 5\nf 1 2 3\n");
    ASSERT_EQ(world.entities[0].meshes.size(), 2u);
    EXPECT_EQ(world.entities[0].meshes[0].name, "first");
    EXPECT_EQ(world.entities[0].meshes[0].vertices.size(), 3u);
    EXPECT_EQ(world.entities[0].meshes[1].name, "second");
    EXPECT_EQ(world.entities[0].meshes[1].vertices.size(), 5u);
    EXPECT_EQ(world.entities[0].meshes[1].line, 9u);
    const World groups = world_of(kCorners + "g first\nf 1 2 3\ng second\nf 3 4 5\n");
    EXPECT_EQ(groups.entities[0].meshes.size(), 2u);
}

TEST(ReadObj, CutsPolygonsAtTheirEars) {
    // An L whose first corner does not see all others.
    const World world = world_of(
        "v 64 0 0\nv 64 16 0\nv 16 16 0\nv 16 64 0\nv 0 64 0\nv 0 0 0\n"
        "f 1 2 3 4 5 6\n");
    const Mesh& mesh = world.entities[0].meshes.at(0);
    ASSERT_EQ(mesh.triangles.size(), 4u);
    double area = 0;
    for (const MeshTriangle& triangle : mesh.triangles) {
        const Vec3 a = mesh.vertices[triangle.corners[0].vertex];
        const Vec3 n = cross(mesh.vertices[triangle.corners[1].vertex] - a,
                             mesh.vertices[triangle.corners[2].vertex] - a);
        EXPECT_GT(n.z, 0);
        area += n.z / 2;
    }
    EXPECT_DOUBLE_EQ(area, 64 * 16 + 48 * 16);
}

TEST(ReadObj, LinesMayGoOnBehindABackslashAndEndAsOnWindows) {
    const World world = world_of("v 0 0 0\r\nv 1 0 \\\r\n0\r\nv 0 1 0\r\nf 1 2 \\\n3\n");
    EXPECT_EQ(world.entities[0].meshes.at(0).triangles.size(), 1u);
    EXPECT_EQ(error_of("v 0 0 0\nv 1 0 \\\n0\nv 0 1 0\nf 1 2 9\n"),
              "test.obj:5: error: a face names vertex 9, but the file has 3");
}

TEST(ReadObj, LinesMayEndInACarriageReturnAlone) {
    const World world = world_of("# by hand\rv 0 0 0\rv 1 0 0\rv 0 1 0\ro first\rf 1 2 3\r");
    EXPECT_EQ(world.entities[0].meshes.at(0).name, "first");
    EXPECT_EQ(world.entities[0].meshes[0].triangles.at(0).line, 6u);
}

TEST(ReadObj, NamesMayHaveANumberSign) {
    const World world = world_of(kCorners +
                                 "o cube#2-clip # a comment\nusemtl wall#1\nf 1 2 3\n"
                                 "usemtl wall#2\nf 3 4 5 #comment\n#f 9 9 9\n");
    const Mesh& mesh = world.entities[0].meshes.at(0);
    EXPECT_EQ(mesh.name, "cube#2-clip");
    EXPECT_EQ(mesh.contents, Contents::PlayerClip | Contents::MonsterClip);
    EXPECT_EQ(world.materials[mesh.triangles[0].material.value].name, "wall#1");
    EXPECT_EQ(world.materials[mesh.triangles[1].material.value].name, "wall#2");
}

TEST(ReadObj, NamesBecomeUtf8) {
    const World world = world_of(kCorners + "o a\xff\xfe\xc3\xbc\nf 1 2 3\n");
    EXPECT_EQ(world.entities[0].meshes.at(0).name, "a\xef\xbf\xbd\xef\xbf\xbd\xc3\xbc");
}

TEST(ReadObj, ANoteTellsOfPointsAndLines) {
    const auto notes = [](const std::string& more) {
        const Result<ReadWorld> read = read_obj(kCorners + "f 1 2 3\n" + more, "test.obj", kPlain);
        EXPECT_TRUE(read);
        return read ? read->diagnostics : std::vector<Diagnostic>();
    };
    EXPECT_TRUE(notes("# l 1 2\n").empty());
    EXPECT_EQ(notes("l 1 2\n").at(0).message, "points and lines are left out");
    EXPECT_EQ(notes("  p 1\n").at(0).message, "points and lines are left out");
}

TEST(ReadObj, TagsInNamesDecideWhatAnObjectIs) {
    const auto mesh_named = [](const std::string& name) {
        return world_of(kCorners + "o " + name + "\nf 1 2 3\n").entities[0].meshes.at(0);
    };
    EXPECT_EQ(mesh_named("wall").contents, Contents::Solid);
    EXPECT_EQ(mesh_named("wall-colonly").surface, SurfaceKind::NoDraw);
    EXPECT_EQ(mesh_named("wall-COLONLY.001").surface, SurfaceKind::NoDraw);
    EXPECT_EQ(mesh_named("grass-nocol").contents, Contents::Illusionary);
    EXPECT_EQ(mesh_named("edge-clip").contents, Contents::PlayerClip | Contents::MonsterClip);
    EXPECT_EQ(mesh_named("pool-water").contents, Contents::Water);
    EXPECT_EQ(mesh_named("hall-room").filled, Mesh::Filled::Outside);
    EXPECT_EQ(mesh_named("colonly").surface, SurfaceKind::Drawn);
    const Result<ReadWorld> left =
        read_obj(kCorners + "o a\nf 1 2 3\no b-noimp\nf 1 2 3\n", "test.obj", kPlain);
    ASSERT_TRUE(left);
    EXPECT_EQ(left->world.entities[0].meshes.size(), 1u);
    EXPECT_EQ(left->diagnostics.at(0).message, "object 'b-noimp' is left out, as its tag says");
}

TEST(ReadObj, RoomsAreObjectsThatLookInwards) {
    const std::string box =
        "v 0 0 0\nv 8 0 0\nv 8 8 0\nv 0 8 0\nv 0 0 8\nv 8 0 8\nv 8 8 8\nv 0 8 8\n"
        "o box\nf 1 2 3 4\nf 5 8 7 6\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 4 8 5 1\n";
    MeshReadOptions rooms = kPlain;
    rooms.rooms = true;
    EXPECT_EQ(world_of(box, rooms).entities[0].meshes[0].filled, Mesh::Filled::Outside);
    EXPECT_EQ(world_of(box).entities[0].meshes[0].filled, Mesh::Filled::Inside);
}

TEST(ReadObj, ErrorsNameLineObjectAndCause) {
    for (const char* const word :
         {"nan", "inf", "1e999", "0x1", "1-2", "--", "1e", "abc", "1,5", "1\v2"}) {
        EXPECT_EQ(error_of(std::string("v 0 ") + word + " 0\n"),
                  "test.obj:1: error: expected a finite number, found " + in_quotes(word));
        EXPECT_EQ(error_of(std::string("v 0 0 0\nvt 0 ") + word + "\n"),
                  "test.obj:2: error: expected a finite number, found " + in_quotes(word));
    }
    EXPECT_EQ(error_of("v 0 0\n"),
              "test.obj:1: error: the line has 2 numbers; it needs at least 3");
    EXPECT_EQ(error_of("vt\t\n"), "test.obj:1: error: the line has 0 numbers; it needs at least 1");
    for (const char* const word : {"x", "3x", "4.7", "/1", "1/2/3/4", "1//x", "9999999999"}) {
        EXPECT_EQ(error_of(kCorners + "f 1 2 " + word + "\n"),
                  "test.obj:6: error: expected a corner such as 3, 3/1, 3//2 or 3/1/2, found " +
                      in_quotes(word));
    }
    // Numbers that are finite in the file only.
    EXPECT_EQ(error_of("v 1e308 0 0\n", {}),
              "test.obj:1: error: the vertex has a coordinate that is too large");
    EXPECT_EQ(error_of("o crate\nf 1 2 3\n"),
              "test.obj:2: error: a face names vertex 1, but the file has 0 (object 'crate')");
    EXPECT_EQ(error_of(kCorners + "f 1 2\n"),
              "test.obj:6: error: a face has 2 corners; it needs at least three");
    EXPECT_EQ(error_of(kCorners + "f 0 1 2\n"),
              "test.obj:6: error: a face names vertex 0; they count from 1");
    EXPECT_EQ(error_of(kCorners + "f 1 2 -6\n"),
              "test.obj:6: error: a face names vertex -6, but only 5 stand before it");
    EXPECT_EQ(error_of(kCorners + "f 1 2 3/1\n"),
              "test.obj:6: error: a face names texture coordinate 1, but the file has 0");
    std::string large = "f";
    for (int i = 0; i < 300; ++i) {
        large += " 1";
    }
    EXPECT_EQ(error_of(kCorners + large + "\n"),
              "test.obj:6: error: a face has more than 256 corners; cut it into smaller faces");
    EXPECT_EQ(error_of("# nothing\n"), "test.obj: error: the file holds no object with faces");
    EXPECT_EQ(error_of(kCorners, {.scale = 0, .up = {}, .rooms = false}).substr(0, 13),
              "error: scale:");
}

}  // namespace
}  // namespace halfspace
