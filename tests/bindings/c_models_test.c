// SPDX-License-Identifier: MIT
// Uses models, and the order to draw them in, on a compiled examples/levels/keep.map, as C.
#include "check.h"
#include "halfspace_draw.h"
#include "loaded_level.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double kCorridor[3] = {500, 256, 64};
static const double kBehindDoor[3] = {1000, 256, 64};
static const double kYard[3] = {64, 256, 100};
static const uint32_t kMask = HALFSPACE_BODY_BLOCKERS;

// The middle of the door where it stands.
static void middle_of_door(const halfspace_level* level, double p[3]) {
    double min[3];
    double max[3];
    CHECK(halfspace_model_bounds(level, 1, min, max) == HALFSPACE_OK);
    for (int i = 0; i < 3; ++i) {
        CHECK(min[i] < max[i]);
        p[i] = (min[i] + max[i]) / 2;
    }
}

static void check_placements(const halfspace_level* level) {
    double origin[3];
    double min[3];
    double max[3];
    CHECK(halfspace_model_origin(level, 1, origin) == HALFSPACE_OK && isfinite(origin[0]));
    CHECK(halfspace_model_origin(level, 9, origin) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_model_bounds(level, 9, min, max) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_model_bounds(level, 1, NULL, max) == HALFSPACE_BAD_ARGUMENT);
    int32_t blocks = -1;
    CHECK(halfspace_model_blocks(level, 9, kMask, &blocks) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_model_blocks(level, 1, kMask, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(blocks == -1);
    CHECK(halfspace_model_blocks(level, 1, kMask, &blocks) == HALFSPACE_OK && blocks == 1);
    CHECK(halfspace_model_blocks(level, 1, HALFSPACE_LIQUIDS, &blocks) == HALFSPACE_OK &&
          blocks == 0);
    CHECK(halfspace_model_blocks(level, 0, HALFSPACE_LIQUIDS, &blocks) == HALFSPACE_OK &&
          blocks == 1);
    const double pivot[3] = {10, 20, 0};
    const double quarter[3] = {0, 90, 0};
    const double no_number[3] = {0, NAN, 0};
    const halfspace_placement turned = halfspace_placement_turned(1, pivot, quarter);
    CHECK(turned.x[1] == 1 && turned.y[0] == -1 && turned.z[2] == 1);
    CHECK(turned.translation[0] == 30 && turned.translation[1] == 10);
    CHECK(halfspace_placement_turned(1, pivot, no_number).model == HALFSPACE_NONE);
    CHECK(halfspace_placement_turned(1, pivot, no_number).x[0] == 0);
    const double straight_down[3] = {90, 180, 0};
    CHECK(halfspace_facing(straight_down, origin) == HALFSPACE_OK && origin[0] == 0 &&
          origin[2] == -1);
    CHECK(halfspace_facing(no_number, origin) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_facing(straight_down, NULL) == HALFSPACE_BAD_ARGUMENT);
    const double back[3] = {-7, 0, 0};
    double angles[3];
    CHECK(halfspace_angles_towards(back, angles) == HALFSPACE_OK && angles[0] == 0 &&
          angles[1] == 180 && angles[2] == 0);
    CHECK(halfspace_angles_towards(no_number, angles) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_angles_towards(back, NULL) == HALFSPACE_BAD_ARGUMENT);
    const halfspace_placement rest = halfspace_placement_at_rest(1);
    CHECK(rest.model == 1 && rest.x[0] == 1 && rest.translation[2] == 0);
}

static void check_questions(const halfspace_level* level) {
    halfspace_placement door = halfspace_placement_at_rest(1);
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    double in_door[3];
    middle_of_door(level, in_door);
    uint32_t contents = 77;
    int32_t answer = -1;
    double place[3];

    CHECK(halfspace_line_of_sight(world, NULL, kCorridor, kBehindDoor, &answer) == HALFSPACE_OK &&
          answer == 1);
    CHECK(halfspace_point_contents(world, NULL, in_door, &contents) == HALFSPACE_OK &&
          contents == 0);
    CHECK(halfspace_place_model(world, &door) == HALFSPACE_OK);
    CHECK(halfspace_line_of_sight(world, NULL, kCorridor, kBehindDoor, &answer) == HALFSPACE_OK &&
          answer == 0);
    const uint32_t one = 1;
    const halfspace_leave_out without = {.models = &one, .model_count = 1};
    CHECK(halfspace_line_of_sight(world, &without, kCorridor, kBehindDoor, &answer) ==
              HALFSPACE_OK &&
          answer == 1);
    CHECK(halfspace_point_contents(world, NULL, in_door, &contents) == HALFSPACE_OK &&
          contents != 0);
    CHECK(halfspace_is_free(world, NULL, 0, in_door, kMask, &answer) == HALFSPACE_OK &&
          answer == 0);
    CHECK(halfspace_unstick(world, NULL, 0, in_door, 64, kMask, place) == HALFSPACE_OK);
    CHECK(halfspace_is_free(world, NULL, 0, place, kMask, &answer) == HALFSPACE_OK && answer == 1);
    CHECK(halfspace_unstick(world, NULL, 0, in_door, 0, kMask, place) == HALFSPACE_NOT_FOUND);
    const double max[3] = {in_door[0] + 1, in_door[1] + 1, in_door[2] + 1};
    CHECK(halfspace_overlaps_box(world, NULL, in_door, max, kMask, &answer) == HALFSPACE_OK &&
          answer == 1);
    door.translation[2] = 1000;
    CHECK(halfspace_place_model(world, &door) == HALFSPACE_OK);
    CHECK(halfspace_overlaps_box(world, NULL, in_door, max, kMask, &answer) == HALFSPACE_OK &&
          answer == 0);
    CHECK(halfspace_line_of_sight(world, NULL, kCorridor, kBehindDoor, &answer) == HALFSPACE_OK &&
          answer == 1);
    CHECK(halfspace_line_of_sight(NULL, NULL, kCorridor, kBehindDoor, &answer) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_is_free(world, NULL, 99, in_door, kMask, &answer) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_unstick(world, NULL, 0, in_door, NAN, kMask, place) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_overlaps_box(world, NULL, max, in_door, kMask, &answer) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_point_contents(world, NULL, NULL, &contents) == HALFSPACE_BAD_ARGUMENT);
    halfspace_free_collision_world(world);

    halfspace_collision_world* const alone = halfspace_new_model_world(level, 1);
    CHECK(halfspace_point_contents(alone, NULL, in_door, &contents) == HALFSPACE_OK &&
          contents != 0);
    CHECK(halfspace_point_contents(alone, NULL, kCorridor, &contents) == HALFSPACE_OK &&
          contents == 0);
    halfspace_free_collision_world(alone);
}

// A model whose axes were floats stands where their turn puts it.
static void check_rounded_axes(const halfspace_level* level) {
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    double min[3];
    double max[3];
    double below_top[3];
    uint32_t contents = 0;
    halfspace_placement door = halfspace_placement_at_rest(1);
    middle_of_door(level, below_top);
    CHECK(halfspace_model_bounds(level, 1, min, max) == HALFSPACE_OK);
    below_top[2] = max[2] - 1e-5;
    CHECK(max[2] > 50);
    for (double error = 1e-7; error < 1e-5; error *= 3) {
        door.z[2] = 1 + error;
        CHECK(halfspace_place_model(world, &door) == HALFSPACE_OK);
        CHECK(halfspace_point_contents(world, NULL, below_top, &contents) == HALFSPACE_OK &&
              contents != 0);
    }
    for (double error = 2e-5; error < 10; error *= 3) {
        door.z[2] = 1 + error;
        CHECK(halfspace_place_model(world, &door) == HALFSPACE_BAD_ARGUMENT);
    }
    door.z[2] = NAN;
    CHECK(halfspace_place_model(world, &door) == HALFSPACE_BAD_ARGUMENT);
    halfspace_free_collision_world(world);
}

static void check_faces(const halfspace_level* level) {
    uint32_t first = 0;
    uint32_t count = 0;
    uint32_t all = 0;
    for (uint32_t m = 0; m < halfspace_model_count(level); ++m) {
        CHECK(halfspace_model_faces(level, m, &first, &count) == HALFSPACE_OK && count > 0);
        CHECK(first == all);
        all += count;
    }
    CHECK(all == halfspace_face_count(level));
    CHECK(halfspace_model_faces(level, 99, &first, &count) == HALFSPACE_BAD_ARGUMENT);
    halfspace_face face;
    size_t corners = 0;
    int see_through = 0;
    for (uint32_t f = 0; f < all; ++f) {
        CHECK(halfspace_get_face(level, f, &face) == HALFSPACE_OK);
        corners += face.corner_count;
        see_through += face.opacity < 1;
        CHECK(face.material < halfspace_material_count(level));
    }
    CHECK(corners == halfspace_corner_count(level));
    CHECK(see_through > 0);  // the pool
    CHECK(halfspace_get_face(level, all, &face) == HALFSPACE_BAD_ARGUMENT);
}

static void check_view(const halfspace_level* level) {
    const size_t capacity = 3 * halfspace_corner_count(level);
    uint32_t* const indices = malloc(capacity * sizeof(uint32_t));
    const double ahead[3] = {200, 256, 100};
    halfspace_frustum frustum;
    size_t all = 0;
    size_t seen = 0;
    CHECK(halfspace_look_at(kYard, ahead, 60, 1.5, &frustum) == HALFSPACE_OK);
    CHECK(halfspace_look_at(kYard, kYard, 60, 1.5, &frustum) == HALFSPACE_BAD_ARGUMENT);
    halfspace_frustum same;
    const double east[3] = {0, 0, 0};
    const double no_number[3] = {0, NAN, 0};
    CHECK(halfspace_look_along(kYard, east, 60, 1.5, &same) == HALFSPACE_OK);
    for (int i = 0; i < 20; ++i) {
        CHECK(fabs(same.planes[i / 4][i % 4] - frustum.planes[i / 4][i % 4]) < 1e-9);
    }
    CHECK(halfspace_look_along(kYard, no_number, 60, 1.5, &same) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_look_along(kYard, east, 180, 1.5, &same) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_order_faces(
              level, 0, kYard, HALFSPACE_BACK_TO_FRONT, indices, capacity, &all) == HALFSPACE_OK);
    CHECK(halfspace_order_faces_in_view(
              level, 0, kYard, HALFSPACE_BACK_TO_FRONT, &frustum, indices, capacity, &seen) ==
          HALFSPACE_OK);
    CHECK(seen > 0 && seen < all);
    CHECK(halfspace_order_faces_in_view(
              level, 0, kYard, HALFSPACE_BACK_TO_FRONT, NULL, indices, capacity, &seen) ==
          HALFSPACE_BAD_ARGUMENT);
    free(indices);
}

static void check_model_order(const halfspace_level* level) {
    halfspace_model_order* const sorter = halfspace_new_model_order();
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    CHECK(halfspace_place_models_at_rest(world) == HALFSPACE_OK);
    CHECK(halfspace_draw_item_count(sorter) == 0);
    CHECK(halfspace_sort_models(
              sorter, world, NULL, kCorridor, HALFSPACE_BACK_TO_FRONT, NULL, NULL) == HALFSPACE_OK);
    const size_t count = halfspace_draw_item_count(sorter);
    const size_t vertex_count = halfspace_piece_vertex_count(sorter);
    CHECK(count > 1 && vertex_count >= 4);
    halfspace_draw_item* const items = malloc(count * sizeof *items);
    double* const vertices = malloc(5 * vertex_count * sizeof *vertices);
    CHECK(halfspace_write_draw_items(sorter, items, count - 1) == HALFSPACE_TOO_SMALL);
    CHECK(halfspace_write_draw_items(sorter, items, count) == HALFSPACE_OK);
    CHECK(halfspace_write_piece_vertices(sorter, vertices, vertex_count) == HALFSPACE_OK);
    CHECK(halfspace_write_piece_vertices(sorter, vertices, 0) == HALFSPACE_TOO_SMALL);
    int pieces = 0;
    int wrong = 0;
    for (size_t i = 0; i < count; ++i) {
        if (items[i].face_count != 0) {
            wrong += items[i].first_face + items[i].face_count > halfspace_face_count(level) ||
                     items[i].model != HALFSPACE_NONE;
        } else {
            ++pieces;
            wrong += items[i].model != 1 || items[i].vertex_count < 3 ||
                     items[i].first_vertex + items[i].vertex_count > vertex_count;
        }
    }
    CHECK(pieces > 0 && wrong == 0);
    CHECK(halfspace_sort_models(sorter, world, NULL, kCorridor, 7, NULL, NULL) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_sort_models(NULL, world, NULL, kCorridor, 0, NULL, NULL) ==
          HALFSPACE_BAD_ARGUMENT);
    const double far_away[3] = {0, 1e308, 0};
    CHECK(halfspace_sort_models(sorter, world, NULL, far_away, 0, NULL, NULL) ==
          HALFSPACE_BAD_ARGUMENT);
    const uint32_t one = 1;
    const halfspace_leave_out without = {.models = &one, .model_count = 1};
    CHECK(halfspace_sort_models(sorter, world, &without, kCorridor, 0, NULL, NULL) == HALFSPACE_OK);
    CHECK(halfspace_piece_vertex_count(sorter) == 0);
    halfspace_collision_world* const alone = halfspace_new_model_world(level, 1);
    CHECK(halfspace_sort_models(sorter, alone, NULL, kCorridor, 0, NULL, NULL) ==
          HALFSPACE_BAD_ARGUMENT);
    halfspace_free_collision_world(alone);
    halfspace_free_collision_world(world);
    CHECK(halfspace_draw_item_count(NULL) == 0 && halfspace_piece_vertex_count(NULL) == 0);
    free(vertices);
    free(items);
    halfspace_free_model_order(sorter);
    halfspace_free_model_order(NULL);
}

int main(int argc, char** argv) {
    halfspace_level* const level = loaded_level(argc, argv);
    if (level == NULL) {
        return 1;
    }
    check_placements(level);
    check_questions(level);
    check_rounded_axes(level);
    check_faces(level);
    check_view(level);
    check_model_order(level);
    halfspace_free_level(level);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
