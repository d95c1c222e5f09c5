// SPDX-License-Identifier: MIT
// All answers are compared with those of a look at every polygon.
#include "halfspace/nav/locate.h"

#include "halfspace/nav/walls.h"

#include "support/nav_meshes.h"
#include "support/nav_oracle.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/small_stack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace halfspace::test {
namespace {

std::vector<NavRecordArrays> meshes() {
    return {nav_records_of(storeys(4, 6, 4, 1)),
            nav_records_of(random_triangles(8, 8, 5, 1)),
            nav_records_of(helix(3)),
            nav_records_of(one_polygon(5))};
}

// A position near the mesh: often straight above or below a place of it.
Vec3 near(const NavOracle& oracle, Random& random) {
    Vec3 p = oracle.random_place(random).position;
    p.z += static_cast<double>(random.integer(-8, 8)) * 8;
    if (random.one_in(3)) {
        p += {random.real(-20, 20), random.real(-20, 20), random.real(-20, 20)};
    }
    return p;
}

TEST(Locate, FindsTheHighestPolygonThatALookAtEachFinds) {
    std::size_t found = 0;
    for (const NavRecordArrays& records : meshes()) {
        const NavMesh mesh = nav_mesh_of(records);
        const NavOracle oracle(records, 0);
        Random random(1);
        for (std::size_t i = 0; i < repeats(2000); ++i) {
            const Vec3 p = near(oracle, random);
            const LocateOptions options{.reach = random.one_in(2) ? 10.0 : 100.0,
                                        .above = random.one_in(2) ? 0.0 : 1.0};
            std::optional<NavPlace> truth;
            for (std::uint32_t k = 0; k < oracle.polygon_count(); ++k) {
                const double z = mesh.height(NavPolygonId(k), p.x, p.y);
                if (oracle.contains(k, p) && z <= p.z + options.above && z >= p.z - options.reach &&
                    (!truth || z > truth->position.z)) {
                    truth = NavPlace{NavPolygonId(k), {p.x, p.y, z}};
                }
            }
            ASSERT_EQ(locate(mesh, p, options), truth) << i;
            found += truth ? 1 : 0;
        }
    }
    EXPECT_GT(found, repeats(2000));
}

TEST(Locate, LeavesNoGapBetweenPolygonsWhoseCornersAreRounded) {
    NavRecordArrays records = nav_records_of(cells(random_rows(8, 8, 100, 1), 16, 0, 3));
    change(records, [](const Vec3& p) {
        return Vec3{0.6 * p.x - 0.8 * p.y + 1e5 / 3, 0.8 * p.x + 0.6 * p.y - 1e5 / 7, p.z};
    });
    const NavMesh mesh = nav_mesh_of(records);
    std::size_t on_edges = 0;
    for (std::uint32_t k = 0; k < mesh.polygon_count(); ++k) {
        const NavPolygonId polygon(k);
        for (std::uint32_t c = 0; c < mesh.corner_count(polygon); ++c) {
            if (!mesh.neighbour(polygon, c).is_valid()) {
                continue;
            }
            const Vec3 a = mesh.corner(polygon, c);
            const Vec3 b = mesh.corner(polygon, (c + 1) % mesh.corner_count(polygon));
            for (int i = 1; i < 32; ++i) {
                EXPECT_TRUE(locate(mesh, lerp(a, b, i / 32.0), {.reach = 1, .above = 1}));
                ++on_edges;
            }
        }
    }
    EXPECT_GT(on_edges, 1000u);
}

TEST(Locate, TakesAnyFinitePosition) {
    const NavMesh mesh = nav_mesh_of(nav_records_of(cells({".."}, 16, 0, 1)));
    constexpr double kMax = std::numeric_limits<double>::max();
    constexpr double kTiny = std::numeric_limits<double>::denorm_min();
    EXPECT_TRUE(locate(mesh, {kTiny, kTiny, kTiny}));
    EXPECT_TRUE(locate(mesh, {16, -0.0, 0}));
    EXPECT_FALSE(locate(mesh, {kMax, -kMax, kMax}));
    EXPECT_TRUE(locate(mesh, {1, 1, kMax}, {.reach = kMax}));
    const NavMesh square = nav_mesh_of(nav_records_of(cells({"."}, 16, 0, 1)));
    EXPECT_FALSE(locate(square, {1e308, 8, 0}));
    EXPECT_FALSE(locate(square, {8, -1e308, 0}));
    const auto corner = nearest(square, {1e200, 1e200, 0}, kMax);
    ASSERT_TRUE(corner);
    EXPECT_TRUE(locate(square, corner->position));
    EXPECT_FALSE(locate(nav_mesh_of({}), {0, 0, 0}));
    EXPECT_FALSE(nearest(nav_mesh_of({}), {0, 0, 0}, 1));
}

// The distance in space from p to the polygon, by a search in its triangles.
double distance_to(const NavMesh& mesh, NavPolygonId polygon, const Vec3& p) {
    double best = std::numeric_limits<double>::infinity();
    const auto to_segment = [&](const Vec3& a, const Vec3& b) {
        const double t = std::clamp(dot(p - a, b - a) / dot(b - a, b - a), 0.0, 1.0);
        best = std::min(best, distance(p, lerp(a, b, t)));
    };
    const std::uint32_t count = mesh.corner_count(polygon);
    bool is_over = true;
    const Vec3 n = normalized(Vec3{mesh.height(polygon, 0, 0) - mesh.height(polygon, 1, 0),
                                   mesh.height(polygon, 0, 0) - mesh.height(polygon, 0, 1),
                                   1});
    for (std::uint32_t c = 0; c < count; ++c) {
        const Vec3 a = mesh.corner(polygon, c);
        const Vec3 b = mesh.corner(polygon, (c + 1) % count);
        to_segment(a, b);
        is_over = is_over && dot(cross(n, b - a), p - a) >= 0;
    }
    return is_over ? std::abs(dot(n, p - mesh.corner(polygon, 0))) : best;
}

Vec3 middle_of(const NavMesh& mesh, NavPolygonId polygon) {
    Vec3 sum;
    for (std::uint32_t c = 0; c < mesh.corner_count(polygon); ++c) {
        sum += mesh.corner(polygon, c);
    }
    return sum / static_cast<double>(mesh.corner_count(polygon));
}

TEST(Nearest, IsAsNearAsTheNearestOfAllPolygons) {
    std::size_t found = 0;
    for (const NavRecordArrays& records : meshes()) {
        const NavMesh mesh = nav_mesh_of(records);
        const NavOracle oracle(records, 1e-9);
        Random random(2);
        for (std::size_t i = 0; i < repeats(1000); ++i) {
            const Vec3 p = near(oracle, random);
            const double radius = random.one_in(2) ? 5 : 1000;
            double truth = std::numeric_limits<double>::infinity();
            for (std::uint32_t k = 0; k < oracle.polygon_count(); ++k) {
                truth = std::min(truth, distance_to(mesh, NavPolygonId(k), p));
            }
            const std::optional<NavPlace> place = nearest(mesh, p, radius);
            ASSERT_EQ(place.has_value(), truth <= radius) << i;
            if (place) {
                ++found;
                ASSERT_NEAR(distance(place->position, p), truth, 1e-9) << i;
                ASSERT_TRUE(oracle.contains(place->polygon.value, place->position)) << i;
                // No border is between the polygon and the place.
                const NavPlace inside{place->polygon, middle_of(mesh, place->polygon)};
                ASSERT_FALSE(raycast(mesh, inside, place->position).wall.polygon.is_valid()) << i;
                ASSERT_NEAR(
                    place->position.z, oracle.height(place->polygon.value, place->position), 1e-9);
            }
        }
    }
    EXPECT_GT(found, repeats(2000));
}

TEST(IsOnMesh, IsTrueUpToOneUnitFromThePolygon) {
    std::size_t on = 0;
    std::size_t off = 0;
    for (const NavRecordArrays& records : meshes()) {
        const NavMesh mesh = nav_mesh_of(records);
        const NavOracle oracle(records, 0);
        Random random(3);
        for (std::size_t i = 0; i < repeats(2000); ++i) {
            NavPlace place = oracle.random_place(random);
            ASSERT_TRUE(is_on_mesh(mesh, place)) << i;
            const double far = random.one_in(4) ? 100 : 1.5;
            place.position +=
                {random.real(-far, far), random.real(-far, far), random.real(-far, far)};
            if (random.one_in(4)) {
                place.polygon = oracle.random_place(random).polygon;
            }
            const double truth = distance_to(mesh, place.polygon, place.position);
            if (std::abs(truth - kPlaceTolerance) > 1e-9) {
                ASSERT_EQ(is_on_mesh(mesh, place), truth < kPlaceTolerance) << i;
                ++(truth < kPlaceTolerance ? on : off);
            }
        }
        const auto none = static_cast<std::uint32_t>(mesh.polygon_count());
        EXPECT_FALSE(is_on_mesh(mesh, {NavPolygonId(none), mesh.corner(NavPolygonId(0), 0)}));
    }
    EXPECT_GT(on, repeats(1000));
    EXPECT_GT(off, repeats(1000));
}

TEST(IsOnMesh, TakesThePointsOfRoutesBesideSteps) {
    // Two floors, 16 apart, with a step between: the common corners are at z = 0.
    NavRecordArrays records =
        nav_records_of({{{0, 0, 0}, {64, 0, 0}, {64, 64, 0}, {0, 64, 0}},
                        {{64, 0, 0}, {128, 0, 0}, {128, 64, 0}, {64, 64, 0}}});
    records.planes[1].d += 16 * records.planes[1].n.z;
    const NavMesh mesh = nav_mesh_of(records);
    const NavPolygonId high(1);
    EXPECT_EQ(mesh.height(high, 100, 32), 16);
    EXPECT_TRUE(is_on_mesh(mesh, {high, {100, 32, 16}}));
    EXPECT_TRUE(is_on_mesh(mesh, {high, {64, 32, 0}}));
    EXPECT_TRUE(is_on_mesh(mesh, {high, {64, 64, 0}}));
    EXPECT_FALSE(is_on_mesh(mesh, {high, {70, 32, 0}}));
    EXPECT_FALSE(is_on_mesh(mesh, {high, {64, 32, 8}}));
}

TEST(LocateAll, GivesTheAnswersOfSingleQuestions) {
    const NavRecordArrays records = nav_records_of(storeys(3, 5, 4, 1));
    const NavMesh mesh = nav_mesh_of(records);
    const NavOracle oracle(records, 0);
    Random random(3);
    std::vector<Vec3> positions;
    for (int i = 0; i < 1000; ++i) {
        positions.push_back(near(oracle, random));
    }
    std::vector<std::optional<NavPlace>> below(positions.size());
    std::vector<std::optional<NavPlace>> nearby(positions.size());
    locate_all(mesh, positions, below);
    nearest_all(mesh, positions, 10, nearby);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        EXPECT_EQ(below[i], locate(mesh, positions[i]));
        EXPECT_EQ(nearby[i], nearest(mesh, positions[i], 10));
    }
}

TEST(Locate, AllocatesNothing) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "sanitizers have a memory of their own";
#endif
    const NavMesh mesh = nav_mesh_of(nav_records_of(storeys(3, 5, 4, 1)));
    std::size_t found = 0;
    const Taken taken = taken_by([&] {
        for (int i = 0; i < 40; ++i) {
            found += locate(mesh, {2.0 * i, 1.5 * i, 70}) ? 1 : 0;
            found += nearest(mesh, {2.0 * i, 1.5 * i, 90}, 100) ? 1 : 0;
        }
    });
    EXPECT_GT(found, 40u);
    EXPECT_EQ(taken.allocations, 0u);
    EXPECT_LT(taken.stack, 20u << 10U);
}

}  // namespace
}  // namespace halfspace::test
