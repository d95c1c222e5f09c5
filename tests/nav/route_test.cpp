// SPDX-License-Identifier: MIT
// Routes are compared with a graph of all links, whose edges are shortest paths on foot.
#include "halfspace/nav/route.h"

#include "halfspace/base/contents.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/nav/walls.h"

#include "support/nav_meshes.h"
#include "support/nav_oracle.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/route_oracles.h"
#include "support/small_stack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kSpeed = 320;

NavPlace place_of(const NavMesh& mesh, std::uint64_t seed) {
    return *random_place(mesh, seed);
}

bool holds(const NavMesh& mesh, NavPolygonId polygon, const Vec3& p) {
    const std::uint32_t count = mesh.corner_count(polygon);
    for (std::uint32_t i = 0; i < count; ++i) {
        const Vec3 a = mesh.corner(polygon, i);
        const Vec3 b = mesh.corner(polygon, (i + 1) % count);
        const double left = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        if (left < -1e-6 * flat_distance(a, b)) {
            return false;
        }
    }
    return true;
}

// What is wrong with a route: each piece is seen along the surface or is its link.
std::string flaw_of(const NavMesh& mesh,
                    const NavRoute& route,
                    const NavPlace& from,
                    const RouteOptions& options) {
    double seconds = 0;
    NavPlace at = from;
    for (std::size_t i = 0; i + 1 < route.points.size(); ++i) {
        const RoutePoint& point = route.points[i];
        const Vec3& next = route.points[i + 1].position;
        if (!holds(mesh, route.points[i + 1].polygon, next)) {
            return "point " + std::to_string(i + 1) + " is not on its polygon";
        }
        if (point.link.is_valid()) {
            const NavLink& link = mesh.link(point.link);
            if (flat_distance(point.position, link.from[0].position) > 1e-9 ||
                flat_distance(next, link.to[0].position) > 1e-9 || !may_take(link, options)) {
                return "point " + std::to_string(i) + " is not at its link";
            }
            seconds += link.seconds;
            at = link.to[0];
        } else {
            const NavRayHit hit = raycast(mesh, at, next);
            seconds += flat_distance(point.position, next) / options.speed;
            if (flat_distance(hit.end.position, next) > 1e-6) {
                return "point " + std::to_string(i + 1) + " is not seen from the one before";
            }
            at = hit.end;
        }
    }
    if (std::abs(seconds - route.seconds) > 1e-9) {
        return "its time is not that of its pieces";
    }
    return route.cost < seconds - 1e-9 ? "its cost is below its time" : "";
}

TEST(FindRoute, IsTheShortestPathWhereThereAreNoLinks) {
    NavScratch scratch;
    NavScratch other;
    for (std::uint64_t seed = 1; seed <= repeats(20); ++seed) {
        const NavMesh mesh = nav_mesh_of(nav_records_of(storeys(3, 5, 4, seed)));
        for (std::uint64_t i = 0; i < 20; ++i) {
            const NavPlace from = place_of(mesh, 2 * i);
            const NavPlace to = place_of(mesh, 2 * i + 1);
            const NavRoute route = find_route(mesh, from, to, scratch);
            const NavPath path = find_path(mesh, from, to, other);
            ASSERT_EQ(route.status, path.status);
            ASSERT_NEAR(route.seconds * kSpeed, path.length, 1e-9 * path.length);
            ASSERT_EQ(route.points.size(), path.points.size());
        }
    }
}

TEST(FindRoute, GoesOverLinksAndIsNearlyTheQuickest) {
    NavScratch scratch;
    NavScratch other;
    Random random(7);
    std::array<double, 2> sums{};  // without and with do_shorten
    std::array<double, 2> least_sums{};
    std::size_t complete = 0;
    for (std::uint64_t seed = 1; seed <= repeats(20); ++seed) {
        NavRecordArrays records = rooms_apart(seed);
        add_links(records, static_cast<int>(random.integer(0, 12)), random);
        const NavMesh mesh = nav_mesh_of(records);
        ASSERT_EQ(mesh.link_count(), records.links.size());
        for (std::uint64_t i = 0; i < 20; ++i) {
            const NavPlace from = place_of(mesh, seed + 2 * i);
            const NavPlace to = place_of(mesh, seed + 2 * i + 1);
            RouteOptions options;
            for (std::uint32_t kind = 0; kind < kNavLinkKinds; ++kind) {
                options.links ^= random.one_in(2) ? 1u << kind : 0;
            }
            options.max_drop = random.one_in(2) ? 32 : kInfinity;
            options.speed = random.one_in(2) ? kSpeed : kSpeed / 4;
            options.do_shorten = random.one_in(2);
            const double least = least_seconds(mesh, from, to, options, other);
            const NavRoute route = find_route(mesh, from, to, scratch, options);
            ASSERT_EQ(route.status,
                      least == kInfinity ? PathStatus::Unreachable : PathStatus::Complete)
                << seed << ' ' << i;
            if (least == kInfinity) {
                EXPECT_TRUE(route.points.empty());
                continue;
            }
            EXPECT_EQ(flaw_of(mesh, route, from, options), "") << seed << ' ' << i;
            EXPECT_GE(route.seconds, least * (1 - 1e-9)) << seed << ' ' << i;
            sums[options.do_shorten ? 1 : 0] += route.seconds;
            least_sums[options.do_shorten ? 1 : 0] += least;
            ++complete;
        }
    }
    EXPECT_GT(complete, repeats(20) * 2);
    EXPECT_LE(sums[0], 1.1 * least_sums[0]);
    EXPECT_LE(sums[1], 1.05 * least_sums[1]);
}

