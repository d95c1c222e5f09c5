// SPDX-License-Identifier: MIT
// Uses what halfspace.h and halfspace_move.h say of the meshes of a collision world, without a
// level, as C.
#include "check.h"
#include "halfspace_move.h"
#include "halfspace_spatial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t kMask = HALFSPACE_BODY_BLOCKERS;
static const uint32_t kCorners[6] = {0, 1, 2, 0, 2, 3};

// A square of two triangles at the height 0; the front is above. 100 is half of its edge.
static const double kSquare[12] = {-100, -100, 0, 100, -100, 0, 100, 100, 0, -100, 100, 0};

static halfspace_mesh_bvh* square(const double* positions) {
    const halfspace_mesh arrays = {NULL, positions, 4, 0, kCorners, 2};
    halfspace_mesh_bvh* const tree = halfspace_new_mesh_bvh(&arrays, HALFSPACE_BVH_SAH, NULL, 0);
    CHECK(tree != NULL);
    return tree;
}

static halfspace_placement raised(double height) {
    halfspace_placement at = halfspace_placement_at_rest(77);  // the model does not count
    at.translation[2] = height;
    return at;
}

static halfspace_placed_mesh placed(uint32_t id, const halfspace_mesh_bvh* tree, double height) {
    const halfspace_placed_mesh mesh = {id, 0, tree, HALFSPACE_BOTH_SIDES, 0, raised(height)};
    return mesh;
}

static halfspace_contact dropped(const halfspace_collision_world* world,
                                 const halfspace_leave_out* without) {
    const double from[3] = {10, 5, 200};
    const double to[3] = {10, 5, -200};
    halfspace_contact contact;
    CHECK(halfspace_trace(world, without, 0, from, to, NULL, &contact) == HALFSPACE_OK);
    return contact;
}

static void check_contacts(const halfspace_mesh_bvh* tree) {
    halfspace_collision_world* const world = halfspace_new_collision_world(NULL);
    halfspace_placed_mesh floor = placed(4, tree, 30);
    CHECK(dropped(world, NULL).hit == 0);
    CHECK(dropped(world, NULL).mesh == HALFSPACE_NONE);
    CHECK(halfspace_place_mesh(world, &floor) == HALFSPACE_OK);
    halfspace_contact contact = dropped(world, NULL);
    CHECK(contact.hit == 1 && contact.mesh == 4 && contact.triangle == 0);
    CHECK(contact.model == HALFSPACE_NONE && contact.obstacle == HALFSPACE_NONE);
    CHECK(contact.contents == HALFSPACE_SOLID && contact.normal[2] == 1);
    CHECK(fabs(contact.point[2] - 30) < 1e-6);
    // The contact has no plane: no surface is found.
    halfspace_surface surface;
    CHECK(halfspace_touched_surface(world, 0, &contact, &surface) == HALFSPACE_OK &&
          surface.material == NULL);

    const uint32_t four = 4;
    const halfspace_leave_out without = {.meshes = &four, .mesh_count = 1};
    CHECK(dropped(world, &without).hit == 0);

    const double above[3] = {10, 5, 60};
    const double below[3] = {10, 5, 0};
    int32_t answer = 77;
    CHECK(halfspace_line_of_sight(world, NULL, above, below, &answer) == HALFSPACE_OK &&
          answer == 0);
    halfspace_shape* const ball = halfspace_new_sphere(8);
    const halfspace_placed_shape body = {ball, halfspace_placement_at_rest(0)};
    const double inside[3] = {10, 5, 33};
    CHECK(halfspace_is_shape_free(world, NULL, &body, inside, kMask, &answer) == HALFSPACE_OK &&
          answer == 0);
    CHECK(halfspace_is_shape_free(world, NULL, &body, above, kMask, &answer) == HALFSPACE_OK &&
          answer == 1);
    CHECK(halfspace_sweep(world, NULL, &body, inside, below, NULL, &contact) == HALFSPACE_OK);
    CHECK(contact.start_blocked == 1 && contact.mesh == 4 && contact.triangle == HALFSPACE_NONE);

    // Of a mesh with one side, the back does not stop bodies.
    floor.sides = HALFSPACE_FRONT_SIDE;
    CHECK(halfspace_place_mesh(world, &floor) == HALFSPACE_OK);
    CHECK(halfspace_sweep(world, NULL, &body, below, above, NULL, &contact) == HALFSPACE_OK &&
          contact.hit == 0);
    floor.contents = HALFSPACE_FENCE;
    CHECK(halfspace_place_mesh(world, &floor) == HALFSPACE_OK);
    CHECK(halfspace_line_of_sight(world, NULL, above, below, &answer) == HALFSPACE_OK &&
          answer == 1);
    CHECK(dropped(world, NULL).contents == HALFSPACE_FENCE);
    halfspace_free_shape(ball);
    halfspace_free_collision_world(world);
}

