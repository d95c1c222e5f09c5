// SPDX-License-Identifier: MIT
// Rays and distances are compared with a look at every polygon (support/nav_oracle.h).
#include "halfspace/nav/walls.h"

#include "halfspace/nav/locate.h"

#include "support/nav_meshes.h"
#include "support/nav_oracle.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/small_stack.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

std::vector<NavRecordArrays> meshes(std::uint64_t seed) {
    return {nav_records_of(cells(random_rows(9, 8, 4, seed), 16, 0, 4)),
            nav_records_of(random_triangles(6, 6, 6, seed)),
            nav_records_of(storeys(3, 5, 4, seed)),
            nav_records_of(helix(2))};
}

double flat_distance(const Vec3& a, const Vec3& b) {
    return std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

TEST(Raycast, ReachesWhatIsSeenAndStopsAtTheBorderElse) {
    std::size_t reached = 0;
    std::size_t stopped = 0;
    for (std::uint64_t seed = 0; seed < repeats(20); ++seed) {
        for (const NavRecordArrays& records : meshes(seed)) {
            const NavMesh mesh = nav_mesh_of(records);
            const NavOracle exact(records, 0);
            const NavOracle with_hair(records, 1e-9);
            Random random(seed);
            for (int i = 0; i < 50; ++i) {
                const NavPlace from = exact.random_place(random);
                const NavPlace to = exact.random_place(random);
                const std::string where =
                    "seed " + std::to_string(seed) + ", ray " + std::to_string(i);
                std::vector<NavPolygonId> met;
                const auto visit = [&](NavPolygonId polygon) { met.push_back(polygon); };
                const NavRayHit hit = raycast(mesh, from, to.position, visit);
                ASSERT_EQ(met.front(), from.polygon) << where;
                ASSERT_EQ(met.back(), hit.end.polygon) << where;
                // Seen: along the same polygons, so on the same storey.
                if (!hit.wall.polygon.is_valid()) {
                    ++reached;
                    ASSERT_EQ(hit.end.position.x, to.position.x) << where;
                    ASSERT_EQ(hit.end.position.y, to.position.y) << where;
                    ASSERT_TRUE(exact.contains(hit.end.polygon.value, to.position)) << where;
                    ASSERT_TRUE(exact.sees(from, hit.end)) << where;
                    continue;
                }
                ++stopped;
                // Along a border where two ramps meet, a way may lead to either storey.
                const double storey = std::abs(to.position.z - hit.end.position.z);
                ASSERT_TRUE(!exact.sees(from, to) || storey >= 32) << where;
                ASSERT_TRUE(with_hair.sees(from, hit.end)) << where;
                ASSERT_FALSE(mesh.neighbour(hit.wall.polygon, hit.wall.corner).is_valid()) << where;
                // The end is on the wall and on the way.
                const Vec3 a = mesh.corner(hit.wall.polygon, hit.wall.corner);
                const Vec3 b = mesh.corner(
                    hit.wall.polygon, (hit.wall.corner + 1) % mesh.corner_count(hit.wall.polygon));
                const Vec3& end = hit.end.position;
                ASSERT_NEAR(
                    flat_distance(a, end) + flat_distance(end, b), flat_distance(a, b), 1e-9)
                    << where;
                ASSERT_NEAR(flat_distance(from.position, end) + flat_distance(end, to.position),
                            flat_distance(from.position, to.position),
                            1e-9)
                    << where;
            }
        }
    }
    EXPECT_GT(reached, repeats(20) * 50);
    EXPECT_GT(stopped, repeats(20) * 50);
}

TEST(Raycast, PassesCornersThatItTouchesAndRunsAlongBorders) {
    const NavMesh mesh = nav_mesh_of(nav_records_of(cells({"...", ".#.", "..."}, 16, 0, 1)));
    const auto is_free = [&](const Vec3& from, const Vec3& to) {
        for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
            if (mesh.corner(NavPolygonId(p), 0) == from) {
                return !raycast(mesh, {NavPolygonId(p), from}, to).wall.polygon.is_valid();
            }
        }
        return false;
    };
    EXPECT_TRUE(is_free({0, 0, 0}, {48, 0, 0}));
    EXPECT_TRUE(is_free({0, 32, 0}, {32, 0, 0}));   // touches the corner (16, 16)
    EXPECT_TRUE(is_free({16, 0, 0}, {16, 48, 0}));  // along the hole
    EXPECT_FALSE(is_free({0, 0, 0}, {48, 48, 0}));
    EXPECT_FALSE(is_free({16, 0, 0}, {48, 48, 0}));
    EXPECT_FALSE(is_free({0, 0, 0}, {-1, 0, 0}));
}

