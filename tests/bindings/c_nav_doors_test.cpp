// SPDX-License-Identifier: MIT
// Ways among doors that are closed, asked from C and from C++ with the same answers.
#include "halfspace/agents/closed_doors.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/nav/route.h"
#include "halfspace/nav/walls.h"

#include "halfspace_agents.h"
#include "nav_rooms.h"
#include "support/repeats.h"

#include <cstdio>
#include <optional>

namespace {

void check_doors(Both& both) {
    // Two doors, a teleporter and two pushes.
    CHECK(both.closed.doors().size() == 5);
    CHECK(halfspace_nav_door_count(both.c_closed) == 5);
    for (std::uint32_t door = 0; door < 5; ++door) {
        std::uint32_t model = 77;
        std::int32_t is_closed = 77;
        CHECK(halfspace_get_nav_door(both.c_closed, door, &model) == HALFSPACE_OK);
        CHECK(model == both.closed.doors()[door].value);
        CHECK(halfspace_is_nav_door_closed(both.c_closed, model, &is_closed) == HALFSPACE_OK);
        CHECK(is_closed == 0);
        both.close(ModelId(model), true);
        CHECK(halfspace_is_nav_door_closed(both.c_closed, model, &is_closed) == HALFSPACE_OK);
        CHECK(is_closed == 1);
        both.close(ModelId(model), false);
    }
    std::uint32_t model = 77;
    std::int32_t is_closed = 77;
    CHECK(is_refused(halfspace_get_nav_door(both.c_closed, 5, &model)));
    CHECK(is_refused(halfspace_get_nav_door(both.c_closed, 0, nullptr)));
    CHECK(halfspace_close_nav_door(both.c_closed, 0, 1) == HALFSPACE_NOT_FOUND);
    CHECK(is_refused(halfspace_close_nav_door(nullptr, 1, 1)));
    CHECK(halfspace_is_nav_door_closed(both.c_closed, 0, &is_closed) == HALFSPACE_NOT_FOUND);
    CHECK(is_refused(halfspace_is_nav_door_closed(both.c_closed, 1, nullptr)));
    CHECK(model == 77 && is_closed == 77);
    CHECK(halfspace_new_nav_door_state(nullptr) == nullptr);
    CHECK(halfspace_nav_door_count(nullptr) == 0);
    halfspace_free_nav_door_state(nullptr);
}

// Returns whether closed doors or missing links part the places.
bool check_ways(Both& both, std::uint64_t seed, std::uint32_t links) {
    const NavPlace from = *random_place(both.mesh, 2 * seed);
    const NavPlace to = *random_place(both.mesh, 2 * seed + 1);
    const halfspace_nav_place c_from = c_place(from);
    const halfspace_nav_place c_to = c_place(to);
    const NavDoorState* const doors = &both.closed;

    std::int32_t is_there = 7;
    CHECK(halfspace_nav_is_reachable(
              both.c_mesh, c_from.polygon, c_to.polygon, both.c_closed, &is_there) == HALFSPACE_OK);
    CHECK((is_there != 0) == is_reachable(both.mesh, from.polygon, to.polygon, doors));

    const NavRayHit ray = raycast(both.mesh, from, to.position, {}, doors);
    halfspace_nav_hit c_ray{};
    CHECK(halfspace_nav_raycast(both.c_mesh, &c_from, &to.position.x, both.c_closed, &c_ray) ==
          HALFSPACE_OK);
    CHECK(is_same(c_ray.end, ray.end) && c_ray.wall.polygon == ray.wall.polygon.value);

    const auto wall = wall_distance(both.mesh, from, kInfinity, both.scratch, doors);
    halfspace_nav_wall c_wall{};
    CHECK(halfspace_nav_wall_distance(
              both.c_mesh, &c_from, kInfinity, both.c_closed, both.c_scratch, &c_wall) ==
          HALFSPACE_OK);
    CHECK(c_wall.distance == wall->distance && is_same(c_wall.place, wall->place));

    const NavPath path = find_path(both.mesh, from, to, both.scratch, {.doors = doors});
    halfspace_nav_path_options how = halfspace_default_nav_path_options();
    CHECK(how.doors == nullptr && how.max_nodes == PathOptions().max_nodes);
    how.doors = both.c_closed;
    halfspace_nav_path c_path{};
    const bool is_path = path.status == PathStatus::Complete;
    CHECK(halfspace_nav_find_path(both.c_mesh, &c_from, &c_to, &how, both.c_scratch, &c_path) ==
          (is_path ? HALFSPACE_OK : HALFSPACE_NOT_FOUND));
    check_path(c_path, path);

    const NavRoute route =
        find_route(both.mesh, from, to, both.scratch, {.links = links, .doors = doors});
    halfspace_route_options by = halfspace_default_route_options();
    CHECK(by.links == HALFSPACE_MOVER_LINKS && by.doors == nullptr);
    by.links = links;
    by.doors = both.c_closed;
    halfspace_nav_route c_route{};
    const bool is_route = route.status == PathStatus::Complete;
    CHECK(halfspace_nav_find_route(both.c_mesh, &c_from, &c_to, &by, both.c_scratch, &c_route) ==
          (is_route ? HALFSPACE_OK : HALFSPACE_NOT_FOUND));
    CHECK(c_route.seconds == route.seconds && c_route.point_count == route.points.size());
    for (std::size_t i = 0; i < route.points.size(); ++i) {
        const RoutePoint& point = route.points[i];
        CHECK(is_same(c_route.points[i].place, {point.polygon, point.position}));
        CHECK(c_route.points[i].link == point.link.value);
    }
    return !is_path || !is_route;
}

void check_all_ways(Both& both) {
    test::Random random(3);
    std::size_t parted = 0;
    const std::size_t count = test::repeats(300);
    for (std::uint64_t i = 0; i < count; ++i) {
        both.close_any(random);
        parted += check_ways(both, i, static_cast<std::uint32_t>(random.integer(0, 255))) ? 1 : 0;
    }
    CHECK(parted > count / 10 && parted < count);
    bool has_model = false;
    for (std::uint32_t i = 0; i < halfspace_nav_link_count(both.c_mesh); ++i) {
        halfspace_nav_link link{};
        CHECK(halfspace_get_nav_link(both.c_mesh, i, &link) == HALFSPACE_OK);
        CHECK(link.model == both.mesh.link(NavLinkId(i)).model.value);
        has_model = has_model || link.model != HALFSPACE_NONE;
    }
    CHECK(has_model);
}

// A state of doors of another mesh is a mistake for each question.
void check_other_mesh(Both& both) {
    halfspace_nav_mesh* const other =
        halfspace_new_nav_mesh(both.c_level, kCrouch.value, nullptr, 0);
    halfspace_nav_door_state* const theirs = halfspace_new_nav_door_state(other);
    const halfspace_nav_place place = c_place(*random_place(both.mesh, 1));
    std::int32_t answer = 7;
    halfspace_nav_hit hit{};
    halfspace_nav_wall wall{};
    halfspace_nav_path path{};
    halfspace_nav_route route{};
    halfspace_nav_path_options how = halfspace_default_nav_path_options();
    halfspace_route_options by = halfspace_default_route_options();
    how.doors = theirs;
    by.doors = theirs;
    halfspace_nav_scratch* const scratch = both.c_scratch;
    CHECK(is_refused(halfspace_nav_is_reachable(both.c_mesh, 0, 0, theirs, &answer)));
    CHECK(is_refused(halfspace_nav_raycast(both.c_mesh, &place, place.position, theirs, &hit)));
    CHECK(is_refused(halfspace_nav_wall_distance(both.c_mesh, &place, 9, theirs, scratch, &wall)));
    CHECK(is_refused(halfspace_nav_find_path(both.c_mesh, &place, &place, &how, scratch, &path)));
    CHECK(is_refused(halfspace_nav_find_route(both.c_mesh, &place, &place, &by, scratch, &route)));
    halfspace_distance_field* const field = halfspace_new_distance_field();
    CHECK(is_refused(halfspace_find_distance_field(field, both.c_mesh, &place, 9, &how)));
    halfspace_follow_options follow = halfspace_default_follow_options();
    CHECK(follow.route.doors == nullptr);
    follow.route.doors = theirs;
    halfspace_path_follower* const follower = halfspace_new_path_follower(&follow);
    std::uint32_t status = 77;
    const auto go_to = [&](const halfspace_nav_place* goal, const halfspace_distance_field* to) {
        return halfspace_follower_go_to(
            follower, both.c_mesh, scratch, place.position, goal, to, nullptr, &status);
    };
    CHECK(is_refused(go_to(&place, nullptr)));
    // A field of another mesh, one that has no goal, and two goals.
    halfspace_nav_place their_goal{};
    CHECK(halfspace_nav_random_place(other, HALFSPACE_NONE, 1, &their_goal) == HALFSPACE_OK);
    halfspace_free_path_follower(follower);
    halfspace_path_follower* const heedless = halfspace_new_path_follower(nullptr);
    const auto go = [&](const halfspace_nav_place* goal, const halfspace_distance_field* to) {
        return halfspace_follower_go_to(
            heedless, both.c_mesh, scratch, place.position, goal, to, nullptr, &status);
    };
    CHECK(is_refused(go(nullptr, field)) && is_refused(go(nullptr, nullptr)));
    CHECK(halfspace_find_distance_field(field, other, &their_goal, 99, nullptr) == HALFSPACE_OK);
    CHECK(is_refused(go(nullptr, field)));
    CHECK(halfspace_find_distance_field(field, both.c_mesh, &place, 99, nullptr) == HALFSPACE_OK);
    CHECK(is_refused(go(&place, field)) && status == 77);
    CHECK(go(nullptr, field) == HALFSPACE_OK && status == HALFSPACE_FOLLOW_FOLLOWING);
    halfspace_free_path_follower(heedless);
    halfspace_free_distance_field(field);
    halfspace_free_nav_door_state(theirs);
    halfspace_free_nav_mesh(other);
}

// The doors of a game say which are closed.
void check_doors_of_a_game(Both& both) {
    Doors doors(both.level);
    halfspace_doors* const c_doors = halfspace_new_doors(both.c_level);
    test::Random random(5);
    for (int i = 0; i < 300; ++i) {
        const std::size_t door = random.one_in(2) ? 1 : 0;
        const bool is_locked = random.one_in(2);
        is_locked ? doors.lock(door) : doors.unlock(door);
        CHECK(halfspace_lock_door(c_doors, door, is_locked ? 1 : 0) == HALFSPACE_OK);
        const Vec3 visitor{random.real(400, 600), random.real(0, 512), 24};
        doors.step(0.25, {&visitor, 1});
        doors.finish();
        CHECK(halfspace_step_doors(c_doors, 0.25, &visitor.x, 1) == HALFSPACE_OK);
        CHECK(halfspace_finish_doors(c_doors, nullptr) == HALFSPACE_OK);
        set_closed_doors(both.closed, doors);
        CHECK(halfspace_set_closed_doors(c_doors, both.c_closed) == HALFSPACE_OK);
        for (const ModelId model : both.closed.doors()) {
            std::int32_t is_closed = 7;
            CHECK(halfspace_is_nav_door_closed(both.c_closed, model.value, &is_closed) ==
                  HALFSPACE_OK);
            CHECK((is_closed != 0) == both.closed.is_closed(model));
        }
    }
    CHECK(is_refused(halfspace_set_closed_doors(nullptr, both.c_closed)));
    CHECK(is_refused(halfspace_set_closed_doors(c_doors, nullptr)));
    halfspace_free_doors(c_doors);
}

}  // namespace

int main() {
    Both both;
    check_doors(both);
    check_all_ways(both);
    check_other_mesh(both);
    check_doors_of_a_game(both);
    std::printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