// Some polygons are under lava.
void add_lava(NavRecordArrays& records, Random& random) {
    for (NavPolygonRecord& polygon : records.polygons) {
        polygon.contents =
            random.one_in(4) ? static_cast<std::uint32_t>(Contents::Lava) : polygon.contents;
    }
}

// The polygons that one comes to from a polygon: who is in lava may leave it.
std::set<std::uint32_t> found_from(const NavMesh& mesh, std::uint32_t start) {
    std::set<std::uint32_t> found{start};
    std::vector<std::uint32_t> waiting{start};
    while (!waiting.empty()) {
        const NavPolygonId polygon{waiting.back()};
        waiting.pop_back();
        for (std::uint32_t c = 0; c < mesh.corner_count(polygon); ++c) {
            const NavPolygonId next = mesh.neighbour(polygon, c);
            const bool may_enter =
                next.is_valid() && (mesh.contents(next) == 0 || mesh.contents(polygon) != 0);
            if (may_enter && found.insert(next.value).second) {
                waiting.push_back(next.value);
            }
        }
    }
    return found;
}

TEST(FindRoute, NeverEntersWhatCostsInfinity) {
    NavScratch scratch;
    Random random(11);
    RouteOptions options;
    options.lava_cost = kInfinity;
    std::size_t complete = 0;
    for (std::uint64_t seed = 1; seed <= repeats(40); ++seed) {
        NavRecordArrays records = nav_records_of(cells(random_rows(9, 8, 6, seed), 16, 0, 2));
        add_lava(records, random);
        const NavMesh mesh = nav_mesh_of(records);
        for (std::uint64_t i = 0; i < 20; ++i) {
            const NavPlace from = place_of(mesh, seed + 2 * i);
            const NavPlace to = place_of(mesh, seed + 2 * i + 1);
            const NavRoute route = find_route(mesh, from, to, scratch, options);
            const bool is_there = found_from(mesh, from.polygon.value).contains(to.polygon.value);
            ASSERT_EQ(route.status == PathStatus::Complete, is_there) << seed << ' ' << i;
            if (is_there) {
                ++complete;
                EXPECT_EQ(flaw_of(mesh, route, from, options), "") << seed << ' ' << i;
            }
        }
    }
    EXPECT_GT(complete, repeats(40));
}

// A corridor of lava, and a way around it.
TEST(FindRoute, WeighsLavaAgainstTheWayAround) {
    NavRecordArrays records =
        nav_records_of({{{0, 0, 0}, {16, 0, 0}, {16, 16, 0}, {0, 16, 0}},
                        {{16, 0, 0}, {48, 0, 0}, {48, 16, 0}, {16, 16, 0}},
                        {{48, 0, 0}, {64, 0, 0}, {64, 16, 0}, {48, 16, 0}},
                        {{0, 16, 0}, {16, 16, 0}, {16, 32, 0}, {0, 32, 0}},
                        {{16, 16, 0}, {48, 16, 0}, {48, 32, 0}, {16, 32, 0}},
                        {{48, 16, 0}, {64, 16, 0}, {64, 32, 0}, {48, 32, 0}}});
    records.polygons[1].contents = static_cast<std::uint32_t>(Contents::Lava);
    const NavMesh mesh = nav_mesh_of(records);
    const NavPlace from = *locate(mesh, {8, 8, 0});
    const NavPlace to = *locate(mesh, {56, 8, 0});
    NavScratch scratch;
    RouteOptions options;
    const NavRoute around = find_route(mesh, from, to, scratch, options);
    ASSERT_EQ(around.points.size(), 4u);
    EXPECT_EQ(around.points[1].position, (Vec3{16, 16, 0}));
    EXPECT_EQ(around.points[2].position, (Vec3{48, 16, 0}));
    options.lava_cost = 1;
    EXPECT_EQ(find_route(mesh, from, to, scratch, options).points.size(), 2u);
    options.lava_cost = 1.01;
    const NavRoute through = find_route(mesh, from, to, scratch, options);
    ASSERT_EQ(through.points.size(), 4u);  // with those where the cost changes
    for (const RoutePoint& point : through.points) {
        EXPECT_NEAR(point.position.y, 8, 1e-9);
    }
}

