// SPDX-License-Identifier: MIT
// Fields of distances, and a crowd that goes to the goal of one among doors, asked from C and from
// C++ with the same answers.
#include "halfspace/agents/crowd.h"
#include "halfspace/move/mover.h"
#include "halfspace/move/mover_body.h"
#include "halfspace/nav/distance_field.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/random_place.h"

#include "halfspace_agents.h"
#include "nav_rooms.h"
#include "support/small_stack.h"

#include <bit>
#include <cmath>
#include <cstdio>

namespace {

void check_fields(Both& both) {
    test::Random random(8);
    DistanceField field;
    halfspace_distance_field* const c_field = halfspace_new_distance_field();
    CHECK(halfspace_is_distance_field_current(c_field) == 0);
    std::size_t found = 0;
    constexpr std::size_t kFields = 12;
    for (std::uint64_t i = 0; i < kFields; ++i) {
        both.close_any(random);
        const NavPlace goal = *random_place(both.mesh, 1000 + i);
        const halfspace_nav_place c_goal = c_place(goal);
        const double most = i % 2 == 0 ? kInfinity : random.real(0, 800);
        halfspace_nav_path_options how = halfspace_default_nav_path_options();
        how.doors = both.c_closed;
        CHECK(field.find(both.mesh, goal, most, {.doors = &both.closed}) == PathStatus::Complete);
        CHECK(halfspace_find_distance_field(c_field, both.c_mesh, &c_goal, most, &how) ==
              HALFSPACE_OK);
        CHECK(halfspace_is_distance_field_current(c_field) == 1);
        std::size_t count = 0;
        const std::uint32_t* const polygons = halfspace_distance_field_polygons(c_field, &count);
        CHECK(std::ranges::equal(
            std::span(polygons, count), field.polygons(), {}, {}, [](NavPolygonId id) {
                return id.value;
            }));
        for (std::uint64_t j = 0; j < 20; ++j) {
            const NavPlace from = *random_place(both.mesh, 20 * i + j);
            const halfspace_nav_place c_from = c_place(from);
            const auto length = field.length_from(from, both.scratch);
            double c_length = -1;
            CHECK(halfspace_distance_field_length(c_field, &c_from, both.c_scratch, &c_length) ==
                  (length ? HALFSPACE_OK : HALFSPACE_NOT_FOUND));
            CHECK(c_length == length.value_or(-1));
            const NavPath path = field.path_from(from, both.scratch);
            halfspace_nav_path c_path{};
            CHECK(halfspace_distance_field_path(c_field, &c_from, both.c_scratch, &c_path) ==
                  (length ? HALFSPACE_OK : HALFSPACE_NOT_FOUND));
            check_path(c_path, path);
            found += length ? 1 : 0;
        }
    }
    CHECK(found > 2 * kFields && found < 20 * kFields);

    // A field is asked no more after a door was set.
    const halfspace_nav_place place = c_place(*random_place(both.mesh, 1));
    double length = -1;
    halfspace_nav_path path{};
    const auto ask = [&](const halfspace_nav_place* from) {
        return halfspace_distance_field_length(c_field, from, both.c_scratch, &length);
    };
    CHECK(!is_refused(ask(&place)));
    const ModelId door = both.closed.doors()[0];
    both.close(door, !both.closed.is_closed(door));
    CHECK(halfspace_is_distance_field_current(c_field) == 0 && is_refused(ask(&place)));
    CHECK(is_refused(halfspace_distance_field_path(c_field, &place, both.c_scratch, &path)));

    const auto find = [&](const halfspace_nav_place* goal, double most, std::uint32_t nodes) {
        const halfspace_nav_path_options how{nodes, 0, nullptr};
        return halfspace_find_distance_field(c_field, both.c_mesh, goal, most, &how);
    };
    halfspace_nav_place beyond = place;
    beyond.polygon = halfspace_nav_polygon_count(both.c_mesh);
    CHECK(is_refused(find(&beyond, 9, 9)) && is_refused(find(nullptr, 9, 9)));
    CHECK(is_refused(find(&place, -1, 9)) && is_refused(find(&place, std::nan(""), 9)));
    CHECK(is_refused(find(&place, 9, 0)));
    CHECK(is_refused(halfspace_find_distance_field(nullptr, both.c_mesh, &place, 9, nullptr)));
    CHECK(is_refused(halfspace_find_distance_field(c_field, nullptr, &place, 9, nullptr)));
    CHECK(find(&place, kInfinity, 1) == HALFSPACE_TOO_SMALL && is_refused(ask(&place)));
    CHECK(halfspace_distance_field_polygons(c_field, nullptr) == nullptr);
    CHECK(find(&place, kInfinity, 1000) == HALFSPACE_OK && ask(&place) == HALFSPACE_OK);
    CHECK(length == 0 && is_refused(ask(&beyond)) && is_refused(ask(nullptr)));
    CHECK(is_refused(halfspace_distance_field_length(c_field, &place, nullptr, &length)));
    CHECK(is_refused(halfspace_distance_field_length(c_field, &place, both.c_scratch, nullptr)));
    CHECK(is_refused(halfspace_distance_field_path(nullptr, &place, both.c_scratch, &path)));
    CHECK(halfspace_is_distance_field_current(nullptr) == 0);
    CHECK(halfspace_distance_field_polygons(nullptr, nullptr) == nullptr);
    halfspace_free_distance_field(c_field);
    halfspace_free_distance_field(nullptr);
}

// A crowd goes to the goal of a field, while doors open and close. All other handles for C are
// freed as soon as the agents have what they need of them, but for the state of doors.
void check_crowd(Both& both) {
    for (const ModelId door : both.closed.doors()) {
        both.close(door, false);
    }
    constexpr std::uint32_t kAgents = 6;
    halfspace_nav_mesh* const mesh = halfspace_new_nav_mesh(both.c_level, kStand.value, nullptr, 0);
    halfspace_nav_door_state* const closed = halfspace_new_nav_door_state(mesh);
    halfspace_collision_world* const c_world = halfspace_new_collision_world(both.c_level);
    const CollisionWorld world(both.level);
    Crowd crowd;
    halfspace_crowd* const c_crowd = halfspace_new_crowd(nullptr);
    halfspace_follow_options follow = halfspace_default_follow_options();
    follow.goal_radius = 100;
    follow.route.doors = closed;
    const halfspace_mover_body body{kStand.value, 0, nullptr, {0, 0, 0}};
    std::vector<MoverState> states;
    for (std::uint32_t i = 0; i < kAgents; ++i) {
        states.push_back(mover_at({64, 64.0 * (i + 1), 24 + 1.0 / 16}));
        const auto c_state = std::bit_cast<halfspace_mover_state>(states[i]);
        std::uint32_t agent = 77;
        CHECK(halfspace_crowd_add(
                  c_crowd, c_world, &body, mesh, &c_state, &follow, nullptr, &agent) ==
              HALFSPACE_OK);
        crowd.add(both.mesh,
                  shape_of(both.level, kStand),
                  states[i],
                  {.follow = {.goal_radius = 100, .route = {.doors = &both.closed}}});
        CHECK(agent == i);
    }
    halfspace_free_collision_world(c_world);
    const NavPlace goal = *locate(both.mesh, {800, 256, 24});
    const halfspace_nav_place c_goal = c_place(goal);
    {
        DistanceField field;
        CHECK(field.find(both.mesh, goal, kInfinity, {.doors = &both.closed}) ==
              PathStatus::Complete);
        halfspace_nav_path_options how = halfspace_default_nav_path_options();
        how.doors = closed;
        halfspace_distance_field* const c_field = halfspace_new_distance_field();
        std::uint32_t status = 77;
        CHECK(is_refused(halfspace_crowd_go_to(c_crowd, 0, nullptr, c_field, &status)));
        CHECK(halfspace_find_distance_field(c_field, mesh, &c_goal, kInfinity, &how) ==
              HALFSPACE_OK);
        CHECK(is_refused(halfspace_crowd_go_to(c_crowd, 0, &c_goal, c_field, &status)));
        CHECK(is_refused(halfspace_crowd_go_to(c_crowd, 0, nullptr, nullptr, &status)));
        CHECK(status == 77);
        for (std::uint32_t i = 0; i < kAgents; ++i) {
            CHECK(halfspace_crowd_go_to(c_crowd, i, nullptr, c_field, &status) == HALFSPACE_OK);
            CHECK(status == static_cast<std::uint32_t>(crowd.go_to(AgentId(i), field)));
        }
        halfspace_free_distance_field(c_field);
    }
    halfspace_free_nav_mesh(mesh);
    std::size_t arrived = 0;
    for (int step = 0; step < 500; ++step) {
        // The second door closes for ever, the first one for a while.
        if (step == 40 || step == 60 || step == 140) {
            const ModelId door = both.closed.doors()[step == 40 ? 1 : 0];
            both.closed.set_closed(door, step != 140);
            CHECK(halfspace_close_nav_door(closed, door.value, step != 140 ? 1 : 0) ==
                  HALFSPACE_OK);
        }
        if (step == 200) {
            halfspace_free_nav_door_state(closed);
        }
        crowd.step();
        CHECK(halfspace_crowd_step(c_crowd) == HALFSPACE_OK);
        arrived = 0;
        for (std::uint32_t i = 0; i < kAgents; ++i) {
            halfspace_mover_input c_input{};
            CHECK(halfspace_crowd_input(c_crowd, i, &c_input) == HALFSPACE_OK);
            const MoverInput& input = crowd.input(AgentId(i));
            CHECK(std::bit_cast<std::uint64_t>(c_input) == std::bit_cast<std::uint64_t>(input));
            states[i] = step_mover(world, {kStand, kStand}, states[i], input).state;
            crowd.set_state(AgentId(i), states[i]);
            const auto c_state = std::bit_cast<halfspace_mover_state>(states[i]);
            CHECK(halfspace_crowd_set_state(c_crowd, i, &c_state) == HALFSPACE_OK);
            std::uint32_t status = 77;
            CHECK(halfspace_crowd_status(c_crowd, i, &status) == HALFSPACE_OK);
            CHECK(status == static_cast<std::uint32_t>(crowd.follower(AgentId(i)).status()));
            CHECK(step != 130 || status == HALFSPACE_FOLLOW_UNREACHABLE);
            arrived += status == HALFSPACE_FOLLOW_ARRIVED ? 1 : 0;
        }
    }
    CHECK(arrived == kAgents);
    halfspace_free_crowd(c_crowd);
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

void check_memory(const Both& both) {
    halfspace_nav_door_state* const closed =
        asked_with_little_memory([&] { return halfspace_new_nav_door_state(both.c_mesh); });
    halfspace_distance_field* const field =
        asked_with_little_memory([] { return halfspace_new_distance_field(); });
    halfspace_triggers* const triggers =
        asked_with_little_memory([&] { return halfspace_new_triggers(both.c_level, 800); });
    CHECK(closed != nullptr && field != nullptr && triggers != nullptr);
    const halfspace_nav_place goal = c_place(*locate(both.mesh, {900, 300, 24}));
    const halfspace_nav_place from = c_place(*locate(both.mesh, {64, 64, 24}));
    halfspace_nav_path_options how = halfspace_default_nav_path_options();
    how.doors = closed;
    const auto find = [&] {
        return halfspace_find_distance_field(field, both.c_mesh, &goal, kInfinity, &how);
    };
    CHECK(asked_with_little_memory([&] {
        const halfspace_status status = find();
        CHECK(status == HALFSPACE_OK || status == HALFSPACE_NO_MEMORY);
        CHECK(halfspace_is_distance_field_current(field) == (status == HALFSPACE_OK ? 1 : 0));
        return status == HALFSPACE_OK;
    }));
    double length = 0;
    halfspace_nav_path path{};
    const auto ask = [&] {
        return halfspace_distance_field_length(field, &from, both.c_scratch, &length) ==
                   HALFSPACE_OK &&
               halfspace_distance_field_path(field, &from, both.c_scratch, &path) == HALFSPACE_OK;
    };
    const std::uint32_t door = both.closed.doors()[0].value;
    const auto ask_twice = [&] {
        CHECK(halfspace_close_nav_door(closed, door, 1) == HALFSPACE_OK);
        CHECK(find() == HALFSPACE_OK && ask());
        CHECK(halfspace_close_nav_door(closed, door, 0) == HALFSPACE_OK);
        CHECK(find() == HALFSPACE_OK && ask() && length == path.length && length > 800);
    };
    ask_twice();
    // After that nothing is allocated.
    test::allow_allocations(0);
    ask_twice();
    test::allow_allocations(std::numeric_limits<std::size_t>::max());
    halfspace_free_triggers(triggers);
    halfspace_free_distance_field(field);
    halfspace_free_nav_door_state(closed);
}

}  // namespace

int main() {
    Both both;
    check_fields(both);
    check_crowd(both);
    check_memory(both);
    std::printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
