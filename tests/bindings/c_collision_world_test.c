// SPDX-License-Identifier: MIT
// Uses what halfspace.h says of collision worlds on a compiled examples/levels/keep.map, as C.
#include "check.h"
#include "halfspace.h"
#include "loaded_level.h"

#include <math.h>
#include <string.h>

static const double kCorridor[3] = {500, 256, 64};
static const double kBehindDoor[3] = {1000, 256, 64};
static const uint32_t kMask = HALFSPACE_BODY_BLOCKERS;

static uint32_t stand;

static halfspace_placement door_at(double height) {
    halfspace_placement door = halfspace_placement_at_rest(1);
    door.translation[2] = height;
    return door;
}

static void check_models(const halfspace_level* level) {
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    const halfspace_placement closed = door_at(0);
    const halfspace_placement half_open = door_at(32);
    const halfspace_placement open = door_at(64);
    halfspace_placement from;
    halfspace_placement to;
    CHECK(halfspace_placed_model_count(world) == 0);
    CHECK(halfspace_model_way(world, 1, &from, &to) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_move_model(world, &open) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_remove_model(world, 1) == HALFSPACE_OK);
    CHECK(halfspace_place_models_at_rest(world) == HALFSPACE_OK);
    CHECK(halfspace_placed_model_count(world) == 1);
    CHECK(halfspace_model_way(world, 1, &from, &to) == HALFSPACE_OK);
    CHECK(memcmp(&from, &closed, sizeof from) == 0 && memcmp(&to, &closed, sizeof to) == 0);
    CHECK(halfspace_move_model(world, &open) == HALFSPACE_OK);
    CHECK(halfspace_move_model(world, &half_open) == HALFSPACE_OK);  // the last one counts
    CHECK(halfspace_model_way(world, 1, NULL, &to) == HALFSPACE_OK && to.translation[2] == 32);
    CHECK(halfspace_model_way(world, 1, &from, NULL) == HALFSPACE_OK && from.translation[2] == 0);
    CHECK(halfspace_end_step(world) == HALFSPACE_OK);
    CHECK(halfspace_model_way(world, 1, &from, &to) == HALFSPACE_OK && from.translation[2] == 32 &&
          to.translation[2] == 32);
    halfspace_collision_world* const copy = halfspace_copy_collision_world(world);
    CHECK(halfspace_remove_model(world, 1) == HALFSPACE_OK);
    CHECK(halfspace_placed_model_count(world) == 0 && halfspace_placed_model_count(copy) == 1);
    halfspace_free_collision_world(copy);
    halfspace_free_collision_world(world);
}

