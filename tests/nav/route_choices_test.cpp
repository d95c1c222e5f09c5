// SPDX-License-Identifier: MIT
// A route with more choices costs no more: over floor that costs more, with teleporters.
#include "halfspace/nav/locate.h"
#include "halfspace/nav/path.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/nav/route.h"
#include "halfspace/nav/route_bound.h"

#include "support/nav_meshes.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/route_oracles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace halfspace::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kSpeed = 320;
constexpr double kRounded = 1 + 1e-9;
// Of mud and of shallow water.
const std::vector<double> kCosts{5, 2};

void add_link(NavRecordArrays& records,
              const NavPlace& from,
              const NavPlace& to,
              NavLinkKind kind,
              double seconds) {
    const auto x = static_cast<float>(from.position.x);
    const auto y = static_cast<float>(from.position.y);
    const auto to_x = static_cast<float>(to.position.x);
    const auto to_y = static_cast<float>(to.position.y);
    records.links.push_back({from.polygon.value,
                             to.polygon.value,
                             {x, y, x, y},
                             {to_x, to_y, to_x, to_y},
                             static_cast<float>(seconds),
                             static_cast<std::uint32_t>(kind)});
}

// A hall of 256 units of squares that are merged (cells), with pillars, mud, shallow water, three
// teleporters and 16 drops. The drops are as quick as one walks, or a bit slower.
NavMesh hall(std::uint64_t seed, int longest, Random& random) {
    NavRecordArrays records = nav_records_of(cells(random_rows(16, 16, 8, seed), 16, 0, longest));
    records.areas = {{"mud", kCosts[0]}, {"water", kCosts[1]}};
    for (NavPolygonRecord& polygon : records.polygons) {
        const std::int64_t number = random.integer(0, 7);
        polygon.area = number < 2 ? static_cast<std::uint32_t>(number) : kNone;
    }
    const NavMesh mesh = nav_mesh_of(records);
    for (std::uint64_t i = 0; i < 19; ++i) {
        const NavPlace from = *random_place(mesh, seed * 100 + 2 * i);
        const NavPlace to = *random_place(mesh, seed * 100 + 2 * i + 1);
        const double seconds = flat_distance(from.position, to.position) / kSpeed;
        if (i < 3) {
            add_link(records, from, to, NavLinkKind::Teleport, 0.02);
        } else {
            add_link(records, from, to, NavLinkKind::Drop, seconds + random.real(0, 0.02));
        }
    }
    std::ranges::stable_sort(records.links, {}, &NavLinkRecord::from_polygon);
    return nav_mesh_of(records);
}

struct Totals {
    std::size_t routes = 0;
    std::size_t by_teleporter = 0;
    std::size_t by_drop = 0;
};

double cost_of(const NavRoute& route) {
    return route.status == PathStatus::Complete ? route.cost : kInfinity;
}

bool takes(const NavMesh& mesh, const NavRoute& route, NavLinkKind kind) {
    return std::ranges::any_of(route.points, [&](const RoutePoint& point) {
        return point.link.is_valid() && mesh.link(point.link).kind == kind;
    });
}

void check_choices(const NavMesh& mesh,
                   const NavPlace& from,
                   const NavPlace& to,
                   NavScratch& scratch,
                   Totals& totals) {
    const auto find = [&](std::uint32_t links, bool do_shorten) {
        return find_route(mesh, from, to, scratch, {.links = links, .do_shorten = do_shorten});
    };
    const double foot = cost_of(find(0, true));
    const double quick_foot = cost_of(find(0, false));
    const double drops = cost_of(find(kMoverLinks, true));
    const double quick_drops = cost_of(find(kMoverLinks, false));
    const double quick = cost_of(find(kMoverLinks | kGameLinks, false));
    const NavRoute route = find(kMoverLinks | kGameLinks, true);
    totals.routes += route.status == PathStatus::Complete ? 1 : 0;
    totals.by_teleporter += takes(mesh, route, NavLinkKind::Teleport) ? 1 : 0;
    totals.by_drop += takes(mesh, route, NavLinkKind::Drop) ? 1 : 0;
    const double all = cost_of(route);
    EXPECT_LE(drops, foot * kRounded);
    EXPECT_LE(all, drops * kRounded);
    EXPECT_LE(quick, quick_drops * kRounded);
    EXPECT_LE(foot, quick_foot * kRounded);
    EXPECT_LE(drops, quick_drops * kRounded);
    EXPECT_LE(all, quick * kRounded);
}

