// SPDX-License-Identifier: MIT
// Bounds of routes are compared with the best routes by other means (support/route_oracles.h).
#include "halfspace/nav/route_bound.h"

#include "halfspace/nav/locate.h"
#include "halfspace/nav/random_place.h"

#include "support/nav_meshes.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/route_oracles.h"
#include "support/small_stack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <vector>

namespace halfspace::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kSpeed = 320;

TEST(BoundRoutes, IsBelowTheBestRouteOverAreasAndNearIt) {
    NavScratch scratch;
    Random random(31);
    constexpr std::array<double, 3> kSteps{16, 4, 1};
    std::array<double, 3> sums{};
    double least_sum = 0;
    double route_sum = 0;
    for (std::uint64_t seed = 1; seed <= repeats(20); ++seed) {
        const NavMesh mesh = nav_mesh_of(rooms_with_areas(seed, random));
        const std::vector<double> costs{3, 8};
        PointGraph graph(mesh, costs);
        for (std::uint64_t i = 0; i < 10; ++i) {
            const NavPlace from = *random_place(mesh, seed + 2 * i);
            const NavPlace to = *random_place(mesh, seed + 2 * i + 1);
            const double least = graph.least(from, to) / kSpeed;
            double before = 0;
            for (std::size_t s = 0; s < kSteps.size(); ++s) {
                const RouteBound bound = bound_routes(mesh, from, to, scratch, kSteps[s]);
                ASSERT_EQ(bound.status,
                          least == kInfinity ? PathStatus::Unreachable : PathStatus::Complete);
                EXPECT_LE(bound.cost, least) << seed << ' ' << i;
                EXPECT_GE(bound.cost, before * (1 - 1e-9)) << seed << ' ' << i;
                before = bound.cost;
                sums[s] += least == kInfinity ? 0 : bound.cost;
            }
            if (least < kInfinity) {
                const NavRoute route = find_route(mesh, from, to, scratch);
                EXPECT_LE(before, route.cost) << seed << ' ' << i;
                route_sum += route.cost;
                least_sum += least;
            }
        }
    }
    EXPECT_GE(sums[1], 1.1 * sums[0]);
    EXPECT_GE(sums[2], 0.9 * least_sum);
    EXPECT_GE(sums[2], 0.85 * route_sum);
}

TEST(BoundRoutes, IsBelowTheQuickestRouteOverLinksAndNearIt) {
    NavScratch scratch;
    NavScratch other;
    Random random(32);
    double sum = 0;
    double least_sum = 0;
    for (std::uint64_t seed = 1; seed <= repeats(20); ++seed) {
        NavRecordArrays records = rooms_apart(seed);
        add_links(records, static_cast<int>(random.integer(0, 12)), random);
        const NavMesh mesh = nav_mesh_of(records);
        for (std::uint64_t i = 0; i < 10; ++i) {
            const NavPlace from = *random_place(mesh, seed + 2 * i);
            const NavPlace to = *random_place(mesh, seed + 2 * i + 1);
            RouteOptions options;
            for (std::uint32_t kind = 0; kind < kNavLinkKinds; ++kind) {
                options.links ^= random.one_in(2) ? 1u << kind : 0;
            }
            options.max_drop = random.one_in(2) ? 32 : kInfinity;
            options.speed = random.one_in(2) ? kSpeed : kSpeed / 4;
            const double least = least_seconds(mesh, from, to, options, other);
            const RouteBound bound = bound_routes(mesh, from, to, scratch, 1, options);
            ASSERT_EQ(bound.status,
                      least == kInfinity ? PathStatus::Unreachable : PathStatus::Complete)
                << seed << ' ' << i;
            EXPECT_LE(bound.cost, least) << seed << ' ' << i;
            sum += least == kInfinity ? 0 : bound.cost;
            least_sum += least == kInfinity ? 0 : least;
        }
    }
    EXPECT_GE(sum, 0.9 * least_sum);
}

// A corridor of three squares. Whatever the steps, the bound is that of the straight way, and what
// nobody may enter is a wall, unless the way begins there.
TEST(BoundRoutes, IsTheStraightWayInACorridor) {
    NavRecordArrays records = nav_records_of({{{0, 0, 0}, {16, 0, 0}, {16, 16, 0}, {0, 16, 0}},
                                              {{16, 0, 0}, {48, 0, 0}, {48, 16, 0}, {16, 16, 0}},
                                              {{48, 0, 0}, {64, 0, 0}, {64, 16, 0}, {48, 16, 0}}});
    records.areas = {{"mud", 2}};
    records.polygons[1].area = 0;
    const NavMesh mesh = nav_mesh_of(records);
    const NavPlace from = *locate(mesh, {8, 8, 0});
    const NavPlace to = *locate(mesh, {56, 8, 0});
    NavScratch scratch;
    const double cost = (16 + 2 * 32) / kSpeed;
    EXPECT_NEAR(find_route(mesh, from, to, scratch).cost, cost, 1e-12);
    EXPECT_NEAR(bound_routes(mesh, from, to, scratch, 64).cost, cost, 1e-9);
    EXPECT_NEAR(bound_routes(mesh, from, to, scratch, 0.5).cost, cost, 1e-9);
    const std::vector<double> never{kInfinity};
    const RouteOptions options{.area_costs = never};
    EXPECT_EQ(bound_routes(mesh, from, to, scratch, 1, options).cost, kInfinity);
    const NavPlace inside = *locate(mesh, {32, 8, 0});
    EXPECT_NEAR(bound_routes(mesh, inside, to, scratch, 1, options).cost, 24 / kSpeed, 1e-9);
}

TEST(BoundRoutes, IsThatOfAStraightWayIfItsScratchIsTooSmall) {
    const NavMesh mesh = nav_mesh_of(nav_records_of(cells(random_rows(9, 8, 75, 3), 16, 0, 1)));
    const NavPlace from = *random_place(mesh, 1);
    const NavPlace to = *random_place(mesh, 2);
    NavScratch scratch;
    ASSERT_EQ(find_route(mesh, from, to, scratch).status, PathStatus::Complete);
    const RouteBound bound = bound_routes(mesh, from, to, scratch, 1, {.max_nodes = 100});
    EXPECT_EQ(bound.status, PathStatus::OutOfScratch);
    EXPECT_NEAR(bound.cost, flat_distance(from.position, to.position) / kSpeed, 1e-9);
}

TEST(BoundRoutes, AllocatesNothingOnceTheScratchHasGrown) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "sanitizers have a memory of their own";
#endif
    Random random(33);
    const NavMesh mesh = nav_mesh_of(rooms_with_areas(1, random));
    NavScratch scratch;
    const auto ask = [&] {
        for (std::uint64_t i = 0; i < 20; ++i) {
            bound_routes(mesh, *random_place(mesh, i), *random_place(mesh, i + 1), scratch, 2);
        }
    };
    ask();
    const Taken taken = taken_by(ask);
    EXPECT_EQ(taken.allocations, 0u);
    EXPECT_LT(taken.stack, 16u << 10U);
}

}  // namespace
}  // namespace halfspace::test
