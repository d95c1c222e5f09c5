// SPDX-License-Identifier: MIT
// Routes over areas that cost more, compared with Dijkstra's over points on all edges.
#include "halfspace/base/contents.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/nav/route.h"

#include "support/nav_meshes.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/route_oracles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>
#include <vector>

namespace halfspace::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(FindRoute, IsNearlyTheCheapestOverAreas) {
    NavScratch scratch;
    Random random(21);
    double sum = 0;
    double cost_sum = 0;
    double quick_sum = 0;
    double plain_sum = 0;
    double least_sum = 0;
    for (std::uint64_t seed = 1; seed <= repeats(30); ++seed) {
        const NavMesh mesh = nav_mesh_of(rooms_with_areas(seed, random));
        const std::vector<double> costs{3, 8};
        PointGraph graph(mesh, costs);
        for (std::uint64_t i = 0; i < 20; ++i) {
            const NavPlace from = *random_place(mesh, seed + 2 * i);
            const NavPlace to = *random_place(mesh, seed + 2 * i + 1);
            const NavRoute route = find_route(mesh, from, to, scratch);
            const double least = graph.least(from, to);
            ASSERT_EQ(route.status,
                      least == kInfinity ? PathStatus::Unreachable : PathStatus::Complete);
            if (least == kInfinity) {
                continue;
            }
            const auto length_of = [&](std::span<const RoutePoint> points) {
                double length = 0;
                for (std::size_t p = 0; p + 1 < points.size(); ++p) {
                    length +=
                        weighted_length(mesh, points[p].position, points[p + 1].position, costs);
                }
                return length;
            };
            const double length = length_of(route.points);
            ASSERT_LT(length, kInfinity);
            // A way along the edge of an area may count as one in it.
            EXPECT_GE(route.cost * 320, length * (1 - 1e-9)) << seed << ' ' << i;
            cost_sum += route.cost * 320;
            const NavRoute quick = find_route(mesh, from, to, scratch, {.do_shorten = false});
            EXPECT_GE(quick.cost * 320, length_of(quick.points) * (1 - 1e-9)) << seed << ' ' << i;
            quick_sum += length_of(quick.points);
            EXPECT_GE(length, least * 0.98 - 1)
                << seed << ' ' << i;  // its points are 2 units apart
            EXPECT_LE(length, least * 2) << seed << ' ' << i;
            sum += length;
            least_sum += least;
            const std::vector<double> none{1, 1};
            plain_sum +=
                length_of(find_route(mesh, from, to, scratch, {.area_costs = none}).points);
        }
    }
    EXPECT_LE(sum, 1.1 * least_sum);
    EXPECT_LE(cost_sum, 1.01 * sum);
    EXPECT_LE(quick_sum, 1.1 * least_sum);
    EXPECT_GE(plain_sum, 1.3 * least_sum);
}

// The goal is near a side of the mud: a way goes along the mud on dry floor, and enters it there.
TEST(FindRoute, GoesAroundAnAreaToTheNearSideOfIt) {
    NavRecordArrays records =
        nav_records_of({{{192, 192, 0}, {320, 192, 0}, {320, 448, 0}, {192, 448, 0}},
                        {{0, 0, 0}, {192, 0, 0}, {192, 640, 0}, {0, 640, 0}},
                        {{320, 0, 0}, {512, 0, 0}, {512, 640, 0}, {320, 640, 0}},
                        {{192, 0, 0}, {320, 0, 0}, {320, 192, 0}, {192, 192, 0}},
                        {{192, 448, 0}, {320, 448, 0}, {320, 640, 0}, {192, 640, 0}}});
    records.areas = {{"mud", 4}};
    for (NavPolygonRecord& polygon : records.polygons) {
        polygon.area = &polygon == &records.polygons.front() ? 0 : kNone;
    }
    const NavMesh mesh = nav_mesh_of(records);
    const std::vector<double> costs{4};
    PointGraph graph(mesh, costs);
    NavScratch scratch;
    Random random(23);
    for (std::uint64_t i = 0; i < repeats(300); ++i) {
        const NavPlace from = *random_place(mesh, i);
        const double x = random.real(194, 318);
        const double side = random.real(1, 16);
        const Vec3 goal{x, random.one_in(2) ? 192 + side : 448 - side, 0};
        const NavPlace to = *locate(mesh, goal);
        const NavRoute route = find_route(mesh, from, to, scratch);
        ASSERT_EQ(route.status, PathStatus::Complete);
        EXPECT_LE(route.cost * 320, 1.05 * graph.least(from, to) + 1) << i;
    }
}