TEST(WallDistance, IsThatOfTheNearestBorderThatIsSeen) {
    std::size_t found = 0;
    for (std::uint64_t seed = 0; seed < repeats(10); ++seed) {
        for (const NavRecordArrays& records : meshes(seed)) {
            const NavMesh mesh = nav_mesh_of(records);
            const NavOracle oracle(records, 1e-7);
            Random random(seed);
            NavScratch scratch;
            for (int i = 0; i < 40; ++i) {
                const NavPlace place = oracle.random_place(random);
                const double radius = random.one_in(2) ? 3 : 1000;
                const std::optional<double> truth = oracle.wall_distance(place);
                const std::optional<NavWall> wall = wall_distance(mesh, place, radius, scratch);
                ASSERT_EQ(wall.has_value(), truth && *truth <= radius);
                if (wall) {
                    ++found;
                    ASSERT_NEAR(wall->distance, *truth, 1e-6);
                    ASSERT_NEAR(flat_distance(wall->place.position, place.position), *truth, 1e-6);
                    ASSERT_FALSE(mesh.neighbour(wall->edge.polygon, wall->edge.corner).is_valid());
                }
            }
        }
    }
    EXPECT_GT(found, repeats(10) * 80);
}

TEST(WallsNear, AreTheBordersOfOneFloorByTheirDistances) {
    const NavMesh mesh = nav_mesh_of(nav_records_of(cells({"...", ".#.", "..."}, 16, 0, 1)));
    NavScratch scratch;
    const NavPlace place = *nearest(mesh, {8, 8, 0}, 1);
    std::size_t borders = 0;
    for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
        for (std::uint32_t c = 0; c < mesh.corner_count(NavPolygonId(p)); ++c) {
            borders += mesh.neighbour(NavPolygonId(p), c).is_valid() ? 0 : 1;
        }
    }
    for (const double radius : {0.0, 8.0, 20.0, 100.0}) {
        std::size_t near = 0;
        double last = 0;
        for (const NavWall& wall : walls_near(mesh, place, radius, scratch)) {
            ++near;
            EXPECT_GE(wall.distance, last);
            EXPECT_LE(wall.distance, radius);
            EXPECT_NEAR(wall.distance, distance(wall.place.position, place.position), 1e-9);
            EXPECT_FALSE(mesh.neighbour(wall.edge.polygon, wall.edge.corner).is_valid());
            last = wall.distance;
        }
        EXPECT_EQ(near, radius < 8 ? 0u : radius < 10 ? 2u : radius < 50 ? near : borders);
        const auto first = wall_distance(mesh, place, radius, scratch);
        EXPECT_EQ(first.has_value(), near > 0);
    }
}

// The borders behind the end of a thin wall are found after that end, and some are nearer.
TEST(WallsNear, AreInOrderBehindTheEndOfAWall) {
    const NavMesh mesh = nav_mesh_of(nav_records_of(cells({"....", "###.", "...."}, 16, 0, 1)));
    NavScratch scratch;
    double last = 0;
    std::size_t count = 0;
    for (const NavWall& wall : walls_near(mesh, *locate(mesh, {24, 15, 0}), 30, scratch)) {
        EXPECT_GE(wall.distance, last);
        last = wall.distance;
        ++count;
    }
    EXPECT_GT(count, 5u);
}

TEST(WallDistance, AllocatesNothingOnceTheScratchHasGrown) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "sanitizers have a memory of their own";
#endif
    const NavRecordArrays records = nav_records_of(storeys(3, 8, 100, 1));
    const NavMesh mesh = nav_mesh_of(records);
    NavScratch scratch;
    std::size_t found = 0;
    const auto ask = [&] {
        for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
            const NavPlace place{NavPolygonId(p), mesh.corner(NavPolygonId(p), 0)};
            found += wall_distance(mesh, place, 1000, scratch) ? 1 : 0;
            found += raycast(mesh, place, {50, 50, 0}).wall.polygon.is_valid() ? 1 : 0;
        }
    };
    ask();
    const Taken taken = taken_by(ask);
    EXPECT_GT(found, mesh.polygon_count());
    EXPECT_EQ(taken.allocations, 0u);
    EXPECT_LT(taken.stack, 20u << 10U);
}

}  // namespace
}  // namespace halfspace::test