TEST(FindRoute, CostsNoMoreWithMoreLinksOrWhenShortened) {
    NavScratch scratch;
    Random random(31);
    Totals totals;
    for (std::uint64_t seed = 1; seed <= repeats(20); ++seed) {
        const NavMesh mesh = hall(seed, 8, random);
        for (std::uint64_t i = 0; i < 100; ++i) {
            const NavPlace from = *random_place(mesh, seed + 2 * i);
            const NavPlace to = *random_place(mesh, seed + 2 * i + 1);
            SCOPED_TRACE(testing::Message() << seed << ' ' << i);
            check_choices(mesh, from, to, scratch, totals);
        }
    }
    EXPECT_GT(totals.routes, repeats(20) * 50);
    EXPECT_GT(totals.by_teleporter, repeats(20) * 5);
    EXPECT_GT(totals.by_drop, repeats(20) * 2);
}

TEST(FindRoute, IsNearlyTheCheapestOverAreasAndLinks) {
    NavScratch scratch;
    Random random(32);
    double sum = 0;
    double least_sum = 0;
    for (std::uint64_t seed = 1; seed <= repeats(10); ++seed) {
        const NavMesh mesh = hall(seed, 2, random);
        constexpr std::uint32_t kLinks = kMoverLinks | kGameLinks;
        PointGraph graph(mesh, kCosts, kLinks);
        for (std::uint64_t i = 0; i < 20; ++i) {
            const NavPlace from = *random_place(mesh, seed + 2 * i);
            const NavPlace to = *random_place(mesh, seed + 2 * i + 1);
            const NavRoute route = find_route(mesh, from, to, scratch, {.links = kLinks});
            const double least = graph.least(from, to);
            ASSERT_EQ(route.status,
                      least == kInfinity ? PathStatus::Unreachable : PathStatus::Complete);
            if (least < kInfinity) {
                EXPECT_GE(route.cost * kSpeed, least * 0.98 - 1)
                    << seed << ' ' << i;  // its points are 2 units apart
                EXPECT_LE(route.cost * kSpeed, least * 1.5 + 16) << seed << ' ' << i;
                sum += route.cost * kSpeed;
                least_sum += least;
            }
        }
    }
    EXPECT_LE(sum, 1.05 * least_sum);
}

// A hall of 4096 x 512 units without walls. Its teleporters cut the floor: pads of 48 x 48 units,
// or strips of 48 units from wall to wall. They lead to random places.
NavMesh empty_hall(int teleporters, bool are_strips, Random& random) {
    constexpr double kPad = 48;
    constexpr double kWidth = 512;
    constexpr double kLength = 4096;
    PolygonSoup soup;
    const auto add = [&](double x, double y, double to_x, double to_y) {
        soup.push_back({{x, y, 0}, {to_x, y, 0}, {to_x, to_y, 0}, {x, to_y, 0}});
    };
    std::vector<Vec3> pads;  // their middles
    double x = 0;
    for (int i = 0; i < teleporters; ++i) {
        const auto at = static_cast<double>(1365 * i + random.integer(8, 512));
        const auto beside = static_cast<double>(random.integer(8, 456));
        add(x, 0, at, kWidth);
        x = at + kPad;
        if (are_strips) {
            add(at, 0, x, kWidth);
        } else {
            add(at, 0, x, beside);
            add(at, beside, x, beside + kPad);
            add(at, beside + kPad, x, kWidth);
        }
        pads.push_back({at + kPad / 2, beside + kPad / 2, 0});
    }
    add(x, 0, kLength, kWidth);
    NavRecordArrays records = nav_records_of(soup);
    const NavMesh mesh = nav_mesh_of(records);
    for (const Vec3& pad : pads) {
        const NavPlace from = *locate(mesh, pad);
        NavPlace to = from;
        while (to.polygon == from.polygon) {
            to = *random_place(mesh, random.bits());
        }
        add_link(records, from, to, NavLinkKind::Teleport, 0.02);
        if (are_strips) {
            records.links.back().from[1] = 0;
            records.links.back().from[3] = kWidth;
        }
    }
    std::ranges::stable_sort(records.links, {}, &NavLinkRecord::from_polygon);
    return nav_mesh_of(records);
}

