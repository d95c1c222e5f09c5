// SPDX-License-Identifier: MIT
// Functions of halfspace_move.h and halfspace_octree.h without memory. The argument is a compiled
// level.
#include "check.h"
#include "halfspace_move.h"
#include "halfspace_octree.h"
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

void check_hull_of_points(const halfspace_level* level) {
    const double points[] = {-9, -9, 0, 9, -9, 0, 0, 9, 0, 0, 0, 40};
    halfspace_shape* const hull = halfspace_new_hull(points, 4);
    CHECK(hull != nullptr);
    halfspace_mover_body body{};
    body.shape = hull;
    const double place[3] = {64, 256, 60};
    const double velocity[3] = {0, 0, -1};
    const halfspace_mover_input input{};
    halfspace_mover_state state;
    CHECK(halfspace_mover_at(place, &state) == HALFSPACE_OK);
    halfspace_mover_step step;
    const auto make_step = [&] {
        return halfspace_step_mover(level, &body, &body, nullptr, &state, &input, nullptr, &step);
    };
    halfspace_slide slide;
    const auto make_slide = [&] {
        return halfspace_move_and_slide(level, &body, nullptr, place, velocity, 1, nullptr, &slide);
    };
#ifndef HALFSPACE_HAS_LARGE_FRAMES  // the sanitizers have a memory of their own
    CHECK(without_memory(make_step) == HALFSPACE_NO_MEMORY);
    CHECK(without_memory(make_slide) == HALFSPACE_NO_MEMORY);
#endif
    CHECK(make_step() == HALFSPACE_OK);
    CHECK(make_slide() == HALFSPACE_OK);
    halfspace_free_shape(hull);
}

void check_update_all() {
    halfspace_octree* const octree = halfspace_new_octree(nullptr);
    const double boxes[] = {0, 0, 0, 1, 1, 1, 5, 5, 5, 6, 6, 6};
    const std::uint32_t ids[] = {0, 1};
    for (std::uint32_t i = 0; i < 2; ++i) {
        std::uint32_t id = 7;
        CHECK(halfspace_octree_insert(octree, boxes + 6 * i, boxes + 6 * i + 3, &id) ==
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
    check_update_all();
    halfspace_free_level(level);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
