// SPDX-License-Identifier: MIT
#include "import/meshes/mesh_import.h"

#include "support/meshes.h"
#include "world/shared/texture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace halfspace::test {
namespace {

ImportedMeshes imported(std::vector<Mesh> meshes) {
    auto result = import_meshes(world_of_meshes(std::move(meshes)), {});
    EXPECT_TRUE(result) << result.error()[0].message;
    return result ? *std::move(result) : ImportedMeshes{};
}

std::vector<Error> errors_of(std::vector<Mesh> meshes) {
    const auto result = import_meshes(world_of_meshes(std::move(meshes)), {});
    EXPECT_FALSE(result);
    return result ? std::vector<Error>(1) : result.error();
}

TEST(ImportMeshes, ABoxBecomesABrushOfSixSides) {
    const ImportedMeshes meshes = imported({box_mesh("crate", {0, 0, 0}, {8, 16, 24})});
    EXPECT_EQ(meshes.grid_exponent, 3);
    ASSERT_EQ(meshes.world.entities[0].brushes.size(), 1u);
    EXPECT_TRUE(meshes.world.entities[0].meshes.empty());
    const Brush& brush = meshes.world.entities[0].brushes[0];
    EXPECT_EQ(brush.sides.size(), 6u);
    EXPECT_EQ(brush.name, "crate");
}

TEST(ImportMeshes, ConvexPartsOfOneObjectAreBrushesOfTheirOwn) {
    Mesh two = box_mesh("two", {0, 0, 0}, {8, 8, 8});
    add_polygon(two, {});
    const Mesh other = box_mesh("", {4, 4, 4}, {16, 16, 16});
    for (MeshTriangle triangle : other.triangles) {
        for (MeshCorner& corner : triangle.corners) {
            corner.vertex += static_cast<std::uint32_t>(two.vertices.size());
        }
        two.triangles.push_back(triangle);
    }
    two.vertices.insert(two.vertices.end(), other.vertices.begin(), other.vertices.end());
    EXPECT_EQ(imported({two}).world.entities[0].brushes.size(), 2u);
}

TEST(ImportMeshes, AConcaveObjectStaysAMesh) {
    const ImportedMeshes meshes =
        imported({prism("L", {{0, 0}, {64, 0}, {64, 16}, {16, 16}, {16, 64}, {0, 64}}, 0, 8)});
    EXPECT_TRUE(meshes.world.entities[0].brushes.empty());
    EXPECT_EQ(meshes.world.entities[0].meshes.size(), 1u);
}

TEST(ImportMeshes, ADentWithinTheToleranceIsConvexAndADeeperOneIsNot) {
    // The grid is 1/64, because the dent is off the coarse grid. The tolerance is half a step.
    const auto dented = [](double depth) {
        return prism("dent", {{8, depth}, {16, 0.001}, {16, 16}, {0, 16}, {0, 0.001}}, 0, 16);
    };
    EXPECT_EQ(imported({dented(1.0 / 160)}).world.entities[0].brushes.size(), 1u);
    EXPECT_EQ(imported({dented(1.0 / 64)}).world.entities[0].brushes.size(), 0u);
}

TEST(ImportMeshes, AThinShellIsNoBrush) {
    // All its triangles lie within the tolerance of the hull of its vertices.
    Mesh shell = box_mesh("shell", {0, 0, 0}, {16, 16, 16});
    const double d = 1.0 / 256;
    const Mesh hole = turned_inside_out(box_mesh("", {d, d, d}, {16 - d, 16 - d, 16 - d}));
    for (MeshTriangle triangle : hole.triangles) {
        for (MeshCorner& corner : triangle.corners) {
            corner.vertex += static_cast<std::uint32_t>(shell.vertices.size());
        }
        shell.triangles.push_back(triangle);
    }
    shell.vertices.insert(shell.vertices.end(), hole.vertices.begin(), hole.vertices.end());
    EXPECT_EQ(imported({shell}).world.entities[0].meshes.size(), 1u);
}

// A square frame around a square hole, from z = 0 to z = `top`.
Mesh frame(double hole, double top) {
    Mesh mesh;
    mesh.name = "frame";
    const std::array<Vec3, 4> at{{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}};
    const auto place = [&](std::size_t i, double size, double z) {
        return Vec3{at.at(i % 4).x * size, at.at(i % 4).y * size, z};
    };
    for (std::size_t i = 0; i < 4; ++i) {
        const auto quad = [&](double a, double az, double b, double bz) {
            add_polygon(
                mesh, {place(i, a, az), place(i + 1, a, az), place(i + 1, b, bz), place(i, b, bz)});
        };
        quad(16, 0, 16, top);
        quad(16, top, hole, top);
        quad(hole, top, hole, 0);
        quad(hole, 0, 16, 0);
    }
    return mesh;
}

TEST(ImportMeshes, AFrameOfPaperIsNoBrush) {
    // All its triangles lie within the tolerance of the hull, and nearly no volume is missing.
    for (const double hole : {1.0, 12.0}) {
        EXPECT_EQ(imported({frame(hole, 1.0 / 256)}).world.entities[0].meshes.size(), 1u);
        EXPECT_EQ(imported({frame(hole, 1.0 / 64)}).world.entities[0].meshes.size(), 1u);
        EXPECT_EQ(imported({frame(hole, 8)}).world.entities[0].meshes.size(), 1u);
    }
}

TEST(ImportMeshes, AnAngleOfPaperIsNoBrush) {
    const ImportedMeshes meshes = imported(
        {prism("L", {{0, 0}, {64, 0}, {64, 16}, {16, 16}, {16, 64}, {0, 64}}, 0, 1.0 / 256)});
    EXPECT_TRUE(meshes.world.entities[0].brushes.empty());
}

TEST(ImportMeshes, AConvexObjectWithTwoMaterialsInOnePlaneIsNoBrush) {
    Mesh box = box_mesh("box", {0, 0, 0}, {8, 8, 8});
    box.triangles[0].material = MaterialId(1);
    World world = world_of_meshes({box});
    world.materials.push_back({"glass"});
    const auto result = import_meshes(world, {});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->world.entities[0].meshes.size(), 1u);
}

