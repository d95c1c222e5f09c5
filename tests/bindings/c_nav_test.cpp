// SPDX-License-Identifier: MIT
// Navigation meshes asked from C and from C++, with the same answers. The level is
// examples/levels/keep.map, compiled by the interface for C.
#include "halfspace/level/level.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/path.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/nav/walls.h"
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/query/space.h"

#include "check.h"
#include "halfspace_compile.h"
#include "halfspace_nav.h"
#include "support/random.h"
#include "support/small_stack.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace halfspace;  // NOLINT(google-build-using-namespace): a test of both interfaces

constexpr double kInfinity = std::numeric_limits<double>::infinity();

halfspace_level* compiled(const std::string& text, std::int32_t build_navigation) {
    halfspace_world* const world =
        halfspace_read_world(text.data(), text.size(), "keep.map", nullptr, 0);
    halfspace_compile_options options = halfspace_default_compile_options();
    CHECK(options.build_navigation == 0);
    options.visibility = HALFSPACE_VISIBILITY_NONE;
    options.build_navigation = build_navigation;
    char error[256];
    halfspace_level* const level = halfspace_compile(world, &options, error, sizeof error);
    CHECK(level != nullptr && error[0] == '\0');
    halfspace_free_world(world);
    return level;
}

// A watcher can stop the compile before the meshes are made.
void check_stop(const std::string& text) {
    halfspace_world* const world =
        halfspace_read_world(text.data(), text.size(), "keep.map", nullptr, 0);
    halfspace_compile_options options = halfspace_default_compile_options();
    options.build_navigation = 1;
    const auto stop = [](void*, const char* stage, double) -> std::int32_t {
        return std::string(stage) == "nav" ? 0 : 1;
    };
    const halfspace_watcher watcher{nullptr, stop, nullptr, nullptr};
    char error[256];
    CHECK(halfspace_compile_watched(world, &options, &watcher, error, sizeof error) == nullptr);
    CHECK(std::string(error).find("cancelled") != std::string::npos);
    halfspace_free_world(world);
}

Level copy_of(const halfspace_level* level) {
    std::size_t size = 0;
    const auto* const bytes = static_cast<const std::byte*>(halfspace_level_bytes(level, &size));
    return *Level::from_bytes(std::vector<std::byte>(bytes, bytes + size), "keep");
}

// One mesh of the level by both interfaces.
struct Both {
    Both(const halfspace_level* c_level, const Level& level, SpaceId space)
        : mesh(*NavMesh::from_level(level, space)),
          c_mesh(halfspace_new_nav_mesh(c_level, space.value, nullptr, 0)),
          c_scratch(halfspace_new_nav_scratch()) {}
    ~Both() {
        halfspace_free_nav_scratch(c_scratch);
        halfspace_free_nav_mesh(c_mesh);
    }
    Both(const Both&) = delete;
    Both& operator=(const Both&) = delete;

    NavMesh mesh;
    halfspace_nav_mesh* c_mesh;
    NavScratch scratch;
    halfspace_nav_scratch* c_scratch;
};

halfspace_nav_place c_place(const NavPlace& place) {
    return {place.polygon.value, 0, {place.position.x, place.position.y, place.position.z}};
}

bool is_same(const halfspace_nav_place& a, const NavPlace& b) {
    return a.polygon == b.polygon.value &&
           Vec3{a.position[0], a.position[1], a.position[2]} == b.position;
}

bool is_same(const halfspace_nav_edge& a, const NavEdge& b) {
    return a.polygon == b.polygon.value && (b.polygon.value == kNone || a.corner == b.corner);
}

Vec3 any_position(test::Random& random) {
    return {random.real(-100, 1500), random.real(-100, 600), random.real(-100, 400)};
}