// The world is as it was after each mistake.
static void check_model_mistakes(const halfspace_level* level) {
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    const halfspace_placement closed = door_at(0);
    CHECK(halfspace_place_model(world, &closed) == HALFSPACE_OK);
    halfspace_placement bad[7];
    for (int i = 0; i < 7; ++i) {
        bad[i] = door_at(64);
    }
    bad[0].model = 0;
    bad[1].model = 2;
    bad[2].translation[1] = NAN;
    bad[3].translation[1] = 0x1p22;
    bad[4].z[2] = -1;  // a mirror image
    bad[5].x[0] = 2;   // scaled
    bad[6].y[1] = INFINITY;
    for (int i = 0; i < 7; ++i) {
        CHECK(halfspace_place_model(world, &bad[i]) == HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_move_model(world, &bad[i]) == HALFSPACE_BAD_ARGUMENT);
    }
    CHECK(halfspace_place_model(world, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_place_model(NULL, &closed) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_move_model(NULL, &closed) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_remove_model(world, 0) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_remove_model(world, 2) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_model_way(world, 2, NULL, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_place_models_at_rest(NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_end_step(NULL) == HALFSPACE_BAD_ARGUMENT);
    halfspace_placement at;
    CHECK(halfspace_placed_model_count(world) == 1);
    CHECK(halfspace_model_way(world, 1, NULL, &at) == HALFSPACE_OK &&
          memcmp(&at, &closed, sizeof at) == 0);
    halfspace_free_collision_world(world);

    halfspace_collision_world* const alone = halfspace_new_model_world(level, 1);
    CHECK(halfspace_place_model(alone, &closed) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_place_models_at_rest(alone) == HALFSPACE_BAD_ARGUMENT);
    halfspace_free_collision_world(alone);
    CHECK(halfspace_new_model_world(level, 2) == NULL &&
          halfspace_new_model_world(NULL, 0) == NULL);
    CHECK(halfspace_copy_collision_world(NULL) == NULL);
    halfspace_free_collision_world(NULL);
    CHECK(halfspace_placed_model_count(NULL) == 0 && halfspace_obstacle_count(NULL) == 0);
}

static void check_obstacles(const halfspace_level* level) {
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    const double there[3] = {500, 256, 40};
    const double next[3] = {520, 256, 40};
    halfspace_obstacle guard = {.id = 9, .body = {.space = stand}, .position = {480, 256, 40}};
    double from[3];
    double to[3];
    CHECK(halfspace_obstacle_way(world, 9, from, to) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_place_obstacle_at(world, 9, there) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_move_obstacle(world, 9, there) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_remove_obstacle(world, 9) == HALFSPACE_OK);
    CHECK(halfspace_place_obstacle(world, &guard) == HALFSPACE_OK);
    CHECK(halfspace_place_obstacle(world, &guard) == HALFSPACE_OK);  // again
    CHECK(halfspace_obstacle_count(world) == 1);
    CHECK(halfspace_place_obstacle_at(world, 9, there) == HALFSPACE_OK);
    CHECK(halfspace_move_obstacle(world, 9, next) == HALFSPACE_OK);
    CHECK(halfspace_obstacle_way(world, 9, from, to) == HALFSPACE_OK && from[0] == 500 &&
          to[0] == 520);
    CHECK(halfspace_end_step(world) == HALFSPACE_OK);
    CHECK(halfspace_obstacle_way(world, 9, from, NULL) == HALFSPACE_OK && from[0] == 520);
    CHECK(halfspace_obstacle_way(world, 9, NULL, to) == HALFSPACE_OK && to[0] == 520);

    halfspace_shape* const ball = halfspace_new_sphere(8);
    halfspace_obstacle bad[9];
    for (int i = 0; i < 9; ++i) {
        bad[i] = guard;
        bad[i].id = 7;
    }
    bad[0].id = HALFSPACE_NONE;
    bad[1].body.space = 99;
    bad[2].position[0] = NAN;
    bad[3].position[2] = -0x1p21;
    bad[4].position[1] = INFINITY;
    bad[5].body.shape = bad[6].body.shape = bad[7].body.shape = bad[8].body.shape = ball;
    bad[5].body.offset[1] = NAN;
    bad[6].body.offset[2] = 0x1p21;
    bad[7].body.offset[0] = -INFINITY;
    bad[8].position[1] = -INFINITY;
    for (int i = 0; i < 9; ++i) {
        CHECK(halfspace_place_obstacle(world, &bad[i]) == HALFSPACE_BAD_ARGUMENT);
    }
    for (int i = 2; i < 5; ++i) {
        CHECK(halfspace_place_obstacle_at(world, 9, bad[i].position) == HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_move_obstacle(world, 9, bad[i].position) == HALFSPACE_BAD_ARGUMENT);
    }
    CHECK(halfspace_place_obstacle(world, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_place_obstacle(NULL, &guard) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_place_obstacle_at(world, 9, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_move_obstacle(NULL, 9, there) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_remove_obstacle(NULL, 9) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_obstacle_way(NULL, 9, from, to) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_obstacle_count(world) == 1);
    CHECK(halfspace_obstacle_way(world, 9, from, to) == HALFSPACE_OK && to[0] == 520);
    halfspace_free_shape(ball);
    halfspace_free_collision_world(world);
}

// A rocket: one call against the world, a door and two guards.
static void check_one_trace(const halfspace_level* level) {
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    halfspace_obstacle guard = {.id = 4, .body = {.space = stand}, .position = {560, 256, 64}};
    CHECK(halfspace_place_models_at_rest(world) == HALFSPACE_OK);
    CHECK(halfspace_place_obstacle(world, &guard) == HALFSPACE_OK);
    guard.id = 5;
    guard.position[0] = 600;
    guard.contents = HALFSPACE_SOLID;
    CHECK(halfspace_place_obstacle(world, &guard) == HALFSPACE_OK);
    const uint32_t guards[2] = {5, 4};
    const uint32_t door = 1;
    const halfspace_leave_out first = {.obstacles = guards + 1, .obstacle_count = 1};
    const halfspace_leave_out both = {.obstacles = guards, .obstacle_count = 2};
    const halfspace_leave_out all = {guards, 2, &door, 1, NULL, 0};
    halfspace_contact contact;
    halfspace_shape* const rocket = halfspace_new_sphere(4);
    const halfspace_placed_shape body = {rocket, halfspace_placement_at_rest(0)};
    CHECK(halfspace_trace(world, NULL, 0, kCorridor, kBehindDoor, NULL, &contact) == HALFSPACE_OK);
    CHECK(contact.obstacle == 4 && contact.model == HALFSPACE_NONE);
    CHECK(contact.normal[0] == -1 && contact.contents == HALFSPACE_OBSTACLE_CONTENTS);
    CHECK(halfspace_sweep(world, &first, &body, kCorridor, kBehindDoor, NULL, &contact) ==
          HALFSPACE_OK);
    CHECK(contact.obstacle == 5 && contact.contents == HALFSPACE_SOLID);
    CHECK(halfspace_trace(world, &both, stand, kCorridor, kBehindDoor, NULL, &contact) ==
          HALFSPACE_OK);
    CHECK(contact.obstacle == HALFSPACE_NONE && contact.model == 1);
    CHECK(halfspace_trace(world, &all, stand, kCorridor, kBehindDoor, NULL, &contact) ==
          HALFSPACE_OK);
    CHECK(contact.obstacle == HALFSPACE_NONE && contact.model != 1);
    // By a mask that the guard 4 has no bit of, only 5 and the door are met.
    halfspace_trace_options options = halfspace_default_trace_options();
    options.mask = HALFSPACE_SOLID;
    CHECK(halfspace_trace(world, NULL, 0, kCorridor, kBehindDoor, &options, &contact) ==
          HALFSPACE_OK);
    CHECK(contact.obstacle == 5);
    int32_t clear = -1;
    CHECK(halfspace_line_of_sight(world, NULL, kCorridor, guard.position, &clear) == HALFSPACE_OK &&
          clear == 0);
    CHECK(halfspace_line_of_sight(world, &both, kCorridor, guard.position, &clear) ==
              HALFSPACE_OK &&
          clear == 1);
    int32_t is_free = -1;
    CHECK(halfspace_is_free(world, NULL, 0, guard.position, kMask, &is_free) == HALFSPACE_OK &&
          is_free == 0);
    CHECK(halfspace_is_free(world, &both, 0, guard.position, kMask, &is_free) == HALFSPACE_OK &&
          is_free == 1);
    halfspace_free_shape(rocket);
    halfspace_free_collision_world(world);
}

static void check_boxes(const halfspace_level* level) {
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    CHECK(halfspace_place_models_at_rest(world) == HALFSPACE_OK);
    halfspace_obstacle crate = {.body = {.space = stand}};
    for (uint32_t id = 0; id < 50; ++id) {
        crate.id = 100 - 2 * id;
        crate.position[0] = 40.0 * id;
        CHECK(halfspace_place_obstacle(world, &crate) == HALFSPACE_OK);
    }
    const double min[3] = {390, -10, -10};
    const double max[3] = {810, 600, 10};
    uint32_t found[4];
    size_t count = 0;
    CHECK(halfspace_obstacles_in(world, min, max, 0, found, 4, &count) == HALFSPACE_OK);
    CHECK(count == 11 && found[0] == 60 && found[1] == 62 && found[3] == 66);
    CHECK(halfspace_obstacles_in(world, min, max, 67, found, 4, &count) == HALFSPACE_OK);
    CHECK(count == 7 && found[0] == 68);
    CHECK(halfspace_obstacles_in(world, min, max, 0, NULL, 0, &count) == HALFSPACE_OK);
    CHECK(halfspace_models_in(world, min, max, 0, found, 4, &count) == HALFSPACE_OK);
    CHECK(count == 1 && found[0] == 1);
    CHECK(halfspace_models_in(world, min, max, 2, found, 4, &count) == HALFSPACE_OK && count == 0);
    CHECK(halfspace_models_in(world, max, min, 0, found, 4, &count) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_models_in(world, min, max, 0, NULL, 4, &count) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_models_in(world, min, max, 0, found, 4, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_obstacles_in(world, NULL, max, 0, found, 4, &count) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_obstacles_in(NULL, min, max, 0, found, 4, &count) == HALFSPACE_BAD_ARGUMENT);
    halfspace_free_collision_world(world);
}

// Whom a door crushes.
static void check_crush(const halfspace_level* level) {
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    double min[3];
    double max[3];
    uint32_t obstacle = 77;
    CHECK(halfspace_first_overlapped(world, 1, &obstacle) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_place_models_at_rest(world) == HALFSPACE_OK);
    CHECK(halfspace_model_bounds(level, 1, min, max) == HALFSPACE_OK);
    halfspace_obstacle guard = {.id = 8, .body = {.space = stand}};
    for (int i = 0; i < 3; ++i) {
        guard.position[i] = (min[i] + max[i]) / 2;
    }
    guard.position[0] = min[0] - 16.5;  // the body is 32 wide
    CHECK(halfspace_place_obstacle(world, &guard) == HALFSPACE_OK);
    CHECK(halfspace_first_overlapped(world, 1, &obstacle) == HALFSPACE_NOT_FOUND && obstacle == 77);
    guard.position[0] = min[0] - 14;
    CHECK(halfspace_place_obstacle(world, &guard) == HALFSPACE_OK);
    CHECK(halfspace_first_overlapped(world, 1, &obstacle) == HALFSPACE_OK && obstacle == 8);
    guard.id = 3;
    CHECK(halfspace_place_obstacle(world, &guard) == HALFSPACE_OK);
    CHECK(halfspace_first_overlapped(world, 1, &obstacle) == HALFSPACE_OK && obstacle == 3);
    CHECK(halfspace_first_overlapped(world, 0, &obstacle) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_first_overlapped(world, 1, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_first_overlapped(NULL, 1, &obstacle) == HALFSPACE_BAD_ARGUMENT);
    halfspace_free_collision_world(world);
}

static void check_without_level(void) {
    halfspace_collision_world* const world = halfspace_new_collision_world(NULL);
    halfspace_shape* const ball = halfspace_new_sphere(8);
    halfspace_obstacle stone = {.id = 1, .body = {.shape = ball}, .position = {100, 0, 0}};
    const double from[3] = {0, 0, 0};
    const double to[3] = {200, 0, 0};
    halfspace_contact contact;
    CHECK(halfspace_place_obstacle(world, &stone) == HALFSPACE_OK);
    halfspace_free_shape(ball);
    CHECK(halfspace_place_models_at_rest(world) == HALFSPACE_OK);
    CHECK(halfspace_trace(world, NULL, 0, from, to, NULL, &contact) == HALFSPACE_OK);
    CHECK(contact.obstacle == 1 && fabs(contact.point[0] - 92) < 1.0 / 32);
    CHECK(halfspace_trace(world, NULL, 1, from, to, NULL, &contact) == HALFSPACE_BAD_ARGUMENT);
    halfspace_free_collision_world(world);
}

// The world lives longer than its level.
static void check_level_is_freed(int argc, char** argv) {
    halfspace_level* const level = loaded_level(argc, argv);
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    CHECK(halfspace_place_models_at_rest(world) == HALFSPACE_OK);
    halfspace_free_level(level);
    halfspace_contact contact;
    CHECK(halfspace_trace(world, NULL, stand, kCorridor, kBehindDoor, NULL, &contact) ==
              HALFSPACE_OK &&
          contact.model == 1);
    halfspace_free_collision_world(world);
}

int main(int argc, char** argv) {
    halfspace_level* const level = loaded_level(argc, argv);
    if (level == NULL) {
        return 1;
    }
    CHECK(halfspace_find_space(level, "stand", &stand) == HALFSPACE_OK);
    check_models(level);
    check_model_mistakes(level);
    check_obstacles(level);
    check_one_trace(level);
    check_boxes(level);
    check_crush(level);
    check_without_level();
    check_level_is_freed(argc, argv);
    halfspace_free_level(level);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
