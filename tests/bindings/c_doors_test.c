// SPDX-License-Identifier: MIT
// Uses the doors and players of halfspace_move.h on a compiled examples/levels/keep.map, as C.
#include "check.h"
#include "halfspace_move.h"
#include "loaded_level.h"

#include <math.h>
#include <string.h>

// The door of the keep is at x = 640, 128 units high, and opens upwards but for 8 units.
static const double kBeforeDoor[3] = {600, 256, 24.03125};
static const double kFar[3] = {64, 256, 24};
static const double kNoNumber[3] = {0, NAN, 0};
static const double kStep = 1.0 / 64;

static halfspace_mover_body stand;
static halfspace_mover_body crouch;
static const uint32_t kMe = 7;

static double height_of(const halfspace_doors* doors) {
    halfspace_placement from, to;
    CHECK(halfspace_door_way(doors, 1, &from, &to) == HALFSPACE_OK);
    CHECK(to.model == 1 && from.model == 1);
    return to.translation[2];
}

static void check_doors(const halfspace_level* level) {
    halfspace_doors* const doors = halfspace_new_doors(level);
    halfspace_door door;
    halfspace_door_state state, saved;
    int32_t has_moved = -1;
    CHECK(doors != NULL && halfspace_door_count(doors) == 1);
    CHECK(halfspace_get_door(doors, 0, &door) == HALFSPACE_OK);
    CHECK(door.travel == 120 && door.group == 0 && door.wait == 3);
    CHECK(door.reach_min[0] == 640 - 80);
    CHECK(halfspace_step_doors(doors, kStep, kFar, 1) == HALFSPACE_OK);
    CHECK(halfspace_finish_doors(doors, &has_moved) == HALFSPACE_OK && has_moved == 0);
    CHECK(halfspace_step_doors(doors, kStep, kBeforeDoor, 1) == HALFSPACE_OK);
    CHECK(height_of(doors) > 0);
    CHECK(halfspace_turn_back_door(doors, 1) == HALFSPACE_OK && height_of(doors) == 0);
    CHECK(halfspace_turn_back_door(doors, 1) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_turn_back_door(doors, 0) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_turn_back_door(doors, HALFSPACE_NONE) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_turn_back_door(NULL, 1) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_finish_doors(doors, &has_moved) == HALFSPACE_OK && has_moved == 0);
    CHECK(halfspace_step_doors(doors, kStep, kFar, 1) == HALFSPACE_OK);
    CHECK(halfspace_finish_doors(doors, NULL) == HALFSPACE_OK);
    CHECK(halfspace_lock_door(doors, 0, 1) == HALFSPACE_OK);
    CHECK(halfspace_step_doors(doors, 1, kBeforeDoor, 1) == HALFSPACE_OK && height_of(doors) == 0);
    CHECK(halfspace_finish_doors(doors, NULL) == HALFSPACE_OK);
    CHECK(halfspace_lock_door(doors, 0, 0) == HALFSPACE_OK);
    CHECK(halfspace_step_doors(doors, 0.5, kBeforeDoor, 1) == HALFSPACE_OK);
    CHECK(halfspace_finish_doors(doors, &has_moved) == HALFSPACE_OK && has_moved == 1);
    CHECK(halfspace_get_door_state(doors, 0, &saved) == HALFSPACE_OK);
    CHECK(saved.mode == HALFSPACE_DOOR_OPENING && saved.open == height_of(doors));
    CHECK(halfspace_step_doors(doors, 9, kBeforeDoor, 1) == HALFSPACE_OK);
    CHECK(halfspace_finish_doors(doors, NULL) == HALFSPACE_OK && height_of(doors) == 120);
    CHECK(halfspace_restore_doors(doors, &saved, 1) == HALFSPACE_OK);
    CHECK(height_of(doors) == saved.open);
    CHECK(halfspace_get_door_state(doors, 0, &state) == HALFSPACE_OK);
    CHECK(memcmp(&state, &saved, sizeof state) == 0);
    state.open = 121;
    CHECK(halfspace_restore_doors(doors, &state, 1) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_restore_doors(doors, &saved, 2) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_restore_doors(doors, NULL, 1) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_new_doors(NULL) == NULL && halfspace_door_count(NULL) == 0);
    CHECK(halfspace_get_door(doors, 1, &door) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_get_door_state(doors, 1, &state) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_lock_door(doors, 1, 1) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_step_doors(doors, -1, NULL, 0) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_step_doors(doors, 1, kNoNumber, 1) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_step_doors(doors, 1, NULL, 1) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_door_way(doors, 0, NULL, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_door_way(doors, 99, NULL, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_door_way(doors, 1, NULL, NULL) == HALFSPACE_OK);
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    halfspace_placement to;
    CHECK(halfspace_place_models_at_rest(world) == HALFSPACE_OK);
    CHECK(halfspace_move_doors(doors, world) == HALFSPACE_OK);
    CHECK(halfspace_model_way(world, 1, NULL, &to) == HALFSPACE_OK);
    CHECK(to.translation[2] == height_of(doors));
    CHECK(halfspace_move_doors(doors, NULL) == HALFSPACE_BAD_ARGUMENT);
    halfspace_free_collision_world(world);
    CHECK(halfspace_finish_doors(NULL, NULL) == HALFSPACE_BAD_ARGUMENT);
    halfspace_free_doors(doors);
    halfspace_free_doors(NULL);
}

static void check_walk(const halfspace_level* level) {
    halfspace_doors* doors = halfspace_new_doors(level);
    const double ahead[3] = {1, 0, 0}, east[3] = {0, 0, 0};
    halfspace_mover_state state;
    halfspace_mover_input input;
    halfspace_mover_step step;
    CHECK(halfspace_mover_at(kBeforeDoor, &state) == HALFSPACE_OK);
    CHECK(halfspace_quantised(east, ahead, 0, &input) == HALFSPACE_OK);
    for (int i = 0; i < 256; ++i) {
        CHECK(halfspace_step_among(doors, NULL, &stand, &crouch, &state, &input, NULL, &step) ==
              HALFSPACE_OK);
        CHECK(step.problem == HALFSPACE_MOVER_FINE && !step.is_crushed);
        state = step.state;
    }
    CHECK(state.position[0] > 700);
    // A locked door holds who does not leave it out, as a game does that has broken it.
    halfspace_free_doors(doors);
    doors = halfspace_new_doors(level);
    CHECK(halfspace_lock_door(doors, 0, 1) == HALFSPACE_OK);
    const uint32_t door = 1;
    const halfspace_leave_out broken = {.models = &door, .model_count = 1};
    for (int is_broken = 0; is_broken < 2; ++is_broken) {
        CHECK(halfspace_mover_at(kBeforeDoor, &state) == HALFSPACE_OK);
        for (int i = 0; i < 64; ++i) {
            CHECK(halfspace_step_among(doors,
                                       is_broken ? &broken : NULL,
                                       &stand,
                                       &crouch,
                                       &state,
                                       &input,
                                       NULL,
                                       &step) == HALFSPACE_OK);
            state = step.state;
        }
        CHECK((state.position[0] > 700) == is_broken);
    }
    const halfspace_leave_out wrong = {.model_count = 1};
    CHECK(halfspace_step_among(doors, &wrong, &stand, &crouch, &state, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_step_among(doors, NULL, &stand, NULL, &state, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_step_among(NULL, NULL, &stand, &crouch, &state, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    halfspace_free_doors(doors);
}

static void check_start(const halfspace_level* level) {
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    CHECK(halfspace_place_models_at_rest(world) == HALFSPACE_OK);
    const uint32_t mask = HALFSPACE_BODY_BLOCKERS;
    halfspace_player_start start, first;
    CHECK(halfspace_find_start(world, NULL, &stand, mask, &start) == HALFSPACE_OK);
    CHECK(halfspace_find_start(world, NULL, NULL, mask, &first) == HALFSPACE_OK);
    CHECK(memcmp(&start, &first, sizeof start) == 0);
    CHECK(start.refused == 0 && start.position[0] == 64 && start.position[1] == 256);
    // The player's own body does not take the room, if it is left out.
    halfspace_obstacle body = {.id = kMe, .body = stand};
    memcpy(body.position, start.position, sizeof body.position);
    const halfspace_leave_out me = {.obstacles = &kMe, .obstacle_count = 1};
    const halfspace_leave_out wrong = {.obstacle_count = 1};
    CHECK(halfspace_place_obstacle(world, &body) == HALFSPACE_OK);
    CHECK(halfspace_find_start(world, NULL, &stand, mask, &start) == HALFSPACE_OK);
    CHECK(memcmp(&start, &first, sizeof start) != 0);
    CHECK(halfspace_find_start(world, &me, &stand, mask, &start) == HALFSPACE_OK);
    CHECK(memcmp(&start, &first, sizeof start) == 0);
    CHECK(halfspace_find_start(world, &wrong, &stand, mask, &start) == HALFSPACE_BAD_ARGUMENT);
    // A body as large as the level has no room.
    halfspace_mover_body giant = {.shape = halfspace_new_sphere(4000)};
    CHECK(halfspace_find_start(world, NULL, &giant, mask, &start) == HALFSPACE_NOT_FOUND);
    const halfspace_mover_body none = {.space = 99};
    CHECK(halfspace_find_start(world, NULL, &none, mask, &start) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_find_start(NULL, NULL, NULL, mask, &start) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_find_start(world, NULL, NULL, mask, NULL) == HALFSPACE_BAD_ARGUMENT);
    halfspace_free_shape((halfspace_shape*)giant.shape);
    halfspace_free_collision_world(world);
}

static halfspace_player_view view_of(const halfspace_player* player) {
    halfspace_player_view view;
    CHECK(halfspace_get_player(player, &view) == HALFSPACE_OK);
    return view;
}

static void check_player(const halfspace_level* level) {
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    const halfspace_player_body body = {stand, crouch, 22, 10};
    halfspace_player* const player = halfspace_new_player(world, &body, NULL);
    const double eye[3] = {64, 256, 60}, above[3] = {1, 2, 3};
    halfspace_player_input input = {.forward = 1, .turn = 90};
    CHECK(player != NULL && view_of(player).flies == 1);
    CHECK(halfspace_stand_player(player, world, NULL, eye, 1) == HALFSPACE_OK);
    CHECK(view_of(player).flies == 0);
    CHECK(fabs(view_of(player).eye[2] - 46) < 0.1);
    // Two steps, and half of one more.
    CHECK(halfspace_begin_frame(player, 2.5 * kStep, &input) == HALFSPACE_OK);
    int count = 0;
    for (; halfspace_begin_player_step(player); ++count) {
        const halfspace_mover_state state = view_of(player).state;
        halfspace_mover_input controls;
        halfspace_mover_step step;
        CHECK(halfspace_player_controls(player, &controls) == HALFSPACE_OK);
        CHECK(controls.forward == 127);
        CHECK(halfspace_step_mover(world, NULL, &stand, &crouch, &state, &controls, NULL, &step) ==
              HALFSPACE_OK);
        CHECK(halfspace_finish_player_step(player, &step) == HALFSPACE_OK);
    }
    CHECK(count == 2);
    CHECK(halfspace_end_frame(player, NULL) == HALFSPACE_OK);
    const halfspace_player_view walked = view_of(player);
    CHECK(walked.eye[0] > 64 && walked.eye[0] < walked.state.position[0]);
    CHECK(fabs(walked.yaw - 90 * 2.5 * kStep) < 1e-9);
    CHECK(halfspace_set_player_body(player, world, NULL, &body, 0) == HALFSPACE_OK);
    // The player is an obstacle of the world, and leaves itself out.
    halfspace_obstacle own = {.id = kMe, .body = stand};
    memcpy(own.position, walked.state.position, sizeof own.position);
    const double own_eye[3] = {own.position[0], own.position[1], own.position[2] + 22};
    const halfspace_leave_out me = {.obstacles = &kMe, .obstacle_count = 1};
    CHECK(halfspace_place_obstacle(world, &own) == HALFSPACE_OK);
    for (int is_left_out = 0; is_left_out < 2; ++is_left_out) {
        const halfspace_leave_out* const without = is_left_out ? &me : NULL;
        CHECK(halfspace_stand_player(player, world, without, own_eye, 0) == HALFSPACE_OK);
        CHECK((memcmp(view_of(player).state.position, own.position, sizeof own.position) == 0) ==
              is_left_out);
    }
    CHECK(halfspace_set_player_body(player, world, &me, &body, 0) == HALFSPACE_OK);
    CHECK(memcmp(view_of(player).state.position, own.position, sizeof own.position) == 0);
    CHECK(halfspace_set_player_body(player, world, NULL, &body, 0) == HALFSPACE_OK);
    CHECK(memcmp(view_of(player).state.position, own.position, sizeof own.position) != 0);
    CHECK(halfspace_look_player(player, 100, 190) == HALFSPACE_OK);
    CHECK(view_of(player).pitch == 90 && view_of(player).yaw == -170);
    CHECK(halfspace_fly_player(player, above) == HALFSPACE_OK);
    CHECK(view_of(player).flies == 1 && memcmp(view_of(player).eye, above, sizeof above) == 0);
    CHECK(halfspace_drop_player_steps(player) == HALFSPACE_OK);

    CHECK(halfspace_look_player(player, NAN, 0) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_fly_player(player, kNoNumber) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_stand_player(player, world, NULL, kNoNumber, 0) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_begin_frame(player, NAN, &input) == HALFSPACE_BAD_ARGUMENT);
    input.left = INFINITY;
    CHECK(halfspace_begin_frame(player, 1, &input) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_get_player(NULL, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_begin_player_step(NULL) == 0);
    const halfspace_player_body turned = {crouch, stand, 22, 10};
    CHECK(halfspace_new_player(world, &turned, NULL) == NULL);
    CHECK(halfspace_set_player_body(player, world, NULL, &turned, 0) == HALFSPACE_BAD_ARGUMENT);
    halfspace_player* const flier = halfspace_new_player(world, NULL, NULL);
    CHECK(halfspace_stand_player(flier, world, NULL, eye, 0) == HALFSPACE_NOT_FOUND);
    halfspace_free_player(flier);
    halfspace_free_player(player);
    halfspace_free_player(NULL);
    halfspace_free_collision_world(world);
}

int main(int argc, char** argv) {
    halfspace_level* const level = loaded_level(argc, argv);
    if (level == NULL) {
        return 1;
    }
    CHECK(halfspace_find_space(level, "stand", &stand.space) == HALFSPACE_OK);
    CHECK(halfspace_find_space(level, "crouch", &crouch.space) == HALFSPACE_OK);
    check_doors(level);
    check_walk(level);
    check_start(level);
    check_player(level);
    halfspace_free_level(level);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
