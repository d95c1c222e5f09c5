// SPDX-License-Identifier: MIT
// What a state of doors says is compared with a mesh whose records part what closed doors close.
#include "halfspace/nav/door_state.h"

#include "halfspace/nav/distance_field.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/path.h"
#include "halfspace/nav/route.h"
#include "halfspace/nav/route_bound.h"
#include "halfspace/nav/walls.h"

#include "nav/flat.h"
#include "support/nav_meshes.h"
#include "support/nav_oracle.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/small_stack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

constexpr std::uint32_t kDoors = 5;  // their models are 10, 20, ...

// A random index.
std::uint32_t any_of(std::size_t count, Random& random) {
    return static_cast<std::uint32_t>(random.integer(0, static_cast<std::int64_t>(count) - 1));
}

// Each door closes a random polygon, and some around it. Polygons may have several doors.
void add_doors(NavRecordArrays& mesh, Random& random) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> records;
    for (std::uint32_t door = 1; door <= kDoors; ++door) {
        auto polygon = any_of(mesh.polygons.size(), random);
        for (std::int64_t left = random.integer(1, 4); left > 0; --left) {
            records.emplace(polygon, 10 * door);
            const std::uint32_t first = mesh.polygons[polygon].first_edge;
            const std::uint32_t edge = first + any_of(mesh.end_edge(polygon) - first, random);
            const std::uint32_t next = mesh.edges[edge].neighbour;
            polygon = next == kNone ? polygon : next;
        }
    }
    for (const auto& [polygon, model] : records) {
        mesh.doors.push_back({polygon, model});
    }
}

std::vector<std::uint32_t> doors_of(const NavRecordArrays& mesh, std::uint32_t polygon) {
    std::vector<std::uint32_t> models;
    for (const NavDoorRecord& door : mesh.doors) {
        if (door.polygon == polygon) {
            models.push_back(door.model);
        }
    }
    return models;
}

// For each polygon whether a way from `start` may not enter it.
std::vector<bool> closed_for(const NavRecordArrays& mesh,
                             const NavDoorState& state,
                             NavPolygonId start) {
    std::vector<bool> is_closed(mesh.polygons.size());
    for (std::uint32_t p = 0; p < is_closed.size(); ++p) {
        const std::vector<std::uint32_t> doors = doors_of(mesh, p);
        is_closed[p] = std::ranges::any_of(
            doors, [&](std::uint32_t model) { return state.is_closed(ModelId(model)); });
    }
    // It may lead out of what the same doors close.
    std::vector<std::uint32_t> waiting{start.value};
    std::set<std::uint32_t> met{start.value};
    while (!waiting.empty()) {
        const std::uint32_t polygon = waiting.back();
        waiting.pop_back();
        is_closed[polygon] = false;
        for (std::uint32_t e = mesh.polygons[polygon].first_edge; e < mesh.end_edge(polygon); ++e) {
            const std::uint32_t next = mesh.edges[e].neighbour;
            if (next != kNone && doors_of(mesh, next) == doors_of(mesh, polygon) &&
                met.insert(next).second) {
                waiting.push_back(next);
            }
        }
    }
    return is_closed;
}

// The records where no edge and no link leads into a closed polygon.
NavRecordArrays parted(const NavRecordArrays& mesh, const std::vector<bool>& is_closed) {
    NavRecordArrays result = mesh;
    result.doors.clear();
    for (std::uint32_t p = 0; p < mesh.polygons.size(); ++p) {
        for (std::uint32_t e = mesh.polygons[p].first_edge; e < mesh.end_edge(p); ++e) {
            std::uint32_t& next = result.edges[e].neighbour;
            next = next != kNone && (is_closed[p] || is_closed[next]) ? kNone : next;
        }
    }
    std::erase_if(result.links, [&](const NavLinkRecord& link) {
        return is_closed[link.from_polygon] || is_closed[link.to_polygon];
    });
    return result;
}

std::vector<NavRecordArrays> meshes(std::uint64_t seed) {
    const int holes = static_cast<int>(3 + seed % 5);
    std::vector<NavRecordArrays> made{
        nav_records_of(cells(random_rows(8, 7, holes, seed), 16, 0, 1)),
        nav_records_of(cells(random_rows(8, 7, holes, seed), 16, 0, 3)),
        nav_records_of(random_triangles(4, 5, holes + 2, seed)),
        nav_records_of(storeys(2, 5, holes + 1, seed)),
        nav_records_of(cells(spiral_rows(7), 16, 0, 2))};
    Random random(seed);
    for (NavRecordArrays& mesh : made) {
        add_doors(mesh, random);
    }
    return made;
}

