// SPDX-License-Identifier: MIT
// Questions about bodies among the triangles of meshes, alone and in a world without a level.
#include "halfspace_move.h"
#include "halfspace_spatial.h"
#include "questions.h"

#include <stdlib.h>

#define EDGE 24  // vertices along an edge of the ground
#define CELL 64  // [units]
#define MOTIONS 64
#define WALK_STEPS 1500

// A number of 64ths of a unit, from -range to range. Exact.
static double next_number(uint32_t* random, uint32_t range) {
    return (double)(next_random(random) % (128 * range + 1)) / 64 - range;
}

static void next_point(uint32_t* random, uint32_t range, uint32_t height, double p[3]) {
    p[0] = next_number(random, range);
    p[1] = next_number(random, range);
    p[2] = next_number(random, height);
}

// Rough ground around the origin. Every seventh square is a hole.
static halfspace_mesh new_ground(uint32_t* random) {
    halfspace_mesh ground = {0};
    double* const positions = room_for((size_t)3 * EDGE * EDGE, sizeof(double));
    uint32_t* const indices = room_for((size_t)6 * EDGE * EDGE, sizeof(uint32_t));
    uint32_t* to = indices;
    for (int i = 0; i < EDGE * EDGE; ++i) {
        const int column = i % EDGE - EDGE / 2;
        const int row = i / EDGE - EDGE / 2;
        positions[3 * i] = (double)CELL * column;
        positions[3 * i + 1] = (double)CELL * row;
        positions[3 * i + 2] = next_number(random, 12);
    }
    for (uint32_t i = 0; i < EDGE * (EDGE - 1); ++i) {
        if (i % EDGE != EDGE - 1 && i % 7 != 0) {
            const uint32_t corners[6] = {i, i + 1, i + EDGE + 1, i, i + EDGE + 1, i + EDGE};
            for (int k = 0; k < 6; ++k) {
                *to++ = corners[k];
            }
        }
    }
    ground.doubles = positions;
    ground.vertex_count = (size_t)EDGE * EDGE;
    ground.indices = indices;
    ground.triangle_count = (size_t)(to - indices) / 3;
    return ground;
}

static halfspace_shape* new_body(uint32_t number) {
    static const double half[3] = {10, 7, 16};
    halfspace_shape* const body = number == 0   ? halfspace_new_box(half)
                                  : number == 1 ? halfspace_new_sphere(9)
                                  : number == 2 ? halfspace_new_capsule(12, 8)
                                                : halfspace_new_cylinder(14, 8.25);
    need(body != NULL, "no body");
    return body;
}

static void add_touch(hash* h, const halfspace_mesh_touch* touch) {
    add_word(h, touch->triangle);
    add_word(h, (uint32_t)touch->start_blocked);
    add_memory(h, &touch->fraction, 7 * sizeof touch->fraction);
}

// All questions about one body among the triangles of one mesh.
static void add_questions(hash* h,
                          const halfspace_mesh_bvh* ground,
                          const halfspace_placement* stands,
                          const halfspace_placed_shape* body,
                          uint32_t* random,
                          uint32_t number) {
    const uint32_t sides = number % 2;
    const halfspace_mesh_sweep_options options = {sides, 0, number % 3 / 32.0};
    double motions[6 * MOTIONS];
    halfspace_mesh_touch touches[MOTIONS];
    halfspace_mesh_overlap deepest;
    int32_t overlaps = 0;
    double out[3];
    for (int i = 0; i < MOTIONS; ++i) {
        next_point(random, 300, 20, motions + (size_t)6 * i);
        next_point(random, 100, 60, motions + (size_t)6 * i + 3);
    }
    ok(halfspace_mesh_sweep_all(ground, stands, body, motions, MOTIONS, &options, touches));
    for (int i = 0; i < MOTIONS; ++i) {
        add_touch(h, &touches[i]);
    }
    const halfspace_status status =
        halfspace_mesh_sweep(ground, stands, body, motions, &options, touches);
    need(status != HALFSPACE_BAD_ARGUMENT, "a sweep");
    add_word(h, status == HALFSPACE_OK);
    if (status == HALFSPACE_OK) {
        add_touch(h, touches);
    }
    ok(halfspace_mesh_overlaps_shape(ground, stands, body, &overlaps));
    add_word(h, (uint32_t)overlaps);
    if (halfspace_mesh_deepest_overlap(ground, stands, body, &deepest) == HALFSPACE_OK) {
        add_word(h, deepest.triangle);
        add_memory(h, &deepest.depth, 7 * sizeof deepest.depth);
    }
    if (halfspace_mesh_unstick(ground, stands, body, 32, out) == HALFSPACE_OK) {
        add_memory(h, out, sizeof out);
    }
}

