// SPDX-License-Identifier: MIT
// Lengths are compared with those of a graph of all border vertices (support/nav_oracle.h).
#include "halfspace/nav/path.h"

#include "halfspace/nav/distance_field.h"
#include "halfspace/nav/locate.h"

#include "support/nav_meshes.h"
#include "support/nav_oracle.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/small_stack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

bool same_flat(const Vec3& a, const Vec3& b) {
    return a.x == b.x && a.y == b.y;
}

double flat_distance(const Vec3& a, const Vec3& b) {
    return std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

bool are_neighbours(const NavMesh& mesh, NavPolygonId a, NavPolygonId b) {
    for (std::uint32_t i = 0; i < mesh.corner_count(a); ++i) {
        if (mesh.neighbour(a, i) == b) {
            return true;
        }
    }
    return false;
}

// Each straight piece of the path runs along the surface: it is seen through polygons of the list,
// in their order.
std::string flaw_of(const NavMesh& mesh, const NavOracle& oracle, const NavPath& path) {
    double length = 0;
    std::size_t at = 0;  // in path.polygons
    for (std::size_t i = 1; i < path.points.size(); ++i) {
        const Vec3& a = path.points[i - 1];
        const Vec3& b = path.points[i];
        length += flat_distance(a, b);
        std::size_t end = at;
        while (end < path.polygons.size() &&
               !oracle.sees({path.polygons[at], a}, {path.polygons[end], b})) {
            ++end;
        }
        while (end < path.polygons.size() && !oracle.contains(path.polygons[end].value, b)) {
            ++end;
        }
        if (end == path.polygons.size()) {
            return "point " + std::to_string(i) + " is not seen from the one before";
        }
        at = end;
    }
    if (length != path.length) {
        return "its length is not that of its pieces";
    }
    for (std::size_t i = 1; i < path.polygons.size(); ++i) {
        if (!are_neighbours(mesh, path.polygons[i - 1], path.polygons[i])) {
            return "polygons " + std::to_string(i - 1) + " and the next are no neighbours";
        }
    }
    return "";
}

// Says what is wrong with a path between two places, whose length is known.
std::string flaw_of(const NavMesh& mesh,
                    const NavOracle& oracle,
                    const NavPath& path,
                    const NavPlace& from,
                    const NavPlace& to) {
    if (!same_flat(path.points.front(), from.position) ||
        !same_flat(path.points.back(), to.position)) {
        return "its ends are not the places";
    }
    return flaw_of(mesh, oracle, path);
}

// Compares `count` random paths of a mesh, also with those of a field. Returns how many of them
// exist.
std::size_t expect_shortest(const NavRecordArrays& records,
                            std::size_t count,
                            double hair,
                            std::uint64_t seed) {
    const NavMesh mesh = nav_mesh_of(records);
    const NavOracle oracle(records, hair);
    Random random(seed);
    NavScratch scratch;
    std::size_t complete = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const NavPlace from = oracle.random_place(random);
        const NavPlace to = random.one_in(50) ? from : oracle.random_place(random);
        const std::optional<double> truth = oracle.path_length(from, to);
        const NavPath path = find_path(mesh, from, to, scratch);
        const std::string where = "seed " + std::to_string(seed) + ", pair " + std::to_string(i);
        DistanceField field;
        EXPECT_EQ(field.find(mesh, to), PathStatus::Complete) << where;
        NavScratch other;
        const NavPath known = field.path_from(from, other);
        EXPECT_EQ(known.status, path.status) << where;
        EXPECT_EQ(field.length_from(from, other).has_value(), truth.has_value()) << where;
        if (truth && known.status == PathStatus::Complete) {
            EXPECT_NEAR(known.length, *truth, 1e-9 * *truth + 4 * hair) << where;
            EXPECT_NEAR(*field.length_from(from, other), *truth, 1e-9 * *truth + 4 * hair) << where;
            EXPECT_EQ(flaw_of(mesh, oracle, known, from, to), "") << where;
        }
        EXPECT_EQ(path.status, truth ? PathStatus::Complete : PathStatus::Unreachable) << where;
        EXPECT_EQ(is_reachable(mesh, from.polygon, to.polygon), truth.has_value()) << where;
        if (!truth || path.status != PathStatus::Complete) {
            continue;
        }
        ++complete;
        EXPECT_NEAR(path.length, *truth, 1e-9 * *truth + 4 * hair) << where;
        EXPECT_EQ(flaw_of(mesh, oracle, path, from, to), "") << where;
    }
    return complete;
}

