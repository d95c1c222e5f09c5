// SPDX-License-Identifier: MIT
#include "halfspace/nav/nav_mesh.h"

#include "halfspace/level/level.h"

#include "support/nav_meshes.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

NavRecordArrays two_squares() {
    return nav_records_of(cells({".."}, 16, 8, 1));
}

std::string error_of(const NavRecordArrays& mesh) {
    const Result<NavMesh> made = NavMesh::from_records(mesh.records());
    return made ? "" : made.error().message;
}

TEST(NavMesh, SaysWhatItsRecordsSay) {
    const NavRecordArrays records = two_squares();
    const NavMesh mesh = nav_mesh_of(records);
    ASSERT_EQ(mesh.polygon_count(), 2u);
    EXPECT_EQ(mesh.island_count(), 1u);
    EXPECT_EQ(mesh.corner_count(NavPolygonId(0)), 4u);
    EXPECT_EQ(mesh.corner(NavPolygonId(1), 2), (Vec3{32, 16, 8}));
    EXPECT_EQ(mesh.neighbour(NavPolygonId(0), 1), NavPolygonId(1));
    EXPECT_FALSE(mesh.neighbour(NavPolygonId(0), 0).is_valid());
    EXPECT_EQ(mesh.height(NavPolygonId(0), 3, 4), 8);
}

TEST(NavMesh, OutlivesItsRecordsAndItsCopies) {
    std::optional<NavMesh> first(nav_mesh_of(two_squares()));
    const NavMesh second = *first;
    first.reset();
    EXPECT_EQ(second.corner(NavPolygonId(1), 0), (Vec3{16, 0, 8}));
}

TEST(NavMesh, CountsIslandsInTheOrderOfPolygons) {
    const NavMesh mesh = nav_mesh_of(nav_records_of(cells({".#.", ".#.", "..#"}, 16, 0, 1)));
    EXPECT_EQ(mesh.island_count(), 2u);
    EXPECT_EQ(mesh.island(NavPolygonId(0)), 0u);
    EXPECT_EQ(mesh.island(NavPolygonId(1)), 1u);
    EXPECT_EQ(mesh.island(NavPolygonId(2)), 0u);
    EXPECT_EQ(mesh.island(NavPolygonId(3)), 1u);
}

TEST(NavMesh, MayBeEmpty) {
    const NavMesh mesh = nav_mesh_of({});
    EXPECT_EQ(mesh.polygon_count(), 0u);
    EXPECT_EQ(mesh.island_count(), 0u);
}

TEST(NavMesh, RefusesDamagedRecords) {
    EXPECT_EQ(error_of(two_squares()), "");
    NavRecordArrays mesh = two_squares();
    mesh.edges[3].vertex = 6;
    EXPECT_EQ(error_of(mesh), "edges[3]: an index is out of range");
    mesh = two_squares();
    mesh.edges[3].neighbour = 2;
    EXPECT_EQ(error_of(mesh), "edges[3]: an index is out of range");
    mesh = two_squares();
    mesh.edges[0].neighbour = 1;
    EXPECT_EQ(error_of(mesh), "edges[0]: its neighbour does not have the edge");
    mesh = two_squares();
    mesh.edges[1].neighbour = kNone;
    EXPECT_EQ(error_of(mesh), "edges[7]: its neighbour does not have the edge");
    // A polygon that goes around twice has the edge from 1 to 2 twice, and its neighbour once.
    mesh = two_squares();
    const std::vector<NavEdgeRecord> first(mesh.edges.begin(), mesh.edges.begin() + 4);
    mesh.edges.insert(mesh.edges.begin() + 4, first.begin(), first.end());
    mesh.polygons[1].first_edge += 4;
    EXPECT_EQ(error_of(mesh), "edges[1]: two edges have one neighbour");
    mesh = two_squares();
    mesh.polygons[1].first_edge = 2;
    EXPECT_EQ(error_of(mesh), "polygons[0]: its edges are out of range, or fewer than three");
    mesh = two_squares();
    mesh.vertices[2].y = std::numeric_limits<double>::infinity();
    EXPECT_EQ(error_of(mesh), "vertices[2]: a coordinate is not finite or too large");
    mesh = two_squares();
    mesh.planes[1].n = {1, 0, 0};
    EXPECT_EQ(error_of(mesh), "planes[1]: it is vertical, faces down or is not finite");
    mesh = two_squares();
    mesh.planes.pop_back();
    EXPECT_EQ(error_of(mesh), "planes[1]: there is not one plane for each polygon");
}

// The second square is 8 higher. Their corners are joined, at the height of the lower one.
TEST(NavMesh, JoinsPolygonsOverSteps) {
    NavRecordArrays arrays = two_squares();
    for (std::size_t e = 4; e < 8; ++e) {
        NavEdgeRecord& edge = arrays.edges[e];
        const Vec3 low = arrays.vertices[edge.vertex];
        edge = {static_cast<std::uint32_t>(arrays.vertices.size()), kNone};
        arrays.vertices.push_back(low + Vec3{0, 0, 8});
    }
    arrays.edges[1].neighbour = kNone;
    arrays.planes[1].d += 8 * arrays.planes[1].n.z;
    const NavMesh apart = nav_mesh_of(arrays);
    EXPECT_EQ(apart.island_count(), 2u);
    std::vector<NavStepRecord> steps{{1, 7, 320, 0}};
    NavRecords records = arrays.records();
    records.steps = steps;
    const NavMesh mesh = NavMesh::from_records(records).value();
    EXPECT_EQ(mesh.island_count(), 1u);
    EXPECT_EQ(mesh.neighbour(NavPolygonId(0), 1), NavPolygonId(1));
    EXPECT_EQ(mesh.neighbour(NavPolygonId(1), 3), NavPolygonId(0));
    EXPECT_EQ(mesh.corner(NavPolygonId(1), 0), (Vec3{16, 0, 8}));
    EXPECT_EQ(mesh.corner(NavPolygonId(1), 1), (Vec3{32, 0, 16}));
    EXPECT_EQ(mesh.height(NavPolygonId(1), 20, 4), 16);
    steps[0].upper = 8;
    EXPECT_EQ(NavMesh::from_records(records).error().message, "steps[0]: an edge is out of range");
}

TEST(NavMesh, OfALevelWithoutOneSaysWhatToDo) {
    const Level level;
    const Result<NavMesh> mesh = NavMesh::from_level(level, SpaceId(0));
    ASSERT_FALSE(mesh);
    EXPECT_EQ(mesh.error().code, ErrorCode::Unsupported);
    EXPECT_EQ(mesh.error().message, "the level has no navigation mesh; compile it with --nav");
}

}  // namespace
}  // namespace halfspace::test