// A mover among the ground, a lift that rises and sinks while it turns, and a fence that is left
// out now and then.
static void add_walk(hash* h, const halfspace_mesh_bvh* ground, uint32_t* random) {
    static const double corners[12] = {-90, -90, 0, 90, -90, 0, 90, 90, 0, -90, 90, 0};
    static const uint32_t indices[6] = {0, 1, 2, 0, 2, 3};
    static const double origin[3] = {0, 0, 0};
    static const double start[3] = {20, 10, 60};
    const halfspace_mesh plate = {NULL, corners, 4, 0, indices, 2};
    halfspace_mesh_bvh* const lift = halfspace_new_mesh_bvh(&plate, HALFSPACE_BVH_PLOC, NULL, 0);
    halfspace_shape* const capsule = new_body(2);
    const halfspace_mover_body body = {0, 0, capsule, {0, 0, 20}};
    halfspace_collision_world* const world = halfspace_new_collision_world(NULL);
    halfspace_placed_mesh mesh = {1, 0, ground, 0, 0, halfspace_placement_at_rest(0)};
    const uint32_t fence = 9;
    const halfspace_leave_out without = {.meshes = &fence, .mesh_count = 1};
    halfspace_mover_state state;
    halfspace_mover_input input = {0};
    halfspace_mover_step step;
    ok(halfspace_place_mesh(world, &mesh));
    mesh.id = 4;
    mesh.tree = lift;
    ok(halfspace_place_mesh(world, &mesh));
    const double upright[3] = {0, 0, 90};
    mesh.id = fence;
    mesh.sides = HALFSPACE_FRONT_SIDE;
    mesh.placement = halfspace_placement_turned(0, origin, upright);
    mesh.placement.translation[2] = 200;
    ok(halfspace_place_mesh(world, &mesh));
    halfspace_free_mesh_bvh(lift);
    ok(halfspace_mover_at(start, &state));
    for (int i = 0; i < WALK_STEPS; ++i) {
        const double angles[3] = {0, (double)(i % 512) * 45 / 64, 0};
        halfspace_placement to = halfspace_placement_turned(0, origin, angles);
        to.translation[2] = abs(i % 256 - 128) * 0.5 - 8;
        if (i % 16 == 0) {
            const double look[3] = {0, degrees(next_random(random)), 0};
            const double wish[3] = {i % 64 == 0 ? 0 : 1, 0, 0};
            ok(halfspace_quantised(look, wish, i % 48 == 0 ? 1 : 0, &input));
        }
        ok(halfspace_end_step(world));
        ok(halfspace_move_mesh(world, 4, &to));
        ok(halfspace_step_mover(
            world, i % 5 == 0 ? &without : NULL, &body, &body, &state, &input, NULL, &step));
        state = step.state;
        if (i % 300 == 299) {  // it has fallen through a hole, perhaps
            ok(halfspace_moved_to(&state, start, &state));
        }
        add_memory(h, &state, sizeof state);
        add_word(h, step.problem);
        add_word(h, step.wall_count > 0 ? step.walls[0].mesh : 77);
        add_word(h, step.wall_count > 0 ? step.walls[0].triangle : 77);
        add_word(h, step.is_crushed != 0 ? step.crush_mesh : 77);
    }
    halfspace_free_shape(capsule);
    halfspace_free_collision_world(world);
}

hash hash_meshes(void) {
    uint32_t random = 21;
    hash h = new_hash();
    const halfspace_mesh arrays = new_ground(&random);
    halfspace_mesh_bvh* const ground = halfspace_new_mesh_bvh(&arrays, 0, NULL, 0);
    need(ground != NULL, "no ground");
    for (uint32_t i = 0; i < 100; ++i) {
        double pivot[3];
        double angles[3] = {0, 0, 0};
        halfspace_placed_shape body;
        halfspace_placement stands;
        next_point(&random, 200, 20, pivot);
        if (i >= 20) {
            next_angles(&random, angles);
        }
        stands = halfspace_placement_turned(0, pivot, angles);
        next_point(&random, 200, 20, pivot);
        body.shape = new_body(i % 4);
        body.placement = halfspace_placement_at_rest(0);
        for (int axis = 0; axis < 3; ++axis) {
            body.placement.translation[axis] = pivot[axis];
        }
        add_questions(&h, ground, i % 3 == 0 ? NULL : &stands, &body, &random, i);
        halfspace_free_shape((halfspace_shape*)body.shape);
    }
    add_walk(&h, ground, &random);
    halfspace_free_mesh_bvh(ground);
    free((void*)arrays.doubles);
    free((void*)arrays.indices);
    return h;
}