// What compile --nav does.
void check_compile(const halfspace_level* c_level, const halfspace_level* plain) {
    Level level = copy_of(plain);
    Result<NavData> meshes = build_navigation(level);
    const Level with_meshes = copy_of(c_level);
    CHECK(meshes.has_value() && level.nav_meshes().empty());
    CHECK(with_meshes.nav_meshes().size() == 3 && meshes->meshes.size() == 3);
    CHECK(std::ranges::equal(with_meshes.nav_vertices(),
                             meshes->vertices,
                             [](const Vec3& a, const Vec3& b) { return a == b; }));
    CHECK(with_meshes.nav_steps().size() == meshes->steps.size());

    char error[256];
    std::uint32_t stand = 0;
    CHECK(halfspace_find_space(plain, "stand", &stand) == HALFSPACE_OK);
    CHECK(halfspace_new_nav_mesh(plain, stand, error, sizeof error) == nullptr);
    CHECK(std::string(error).find("no navigation mesh;") != std::string::npos);
    CHECK(std::string(error).find("--nav") != std::string::npos);
    CHECK(halfspace_new_nav_mesh(plain, 4, error, sizeof error) == nullptr);
    CHECK(std::string(error).find("no such space") != std::string::npos);
    CHECK(halfspace_new_nav_mesh(nullptr, 1, error, sizeof error) == nullptr && error[0] != '\0');
    CHECK(halfspace_new_nav_mesh(plain, stand, nullptr, 0) == nullptr);
}

void check_arrays(const Both& both) {
    const NavMesh& mesh = both.mesh;
    const std::uint32_t polygons = halfspace_nav_polygon_count(both.c_mesh);
    const std::uint32_t corners = halfspace_nav_corner_count(both.c_mesh);
    CHECK(polygons == mesh.polygon_count() && polygons > 20);
    CHECK(halfspace_nav_island_count(both.c_mesh) == mesh.island_count());
    std::vector<double> positions(std::size_t{3} * corners);
    std::vector<std::uint32_t> neighbours(corners);
    CHECK(halfspace_write_nav_corners(
              both.c_mesh, positions.data(), neighbours.data(), corners - 1) ==
          HALFSPACE_TOO_SMALL);
    CHECK(std::ranges::count(positions, 0) == std::ranges::ssize(positions));
    CHECK(halfspace_write_nav_corners(both.c_mesh, positions.data(), neighbours.data(), corners) ==
          HALFSPACE_OK);
    std::uint32_t at = 0;
    for (std::uint32_t p = 0; p < polygons; ++p) {
        const NavPolygonId id(p);
        halfspace_nav_polygon polygon{};
        CHECK(halfspace_get_nav_polygon(both.c_mesh, p, &polygon) == HALFSPACE_OK);
        CHECK(polygon.first_corner == at && polygon.corner_count == mesh.corner_count(id));
        CHECK(polygon.island == mesh.island(id) && polygon.contents == mesh.contents(id));
        for (std::uint32_t c = 0; c < polygon.corner_count; ++c, ++at) {
            const double* const xyz = &positions[std::size_t{3} * at];
            CHECK(mesh.corner(id, c) == (Vec3{xyz[0], xyz[1], xyz[2]}));
            CHECK(neighbours[at] == mesh.neighbour(id, c).value);
        }
    }
    CHECK(at == corners);
    CHECK(std::ranges::count(neighbours, HALFSPACE_NONE) > 0);
    std::vector<double> again(positions.size());
    CHECK(halfspace_write_nav_corners(both.c_mesh, again.data(), nullptr, corners) == HALFSPACE_OK);
    CHECK(again == positions);
}