// A pool that no way goes near changes no route.
TEST(FindRoute, IsTheShortestPathWhereItIsDry) {
    NavRecordArrays records = nav_records_of(cells(random_rows(10, 10, 75, 4), 16, 0, 1));
    const NavMesh dry = nav_mesh_of(records);
    records.polygons[0].contents = static_cast<std::uint32_t>(Contents::Lava);
    const NavMesh mesh = nav_mesh_of(records);
    NavScratch scratch;
    NavScratch other;
    std::size_t compared = 0;
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        const NavPlace from = *random_place(mesh, 2 * seed);
        const NavPlace to = *random_place(mesh, 2 * seed + 1);
        const NavPath path = find_path(dry, from, to, other);
        if (path.status != PathStatus::Complete ||
            std::ranges::find(path.polygons, NavPolygonId(0)) != path.polygons.end()) {
            continue;
        }
        const NavRoute route = find_route(mesh, from, to, scratch);
        EXPECT_LE(route.seconds, path.length / kSpeed * (1 + 1e-12)) << seed;
        ++compared;
    }
    EXPECT_GT(compared, 20u);
}

TEST(RouteAlong, IsThePathOnFoot) {
    const NavRecordArrays records = nav_records_of(random_triangles(6, 6, 4, 1));
    const NavMesh mesh = nav_mesh_of(records);
    const NavOracle oracle(records, 0);
    Random random(1);
    NavScratch scratch;
    int complete = 0;
    for (int i = 0; i < 50; ++i) {
        const NavPlace from = oracle.random_place(random);
        const NavPlace to = oracle.random_place(random);
        const NavPath path = find_path(mesh, from, to, scratch);
        const NavRoute route = route_along(mesh, path, scratch, 100);
        EXPECT_EQ(route.status, path.status);
        ASSERT_EQ(route.points.size(), path.points.size());
        if (path.status == PathStatus::Complete) {
            ++complete;
            EXPECT_NEAR(route.seconds * 100, path.length, 1e-9 * path.length);
        }
        for (std::size_t p = 0; p < route.points.size(); ++p) {
            EXPECT_EQ(route.points[p].position, path.points[p]);
            EXPECT_TRUE(oracle.contains(route.points[p].polygon.value, path.points[p]));
            EXPECT_FALSE(route.points[p].link.is_valid());
        }
    }
    EXPECT_GT(complete, 10);
}

TEST(FindRoute, SaysThatItsScratchIsTooSmall) {
    NavRecordArrays records = rooms_apart(3);
    Random random(3);
    add_links(records, 12, random);
    const NavMesh mesh = nav_mesh_of(records);
    NavScratch scratch;
    RouteOptions options;
    options.max_nodes = 1;
    const NavRoute route = find_route(mesh, place_of(mesh, 1), place_of(mesh, 2), scratch, options);
    EXPECT_EQ(route.status, PathStatus::OutOfScratch);
    EXPECT_TRUE(route.points.empty());
}

TEST(FindRoute, AllocatesNothingOnceTheScratchHasGrown) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "sanitizers have a memory of their own";
#endif
    NavRecordArrays records = rooms_apart(5);
    Random random(5);
    add_links(records, 12, random);
    add_lava(records, random);
    const NavMesh mesh = nav_mesh_of(records);
    NavScratch scratch;
    std::vector<NavPlace> places;
    for (std::uint64_t i = 0; i < 100; ++i) {
        places.push_back(place_of(mesh, i));
    }
    const auto ask = [&] {
        for (const double cost : {1.0, 10.0}) {
            for (std::size_t i = 0; i < places.size(); i += 2) {
                find_route(mesh, places[i], places[i + 1], scratch, {.lava_cost = cost});
            }
        }
    };
    ask();
    const Taken taken = taken_by(ask);
    EXPECT_EQ(taken.allocations, 0u);
    EXPECT_LT(taken.stack, 16u << 10U);
}

TEST(NavMesh, RefusesLinksThatAreNone) {
    const auto error_with = [](auto change) {
        NavRecordArrays records = nav_records_of(cells({"..", "#."}, 16, 0, 1));
        records.links = {{0, 1, {1, 1, 2, 1}, {17, 1, 18, 1}, 1, 0},
                         {1, 2, {1, 1, 2, 1}, {17, 1, 18, 1}, 1, 1}};
        change(records.links[1]);
        const Result<NavMesh> mesh = NavMesh::from_records(records.records());
        return mesh ? std::string() : mesh.error().message;
    };
    EXPECT_EQ(error_with([](NavLinkRecord&) {}), "");
    const std::string start = "links[1]: ";
    EXPECT_EQ(error_with([](NavLinkRecord& link) { link.to_polygon = 3; }),
              start + "a polygon or the kind is out of range");
    EXPECT_EQ(error_with([](NavLinkRecord& link) { link.kind = kNavLinkKinds; }),
              start + "a polygon or the kind is out of range");
    EXPECT_EQ(error_with([](NavLinkRecord& link) { link.to[3] = NAN; }),
              start + "a number is not finite, negative or too large");
    EXPECT_EQ(error_with([](NavLinkRecord& link) { link.seconds = -1; }),
              start + "a number is not finite, negative or too large");
    NavRecordArrays records = nav_records_of(cells({".."}, 16, 0, 1));
    records.links = {{1, 0, {}, {}, 1, 0}, {0, 1, {}, {}, 1, 0}};
    EXPECT_EQ(NavMesh::from_records(records.records()).error().message,
              "links[1]: the links are not in the order of from_polygon");
}

}  // namespace
}  // namespace halfspace::test
