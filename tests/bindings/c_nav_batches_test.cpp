// SPDX-License-Identifier: MIT
// Bounds of routes, and batches of paths and routes, asked from C and from C++ with the same
// answers.
#include "halfspace/nav/path_all.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/nav/route.h"
#include "halfspace/nav/route_bound.h"

#include "nav_rooms.h"
#include "support/repeats.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

struct Pairs {
    std::vector<NavEnds> ends;
    std::vector<halfspace_nav_ends> c_ends;
};

// Pairs of places on the floor of both rooms, and on that above.
Pairs pairs_of(const NavMesh& mesh, std::size_t count) {
    Pairs pairs;
    for (std::uint64_t i = 0; i < count; ++i) {
        const NavEnds ends{*random_place(mesh, 2 * i), *random_place(mesh, 2 * i + 1)};
        pairs.ends.push_back(ends);
        pairs.c_ends.push_back({c_place(ends.from), c_place(ends.to)});
    }
    return pairs;
}

void check_bounds(Both& both) {
    const Pairs pairs = pairs_of(both.mesh, test::repeats(60));
    const RouteOptions options{.doors = &both.closed};
    halfspace_route_options c_options = halfspace_default_route_options();
    c_options.doors = both.c_closed;
    std::size_t found = 0;
    for (std::size_t i = 0; i < pairs.ends.size(); ++i) {
        const auto& [from, to] = pairs.ends[i];
        const halfspace_nav_ends& c = pairs.c_ends[i];
        const double step = i % 2 == 0 ? 16 : 64;
        const RouteBound bound = bound_routes(both.mesh, from, to, both.scratch, step, options);
        double cost = 7;
        const halfspace_status status = halfspace_nav_bound_routes(
            both.c_mesh, &c.from, &c.to, step, &c_options, both.c_scratch, &cost);
        CHECK((status == HALFSPACE_OK) == (bound.status == PathStatus::Complete));
        CHECK(cost == bound.cost);
        const NavRoute route = find_route(both.mesh, from, to, both.scratch, options);
        halfspace_nav_route c_route{};
        CHECK(halfspace_nav_find_route(
                  both.c_mesh, &c.from, &c.to, &c_options, both.c_scratch, &c_route) == status);
        if (status == HALFSPACE_OK) {
            CHECK(c_route.cost == route.cost && cost <= c_route.cost);
            ++found;
        } else {
            CHECK(status == HALFSPACE_NOT_FOUND && cost == kInfinity);
        }
    }
    CHECK(found > 0 && found < pairs.ends.size());
    // Too few nodes: the cost is that of a straight way.
    const halfspace_nav_ends& c = pairs.c_ends[0];
    halfspace_route_options few = halfspace_default_route_options();
    few.max_nodes = 1;
    double cost = 0;
    const halfspace_status status =
        halfspace_nav_bound_routes(both.c_mesh, &c.from, &c.from, 1, &few, both.c_scratch, &cost);
    CHECK((status == HALFSPACE_TOO_SMALL || status == HALFSPACE_OK) && cost == 0);
    cost = 7;
    const auto ask = [&](const halfspace_nav_place* from, double step, double* to) {
        return halfspace_nav_bound_routes(
            both.c_mesh, from, &c.to, step, nullptr, both.c_scratch, to);
    };
    halfspace_nav_place far = c.from;
    far.position[0] = 0x1p25;
    CHECK(is_refused(ask(&c.from, 0, &cost)) && is_refused(ask(&c.from, -kInfinity, &cost)));
    CHECK(is_refused(ask(&far, 16, &cost)) && is_refused(ask(nullptr, 16, &cost)));
    CHECK(is_refused(ask(&c.from, 16, nullptr)) && cost == 7);
}

void run_on_threads(void*, size_t count, void (*body)(void*, size_t), void* argument) {
    std::thread other([&] {
        for (size_t i = 1; i < count; i += 2) {
            body(argument, i);
        }
    });
    for (size_t i = 0; i < count; i += 2) {
        body(argument, i);
    }
    other.join();
}