// A mesh of each kind. Each seed gives others.
std::vector<NavRecordArrays> meshes(std::uint64_t seed) {
    const int holes = static_cast<int>(2 + seed % 5);
    return {nav_records_of(cells(random_rows(9, 8, holes, seed), 16, 0, 1)),
            nav_records_of(cells(random_rows(9, 8, holes, seed + 1), 16, 0, 4)),
            nav_records_of(random_triangles(6, 6, holes + 2, seed)),
            nav_records_of(storeys(3, 5, holes + 1, seed))};
}

TEST(FindPath, IsAsShortAsThePathAmongAllBorderVertices) {
    std::size_t complete = 0;
    for (std::uint64_t seed = 0; seed < repeats(20); ++seed) {
        for (const NavRecordArrays& mesh : meshes(seed)) {
            complete += expect_shortest(mesh, 50, 0, seed);
        }
    }
    EXPECT_GT(complete, repeats(20) * 80);
}

TEST(FindPath, IsShortestOnSpiralsAndRampsAroundAShaft) {
    const std::size_t count = repeats(200);
    EXPECT_EQ(expect_shortest(nav_records_of(cells(spiral_rows(11), 16, 0, 1)), count, 0, 1),
              count);
    EXPECT_EQ(expect_shortest(nav_records_of(cells(spiral_rows(11), 16, 0, 4)), count, 0, 2),
              count);
    EXPECT_EQ(expect_shortest(nav_records_of(helix(3)), count, 0, 3), count);
    EXPECT_EQ(expect_shortest(nav_records_of(one_polygon(20)), count, 0, 4), count);
}

TEST(FindPath, IsShortestWhereCornersAreRounded) {
    for (std::uint64_t seed = 0; seed < repeats(10); ++seed) {
        for (NavRecordArrays& mesh : meshes(seed)) {
            change(mesh, [](const Vec3& p) {
                return Vec3{0.6 * p.x - 0.8 * p.y + 1e5 / 3, 0.8 * p.x + 0.6 * p.y - 1e5 / 7, p.z};
            });
            expect_shortest(mesh, 25, 1e-9, seed);
        }
    }
}

TEST(FindPath, IsShortestInThinStrips) {
    for (std::uint64_t seed = 0; seed < repeats(5); ++seed) {
        for (NavRecordArrays& mesh : meshes(seed)) {
            change(mesh, [](const Vec3& p) { return Vec3{p.x * 0x1p-24, p.y * 1024, p.z}; });
            expect_shortest(mesh, 25, 0, seed);
        }
    }
}

TEST(FindPath, PassesAGapThatTwoCollinearCornersLeave) {
    // Three rooms in a row; the walls between them leave gaps whose corners are on one line.
    const NavMesh mesh = nav_mesh_of(
        nav_records_of(cells({"....#....#....", "..............", "....#....#...."}, 10, 0, 1)));
    const NavPlace from = *locate(mesh, {5, 10, 0});
    const NavPlace to = *locate(mesh, {135, 10, 0});
    NavScratch scratch;
    const NavPath path = find_path(mesh, from, to, scratch);
    ASSERT_EQ(path.status, PathStatus::Complete);
    EXPECT_EQ(path.length, 130);
}

TEST(FindPath, HasOnePointFromAPlaceToItself) {
    const NavMesh mesh = nav_mesh_of(nav_records_of(one_polygon(3)));
    const NavPlace place = *locate(mesh, {0, 4, 0});
    NavScratch scratch;
    const NavPath path = find_path(mesh, place, place, scratch);
    EXPECT_EQ(path.status, PathStatus::Complete);
    EXPECT_EQ(path.length, 0);
    EXPECT_EQ(path.points.size(), 1u);
    EXPECT_EQ(path.polygons.size(), 1u);
}

TEST(FindPath, SaysThatItNeedsMoreNodes) {
    const NavMesh mesh = nav_mesh_of(nav_records_of(cells(spiral_rows(21), 16, 0, 1)));
    NavScratch scratch;
    const NavPlace from{NavPolygonId(0), mesh.corner(NavPolygonId(0), 0)};
    const NavPolygonId last(static_cast<std::uint32_t>(mesh.polygon_count()) - 1);
    const NavPlace to{last, mesh.corner(last, 0)};
    EXPECT_EQ(find_path(mesh, from, to, scratch, {.max_nodes = 10}).status,
              PathStatus::OutOfScratch);
    EXPECT_TRUE(find_path(mesh, from, to, scratch, {.max_nodes = 10}).points.empty());
    EXPECT_EQ(find_path(mesh, from, to, scratch).status, PathStatus::Complete);
}

