// SPDX-License-Identifier: MIT
#include "halfspace/world/mesh.h"

#include "support/meshes.h"

#include <gtest/gtest.h>

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