void check_paths(Both& both, const Pairs& pairs, halfspace_nav_batch_scratch* scratch) {
    const std::size_t count = pairs.ends.size();
    std::vector<halfspace_nav_path> c_paths(count);
    std::vector<halfspace_status> statuses(count, 77);
    halfspace_nav_path_options options = halfspace_default_nav_path_options();
    options.doors = both.c_closed;
    CHECK(halfspace_nav_find_path_all(both.c_mesh,
                                      pairs.c_ends.data(),
                                      count,
                                      &options,
                                      scratch,
                                      c_paths.data(),
                                      statuses.data()) == HALFSPACE_OK);
    std::size_t found = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto& [from, to] = pairs.ends[i];
        const NavPath path = find_path(both.mesh, from, to, both.scratch, {.doors = &both.closed});
        const bool is_path = path.status == PathStatus::Complete;
        CHECK(statuses[i] == (is_path ? HALFSPACE_OK : HALFSPACE_NOT_FOUND));
        check_path(c_paths[i], path);
        found += is_path ? 1 : 0;
    }
    CHECK(found > 0 && found < count);
}

void check_routes(Both& both, const Pairs& pairs, halfspace_nav_batch_scratch* scratch) {
    const std::size_t count = pairs.ends.size();
    std::vector<halfspace_nav_route> c_routes(count);
    std::vector<halfspace_status> statuses(count, 77);
    halfspace_route_options options = halfspace_default_route_options();
    options.doors = both.c_closed;
    CHECK(halfspace_nav_find_route_all(both.c_mesh,
                                       pairs.c_ends.data(),
                                       count,
                                       &options,
                                       scratch,
                                       c_routes.data(),
                                       statuses.data()) == HALFSPACE_OK);
    for (std::size_t i = 0; i < count; ++i) {
        const auto& [from, to] = pairs.ends[i];
        const NavRoute route =
            find_route(both.mesh, from, to, both.scratch, {.doors = &both.closed});
        const bool is_route = route.status == PathStatus::Complete;
        CHECK(statuses[i] == (is_route ? HALFSPACE_OK : HALFSPACE_NOT_FOUND));
        CHECK(c_routes[i].point_count == route.points.size());
        CHECK(!is_route ||
              (c_routes[i].seconds == route.seconds && c_routes[i].cost == route.cost));
        for (std::size_t k = 0; k < route.points.size(); ++k) {
            const RoutePoint& point = route.points[k];
            CHECK(is_same(c_routes[i].points[k].place, {point.polygon, point.position}));
            CHECK(c_routes[i].points[k].link == point.link.value);
        }
    }
}

void check_batches(Both& both) {
    const Pairs pairs = pairs_of(both.mesh, 150);
    halfspace_nav_batch_scratch* const scratch = halfspace_new_nav_batch_scratch();
    const halfspace_executor threads{run_on_threads, nullptr};
    for (const halfspace_executor* const executor :
         {&threads, (const halfspace_executor*)nullptr}) {
        halfspace_set_executor(executor);
        check_paths(both, pairs, scratch);
        check_routes(both, pairs, scratch);
        both.close(both.closed.doors()[0], true);
        both.close(both.closed.doors()[1], true);
    }
    CHECK(halfspace_nav_find_path_all(
              both.c_mesh, nullptr, 0, nullptr, scratch, nullptr, nullptr) == HALFSPACE_OK);
    halfspace_nav_path path{7, nullptr, 0, nullptr, 0};
    halfspace_nav_route route{7, 7, nullptr, 0};
    halfspace_status status = 77;
    halfspace_nav_ends bad = pairs.c_ends[0];
    bad.to.polygon = halfspace_nav_polygon_count(both.c_mesh);
    CHECK(is_refused(
        halfspace_nav_find_path_all(both.c_mesh, &bad, 1, nullptr, scratch, &path, &status)));
    CHECK(is_refused(
        halfspace_nav_find_route_all(both.c_mesh, &bad, 1, nullptr, scratch, &route, &status)));
    CHECK(is_refused(halfspace_nav_find_path_all(
        both.c_mesh, pairs.c_ends.data(), 1, nullptr, nullptr, &path, &status)));
    CHECK(is_refused(halfspace_nav_find_route_all(
        both.c_mesh, pairs.c_ends.data(), 1, nullptr, scratch, &route, nullptr)));
    CHECK(path.length == 7 && route.seconds == 7 && status == 77);
    halfspace_free_nav_batch_scratch(scratch);
    halfspace_free_nav_batch_scratch(nullptr);
}

}  // namespace

int main() {
    Both both;
    check_bounds(both);
    check_batches(both);
    std::printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
