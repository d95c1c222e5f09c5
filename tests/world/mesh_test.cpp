// SPDX-License-Identifier: MIT
#include "halfspace/world/mesh.h"

#include "support/meshes.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace halfspace::test {
namespace {

TEST(ShapeOf, WeldsEqualPositionsOnly) {
    Mesh box = box_mesh("box", {0, 0, 0}, {8, 8, 8});
    const MeshShape closed = shape_of(box);
    EXPECT_EQ(box.vertices.size(), 24u);
    EXPECT_EQ(closed.positions, 8u);
    EXPECT_TRUE(closed.open_edges.empty());
    EXPECT_EQ(closed.volumes.size(), 1u);
    EXPECT_DOUBLE_EQ(closed.volume, 512);
    EXPECT_DOUBLE_EQ(closed.area, 384);
    // The next double is another place.
    box.vertices[0].x = std::nextafter(box.vertices[0].x, 9);
    const MeshShape cracked = shape_of(box);
    EXPECT_EQ(cracked.positions, 9u);
    EXPECT_FALSE(cracked.open_edges.empty());
}

TEST(WeldVertices, MovesToTheNearestVertexThatStays) {
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {1.75, 0, 0}, {2.5, 0, 0}, {9, 9, 9}, {-0.5, 0, 0}};
    mesh.triangles.push_back({{{{0}, {1}, {2}}}, {}});
    mesh.triangles.push_back({{{{3}, {4}, {5}}}, {}});
    const Weld weld = weld_vertices(mesh, 0.75);
    // In the order of x: -0.5 stays, 0 moves, 1 stays, 1.75 moves to 1, 2.5 stays.
    EXPECT_EQ(mesh.vertices,
              (std::vector<Vec3>{
                  {-0.5, 0, 0}, {1, 0, 0}, {1, 0, 0}, {2.5, 0, 0}, {9, 9, 9}, {-0.5, 0, 0}}));
    EXPECT_EQ(weld.moved, 2u);
    EXPECT_EQ(weld.farthest, 0.75);
}

TEST(WeldVertices, DoesNotDependOnTheOrderOfVertices) {
    Random random(27);
    Mesh mesh;
    for (std::uint32_t v = 0; v < 999; ++v) {
        mesh.vertices.push_back({random.real(-4, 4), random.real(-4, 4), random.real(-1e-9, 1e-9)});
    }
    for (std::uint32_t v = 0; v < 999; v += 3) {
        mesh.triangles.push_back({{{{v}, {v + 1}, {v + 2}}}, {}});
    }
    Mesh turned = mesh;
    std::ranges::reverse(turned.vertices);
    const Weld weld = weld_vertices(mesh, 0.25);
    const Weld same = weld_vertices(turned, 0.25);
    std::ranges::reverse(turned.vertices);
    EXPECT_EQ(mesh.vertices, turned.vertices);
    EXPECT_GT(weld.moved, 100u);
    EXPECT_EQ(weld.moved, same.moved);
    EXPECT_LE(weld.farthest, 0.25);
    // No two vertices that stayed are that near.
    EXPECT_EQ(weld_vertices(mesh, 0.25).moved, 0u);
}

TEST(WeldVertices, ClosesWhatRoundingOpened) {
    Mesh box = box_mesh("box", {0, 0, 0}, {8, 8, 8});
    Random random(3);
    for (Vec3& p : box.vertices) {
        p = p + Vec3{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)} * 1e-18;
    }
    ASSERT_FALSE(shape_of(box).open_edges.empty());
    EXPECT_GT(weld_vertices(box, 1e-12).moved, 0u);
    EXPECT_TRUE(shape_of(box).open_edges.empty());
    EXPECT_EQ(weld_vertices(box, 0).moved, 0u);
}

TEST(ShapeOf, ZeroAndMinusZeroAreOnePosition) {
    Mesh box = box_mesh("box", {0, 0, 0}, {8, 8, 8});
    box.vertices[0] = box.vertices[0] * -1.0 * -1.0 + Vec3{-0.0, -0.0, 0};
    for (Vec3& p : box.vertices) {
        p.x = p.x == 0 && p.y == 0 ? -0.0 : p.x;
    }
    EXPECT_TRUE(shape_of(box).open_edges.empty());
}

TEST(ShapeOf, FindsOpenEdgesWithTheirTriangles) {
    Mesh box = box_mesh("box", {0, 0, 0}, {8, 8, 8});
    box.triangles.erase(box.triangles.begin());
    const MeshShape open = shape_of(box);
    ASSERT_EQ(open.open_edges.size(), 3u);
    for (const OpenMeshEdge& edge : open.open_edges) {
        EXPECT_EQ(edge.along, 1u);
        EXPECT_EQ(edge.against, 0u);
        bool runs = false;
        for (std::size_t i = 0; i < 3; ++i) {
            const auto& corners = box.triangles[edge.triangle].corners;
            runs = runs || (open.position[corners[i].vertex] == edge.from &&
                            open.position[corners[(i + 1) % 3].vertex] == edge.to);
        }
        EXPECT_TRUE(runs);
    }
    // The same triangle twice closes nothing.
    box.triangles.push_back(box.triangles.back());
    EXPECT_EQ(shape_of(box).open_edges.size(), 6u);
}

TEST(ShapeOf, CountsComponentsAndTheirVolumes) {
    Mesh two = box_mesh("two", {0, 0, 0}, {8, 8, 8});
    const Mesh hole = turned_inside_out(box_mesh("", {2, 2, 2}, {4, 4, 4}));
    for (MeshTriangle triangle : hole.triangles) {
        for (MeshCorner& corner : triangle.corners) {
            corner.vertex += static_cast<std::uint32_t>(two.vertices.size());
        }
        two.triangles.push_back(triangle);
    }
    two.vertices.insert(two.vertices.end(), hole.vertices.begin(), hole.vertices.end());
    const MeshShape shape = shape_of(two);
    ASSERT_EQ(shape.volumes.size(), 2u);
    EXPECT_DOUBLE_EQ(shape.volumes[0], 512);
    EXPECT_DOUBLE_EQ(shape.volumes[1], -8);
    EXPECT_EQ(shape.component.front(), 0u);
    EXPECT_EQ(shape.component.back(), 1u);
}

TEST(ShapeOf, CollapsedTrianglesOpenNothing) {
    Mesh box = box_mesh("box", {0, 0, 0}, {8, 8, 8});
    MeshTriangle point = box.triangles[0];
    point.corners[1] = point.corners[0];
    MeshTriangle needle = point;
    needle.corners[2] = needle.corners[0];
    box.triangles.push_back(point);
    box.triangles.push_back(needle);
    const MeshShape shape = shape_of(box);
    EXPECT_EQ(shape.collapsed, 2u);
    EXPECT_TRUE(shape.open_edges.empty());
    EXPECT_DOUBLE_EQ(shape.volume, 512);
}

TEST(MeshProblem, NamesWhatIsWrong) {
    const Mesh box = box_mesh("box", {0, 0, 0}, {8, 8, 8});
    EXPECT_FALSE(mesh_problem(box));
    Mesh bad = box;
    bad.triangles[3].corners[1].vertex = 24;
    EXPECT_EQ(mesh_problem(bad), "has a triangle (3) with the vertex 24, but only 24 vertices");
    bad = box;
    bad.vertices[5].z = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(mesh_problem(bad), "has a vertex (5) with a coordinate that is not a finite number");
    EXPECT_EQ(mesh_problem(Mesh{}), "has no triangles");
}

}  // namespace
}  // namespace halfspace::test
