/* SPDX-License-Identifier: MIT */
/* For tests of both interfaces: two rooms of one floor with two doors between them; a teleporter
 * and a push lead to a floor above. And a level, its mesh and the state of its doors in C++ and in
 * C. */
#ifndef HALFSPACE_TESTS_NAV_ROOMS_H
#define HALFSPACE_TESTS_NAV_ROOMS_H

#include "halfspace/nav/door_state.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/path.h"

#include "check.h"
#include "halfspace_nav.h"
#include "support/brushes.h"
#include "support/nav_levels.h"
#include "support/random.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace halfspace;  // NOLINT(google-build-using-namespace): a test of both interfaces

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr SpaceId kStand(1);
constexpr SpaceId kCrouch(2);

Entity entity_of(const std::string& classname,
                 std::vector<KeyValue> keys,
                 std::vector<Brush> brushes = {}) {
    keys.insert(keys.begin(), {"classname", classname});
    return {.keys = std::move(keys), .brushes = std::move(brushes)};
}

inline Level rooms() {
    using test::box_brush;
    World world = test::world_of({box_brush({0, 0, -16}, {1024, 512, 0}),
                                  box_brush({504, 0, 0}, {520, 64, 128}),
                                  box_brush({504, 128, 0}, {520, 384, 128}),
                                  box_brush({504, 448, 0}, {520, 512, 128}),
                                  box_brush({1088, 0, 240}, {1344, 512, 256})});
    const auto trigger = [](const test::Units& min, const test::Units& max) {
        return std::vector<Brush>{box_brush(min, max, Contents::Trigger)};
    };
    for (Entity entity :
         {entity_of("func_door", {{"angle", "-1"}}, {box_brush({506, 64, 0}, {518, 128, 128})}),
          entity_of("func_door", {{"angle", "-1"}}, {box_brush({506, 384, 0}, {518, 448, 128})}),
          entity_of(
              "trigger_teleport", {{"target", "above"}}, trigger({900, 64, 0}, {940, 192, 96})),
          entity_of("info_teleport_destination",
                    {{"targetname", "above"}, {"origin", "1200 64 290"}}),
          entity_of("trigger_push", {{"angle", "-1"}}, trigger({100, 100, 0}, {140, 140, 8})),
          entity_of("trigger_push", {{"target", "nobody"}}, trigger({10, 10, 0}, {20, 20, 8}))}) {
        world.entities.push_back(std::move(entity));
    }
    return test::level_with_navigation(world, {.threads = 1}).value();
}

inline halfspace_nav_place c_place(const NavPlace& place) {
    return {place.polygon.value, 0, {place.position.x, place.position.y, place.position.z}};
}

inline bool is_same(const halfspace_nav_place& a, const NavPlace& b) {
    return a.polygon == b.polygon.value &&
           Vec3{a.position[0], a.position[1], a.position[2]} == b.position;
}

inline bool is_refused(halfspace_status status) {
    return status == HALFSPACE_BAD_ARGUMENT;
}

// A level, the mesh of a body and the state of its doors by both interfaces.
struct Both {
    explicit Both(const Level& of = rooms(), SpaceId space = kStand)
        : level(of),
          c_level(halfspace_load_memory(
              level.bytes().data(), level.bytes().size(), nullptr, nullptr, 0)),
          mesh(*NavMesh::from_level(level, space)),
          c_mesh(halfspace_new_nav_mesh(c_level, space.value, nullptr, 0)),
          c_scratch(halfspace_new_nav_scratch()),
          closed(mesh),
          c_closed(halfspace_new_nav_door_state(c_mesh)) {}
    ~Both() {
        halfspace_free_nav_door_state(c_closed);
        halfspace_free_nav_scratch(c_scratch);
        halfspace_free_nav_mesh(c_mesh);
        halfspace_free_level(c_level);
    }
    Both(const Both&) = delete;
    Both& operator=(const Both&) = delete;

    void close(ModelId door, bool is_closed) {
        closed.set_closed(door, is_closed);
        CHECK(halfspace_close_nav_door(c_closed, door.value, is_closed ? 1 : 0) == HALFSPACE_OK);
    }
    void close_any(test::Random& random) {
        for (const ModelId door : closed.doors()) {
            close(door, random.one_in(2));
        }
    }

    Level level;
    halfspace_level* c_level;
    NavMesh mesh;
    halfspace_nav_mesh* c_mesh;
    NavScratch scratch;
    halfspace_nav_scratch* c_scratch;
    NavDoorState closed;
    halfspace_nav_door_state* c_closed;
};

inline void check_path(const halfspace_nav_path& c_path, const NavPath& path) {
    CHECK(c_path.length == path.length && c_path.point_count == path.points.size());
    for (std::size_t i = 0; i < path.points.size(); ++i) {
        const double* const p = c_path.points + 3 * i;
        CHECK((Vec3{p[0], p[1], p[2]}) == path.points[i]);
    }
    CHECK(std::ranges::equal(std::span(c_path.polygons, c_path.polygon_count),
                             path.polygons,
                             {},
                             {},
                             [](NavPolygonId id) { return id.value; }));
}

}  // namespace

#endif
