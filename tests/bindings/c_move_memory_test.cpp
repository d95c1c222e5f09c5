// SPDX-License-Identifier: MIT
// Collision worlds, movers and octrees of the interface for C without memory.
// The argument is a compiled level.
#include "check.h"
#include "halfspace_move.h"
#include "halfspace_spatial.h"
#include "loaded_level.h"
#include "support/small_stack.h"

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
#ifndef HALFSPACE_HAS_LARGE_FRAMES
        const Held before = held(world);
        for (std::size_t allowed = 0;; ++allowed) {
            allow_allocations(allowed);
            const halfspace_status status = place_stone();
            allow_allocations(std::numeric_limits<std::size_t>::max());
            if (status == HALFSPACE_OK) {
                break;
            }
            CHECK(status == HALFSPACE_NO_MEMORY);
            CHECK(held(world) == before);
        }
#else
        CHECK(place_stone() == HALFSPACE_OK);
#endif
        const Held after = held(world);
        CHECK(after.count == id + 1 && after.ids[0] == stone.id);
    }
    halfspace_free_shape(ball);
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
    check_update_all();
    halfspace_free_level(level);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