// The polygons of thorns that one leaves from, and what one comes to without them.
std::set<std::uint32_t> found_without(const NavMesh& mesh, std::uint32_t start, NavAreaId never) {
    std::set<std::uint32_t> found{start};
    std::vector<std::uint32_t> waiting{start};
    while (!waiting.empty()) {
        const NavPolygonId polygon{waiting.back()};
        waiting.pop_back();
        for (std::uint32_t c = 0; c < mesh.corner_count(polygon); ++c) {
            const NavPolygonId next = mesh.neighbour(polygon, c);
            const bool may_enter =
                next.is_valid() && (mesh.area(next) != never || mesh.area(polygon) == never);
            if (may_enter && found.insert(next.value).second) {
                waiting.push_back(next.value);
            }
        }
    }
    return found;
}

TEST(FindRoute, LeavesWhatNobodyMayEnterAndDoesNotComeBack) {
    NavScratch scratch;
    Random random(22);
    const std::vector<double> costs{1, kInfinity};
    const NavAreaId thorns(1);
    std::size_t from_thorns = 0;
    for (std::uint64_t seed = 1; seed <= repeats(40); ++seed) {
        const NavMesh mesh = nav_mesh_of(rooms_with_areas(seed, random));
        for (std::uint64_t i = 0; i < 20; ++i) {
            const NavPlace from = *random_place(mesh, seed + 2 * i);
            const NavPlace to = *random_place(mesh, seed + 2 * i + 1);
            const NavRoute route = find_route(mesh, from, to, scratch, {.area_costs = costs});
            const bool is_there =
                found_without(mesh, from.polygon.value, thorns).contains(to.polygon.value);
            ASSERT_EQ(route.status == PathStatus::Complete, is_there) << seed << ' ' << i;
            bool was_outside = mesh.area(from.polygon) != thorns;
            from_thorns += is_there && !was_outside ? 1 : 0;
            for (std::size_t p = 0; p + 1 < route.points.size(); ++p) {
                const double length = weighted_length(
                    mesh, route.points[p].position, route.points[p + 1].position, costs);
                EXPECT_FALSE(was_outside && length == kInfinity) << seed << ' ' << i;
                was_outside = was_outside || length < kInfinity;
            }
        }
    }
    EXPECT_GT(from_thorns, repeats(40));
}

// A corridor of mud, and a way around it. In water, too, it costs as much as both.
TEST(FindRoute, MultipliesTheCostsOfAreasAndLiquids) {
    NavRecordArrays records =
        nav_records_of({{{0, 0, 0}, {16, 0, 0}, {16, 16, 0}, {0, 16, 0}},
                        {{16, 0, 0}, {48, 0, 0}, {48, 16, 0}, {16, 16, 0}},
                        {{48, 0, 0}, {64, 0, 0}, {64, 16, 0}, {48, 16, 0}},
                        {{0, 16, 0}, {16, 16, 0}, {16, 32, 0}, {0, 32, 0}},
                        {{16, 16, 0}, {48, 16, 0}, {48, 32, 0}, {16, 32, 0}},
                        {{48, 16, 0}, {64, 16, 0}, {64, 32, 0}, {48, 32, 0}}});
    records.areas = {{"mud", 1.1}};
    records.polygons[1].area = 0;
    records.polygons[1].contents = static_cast<std::uint32_t>(Contents::Water);
    const NavMesh mesh = nav_mesh_of(records);
    const NavPlace from = *locate(mesh, {8, 8, 0});
    const NavPlace to = *locate(mesh, {56, 8, 0});
    NavScratch scratch;
    // Around, the way is 54.6 long in place of 48: 16 + 32 * 1.206.
    const auto goes_around = [&](const RouteOptions& options) {
        return std::ranges::any_of(find_route(mesh, from, to, scratch, options).points,
                                   [](const RoutePoint& p) { return p.position.y > 15; });
    };
    const std::vector<double> dear{1.3};
    const std::vector<double> cheap{1};
    EXPECT_FALSE(goes_around({}));
    EXPECT_TRUE(goes_around({.area_costs = dear}));
    EXPECT_FALSE(goes_around({.water_cost = 1.1, .area_costs = cheap}));
    EXPECT_TRUE(goes_around({.water_cost = 1.15}));
    ASSERT_EQ(mesh.areas().size(), 1u);
    EXPECT_EQ(mesh.areas()[0].name, "mud");
    EXPECT_EQ(mesh.area(NavPolygonId(1)), NavAreaId(0));
    EXPECT_FALSE(mesh.area(NavPolygonId(0)).is_valid());
}

