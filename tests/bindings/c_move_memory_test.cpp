// SPDX-License-Identifier: MIT
// Collision worlds, movers and octrees of the interface for C without memory.
// The argument is a compiled level.
#include "check.h"
#include "halfspace_move.h"
#include "halfspace_spatial.h"
#include "loaded_level.h"
#include "support/small_stack.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace {

using halfspace::test::allow_allocations;

// The status of the call if no allocation succeeds.
template <class Call>
halfspace_status without_memory(const Call& call) {
    allow_allocations(0);
    const halfspace_status status = call();
    allow_allocations(std::numeric_limits<std::size_t>::max());
    return status;
}

// The hull is not copied: a step of it needs no memory. An obstacle has a copy.
void check_hull_of_points(const halfspace_level* level) {
    const double points[] = {-9, -9, 0, 9, -9, 0, 0, 9, 0, 0, 0, 40};
    halfspace_shape* const hull = halfspace_new_hull(points, 4);
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    CHECK(hull != nullptr && world != nullptr);
    halfspace_mover_body body{};
    body.shape = hull;
    const double place[3] = {64, 256, 60};
    const double velocity[3] = {0, 0, -1};
    const halfspace_mover_input input{};
    halfspace_mover_state state;
    CHECK(halfspace_mover_at(place, &state) == HALFSPACE_OK);
    halfspace_mover_step step;
    const auto make_step = [&] {
        return halfspace_step_mover(world, nullptr, &body, &body, &state, &input, nullptr, &step);
    };
    halfspace_slide slide;
    const auto make_slide = [&] {
        return halfspace_move_and_slide(world, nullptr, &body, place, velocity, 1, nullptr, &slide);
    };
    halfspace_obstacle stone{};
    stone.body = body;
    const auto place_stone = [&] { return halfspace_place_obstacle(world, &stone); };
#ifndef HALFSPACE_HAS_LARGE_FRAMES  // the sanitizers have a memory of their own
    CHECK(without_memory(make_step) == HALFSPACE_OK);
    CHECK(without_memory(make_slide) == HALFSPACE_OK);
    CHECK(without_memory(place_stone) == HALFSPACE_NO_MEMORY);
    CHECK(halfspace_obstacle_count(world) == 0);
#endif
    CHECK(make_step() == HALFSPACE_OK);
    CHECK(make_slide() == HALFSPACE_OK);
    CHECK(place_stone() == HALFSPACE_OK);
    halfspace_free_shape(hull);
    halfspace_free_collision_world(world);
}

// What is in the world: the ids of all obstacles, and where they are.
struct Held {
    size_t count = 0;
    std::uint32_t ids[64] = {};
    double places[64] = {};

    bool operator==(const Held&) const = default;
};

Held held(const halfspace_collision_world* world) {
    const double min[3] = {-1e6, -1e6, -1e6};
    const double max[3] = {1e6, 1e6, 1e6};
    Held all;
    CHECK(halfspace_obstacles_in(world, min, max, 0, all.ids, 64, &all.count) == HALFSPACE_OK);
    for (size_t i = 0; i < all.count; ++i) {
        double from[3];
        CHECK(halfspace_obstacle_way(world, all.ids[i], from, nullptr) == HALFSPACE_OK);
        all.places[i] = from[0];
    }
    CHECK(halfspace_obstacle_count(world) == all.count);
    return all;
}

// Calls change() with more and more memory until it succeeds, and check() after each failure.
template <class Change, class Check>
void change_with_little_memory(const Change& change, const Check& check) {
#ifndef HALFSPACE_HAS_LARGE_FRAMES
    for (std::size_t allowed = 0;; ++allowed) {
        allow_allocations(allowed);
        const halfspace_status status = change();
        allow_allocations(std::numeric_limits<std::size_t>::max());
        if (status == HALFSPACE_OK) {
            return;
        }
        CHECK(status == HALFSPACE_NO_MEMORY);
        check();
    }
#else
    static_cast<void>(check);
    CHECK(change() == HALFSPACE_OK);
#endif
}

// A change that runs out of memory changes nothing, wherever it runs out.
void check_changes() {
    halfspace_shape* const ball = halfspace_new_sphere(8);
    halfspace_collision_world* const world = halfspace_new_collision_world(nullptr);
    halfspace_obstacle stone{};
    stone.body.shape = ball;
    const auto place_stone = [&] { return halfspace_place_obstacle(world, &stone); };
    for (std::uint32_t id = 0; id < 40; ++id) {
        stone.id = 100 - id;
        stone.position[0] = 100.0 * id;
        const Held before = held(world);
        change_with_little_memory(place_stone, [&] { CHECK(held(world) == before); });
        const Held after = held(world);
        CHECK(after.count == id + 1 && after.ids[0] == stone.id);
    }
    halfspace_free_shape(ball);
    halfspace_free_collision_world(world);
}

// The mesh with the number `id`, or the one before where the memory runs out: its tree is alive.
void check_meshes() {
    const double positions[] = {-9, -9, 0, 9, -9, 0, 0, 9, 0};
    const std::uint32_t corners[] = {0, 1, 2};
    const halfspace_mesh arrays{nullptr, positions, 3, 0, corners, 1};
    halfspace_collision_world* const world = halfspace_new_collision_world(nullptr);
    const double from[3] = {0, 0, 1000};
    const double to[3] = {0, 0, -1};
    for (std::uint32_t id = 0; id < 20; ++id) {
        halfspace_mesh_bvh* const tree = halfspace_new_mesh_bvh(&arrays, 0, nullptr, 0);
        halfspace_placed_mesh mesh{id / 2, 0, tree, 0, 0, halfspace_placement_at_rest(0)};
        mesh.placement.translation[2] = 10.0 * id;
        const auto place = [&] { return halfspace_place_mesh(world, &mesh); };
        const auto check_top = [&](double height) {
            halfspace_contact contact;
            CHECK(halfspace_trace(world, nullptr, 0, from, to, nullptr, &contact) == HALFSPACE_OK);
            CHECK(id == 0 || std::abs(contact.point[2] - height) < 1e-5);
        };
        change_with_little_memory(place, [&] { check_top(10.0 * (id - 1.0)); });
        halfspace_free_mesh_bvh(tree);
        check_top(10.0 * id);
        CHECK(halfspace_placed_mesh_count(world) == id / 2 + 1);
    }
    halfspace_free_collision_world(world);
}

void check_update_all() {
    halfspace_octree* const octree = halfspace_new_octree(nullptr);
    const double boxes[] = {0, 0, 0, 1, 1, 1, 5, 5, 5, 6, 6, 6};
    const std::uint32_t ids[] = {0, 1};
    for (std::uint32_t i = 0; i < 2; ++i) {
        std::uint32_t id = 7;
        CHECK(halfspace_octree_insert(octree, boxes + 6 * i, boxes + 6 * i + 3, nullptr, &id) ==
              HALFSPACE_OK);
        CHECK(id == i);
    }
    const auto update = [&] { return halfspace_octree_update_all(octree, ids, boxes, 2); };
#ifndef HALFSPACE_HAS_LARGE_FRAMES  // the sanitizers have a memory of their own
    CHECK(without_memory(update) == HALFSPACE_OK);
#endif
    CHECK(update() == HALFSPACE_OK);
    halfspace_free_octree(octree);
}

}  // namespace

int main(int argc, char** argv) {
    halfspace_level* const level = loaded_level(argc, argv);
    if (level == nullptr) {
        return 1;
    }
    check_hull_of_points(level);
    check_changes();
    check_meshes();
    check_update_all();
    halfspace_free_level(level);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