static void check_ways(const halfspace_mesh_bvh* tree) {
    halfspace_collision_world* const world = halfspace_new_collision_world(NULL);
    const halfspace_placed_mesh lift = placed(9, tree, 10);
    const halfspace_placement high = raised(20);
    halfspace_placement from;
    halfspace_placement to;
    CHECK(halfspace_mesh_way(world, 9, &from, &to) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_place_mesh_at(world, 9, &high) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_move_mesh(world, 9, &high) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_remove_mesh(world, 9) == HALFSPACE_OK);
    CHECK(halfspace_place_mesh(world, &lift) == HALFSPACE_OK);
    CHECK(halfspace_place_mesh(world, &lift) == HALFSPACE_OK);  // again
    CHECK(halfspace_placed_mesh_count(world) == 1);
    CHECK(halfspace_move_mesh(world, 9, &high) == HALFSPACE_OK);
    CHECK(halfspace_mesh_way(world, 9, &from, &to) == HALFSPACE_OK);
    CHECK(from.model == 0 && from.translation[2] == 10 && to.translation[2] == 20);
    CHECK(halfspace_end_step(world) == HALFSPACE_OK);
    CHECK(halfspace_mesh_way(world, 9, &from, NULL) == HALFSPACE_OK && from.translation[2] == 20);
    CHECK(halfspace_place_mesh_at(world, 9, &lift.placement) == HALFSPACE_OK);
    CHECK(halfspace_mesh_way(world, 9, &from, &to) == HALFSPACE_OK);
    CHECK(from.translation[2] == 10 && to.translation[2] == 10);

    const halfspace_placed_mesh other = placed(3, tree, 1000);
    const double min[3] = {-1, -1, -1};
    const double max[3] = {1, 1, 2000};
    uint32_t found[2] = {77, 77};
    size_t count = 0;
    CHECK(halfspace_place_mesh(world, &other) == HALFSPACE_OK);
    CHECK(halfspace_meshes_in(world, min, max, 0, found, 2, &count) == HALFSPACE_OK);
    CHECK(count == 2 && found[0] == 3 && found[1] == 9);
    CHECK(halfspace_meshes_in(world, min, max, 4, found, 2, &count) == HALFSPACE_OK);
    CHECK(count == 1 && found[0] == 9);
    CHECK(halfspace_meshes_in(world, max, min, 0, found, 2, &count) == HALFSPACE_BAD_ARGUMENT);

    halfspace_shape* const ball = halfspace_new_sphere(8);
    const halfspace_obstacle crate = {5, 0, {0, 0, ball, {0, 0, 0}}, {0, 0, 14}};
    uint32_t obstacle = 77;
    CHECK(halfspace_first_overlapped_by_mesh(world, 8, &obstacle) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_first_overlapped_by_mesh(world, 9, &obstacle) == HALFSPACE_NOT_FOUND);
    CHECK(obstacle == 77);
    CHECK(halfspace_place_obstacle(world, &crate) == HALFSPACE_OK);
    CHECK(halfspace_first_overlapped_by_mesh(world, 9, &obstacle) == HALFSPACE_OK && obstacle == 5);
    CHECK(halfspace_first_overlapped_by_mesh(world, 3, &obstacle) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_first_overlapped_by_mesh(world, 9, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_first_overlapped_by_mesh(NULL, 9, &obstacle) == HALFSPACE_BAD_ARGUMENT);
    halfspace_free_shape(ball);
    halfspace_free_collision_world(world);
}

// The world is as it was after each mistake.
static void check_mistakes(const halfspace_mesh_bvh* tree) {
    halfspace_collision_world* const world = halfspace_new_collision_world(NULL);
    const halfspace_placed_mesh right = placed(1, tree, 10);
    halfspace_placed_mesh bad[9];
    for (int i = 0; i < 9; ++i) {
        bad[i] = right;
    }
    bad[0].id = HALFSPACE_NONE;
    bad[1].tree = NULL;
    bad[2].sides = 2;
    bad[3].placement.translation[1] = NAN;
    bad[4].placement.translation[1] = 0x1p21 + 1;
    bad[5].placement.x[0] = 2;   // scaled
    bad[6].placement.z[2] = -1;  // a mirror image
    bad[7].placement.y[1] = INFINITY;
    const double far_away[12] = {-100, -100, 0, 0x1.8p22, -100, 0, 100, 100, 0, -100, 100, 0};
    halfspace_mesh_bvh* const too_far = square(far_away);
    bad[8].tree = too_far;
    for (int i = 0; i < 9; ++i) {
        CHECK(halfspace_place_mesh(world, &bad[i]) == HALFSPACE_BAD_ARGUMENT);
    }
    CHECK(halfspace_place_mesh(world, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_place_mesh(NULL, &right) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_placed_mesh_count(world) == 0 && halfspace_placed_mesh_count(NULL) == 0);
    CHECK(halfspace_place_mesh(world, &right) == HALFSPACE_OK);
    for (int i = 3; i < 8; ++i) {
        CHECK(halfspace_place_mesh_at(world, 1, &bad[i].placement) == HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_move_mesh(world, 1, &bad[i].placement) == HALFSPACE_BAD_ARGUMENT);
    }
    CHECK(halfspace_place_mesh_at(world, 1, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_place_mesh_at(NULL, 1, &right.placement) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_move_mesh(world, 1, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_move_mesh(NULL, 1, &right.placement) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_remove_mesh(NULL, 1) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_mesh_way(NULL, 1, NULL, NULL) == HALFSPACE_BAD_ARGUMENT);
    halfspace_placement to;
    CHECK(halfspace_mesh_way(world, 1, NULL, &to) == HALFSPACE_OK && to.translation[2] == 10);
    halfspace_free_mesh_bvh(too_far);
    halfspace_free_collision_world(world);
}

// A game frees a tree that worlds hold. Sanitizers see it if a world then reads the tree.
static void check_trees_are_kept(void) {
    halfspace_collision_world* const world = halfspace_new_collision_world(NULL);
    for (uint32_t id = 0; id < 9; ++id) {
        halfspace_mesh_bvh* const tree = square(kSquare);
        const halfspace_placed_mesh mesh = placed(8 - id, tree, 10.0 * (8 - id));
        CHECK(halfspace_place_mesh(world, &mesh) == HALFSPACE_OK);
        halfspace_free_mesh_bvh(tree);
    }
    CHECK(dropped(world, NULL).mesh == 8);
    halfspace_collision_world* const copy = halfspace_copy_collision_world(world);
    CHECK(halfspace_remove_mesh(world, 8) == HALFSPACE_OK);
    CHECK(dropped(world, NULL).mesh == 7 && dropped(copy, NULL).mesh == 8);
    halfspace_mesh_bvh* const tree = square(kSquare);
    const halfspace_placed_mesh other = placed(7, tree, 65);
    CHECK(halfspace_place_mesh(world, &other) == HALFSPACE_OK);  // in the place of another
    CHECK(fabs(dropped(world, NULL).point[2] - 65) < 1e-6);
    halfspace_free_collision_world(world);
    CHECK(dropped(copy, NULL).mesh == 8);
    halfspace_free_collision_world(copy);
    halfspace_free_mesh_bvh(tree);
}

// After a refit, the game places the mesh again.
static void check_refit(void) {
    double positions[12];
    memcpy(positions, kSquare, sizeof positions);
    halfspace_mesh_bvh* const tree = square(positions);
    const halfspace_placed_mesh mesh = placed(1, tree, 0);
    halfspace_collision_world* const world = halfspace_new_collision_world(NULL);
    CHECK(halfspace_place_mesh(world, &mesh) == HALFSPACE_OK);
    for (int i = 0; i < 4; ++i) {
        positions[3 * i + 2] = 150;
    }
    CHECK(halfspace_mesh_refit(tree) == HALFSPACE_OK);
    CHECK(halfspace_place_mesh_at(world, 1, &mesh.placement) == HALFSPACE_OK);
    CHECK(fabs(dropped(world, NULL).point[2] - 150) < 1e-6);
    halfspace_free_collision_world(world);
    halfspace_free_mesh_bvh(tree);
}

// A mover falls onto a mesh, rides up with it, and is crushed below another.
static void check_mover(const halfspace_mesh_bvh* tree) {
    halfspace_collision_world* const world = halfspace_new_collision_world(NULL);
    const halfspace_placed_mesh lift = placed(2, tree, 0);
    const halfspace_placed_mesh ceiling = placed(6, tree, 90);
    halfspace_shape* const capsule = halfspace_new_capsule(16, 12);
    const halfspace_mover_body body = {0, 0, capsule, {0, 0, 28}};
    const halfspace_mover_input input = {0};
    const double start[3] = {0, 0, 5};
    halfspace_mover_state state;
    halfspace_mover_step step;
    CHECK(halfspace_place_mesh(world, &lift) == HALFSPACE_OK);
    CHECK(halfspace_place_mesh(world, &ceiling) == HALFSPACE_OK);
    CHECK(halfspace_mover_at(start, &state) == HALFSPACE_OK);
    CHECK(state.version == 3 && state.ground_mesh == HALFSPACE_NONE);
    for (int i = 0; i < 30; ++i) {
        CHECK(halfspace_step_mover(world, NULL, &body, &body, &state, &input, NULL, &step) ==
              HALFSPACE_OK);
        state = step.state;
    }
    CHECK(state.mode == HALFSPACE_MOVER_GROUND && state.ground_mesh == 2);
    CHECK(step.ground.mesh == 2 && step.ground.triangle < 2);
    CHECK(step.is_crushed == 0 && step.crush_mesh == HALFSPACE_NONE);
    int rose = 0;
    for (int i = 0; i < 40; ++i) {
        const halfspace_placement next = raised(i + 1.0);
        const double before = state.position[2];
        CHECK(halfspace_end_step(world) == HALFSPACE_OK);
        CHECK(halfspace_move_mesh(world, 2, &next) == HALFSPACE_OK);
        CHECK(halfspace_step_mover(world, NULL, &body, &body, &state, &input, NULL, &step) ==
              HALFSPACE_OK);
        state = step.state;
        rose += fabs(state.position[2] - before - 1) < 0.01;
        if (step.is_crushed != 0) {
            break;
        }
    }
    CHECK(rose > 30);
    CHECK(step.is_crushed == 1 && (step.crush_mesh == 2 || step.crush_mesh == 6));
    CHECK(step.crush_model == HALFSPACE_NONE && step.crush_obstacle == HALFSPACE_NONE);
    halfspace_free_shape(capsule);
    halfspace_free_collision_world(world);
}

// On the upper of two squares; on the lower one if the upper one is left out.
static void check_ground_start(const halfspace_mesh_bvh* tree) {
    halfspace_collision_world* const world = halfspace_new_collision_world(NULL);
    halfspace_shape* const capsule = halfspace_new_capsule(16, 12);
    const halfspace_mover_body body = {0, 0, capsule, {0, 0, 28}};
    const uint32_t mask = HALFSPACE_BODY_BLOCKERS;
    const uint32_t upper = 6;
    const halfspace_leave_out without = {.meshes = &upper, .mesh_count = 1};
    const halfspace_placed_mesh low = placed(2, tree, 0);
    const halfspace_placed_mesh high = placed(upper, tree, 100);
    halfspace_ground_start start;
    CHECK(halfspace_find_ground_start(world, NULL, &body, 22, mask, &start) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_place_mesh(world, &low) == HALFSPACE_OK);
    CHECK(halfspace_place_mesh(world, &high) == HALFSPACE_OK);
    CHECK(halfspace_find_ground_start(world, NULL, &body, 22, mask, &start) == HALFSPACE_OK);
    CHECK(fabs(start.position[2] - 100) < 0.1 && fabs(start.pitch) < 21);
    CHECK(halfspace_find_ground_start(world, &without, &body, 22, mask, &start) == HALFSPACE_OK);
    CHECK(fabs(start.position[2]) < 0.1);
    const halfspace_mover_body none = {.space = 99};
    CHECK(halfspace_find_ground_start(world, NULL, &none, 22, mask, &start) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_find_ground_start(world, NULL, NULL, 22, mask, &start) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_find_ground_start(world, NULL, &body, NAN, mask, &start) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_find_ground_start(world, NULL, &body, 22, mask, NULL) ==
          HALFSPACE_BAD_ARGUMENT);
    halfspace_free_shape(capsule);
    halfspace_free_collision_world(world);
}

int main(void) {
    halfspace_mesh_bvh* const tree = square(kSquare);
    check_contacts(tree);
    check_ways(tree);
    check_mistakes(tree);
    check_trees_are_kept();
    check_refit();
    check_mover(tree);
    check_ground_start(tree);
    halfspace_free_mesh_bvh(tree);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