// A corridor that is low, and a way around it.
TEST(FindRoute, ReckonsWithTheSpeedOfCrouching) {
    NavRecordArrays records = nav_records_of({{{0, 0, 0}, {16, 0, 0}, {16, 16, 0}, {0, 16, 0}},
                                              {{16, 0, 0}, {48, 0, 0}, {48, 16, 0}, {16, 16, 0}},
                                              {{48, 0, 0}, {64, 0, 0}, {64, 16, 0}, {48, 16, 0}}});
    records.polygons[1].flags = kNavPolygonLow;
    const NavMesh tunnel = nav_mesh_of(records);
    EXPECT_TRUE(tunnel.is_low(NavPolygonId(1)));
    EXPECT_FALSE(tunnel.is_low(NavPolygonId(0)));
    const NavPlace from = *locate(tunnel, {8, 8, 0});
    const NavPlace to = *locate(tunnel, {56, 10, 0});
    NavScratch scratch;
    const double length = flat_distance(from.position, to.position);
    for (const double cost : {1.0, 2.0, 8.0 / 3}) {
        const NavRoute route = find_route(tunnel, from, to, scratch, {.crouch_cost = cost});
        // Straight, 32 of 48 units are low; the way is as quick or bends to be quicker.
        const double straight = length / 3 * (1 + 2 * cost) / 320;
        EXPECT_LE(route.seconds, straight * (1 + 1e-12)) << cost;
        EXPECT_GE(route.seconds, (16 + 32 * cost) / 320) << cost;
        EXPECT_EQ(route.points.size(), cost == 1 ? 2u : 4u);
    }
    EXPECT_EQ(find_route(tunnel, from, to, scratch, {.crouch_cost = kInfinity}).status,
              PathStatus::Unreachable);
    const NavPlace inside = *locate(tunnel, {32, 8, 0});
    EXPECT_EQ(find_route(tunnel, inside, to, scratch, {.crouch_cost = kInfinity}).status,
              PathStatus::Complete);
}

// Random floors with low polygons: the time is that of the pieces.
TEST(FindRoute, IsNearlyTheQuickestOverLowFloor) {
    NavScratch scratch;
    Random random(23);
    constexpr double kCost = 320.0 / 120;
    double sum = 0;
    double least_sum = 0;
    for (std::uint64_t seed = 1; seed <= repeats(30); ++seed) {
        NavRecordArrays records = nav_records_of(cells(random_rows(9, 8, 6, seed), 16, 0, 2));
        records.areas = {{"low", kCost}};  // which the graph knows
        for (NavPolygonRecord& polygon : records.polygons) {
            polygon.area = random.one_in(4) ? 0 : kNone;
            polygon.flags = polygon.area == 0 ? kNavPolygonLow : 0;
        }
        const NavMesh mesh = nav_mesh_of(records);
        const std::vector<double> costs{kCost};
        const std::vector<double> none{1};
        PointGraph graph(mesh, costs);
        for (std::uint64_t i = 0; i < 20; ++i) {
            const NavPlace from = *random_place(mesh, seed + 2 * i);
            const NavPlace to = *random_place(mesh, seed + 2 * i + 1);
            const NavRoute route =
                find_route(mesh, from, to, scratch, {.area_costs = none, .crouch_cost = kCost});
            const double least = graph.least(from, to);
            if (least == kInfinity) {
                EXPECT_EQ(route.status, PathStatus::Unreachable);
                continue;
            }
            double length = 0;
            for (std::size_t p = 0; p + 1 < route.points.size(); ++p) {
                length += weighted_length(
                    mesh, route.points[p].position, route.points[p + 1].position, costs);
            }
            // A way along the edge of low floor may count as low.
            EXPECT_GE(route.seconds * 320, length * (1 - 1e-9)) << seed << ' ' << i;
            EXPECT_GE(length, least * 0.98 - 1) << seed << ' ' << i;
            sum += route.seconds * 320;
            least_sum += least;
        }
    }
    EXPECT_LE(sum, 1.1 * least_sum);
}

TEST(NavMesh, RefusesAreasThatAreNone) {
    const auto error_with = [](auto change) {
        NavRecordArrays records = nav_records_of(cells({".."}, 16, 0, 1));
        records.areas = {{"mud", 2}};
        records.polygons[1].area = 0;
        change(records);
        const Result<NavMesh> mesh = NavMesh::from_records(records.records());
        return mesh ? std::string() : mesh.error().message;
    };
    EXPECT_EQ(error_with([](NavRecordArrays&) {}), "");
    EXPECT_EQ(error_with([](NavRecordArrays& r) { r.polygons[1].area = 1; }),
              "polygons[1]: its area is out of range");
    for (const double cost : {0.9, kInfinity, std::nan("")}) {
        EXPECT_EQ(error_with([&](NavRecordArrays& r) { r.areas[0].cost = cost; }),
                  "areas[0]: its cost is below 1 or not finite");
    }
}

}  // namespace
}  // namespace halfspace::test
