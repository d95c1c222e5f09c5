// SPDX-License-Identifier: MIT
#include "halfspace/nav/random_place.h"

#include "support/nav_meshes.h"
#include "support/nav_oracle.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace halfspace::test {
namespace {

TEST(RandomPlace, IsOnItsPolygonAndAsLikelyAsTheAreaIsLarge) {
    // Rectangles of 1, 2, 3 and 4 squares, on four islands, and a polygon with many corners.
    const NavRecordArrays records =
        nav_records_of(cells({".#..", "####", "...#", "####", "...."}, 16, 0, 4));
    const NavMesh mesh = nav_mesh_of(records);
    const NavOracle oracle(records, 1e-9);
    ASSERT_EQ(mesh.polygon_count(), 4u);
    std::vector<int> counts(4);
    constexpr int kCount = 20000;
    for (std::uint64_t seed = 0; seed < kCount; ++seed) {
        const NavPlace place = random_place(mesh, seed).value();
        ASSERT_TRUE(oracle.contains(place.polygon.value, place.position));
        ++counts[place.polygon.value];
    }
    for (std::size_t p = 0; p < 4; ++p) {
        // Five standard deviations of a count are below 350.
        EXPECT_NEAR(counts[p], kCount / 10.0 * static_cast<double>(p + 1), 350);
    }
}

TEST(RandomPlace, FillsAPolygonEvenly) {
    const NavRecordArrays records = nav_records_of(one_polygon(4));
    const NavMesh mesh = nav_mesh_of(records);
    const NavOracle oracle(records, 1e-9);
    // Half of the polygon, in trapezia between its corners: 40 below y = 8, and 336 in all.
    int low = 0;
    constexpr int kCount = 20000;
    for (std::uint64_t seed = 0; seed < kCount; ++seed) {
        const NavPlace place = random_place(mesh, seed).value();
        ASSERT_TRUE(oracle.contains(0, place.position));
        low += place.position.y < 8 ? 1 : 0;
    }
    EXPECT_NEAR(low, kCount * 40.0 / 336.0, 250);
}

TEST(RandomPlace, StaysOnItsIsland) {
    const NavMesh mesh = nav_mesh_of(nav_records_of(cells({".#..", "####", "...#"}, 16, 0, 1)));
    ASSERT_EQ(mesh.island_count(), 3u);
    for (std::uint32_t island = 0; island < 3; ++island) {
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
            const NavPlace place = random_place_on_island(mesh, island, seed).value();
            EXPECT_EQ(mesh.island(place.polygon), island);
        }
    }
}

TEST(RandomPlace, StaysInItsArea) {
    NavRecordArrays records = nav_records_of(cells({"......", "......", "......"}, 16, 0, 1));
    records.areas = {{"mud", 2}, {"road", 1}, {"nowhere", 1}};
    for (std::uint32_t p = 0; p < records.polygons.size(); ++p) {
        records.polygons[p].area = p % 3 < 2 ? p % 3 : kNone;
    }
    const NavMesh mesh = nav_mesh_of(records);
    for (const NavAreaId area : {NavAreaId(0), NavAreaId(1), NavAreaId()}) {
        std::set<std::uint32_t> found;
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            const NavPlace place = random_place_in_area(mesh, area, seed).value();
            EXPECT_EQ(mesh.area(place.polygon), area);
            found.insert(place.polygon.value);
        }
        EXPECT_EQ(found.size(), 6u);
    }
    EXPECT_FALSE(random_place_in_area(mesh, NavAreaId(2), 1));
}

TEST(RandomPlace, IsNoneInAnEmptyMesh) {
    EXPECT_FALSE(random_place_in_area(nav_mesh_of({}), NavAreaId(), 1));
    EXPECT_FALSE(random_place(nav_mesh_of({}), 1));
}

}  // namespace
}  // namespace halfspace::test