TEST(ImportMeshes, SidesShowTheTextureOfTheirTriangles) {
    const ImportedMeshes meshes = imported({box_mesh("box", {0, 0, 0}, {64, 128, 32})});
    const Brush& brush = meshes.world.entities[0].brushes[0];
    int seen = 0;
    for (const BrushSide& side : brush.sides) {
        const Vec3 n = normal_of(side);
        if (n.z == 0) {
            continue;  // u and v of the walls depend on one coordinate only
        }
        const TextureMapping mapping =
            texture_mapping(side.texture, n, meshes.world.materials[side.material.value]);
        const TextureCoordinates at = texture_coordinates(mapping, {16, 96, 32});
        EXPECT_NEAR(at.u, 0.25, 1e-12);
        EXPECT_NEAR(at.v, 1.5, 1e-12);
        ++seen;
    }
    EXPECT_EQ(seen, 2);
}

TEST(ImportMeshes, AnOpenObjectIsAnErrorThatListsItsEdges) {
    Mesh box = box_mesh("crate", {0, 0, 0}, {8, 8, 8});
    box.triangles[1].line = 7;
    box.triangles.erase(box.triangles.begin());
    const std::vector<Error> errors = errors_of({box});
    ASSERT_EQ(errors.size(), 4u);
    EXPECT_TRUE(errors[0].message.starts_with("object 'crate' is not closed: 3 edges are open;"));
    EXPECT_EQ(errors[1].message,
              "open edge from (0 0 8) to (8 8 8) of object 'crate': it has one triangle only");
    EXPECT_EQ(errors[1].where.line, 7u);
}