void check_places(const Both& both) {
    test::Random random(5);
    std::size_t found = 0;
    std::vector<double> positions;
    std::vector<halfspace_nav_place> one_by_one;
    for (int i = 0; i < 2000; ++i) {
        const Vec3 p = any_position(random);
        const LocateOptions how{.reach = random.real(0, 200), .above = random.real(0, 2)};
        const halfspace_nav_locate_options c_how{how.reach, how.above};
        const halfspace_nav_place untouched{7, 0, {1, 2, 3}};

        const std::optional<NavPlace> below = locate(both.mesh, p, how);
        halfspace_nav_place c_below = untouched;
        CHECK(halfspace_nav_locate(both.c_mesh, &p.x, &c_how, &c_below) ==
              (below ? HALFSPACE_OK : HALFSPACE_NOT_FOUND));
        CHECK(below ? is_same(c_below, *below) : c_below.polygon == 7);
        found += below ? 1 : 0;

        halfspace_nav_place plain{HALFSPACE_NONE, 0, {0, 0, 0}};
        const std::optional<NavPlace> by_default = locate(both.mesh, p);
        CHECK(halfspace_nav_locate(both.c_mesh, &p.x, nullptr, &plain) ==
              (by_default ? HALFSPACE_OK : HALFSPACE_NOT_FOUND));
        CHECK(is_same(plain, by_default.value_or(NavPlace{})));
        positions.insert(positions.end(), {p.x, p.y, p.z});
        one_by_one.push_back(plain);

        const double radius = i % 3 == 0 ? kInfinity : random.real(0, 100);
        const std::optional<NavPlace> near = nearest(both.mesh, p, radius);
        halfspace_nav_place c_near = untouched;
        CHECK(halfspace_nav_nearest(both.c_mesh, &p.x, radius, &c_near) ==
              (near ? HALFSPACE_OK : HALFSPACE_NOT_FOUND));
        CHECK(near ? is_same(c_near, *near) : c_near.polygon == 7);
    }
    CHECK(found > 100 && found < 1900);
    std::vector<halfspace_nav_place> together(one_by_one.size());
    CHECK(halfspace_nav_locate_all(
              both.c_mesh, positions.data(), together.size(), nullptr, together.data()) ==
          HALFSPACE_OK);
    for (std::size_t i = 0; i < together.size(); ++i) {
        CHECK(together[i].polygon == one_by_one[i].polygon);
        CHECK(std::ranges::equal(together[i].position, one_by_one[i].position));
    }
    CHECK(halfspace_nav_locate_all(both.c_mesh, nullptr, 0, nullptr, nullptr) == HALFSPACE_OK);
}

void check_random_places(const Both& both) {
    const auto islands = static_cast<std::uint32_t>(both.mesh.island_count());
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        halfspace_nav_place any{};
        halfspace_nav_place on_island{};
        const auto island = static_cast<std::uint32_t>(seed % islands);
        CHECK(halfspace_nav_random_place(both.c_mesh, HALFSPACE_NONE, seed, &any) == HALFSPACE_OK);
        CHECK(halfspace_nav_random_place(both.c_mesh, island, seed, &on_island) == HALFSPACE_OK);
        CHECK(is_same(any, *random_place(both.mesh, seed)));
        CHECK(is_same(on_island, *random_place_on_island(both.mesh, island, seed)));
        CHECK(both.mesh.island(NavPolygonId(on_island.polygon)) == island);
    }
}

