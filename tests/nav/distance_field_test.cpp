// SPDX-License-Identifier: MIT
// path_test.cpp compares lengths and paths of fields with those of a graph.
#include "halfspace/nav/distance_field.h"

#include "halfspace/nav/locate.h"

#include "support/nav_meshes.h"
#include "support/nav_oracle.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/small_stack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

namespace halfspace::test {
namespace {

TEST(DistanceField, KnowsThePlacesWithinALengthAndNoOther) {
    std::size_t within = 0;
    std::size_t beyond = 0;
    for (std::uint64_t seed = 0; seed < repeats(10); ++seed) {
        const NavRecordArrays records = nav_records_of(random_triangles(8, 8, 6, seed));
        const NavMesh mesh = nav_mesh_of(records);
        const NavOracle oracle(records, 0);
        Random random(seed);
        NavScratch scratch;
        DistanceField all;
        DistanceField near;
        for (int goal = 0; goal < 5; ++goal) {
            const NavPlace to = oracle.random_place(random);
            const double most = random.real(0, 100);
            ASSERT_EQ(all.find(mesh, to), PathStatus::Complete);
            ASSERT_EQ(near.find(mesh, to, most), PathStatus::Complete);
            EXPECT_LE(near.node_count(), all.node_count());
            EXPECT_TRUE(std::ranges::is_sorted(near.polygons(), {}, &NavPolygonId::value));
            for (int i = 0; i < 50; ++i) {
                const NavPlace from = oracle.random_place(random);
                const std::optional<double> truth = all.length_from(from, scratch);
                const bool is_within = truth && *truth <= most;
                ++(is_within ? within : beyond);
                EXPECT_EQ(near.length_from(from, scratch), is_within ? truth : std::nullopt);
                EXPECT_EQ(near.path_from(from, scratch).status,
                          is_within ? PathStatus::Complete : PathStatus::Unreachable);
                if (is_within) {
                    EXPECT_TRUE(std::ranges::binary_search(near.polygons(), from.polygon, {}));
                }
            }
        }
    }
    EXPECT_GT(within, repeats(10) * 20);
    EXPECT_GT(beyond, repeats(10) * 20);
}

TEST(DistanceField, HasNoGoalBeforeAndWithTooLittleScratch) {
    const NavMesh mesh = nav_mesh_of(nav_records_of(cells(spiral_rows(21), 16, 0, 1)));
    const NavPlace goal{NavPolygonId(0), mesh.corner(NavPolygonId(0), 0)};
    DistanceField field;
    EXPECT_FALSE(field.goal());
    EXPECT_EQ(field.find(mesh, goal), PathStatus::Complete);
    EXPECT_EQ(field.goal(), goal);
    EXPECT_EQ(field.polygons().size(), mesh.polygon_count());
    const PathOptions few{.max_nodes = 10};
    EXPECT_EQ(field.find(mesh, goal, 1e9, few), PathStatus::OutOfScratch);
    EXPECT_FALSE(field.goal());
    EXPECT_TRUE(field.polygons().empty());
}

TEST(DistanceField, LooksNoFartherThanItsLength) {
    const NavMesh mesh = nav_mesh_of(nav_records_of(cells({std::string(500, '.')}, 16, 0, 1)));
    const NavPlace goal{NavPolygonId(0), mesh.corner(NavPolygonId(0), 0)};
    DistanceField field;
    EXPECT_EQ(field.find(mesh, goal, 64, {.max_nodes = 20}), PathStatus::Complete);
    EXPECT_LE(field.polygons().size(), 8u);
    EXPECT_EQ(field.find(mesh, goal, 1e9, {.max_nodes = 20}), PathStatus::OutOfScratch);
}

TEST(DistanceField, AllocatesNothingOnceItHasGrown) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "sanitizers have a memory of their own";
#endif
    const NavRecordArrays records = nav_records_of(storeys(3, 8, 4, 1));
    const NavMesh mesh = nav_mesh_of(records);
    const NavOracle oracle(records, 0);
    NavScratch scratch;
    DistanceField field;
    Random random(1);
    const NavPlace goal = oracle.random_place(random);
    const NavPlace from = oracle.random_place(random);
    const auto ask = [&] {
        field.find(mesh, goal);
        field.path_from(from, scratch);
    };
    ask();
    EXPECT_EQ(taken_by(ask).allocations, 0u);
}

}  // namespace
}  // namespace halfspace::test