// Closes or opens each door at random.
void set_doors(NavDoorState& state, Random& random) {
    for (const ModelId door : state.doors()) {
        state.set_closed(door, random.one_in(2));
    }
}

TEST(NavDoorState, KnowsTheDoorsOfItsMesh) {
    NavRecordArrays records = nav_records_of(cells({"...", "..."}, 16, 0, 1));
    records.doors = {{0, 7}, {2, 3}, {2, 7}};
    const NavMesh mesh = nav_mesh_of(records);
    NavDoorState state(mesh);
    EXPECT_EQ(std::vector<ModelId>(state.doors().begin(), state.doors().end()),
              (std::vector<ModelId>{ModelId(3), ModelId(7)}));
    for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
        EXPECT_EQ(mesh.has_door(NavPolygonId(p)), !doors_of(records, p).empty()) << p;
    }
    EXPECT_FALSE(state.is_closed(ModelId(3)));
    const NavDoorState open = state;
    state.set_closed(ModelId(3), true);
    state.set_closed(ModelId(3), true);
    state.set_closed(ModelId(99), true);
    EXPECT_EQ(state.changes(), 1u);
    EXPECT_TRUE(state.is_closed(ModelId(3)));
    EXPECT_FALSE(state.is_closed(ModelId(99)));
    EXPECT_FALSE(state.is_closed(NavPolygonId(0)));
    EXPECT_TRUE(state.is_closed(NavPolygonId(2)));
    EXPECT_FALSE(state == open);
    state.set_closed(ModelId(7), true);
    state.set_closed(ModelId(3), false);
    EXPECT_TRUE(state.is_closed(NavPolygonId(2)));  // by the other one
    state.set_closed(ModelId(7), false);
    EXPECT_FALSE(state.is_closed(NavPolygonId(2)));
    EXPECT_TRUE(state == open);
}

TEST(NavDoorState, RefusesRecordsThatAreNone) {
    const auto message = [](std::vector<NavDoorRecord> doors) {
        NavRecordArrays records = nav_records_of(cells({".."}, 16, 0, 1));
        records.doors = std::move(doors);
        const Result<NavMesh> mesh = NavMesh::from_records(records.records());
        return mesh ? "no error" : mesh.error().message;
    };
    EXPECT_EQ(message({{0, 1}, {0, 2}, {1, 1}}), "no error");
    EXPECT_EQ(message({{2, 1}}), "doors[0]: the polygon is out of range");
    const std::string order = "doors[1]: the doors are not in the order of polygons and models";
    EXPECT_EQ(message({{0, 1}, {0, 1}}), order);
    EXPECT_EQ(message({{0, 2}, {0, 1}}), order);
    EXPECT_EQ(message({{1, 1}, {0, 2}}), order);
}

// What a test of ways around closed doors has met.
struct WaysMet {
    std::size_t complete = 0;
    std::size_t from_closed = 0;
    std::size_t parted_by_doors = 0;
};

// Routes and bounds have the same rule for who begins in what is closed.
void check_route(const NavDoorState& state,
                 const NavPlace& from,
                 const NavPlace& to,
                 const std::optional<double>& truth,
                 NavScratch& scratch) {
    const PathStatus status = truth ? PathStatus::Complete : PathStatus::Unreachable;
    const RouteOptions on_foot{.links = 0, .doors = &state};
    const RouteBound bound = bound_routes(state.mesh(), from, to, scratch, 8, on_foot);
    ASSERT_EQ(bound.status, status);
    ASSERT_EQ(find_route(state.mesh(), from, to, scratch, on_foot).status, status);
    if (truth) {
        ASSERT_LE(bound.cost, *truth / on_foot.speed);
    }
}

// A field knows no way out of what is closed.
void check_field(const NavDoorState& state,
                 const NavPlace& from,
                 const NavPlace& to,
                 const std::optional<double>& truth,
                 NavScratch& scratch) {
    DistanceField field;
    field.find(state.mesh(), to, 1e9, {.doors = &state});
    const std::optional<double> known = field.length_from(from, scratch);
    if (!state.is_closed(from.polygon)) {
        ASSERT_EQ(known.has_value(), truth.has_value());
    }
    ASSERT_TRUE(truth || !known);
    if (known && truth) {
        ASSERT_NEAR(*known, *truth, 1e-9 * *truth);
    }
}