// Returns how many paths there are.
std::size_t check_ways(Both& both, std::uint64_t pairs) {
    std::size_t complete = 0;
    for (std::uint64_t i = 0; i < pairs; ++i) {
        const NavPlace from = *random_place(both.mesh, 2 * i);
        const NavPlace to = *random_place(both.mesh, 2 * i + 1);
        const halfspace_nav_place c_from = c_place(from);
        const halfspace_nav_place c_to = c_place(to);

        const NavRayHit ray = raycast(both.mesh, from, to.position);
        halfspace_nav_hit c_ray{};
        CHECK(halfspace_nav_raycast(both.c_mesh, &c_from, &to.position.x, nullptr, &c_ray) ==
              HALFSPACE_OK);
        CHECK(is_same(c_ray.end, ray.end) && is_same(c_ray.wall, ray.wall));

        const double radius = i % 2 == 0 ? kInfinity : 20;
        const std::optional<NavWall> wall = wall_distance(both.mesh, from, radius, both.scratch);
        halfspace_nav_wall c_wall{};
        CHECK(halfspace_nav_wall_distance(
                  both.c_mesh, &c_from, radius, nullptr, both.c_scratch, &c_wall) ==
              (wall ? HALFSPACE_OK : HALFSPACE_NOT_FOUND));
        CHECK(!wall || (c_wall.distance == wall->distance && is_same(c_wall.place, wall->place) &&
                        is_same(c_wall.edge, wall->edge)));

        const NavPath path = find_path(both.mesh, from, to, both.scratch);
        halfspace_nav_path c_path{};
        const bool is_complete = path.status == PathStatus::Complete;
        CHECK(halfspace_nav_find_path(
                  both.c_mesh, &c_from, &c_to, nullptr, both.c_scratch, &c_path) ==
              (is_complete ? HALFSPACE_OK : HALFSPACE_NOT_FOUND));
        CHECK(c_path.length == path.length && c_path.point_count == path.points.size());
        CHECK(c_path.polygon_count == path.polygons.size());
        for (std::size_t j = 0; j < path.points.size(); ++j) {
            const double* const p = c_path.points + 3 * j;
            CHECK(path.points[j] == (Vec3{p[0], p[1], p[2]}));
        }
        for (std::size_t j = 0; j < path.polygons.size(); ++j) {
            CHECK(path.polygons[j].value == c_path.polygons[j]);
        }
        std::int32_t is_there = 7;
        CHECK(halfspace_nav_is_reachable(
                  both.c_mesh, c_from.polygon, c_to.polygon, nullptr, &is_there) == HALFSPACE_OK);
        CHECK(is_there == (is_complete ? 1 : 0));
        complete += is_complete ? 1 : 0;
    }
    return complete;
}

void check_small_searches(const Both& both) {
    std::size_t too_small = 0;
    for (std::uint64_t i = 0; i < 100; ++i) {
        const halfspace_nav_place from = c_place(*random_place(both.mesh, 2 * i));
        const halfspace_nav_place to = c_place(*random_place(both.mesh, 2 * i + 1));
        const halfspace_nav_path_options few{1, 0, nullptr};
        halfspace_nav_path path{-1, nullptr, 0, nullptr, 0};
        const halfspace_status status =
            halfspace_nav_find_path(both.c_mesh, &from, &to, &few, both.c_scratch, &path);
        CHECK((path.length >= 0) == (status == HALFSPACE_OK));
        too_small += status == HALFSPACE_TOO_SMALL ? 1 : 0;
    }
    CHECK(too_small > 10 && too_small < 100);
}

bool is_refused(halfspace_status status) {
    return status == HALFSPACE_BAD_ARGUMENT;
}

// Places that are not on their polygons are refused. Those that are a bit beside them are not, and
// the questions end.
void check_wrong_places(const Both& both) {
    test::Random random(9);
    const std::uint32_t polygons = halfspace_nav_polygon_count(both.c_mesh);
    std::size_t refused = 0;
    for (int i = 0; i < 1000; ++i) {
        const double size = i % 4 == 0 ? 0x1p40 : i % 4 == 1 ? 2000 : 0.9;
        const auto moved = [&](std::uint64_t seed) {
            NavPlace place = *random_place(both.mesh, seed);
            if (i % 8 == 2) {
                place.polygon =
                    NavPolygonId(static_cast<std::uint32_t>(random.integer(0, polygons - 1)));
            }
            place.position +=
                {random.real(-size, size), random.real(-size, size), random.real(-size, size)};
            return place;
        };
        const NavPlace from = moved(2 * i);
        const NavPlace to = moved(2 * i + 1);
        const bool is_from = is_on_mesh(both.mesh, from);
        const bool are_both = is_from && is_on_mesh(both.mesh, to);
        const halfspace_nav_place c_from = c_place(from);
        const halfspace_nav_place c_to = c_place(to);
        halfspace_nav_hit hit{};
        halfspace_nav_wall wall{};
        halfspace_nav_path path{};
        halfspace_nav_route route{};
        CHECK(halfspace_is_nav_place(both.c_mesh, &c_from) == (is_from ? 1 : 0));
        CHECK(is_refused(halfspace_nav_raycast(
                  both.c_mesh, &c_from, c_to.position, nullptr, &hit)) == !is_from);
        CHECK(is_refused(halfspace_nav_wall_distance(
                  both.c_mesh, &c_from, kInfinity, nullptr, both.c_scratch, &wall)) == !is_from);
        CHECK(is_refused(halfspace_nav_find_path(
                  both.c_mesh, &c_from, &c_to, nullptr, both.c_scratch, &path)) == !are_both);
        CHECK(is_refused(halfspace_nav_find_route(
                  both.c_mesh, &c_from, &c_to, nullptr, both.c_scratch, &route)) == !are_both);
        refused += are_both ? 0 : 1;
    }
    CHECK(refused > 500 && refused < 750);
    const halfspace_nav_place place = c_place(*random_place(both.mesh, 1));
    CHECK(!halfspace_is_nav_place(both.c_mesh, nullptr) &&
          !halfspace_is_nav_place(nullptr, &place));
}