TEST(PathSearch, GivesTheSameInSlices) {
    for (std::uint64_t seed = 0; seed < repeats(10); ++seed) {
        for (const NavRecordArrays& records : meshes(seed)) {
            const NavMesh mesh = nav_mesh_of(records);
            const NavOracle oracle(records, 0);
            Random random(seed);
            NavScratch scratch;
            NavScratch sliced;
            for (int i = 0; i < 10; ++i) {
                const NavPlace from = oracle.random_place(random);
                const NavPlace to = oracle.random_place(random);
                const NavPath whole = find_path(mesh, from, to, scratch);
                PathSearch search(mesh, from, to, sliced);
                std::size_t steps = 0;
                while (search.step(1 + static_cast<std::size_t>(i) % 3) == PathStatus::Unfinished) {
                    EXPECT_TRUE(search.path().points.empty());
                    ++steps;
                }
                const NavPath& path = search.path();
                EXPECT_EQ(path.status, whole.status);
                EXPECT_EQ(path.length, whole.length);
                EXPECT_EQ(path.expansions, whole.expansions);
                EXPECT_GE(steps * 3 + 3, whole.expansions);
                EXPECT_TRUE(std::ranges::equal(path.points, whole.points));
                EXPECT_TRUE(std::ranges::equal(path.polygons, whole.polygons));
            }
        }
    }
}

TEST(FindPath, TakesFewNodesAmongManyPathsOfOneLength) {
    // Square pillars in a grid: most goals have very many shortest paths.
    std::vector<std::string> rows(41, std::string(41, '.'));
    for (std::size_t y = 1; y < 41; y += 2) {
        for (std::size_t x = 1; x < 41; x += 2) {
            rows[y][x] = '#';
        }
    }
    const NavMesh mesh = nav_mesh_of(nav_records_of(cells(rows, 16, 0, 1)));
    NavScratch scratch;
    const NavPlace from = *locate(mesh, {0, 0, 0});
    const NavPlace to = *locate(mesh, {41 * 16, 41 * 16, 0});
    const NavPath path = find_path(mesh, from, to, scratch);
    ASSERT_EQ(path.status, PathStatus::Complete);
    EXPECT_LT(path.expansions, 200000u);
}

// A wall without width, from (16, 16) to (16, 64): the floor behind it is as high as that before it
// only at the wall's end. The path makes half a turn there, and the edge that it crosses behind it
// ends on the wall.
TEST(FindPath, TurnsBackAroundTheEndOfAThinWall) {
    const NavMesh mesh =
        nav_mesh_of(nav_records_of({{{16, 0, 0}, {32, 0, 0}, {32, 64, 0}, {16, 64, 0}, {16, 16, 0}},
                                    {{0, 0, 0}, {16, 0, 0}, {16, 16, 0}, {16, 32, 1}, {0, 32, 1}},
                                    {{0, 32, 1}, {16, 32, 1}, {16, 64, 1}, {0, 64, 1}}}));
    NavScratch scratch;
    for (const double x : {16.0, 20.0}) {
        for (const double y : {40.0, 64.0}) {
            const NavPlace before{NavPolygonId(0), {x, 60, 0}};
            const NavPlace behind{NavPolygonId(2), {8, y, 1}};
            const double length = flat_distance(before.position, {16, 16, 0}) +
                                  flat_distance(behind.position, {16, 16, 0});
            const NavPath there = find_path(mesh, before, behind, scratch);
            EXPECT_EQ(there.status, PathStatus::Complete) << x << ' ' << y;
            EXPECT_NEAR(there.length, length, 1e-9) << x << ' ' << y;
            const NavPath back = find_path(mesh, behind, before, scratch);
            EXPECT_EQ(back.status, PathStatus::Complete) << x << ' ' << y;
            EXPECT_NEAR(back.length, length, 1e-9) << x << ' ' << y;
        }
    }
}

TEST(FindPath, AllocatesNothingOnceTheScratchHasGrown) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "sanitizers have a memory of their own";
#endif
    const NavRecordArrays records = nav_records_of(storeys(3, 8, 4, 1));
    const NavMesh mesh = nav_mesh_of(records);
    const NavOracle oracle(records, 0);
    NavScratch scratch;
    const auto ask = [&] {
        Random random(1);
        for (int i = 0; i < 100; ++i) {
            const NavPlace from = oracle.random_place(random);
            find_path(mesh, from, oracle.random_place(random), scratch);
        }
    };
    ask();
    std::vector<NavPlace> places;
    Random random(1);
    for (int i = 0; i < 200; ++i) {
        places.push_back(oracle.random_place(random));
    }
    const Taken taken = taken_by([&] {
        for (std::size_t i = 0; i < places.size(); i += 2) {
            find_path(mesh, places[i], places[i + 1], scratch);
        }
    });
    EXPECT_EQ(taken.allocations, 0u);
    EXPECT_LT(taken.stack, 16u << 10U);
}

}  // namespace
}  // namespace halfspace::test