// In a large polygon the way to a teleporter and the way on from its end cross the same floor.
TEST(FindRoute, IsNearlyTheQuickestOverTeleportersInAnEmptyHall) {
    NavScratch scratch;
    Random random(33);
    const RouteOptions options{.links = kMoverLinks | kGameLinks};
    for (const bool are_strips : {false, true}) {
        std::size_t by_teleporter = 0;
        double sum = 0;
        double least_sum = 0;
        for (std::uint64_t seed = 1; seed <= repeats(10); ++seed) {
            const int teleporters = static_cast<int>(random.integer(1, 3));
            const NavMesh mesh = empty_hall(teleporters, are_strips, random);
            for (std::uint64_t i = 0; i < 100; ++i) {
                const NavPlace from = *random_place(mesh, random.bits());
                const NavPlace to = *random_place(mesh, random.bits());
                const NavRoute route = find_route(mesh, from, to, scratch, options);
                ASSERT_EQ(route.status, PathStatus::Complete);
                by_teleporter += takes(mesh, route, NavLinkKind::Teleport) ? 1 : 0;
                const double least = bound_routes(mesh, from, to, scratch, 8, options).cost;
                EXPECT_LE(route.cost, 1.5 * least + 16 / kSpeed) << seed << ' ' << i;
                sum += route.cost;
                least_sum += least;
            }
        }
        EXPECT_GT(by_teleporter, repeats(10) * 2);
        EXPECT_LE(sum, 1.02 * least_sum);
    }
}

// Where the scratch is too small for the shortest path of a part, the way of A* stays.
TEST(FindRoute, IsShortenedOnlyWhereTheScratchIsLargeEnough) {
    NavScratch scratch;
    std::size_t not_shortened = 0;
    for (std::uint64_t seed = 1; seed <= repeats(10); ++seed) {
        const NavMesh mesh =
            nav_mesh_of(nav_records_of(cells(random_rows(24, 24, 4, seed), 16, 0, 4)));
        for (std::uint64_t i = 0; i < 40; ++i) {
            const NavPlace from = *random_place(mesh, seed + 2 * i);
            const NavPlace to = *random_place(mesh, seed + 2 * i + 1);
            const std::uint32_t most = 1u << (i % 8);
            RouteOptions options{.do_shorten = false, .max_nodes = most};
            const NavRoute quick = find_route(mesh, from, to, scratch, options);
            const PathStatus status = quick.status;
            const double cost = cost_of(quick);
            options.do_shorten = true;
            const NavRoute route = find_route(mesh, from, to, scratch, options);
            EXPECT_EQ(route.status, status) << seed << ' ' << i;
            EXPECT_LE(cost_of(route), cost * kRounded) << seed << ' ' << i;
            const PathStatus path = find_path(mesh, from, to, scratch, {.max_nodes = most}).status;
            not_shortened += status == PathStatus::Complete && path == PathStatus::OutOfScratch;
        }
    }
    EXPECT_GT(not_shortened, 0u);
}

// Too little scratch for the way around does not hide the way over a teleporter.
TEST(FindRoute, FindsATeleporterWithLittleScratch) {
    NavRecordArrays records = nav_records_of(cells(spiral_rows(33), 16, 0, 2));
    const NavMesh floor = nav_mesh_of(records);
    const NavPlace from = *locate(floor, {8, 8, 0});
    const NavPlace to = *locate(floor, {16.5 * 16, 16.5 * 16, 0});
    add_link(records, from, to, NavLinkKind::Teleport, 0.02);
    const NavMesh mesh = nav_mesh_of(records);
    NavScratch scratch;
    RouteOptions options{.max_nodes = 16};
    EXPECT_EQ(find_route(mesh, from, to, scratch, options).status, PathStatus::OutOfScratch);
    options.links |= kGameLinks;
    EXPECT_NEAR(cost_of(find_route(mesh, from, to, scratch, options)), 0.02, 1e-6);
    // There is no teleporter back.
    EXPECT_EQ(find_route(mesh, to, from, scratch, options).status, PathStatus::OutOfScratch);
}

}  // namespace
}  // namespace halfspace::test
