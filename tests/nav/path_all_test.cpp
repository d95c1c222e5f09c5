// SPDX-License-Identifier: MIT
// Batches of paths and routes are compared with single calls.
#include "halfspace/nav/path_all.h"

#include "halfspace/nav/random_place.h"
#include "halfspace/tasks/parallel_for.h"

#include "support/nav_meshes.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/route_oracles.h"
#include "support/small_stack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <vector>

namespace halfspace::test {
namespace {

// Rooms on several islands, with links between them.
NavMesh rooms_with_links(std::uint64_t seed) {
    Random random(seed);
    NavRecordArrays records = rooms_apart(seed);
    add_links(records, 12, random);
    return nav_mesh_of(records);
}

std::vector<NavEnds> random_ends(const NavMesh& mesh, std::size_t count) {
    std::vector<NavEnds> ends;
    for (std::uint64_t i = 0; i < count; ++i) {
        ends.push_back({*random_place(mesh, 2 * i), *random_place(mesh, 2 * i + 1)});
    }
    return ends;
}

// Calls the body in an order that no machine has, on four threads.
void run_backwards(std::size_t count, const std::function<void(std::size_t)>& body) {
    parallel_for(count, 4, [&](std::size_t i) { body(count - 1 - i); });
}

bool same_point(const RoutePoint& a, const RoutePoint& b) {
    return a.position == b.position && a.polygon == b.polygon && a.link == b.link;
}

TEST(FindPathAll, GivesTheAnswersOfSingleCalls) {
    NavBatchScratch batch;
    NavScratch scratch;
    std::set<PathStatus> statuses;
    for (const std::size_t count : {0, 1, 15, 16, 17, 200}) {
        const NavMesh mesh = rooms_with_links(count + 1);
        const std::vector<NavEnds> ends = random_ends(mesh, count);
        const PathOptions options{.max_nodes = 20};
        for (const Executor& executor : {Executor(run_serially), Executor(run_backwards)}) {
            std::vector<NavPath> paths(count);
            find_path_all(mesh, ends, paths, batch, options, executor);
            for (std::size_t i = 0; i < count; ++i) {
                const NavPath path = find_path(mesh, ends[i].from, ends[i].to, scratch, options);
                ASSERT_EQ(paths[i].status, path.status);
                EXPECT_EQ(paths[i].length, path.length);
                EXPECT_EQ(paths[i].expansions, path.expansions);
                EXPECT_TRUE(std::ranges::equal(paths[i].points, path.points)) << i;
                EXPECT_TRUE(std::ranges::equal(paths[i].polygons, path.polygons)) << i;
                statuses.insert(path.status);
            }
        }
    }
    EXPECT_EQ(statuses,
              (std::set{PathStatus::Complete, PathStatus::Unreachable, PathStatus::OutOfScratch}));
}

TEST(FindRouteAll, GivesTheAnswersOfSingleCalls) {
    NavBatchScratch batch;
    NavScratch scratch;
    std::size_t over_links = 0;
    for (std::uint64_t seed = 1; seed <= repeats(10); ++seed) {
        const NavMesh mesh = rooms_with_links(seed);
        const std::vector<NavEnds> ends = random_ends(mesh, 100);
        for (const bool do_shorten : {false, true}) {
            const RouteOptions options{.links = kMoverLinks | kGameLinks, .do_shorten = do_shorten};
            std::vector<NavRoute> routes(ends.size());
            find_route_all(mesh, ends, routes, batch, options, run_backwards);
            for (std::size_t i = 0; i < ends.size(); ++i) {
                const NavRoute route = find_route(mesh, ends[i].from, ends[i].to, scratch, options);
                ASSERT_EQ(routes[i].status, route.status);
                EXPECT_EQ(routes[i].seconds, route.seconds);
                EXPECT_EQ(routes[i].cost, route.cost);
                EXPECT_TRUE(std::ranges::equal(routes[i].points, route.points, same_point)) << i;
                over_links +=
                    std::ranges::any_of(route.points,
                                        [](const RoutePoint& p) { return p.link.is_valid(); })
                        ? 1
                        : 0;
            }
        }
    }
    EXPECT_GT(over_links, 10u);
}

TEST(FindRouteAll, AllocatesNothingOnceTheScratchHasGrown) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "sanitizers have a memory of their own";
#endif
    const NavMesh mesh = rooms_with_links(3);
    const std::vector<NavEnds> ends = random_ends(mesh, 100);
    std::vector<NavRoute> routes(ends.size());
    std::vector<NavPath> paths(ends.size());
    NavBatchScratch batch;
    const auto ask = [&] {
        find_route_all(mesh, ends, routes, batch);
        find_path_all(mesh, ends, paths, batch);
    };
    ask();
    const Taken taken = taken_by(ask);
    EXPECT_EQ(taken.allocations, 0u);
    EXPECT_LT(taken.stack, 16u << 10U);
}

}  // namespace
}  // namespace halfspace::test