void check_mistakes(const Both& both) {
    const halfspace_nav_mesh* const mesh = both.c_mesh;
    halfspace_nav_scratch* const scratch = both.c_scratch;
    const std::uint32_t polygons = halfspace_nav_polygon_count(mesh);
    const double here[3] = {64, 256, 24};
    const double nowhere[3] = {0, kInfinity, 0};
    const double beyond[3] = {0, 0, 0x1p41};
    const halfspace_nav_place good = c_place(*random_place(both.mesh, 1));
    const halfspace_nav_place none{polygons, 0, {64, 256, 24}};
    const halfspace_nav_place astray{0, 0, {0, std::nan(""), 0}};
    const halfspace_nav_locate_options upwards{-1, 0};
    const halfspace_nav_locate_options endless{0, kInfinity};
    const halfspace_nav_path_options no_nodes{0, 0, nullptr};
    const halfspace_nav_path_options many_nodes{0x80000001u, 0, nullptr};
    halfspace_nav_place place{7, 0, {}};
    halfspace_nav_hit hit{};
    halfspace_nav_wall wall{};
    halfspace_nav_path path{};
    halfspace_nav_polygon polygon{};
    std::int32_t answer = 7;
    CHECK(halfspace_nav_polygon_count(nullptr) == 0 && halfspace_nav_corner_count(nullptr) == 0);
    CHECK(halfspace_nav_island_count(nullptr) == 0);
    CHECK(is_refused(halfspace_get_nav_polygon(nullptr, 0, &polygon)));
    CHECK(is_refused(halfspace_get_nav_polygon(mesh, polygons, &polygon)));
    CHECK(is_refused(halfspace_get_nav_polygon(mesh, 0, nullptr)));
    CHECK(is_refused(halfspace_write_nav_corners(nullptr, place.position, nullptr, 1)));
    CHECK(is_refused(halfspace_write_nav_corners(mesh, nullptr, nullptr, 9999)));
    CHECK(is_refused(halfspace_nav_locate(nullptr, here, nullptr, &place)));
    CHECK(is_refused(halfspace_nav_locate(mesh, nullptr, nullptr, &place)));
    CHECK(is_refused(halfspace_nav_locate(mesh, nowhere, nullptr, &place)));
    CHECK(is_refused(halfspace_nav_locate(mesh, beyond, nullptr, &place)));
    CHECK(is_refused(halfspace_nav_locate(mesh, here, &upwards, &place)));
    CHECK(is_refused(halfspace_nav_locate(mesh, here, &endless, &place)));
    CHECK(is_refused(halfspace_nav_locate(mesh, here, nullptr, nullptr)));
    CHECK(is_refused(halfspace_nav_locate_all(nullptr, here, 1, nullptr, &place)));
    CHECK(is_refused(halfspace_nav_locate_all(mesh, nowhere, 1, nullptr, &place)));
    CHECK(is_refused(halfspace_nav_locate_all(mesh, nullptr, 1, nullptr, &place)));
    CHECK(is_refused(halfspace_nav_locate_all(mesh, here, 1, &upwards, &place)));
    CHECK(is_refused(halfspace_nav_locate_all(mesh, here, 1, nullptr, nullptr)));
    CHECK(is_refused(halfspace_nav_nearest(nullptr, here, 1, &place)));
    CHECK(is_refused(halfspace_nav_nearest(mesh, nowhere, 1, &place)));
    CHECK(is_refused(halfspace_nav_nearest(mesh, here, -1, &place)));
    CHECK(is_refused(halfspace_nav_nearest(mesh, here, std::nan(""), &place)));
    CHECK(is_refused(halfspace_nav_nearest(mesh, here, 1, nullptr)));
    CHECK(is_refused(halfspace_nav_random_place(nullptr, HALFSPACE_NONE, 1, &place)));
    CHECK(
        is_refused(halfspace_nav_random_place(mesh, halfspace_nav_island_count(mesh), 1, &place)));
    CHECK(is_refused(halfspace_nav_random_place(mesh, 0, 1, nullptr)));
    CHECK(is_refused(halfspace_nav_is_reachable(nullptr, 0, 0, nullptr, &answer)));
    CHECK(is_refused(halfspace_nav_is_reachable(mesh, polygons, 0, nullptr, &answer)));
    CHECK(is_refused(halfspace_nav_is_reachable(mesh, 0, polygons, nullptr, &answer)));
    CHECK(is_refused(halfspace_nav_is_reachable(mesh, 0, 0, nullptr, nullptr)));
    CHECK(is_refused(halfspace_nav_raycast(nullptr, &good, here, nullptr, &hit)));
    CHECK(is_refused(halfspace_nav_raycast(mesh, nullptr, here, nullptr, &hit)));
    CHECK(is_refused(halfspace_nav_raycast(mesh, &none, here, nullptr, &hit)));
    CHECK(is_refused(halfspace_nav_raycast(mesh, &astray, here, nullptr, &hit)));
    CHECK(is_refused(halfspace_nav_raycast(mesh, &good, nowhere, nullptr, &hit)));
    CHECK(is_refused(halfspace_nav_raycast(mesh, &good, nullptr, nullptr, &hit)));
    CHECK(is_refused(halfspace_nav_raycast(mesh, &good, here, nullptr, nullptr)));
    CHECK(is_refused(halfspace_nav_wall_distance(nullptr, &good, 1, nullptr, scratch, &wall)));
    CHECK(is_refused(halfspace_nav_wall_distance(mesh, &none, 1, nullptr, scratch, &wall)));
    CHECK(is_refused(halfspace_nav_wall_distance(mesh, &good, -1, nullptr, scratch, &wall)));
    CHECK(is_refused(halfspace_nav_wall_distance(mesh, &good, 1, nullptr, nullptr, &wall)));
    CHECK(is_refused(halfspace_nav_wall_distance(mesh, &good, 1, nullptr, scratch, nullptr)));
    CHECK(is_refused(halfspace_nav_find_path(nullptr, &good, &good, nullptr, scratch, &path)));
    CHECK(is_refused(halfspace_nav_find_path(mesh, &none, &good, nullptr, scratch, &path)));
    CHECK(is_refused(halfspace_nav_find_path(mesh, &good, &astray, nullptr, scratch, &path)));
    CHECK(is_refused(halfspace_nav_find_path(mesh, &good, nullptr, nullptr, scratch, &path)));
    CHECK(is_refused(halfspace_nav_find_path(mesh, &good, &good, &no_nodes, scratch, &path)));
    CHECK(is_refused(halfspace_nav_find_path(mesh, &good, &good, &many_nodes, scratch, &path)));
    CHECK(is_refused(halfspace_nav_find_path(mesh, &good, &good, nullptr, nullptr, &path)));
    CHECK(is_refused(halfspace_nav_find_path(mesh, &good, &good, nullptr, scratch, nullptr)));
    CHECK(place.polygon == 7 && answer == 7 && path.points == nullptr);
    halfspace_free_nav_mesh(nullptr);
    halfspace_free_nav_scratch(nullptr);
}

