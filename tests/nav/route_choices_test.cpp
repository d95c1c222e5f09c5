// SPDX-License-Identifier: MIT
// A route with more choices costs no more: over floor that costs more, with teleporters.
#include "halfspace/nav/random_place.h"
#include "halfspace/nav/route.h"

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

}  // namespace
}  // namespace halfspace::test