void check_way(const NavDoorState& state,
               const NavPlace& from,
               const NavPlace& to,
               const std::optional<double>& truth,
               NavScratch& scratch,
               WaysMet& met) {
    const NavMesh& mesh = state.mesh();
    const NavPath path = find_path(mesh, from, to, scratch, {.doors = &state});
    ASSERT_EQ(path.status, truth ? PathStatus::Complete : PathStatus::Unreachable);
    ASSERT_EQ(is_reachable(mesh, from.polygon, to.polygon, &state), truth.has_value());
    if (truth) {
        ++met.complete;
        met.from_closed += state.is_closed(from.polygon) ? 1 : 0;
        ASSERT_NEAR(path.length, *truth, 1e-9 * *truth);
    } else {
        met.parted_by_doors += is_reachable(mesh, from.polygon, to.polygon) ? 1 : 0;
    }
}

TEST(FindPath, IsShortestAroundWhatDoorsClose) {
    WaysMet met;
    NavScratch scratch;
    for (std::uint64_t seed = 0; seed < repeats(20); ++seed) {
        for (const NavRecordArrays& records : meshes(seed)) {
            const NavMesh mesh = nav_mesh_of(records);
            NavDoorState state(mesh);
            Random random(seed);
            for (std::size_t i = 0; i < 10; ++i) {
                set_doors(state, random);
                const NavPlace from = NavOracle(records, 0).random_place(random);
                const NavRecordArrays world =
                    parted(records, closed_for(records, state, from.polygon));
                const NavOracle oracle(world, 0);
                for (std::size_t k = 0; k < 5; ++k) {
                    const NavPlace to = oracle.random_place(random);
                    const std::optional<double> truth = oracle.path_length(from, to);
                    SCOPED_TRACE(testing::Message() << seed << ' ' << i << ' ' << k);
                    check_way(state, from, to, truth, scratch, met);
                    check_route(state, from, to, truth, scratch);
                    check_field(state, from, to, truth, scratch);
                }
            }
        }
    }
    EXPECT_GT(met.complete, repeats(20) * 50);
    EXPECT_GT(met.from_closed, repeats(20) * 5);
    EXPECT_GT(met.parted_by_doors, repeats(20) * 20);
}

// With all doors open, the bits are those without a state.
TEST(FindPath, IsTheSameWithOpenDoors) {
    for (std::uint64_t seed = 0; seed < repeats(10); ++seed) {
        for (const NavRecordArrays& records : meshes(seed)) {
            const NavMesh mesh = nav_mesh_of(records);
            const NavOracle oracle(records, 0);
            const NavDoorState state(mesh);
            NavScratch scratch;
            NavScratch other;
            Random random(seed);
            for (std::size_t i = 0; i < 20; ++i) {
                const NavPlace from = oracle.random_place(random);
                const NavPlace to = oracle.random_place(random);
                const NavPath a = find_path(mesh, from, to, scratch);
                const NavPath b = find_path(mesh, from, to, other, {.doors = &state});
                EXPECT_EQ(a.status, b.status);
                EXPECT_TRUE(std::ranges::equal(a.points, b.points));
                EXPECT_TRUE(std::ranges::equal(a.polygons, b.polygons));
            }
        }
    }
}

// Two closed doors touch in a corner, and the start and the goal see it from the two other sides.
// No way leads through it.
TEST(FindPath, DoesNotPassBetweenTwoDoorsThatTouchInAPoint) {
    NavRecordArrays records = nav_records_of(cells({"....", "....", "....", "...."}, 16, 0, 1));
    const NavMesh all = nav_mesh_of(records);
    const auto polygon_at = [&](double x, double y) {
        return locate(all, {x, y, 1})->polygon.value;
    };
    records.doors = {{polygon_at(24, 40), 1}, {polygon_at(40, 24), 2}};
    std::ranges::sort(records.doors, {}, &NavDoorRecord::polygon);
    const NavMesh mesh = nav_mesh_of(records);
    NavDoorState state(mesh);
    NavScratch scratch;
    const NavPlace from = *locate(mesh, {24, 24, 1});
    const NavPlace to = *locate(mesh, {40, 40, 1});
    const double straight = find_path(mesh, from, to, scratch, {.doors = &state}).length;
    EXPECT_EQ(straight, 16 * std::sqrt(2.0));
    state.set_closed(ModelId(1), true);
    EXPECT_EQ(find_path(mesh, from, to, scratch, {.doors = &state}).length, straight);
    state.set_closed(ModelId(2), true);
    const NavPath around = find_path(mesh, from, to, scratch, {.doors = &state});
    EXPECT_EQ(around.length, 2 * std::sqrt(8.0 * 8 + 8 * 8) + 32);
    EXPECT_TRUE(raycast(mesh, from, to.position, {}, &state).wall.polygon.is_valid());
}