// What ask() returns as soon as there is enough memory.
template <class Ask>
auto asked_with_little_memory(const Ask& ask) {
#ifndef HALFSPACE_HAS_LARGE_FRAMES  // the sanitizers have a memory of their own
    for (std::size_t allowed = 0; allowed < 1000; ++allowed) {
        test::allow_allocations(allowed);
        const auto answer = ask();
        test::allow_allocations(std::numeric_limits<std::size_t>::max());
        if (answer) {
            CHECK(allowed > 0);
            return answer;
        }
    }
#endif
    return ask();
}

void check_memory(const halfspace_level* level, Both& both) {
    halfspace_nav_mesh* const mesh =
        asked_with_little_memory([&] { return halfspace_new_nav_mesh(level, 1, nullptr, 0); });
    halfspace_nav_scratch* const scratch =
        asked_with_little_memory([] { return halfspace_new_nav_scratch(); });
    CHECK(mesh != nullptr && scratch != nullptr);
    std::uint64_t seed = 1;
    const NavPlace from = *random_place_on_island(both.mesh, 0, 0);
    NavPlace to = from;
    while (find_path(both.mesh, from, to, both.scratch).points.size() < 3) {
        to = *random_place_on_island(both.mesh, 0, seed++);
    }
    const NavPath path = find_path(both.mesh, from, to, both.scratch);
    const halfspace_nav_place c_from = c_place(from);
    const halfspace_nav_place c_to = c_place(to);
    halfspace_nav_path c_path{};
    halfspace_nav_wall wall{};
    CHECK(asked_with_little_memory([&] {
        const halfspace_status status =
            halfspace_nav_find_path(mesh, &c_from, &c_to, nullptr, scratch, &c_path);
        CHECK(status == HALFSPACE_OK || status == HALFSPACE_NO_MEMORY);
        return status == HALFSPACE_OK;
    }));
    CHECK(c_path.length == path.length && c_path.point_count == path.points.size());
    // After that nothing is allocated.
    CHECK(halfspace_nav_wall_distance(mesh, &c_from, kInfinity, nullptr, scratch, &wall) ==
          HALFSPACE_OK);
    test::allow_allocations(0);
    CHECK(halfspace_nav_find_path(mesh, &c_from, &c_to, nullptr, scratch, &c_path) == HALFSPACE_OK);
    CHECK(halfspace_nav_wall_distance(mesh, &c_from, kInfinity, nullptr, scratch, &wall) ==
          HALFSPACE_OK);
    test::allow_allocations(std::numeric_limits<std::size_t>::max());
    halfspace_free_nav_scratch(scratch);
    halfspace_free_nav_mesh(mesh);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        return 2;
    }
    std::ifstream file(argv[1], std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    halfspace_level* const plain = compiled(text, 0);
    halfspace_level* const c_level = compiled(text, 1);
    const Level level = copy_of(c_level);
    check_stop(text);
    check_compile(c_level, plain);
    halfspace_free_level(plain);
    std::size_t paths = 0;
    for (std::uint32_t space = 1; space < level.spaces().size(); ++space) {
        Both both(c_level, level, SpaceId(space));
        CHECK(both.c_mesh != nullptr && both.c_scratch != nullptr);
        check_arrays(both);
        check_places(both);
        check_random_places(both);
        paths += check_ways(both, 500);
        check_small_searches(both);
        check_wrong_places(both);
        check_mistakes(both);
    }
    Both stand(c_level, level, SpaceId(1));
    check_memory(c_level, stand);
    CHECK(paths > 500 && paths < 1500);
    halfspace_free_level(c_level);
    std::printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