TEST(ImportMeshes, EdgesThatSeveralShortEdgesCloseAreClosedOnTheGridOnly) {
    // The top of the box has one more corner, in the middle of an edge.
    const auto split_box = [](double shift) {
        Mesh box;
        box.name = "box";
        const Vec3 s{shift, 0, 0};
        const std::array<Vec3, 8> p{Vec3{0, 0, 0} + s,
                                    Vec3{8, 0, 0} + s,
                                    Vec3{8, 8, 0} + s,
                                    Vec3{0, 8, 0} + s,
                                    Vec3{0, 0, 8} + s,
                                    Vec3{8, 0, 8} + s,
                                    Vec3{8, 8, 8} + s,
                                    Vec3{0, 8, 8} + s};
        add_polygon(box, {p[6], p[7], p[4], Vec3{4, 0, 8} + s, p[5]});
        add_polygon(box, {p[0], p[3], p[2], p[1]});
        add_polygon(box, {p[0], p[1], p[5], p[4]});
        add_polygon(box, {p[1], p[2], p[6], p[5]});
        add_polygon(box, {p[2], p[3], p[7], p[6]});
        add_polygon(box, {p[3], p[0], p[4], p[7]});
        return box;
    };
    EXPECT_EQ(imported({split_box(0)}).world.entities[0].brushes.size(), 1u);
    EXPECT_NE(errors_of({split_box(0.001)})[0].message.find("is not closed"), std::string::npos);
}

TEST(ImportMeshes, AnObjectThatLooksInwardsIsAnErrorThatNamesIt) {
    const Mesh box = turned_inside_out(box_mesh("crate", {0, 0, 0}, {8, 8, 8}));
    const std::vector<Error> errors = errors_of({box, torus("ring", 8, 8, 64, 16)});
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_TRUE(errors[0].message.starts_with("object 'crate' has the negative volume -512:"));
    EXPECT_EQ(errors_of({turned_inside_out(torus("ring", 8, 8, 64, 16))}).size(), 1u);
}

TEST(ImportMeshes, RoomsOfAnEntityThatDifferAreAnError) {
    Mesh hall = turned_inside_out(box_mesh("hall", {0, 0, 0}, {64, 64, 64}));
    Mesh niche = turned_inside_out(box_mesh("niche", {32, 32, 0}, {96, 64, 64}));
    hall.filled = niche.filled = Mesh::Filled::Outside;
    EXPECT_EQ(imported({hall, niche}).world.entities[0].meshes.size(), 1u);
    niche.surface = SurfaceKind::NoDraw;
    EXPECT_TRUE(errors_of({hall, niche})[0].message.starts_with(
        "object 'niche' is a room with other contents than another room of its entity"));
    niche.surface = hall.surface;
    niche.contents = Contents::Fence;
    EXPECT_EQ(errors_of({hall, niche}).size(), 1u);
}

TEST(ImportMeshes, ARoomThatLooksOutwardsIsAnError) {
    Mesh room = box_mesh("hall", {0, 0, 0}, {8, 8, 8});
    room.filled = Mesh::Filled::Outside;
    EXPECT_TRUE(errors_of({room})[0].message.starts_with(
        "object 'hall' is a room, but its faces look outwards"));
}

TEST(ImportMeshes, AFlatOrFarObjectIsAnError) {
    Mesh sheet;
    sheet.name = "sheet";
    add_polygon(sheet, {{0, 0, 0}, {8, 0, 0}, {8, 8, 0}, {0, 8, 0}});
    add_polygon(sheet, {{0, 0, 0}, {0, 8, 0}, {8, 8, 0}, {8, 0, 0}});
    EXPECT_TRUE(errors_of({sheet})[0].message.starts_with("object 'sheet' encloses no volume"));
    const std::vector<Error> far = errors_of({box_mesh("far", {0, 0, 0}, {1e30, 8, 8})});
    EXPECT_EQ(far[0].code, ErrorCode::Range);
    EXPECT_TRUE(far[0].message.starts_with("object 'far' has a vertex beyond +-"));
}

}  // namespace
}  // namespace halfspace::test