// A room with a closed door around it, three rooms beside it, and a teleporter from the first one
// to the second one. A way out of the door and over the teleporter must not come back through the
// door.
TEST(FindRoute, DoesNotComeBackIntoAClosedDoor) {
    NavRecordArrays records =
        nav_records_of({{{0, 0, 0}, {100, 0, 0}, {100, 100, 0}, {0, 100, 0}},
                        {{100, 0, 0}, {2000, 0, 0}, {2000, 100, 0}, {100, 100, 0}},
                        {{2000, 0, 0}, {2100, 0, 0}, {2100, 100, 0}, {2000, 100, 0}},
                        {{1900, -100, 0}, {2000, -100, 0}, {2000, 0, 0}, {1900, 0, 0}}});
    records.doors = {{1, 1}};
    records.links = {{0,
                      3,
                      {50, 50, 50, 50},
                      {1950, -50, 1950, -50},
                      0,
                      static_cast<std::uint32_t>(NavLinkKind::Teleport),
                      7,
                      0}};
    const NavMesh mesh = nav_mesh_of(records);
    NavDoorState state(mesh);
    NavScratch scratch;
    const NavPlace from = *locate(mesh, {120, 50, 0});
    const NavPlace to = *locate(mesh, {2050, 50, 0});
    for (const bool is_closed : {false, true}) {
        state.set_closed(ModelId(1), is_closed);
        for (const bool do_shorten : {false, true}) {
            const NavRoute route = find_route(
                mesh,
                from,
                to,
                scratch,
                {.links = kMoverLinks | kGameLinks, .do_shorten = do_shorten, .doors = &state});
            ASSERT_EQ(route.status, PathStatus::Complete);
            const auto is_link = [](const RoutePoint& point) { return point.link.is_valid(); };
            EXPECT_EQ(std::ranges::any_of(route.points, is_link), !is_closed);
        }
    }
}

TEST(Raycast, StopsAtClosedDoors) {
    std::size_t seen = 0;
    std::size_t stopped = 0;
    for (std::uint64_t seed = 0; seed < repeats(20); ++seed) {
        for (const NavRecordArrays& records : meshes(seed)) {
            const NavMesh mesh = nav_mesh_of(records);
            NavDoorState state(mesh);
            Random random(seed);
            for (std::size_t i = 0; i < 10; ++i) {
                set_doors(state, random);
                const NavPlace from = NavOracle(records, 0).random_place(random);
                const std::vector<bool> is_closed = closed_for(records, state, from.polygon);
                const NavRecordArrays world = parted(records, is_closed);
                const NavMesh other = nav_mesh_of(world);
                const NavOracle oracle(world, 0);
                for (std::size_t k = 0; k < 5; ++k) {
                    const Vec3 to = oracle.random_place(random).position;
                    const NavRayHit hit = raycast(
                        mesh,
                        from,
                        to,
                        [&](NavPolygonId polygon) { EXPECT_FALSE(is_closed[polygon.value]); },
                        &state);
                    EXPECT_EQ(hit, raycast(other, from, to));
                    (hit.wall.polygon.is_valid() ? stopped : seen) += 1;
                }
            }
        }
    }
    EXPECT_GT(seen, repeats(20) * 20);
    EXPECT_GT(stopped, repeats(20) * 20);
}

TEST(WallsNear, CountsClosedDoors) {
    for (std::uint64_t seed = 0; seed < repeats(20); ++seed) {
        for (const NavRecordArrays& records : meshes(seed)) {
            const NavMesh mesh = nav_mesh_of(records);
            NavDoorState state(mesh);
            NavScratch scratch;
            NavScratch other_scratch;
            Random random(seed);
            for (std::size_t i = 0; i < 10; ++i) {
                set_doors(state, random);
                const NavPlace place = NavOracle(records, 0).random_place(random);
                const NavMesh other =
                    nav_mesh_of(parted(records, closed_for(records, state, place.polygon)));
                const auto walls = walls_near(mesh, place, 40, scratch, &state);
                const auto truth = walls_near(other, place, 40, other_scratch);
                EXPECT_TRUE(std::ranges::equal(walls, truth, {}, &NavWall::edge, &NavWall::edge));
                const auto wall = wall_distance(mesh, place, 40, scratch, &state);
                EXPECT_EQ(wall.has_value(), !truth.empty());
                if (wall && !truth.empty()) {
                    EXPECT_EQ(wall->distance, truth[0].distance);
                }
            }
        }
    }
}

// Links from a polygon to another one, anywhere. None is quicker than a mover: so a mesh without
// some of them has the same bounds, and A* takes the same steps.
void add_links(NavRecordArrays& mesh, Random& random) {
    const auto middle_of = [&](std::uint32_t polygon) {
        Vec3 sum;
        const std::vector<std::uint32_t> corners = mesh.corners(polygon);
        for (const std::uint32_t v : corners) {
            sum += mesh.vertices[v];
        }
        return sum / static_cast<double>(corners.size());
    };
    for (int i = 0; i < 6; ++i) {
        const auto a = any_of(mesh.polygons.size(), random);
        const auto b = any_of(mesh.polygons.size(), random);
        const Vec3 from = middle_of(a);
        const Vec3 to = middle_of(b);
        const auto x = [](double value) { return static_cast<float>(value); };
        mesh.links.push_back({a,
                              b,
                              {x(from.x), x(from.y), x(from.x), x(from.y)},
                              {x(to.x), x(to.y), x(to.x), x(to.y)},
                              x(0.25 + flat_length(from, to) / RouteOptions().speed),
                              static_cast<std::uint32_t>(NavLinkKind::Walk),
                              0,
                              0});
    }
    std::ranges::stable_sort(mesh.links, {}, &NavLinkRecord::from_polygon);
}

TEST(FindRoute, IsThatOfAMeshWithoutWhatDoorsClose) {
    std::size_t complete = 0;
    std::size_t unreachable = 0;
    for (std::uint64_t seed = 0; seed < repeats(20); ++seed) {
        for (NavRecordArrays& records : meshes(seed)) {
            Random random(seed);
            add_links(records, random);
            const NavMesh mesh = nav_mesh_of(records);
            const NavOracle oracle(records, 0);
            NavDoorState state(mesh);
            NavScratch scratch;
            NavScratch other_scratch;
            for (std::size_t i = 0; i < 30; ++i) {
                set_doors(state, random);
                const NavPlace from = oracle.random_place(random);
                const NavPlace to = oracle.random_place(random);
                const NavMesh other =
                    nav_mesh_of(parted(records, closed_for(records, state, from.polygon)));
                const NavRoute route = find_route(mesh, from, to, scratch, {.doors = &state});
                const NavRoute truth = find_route(other, from, to, other_scratch);
                ASSERT_EQ(route.status, truth.status);
                ASSERT_NEAR(route.seconds, truth.seconds, 1e-9);
                (route.status == PathStatus::Complete ? complete : unreachable) += 1;
                for (const RoutePoint& point : route.points) {
                    EXPECT_TRUE(!state.is_closed(point.polygon) ||
                                doors_of(records, point.polygon.value) ==
                                    doors_of(records, from.polygon.value));
                }
            }
        }
    }
    EXPECT_GT(complete, repeats(20) * 20);
    EXPECT_GT(unreachable, repeats(20) * 10);
}

TEST(NavDoorState, AllocatesNothing) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "sanitizers have a memory of their own";
#endif
    const NavRecordArrays records = meshes(1)[0];
    const NavMesh mesh = nav_mesh_of(records);
    NavDoorState state(mesh);
    NavDoorState copy = state;
    const Taken taken = taken_by([&] {
        for (int i = 0; i < 9; ++i) {
            for (const ModelId door : state.doors()) {
                state.set_closed(door, i % 2 == 0);
            }
        }
        copy = state;
    });
    EXPECT_EQ(taken.allocations, 0u);
    EXPECT_TRUE(state.is_closed(ModelId(10)));
    EXPECT_TRUE(copy == state);
}

}  // namespace
}  // namespace halfspace::test
