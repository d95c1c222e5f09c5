// SPDX-License-Identifier: MIT
// Uses the functions of halfspace_move.h on a compiled examples/levels/keep.map, as C.
#include "check.h"
#include "halfspace_move.h"
#include "loaded_level.h"

#include <math.h>
#include <string.h>

static const double kYard[3] = {64, 256, 60};
static const double kEast[3] = {0, 0, 0};
static const double kAhead[3] = {1, 0, 0};
static const double kIdle[3] = {0, 0, 0};
static const double kFar[3] = {3e6, 0, 0};
static const double kNoNumber[3] = {0, NAN, 0};

static halfspace_mover_body stand;
static halfspace_mover_body crouch;
static const halfspace_mover_body kNoBody = {.space = 99};

static halfspace_mover_input input_of(const double wish[3], uint32_t buttons) {
    halfspace_mover_input input;
    CHECK(halfspace_quantised(kEast, wish, buttons, &input) == HALFSPACE_OK);
    return input;
}

// Makes `count` steps and returns the last one.
static halfspace_mover_step steps(const halfspace_collision_world* world,
                                  halfspace_mover_state state,
                                  halfspace_mover_input input,
                                  int count) {
    halfspace_mover_step step;
    memset(&step, 0, sizeof step);
    for (int i = 0; i < count; ++i) {
        CHECK(halfspace_step_mover(world, NULL, &stand, &crouch, &state, &input, NULL, &step) ==
              HALFSPACE_OK);
        state = step.state;
    }
    return step;
}

static halfspace_mover_state standing(const halfspace_collision_world* world) {
    halfspace_mover_state state;
    CHECK(halfspace_mover_at(kYard, &state) == HALFSPACE_OK);
    CHECK(state.mode == HALFSPACE_MOVER_AIR && state.ground_model == HALFSPACE_NONE);
    const halfspace_mover_step step = steps(world, state, input_of(kIdle, 0), 64);
    CHECK(step.state.mode == HALFSPACE_MOVER_GROUND && step.has_ground == 1);
    CHECK(step.problem == HALFSPACE_MOVER_FINE && step.is_crushed == 0);
    CHECK(step.ground.normal[2] == 1 && step.ground.obstacle == HALFSPACE_NONE);
    CHECK(step.crush_model == HALFSPACE_NONE && step.state.ground_normal[2] == 1);
    return step.state;
}

static void check_input(void) {
    const double angles[3] = {-90, 90, 0};
    const double wish[3] = {-1, 0.5, 9};
    halfspace_mover_input input;
    CHECK(halfspace_quantised(angles, wish, HALFSPACE_CROUCH_BUTTON, &input) == HALFSPACE_OK);
    CHECK(input.pitch == -16384 && input.yaw == 16384);
    CHECK(input.forward == -127 && input.left >= 63 && input.left <= 64 && input.up == 127);
    CHECK(input.buttons == HALFSPACE_CROUCH_BUTTON);
    CHECK(halfspace_quantised(kNoNumber, wish, 0, &input) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_quantised(angles, kNoNumber, 0, &input) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_quantised(angles, wish, 0, NULL) == HALFSPACE_BAD_ARGUMENT);
    halfspace_mover_state state;
    CHECK(halfspace_mover_at(kFar, &state) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_mover_at(kNoNumber, &state) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_mover_at(kYard, NULL) == HALFSPACE_BAD_ARGUMENT);
}

static void check_pushes(const halfspace_collision_world* world) {
    const halfspace_mover_state start = standing(world);
    const double up[3] = {0, 0, 100};
    halfspace_mover_state state = start;
    CHECK(halfspace_pushed(&state, up, &state) == HALFSPACE_OK);
    CHECK(state.mode == HALFSPACE_MOVER_AIR && state.velocity[2] == 100);
    const halfspace_mover_step step = steps(world, state, input_of(kIdle, 0), 4);
    CHECK(step.problem == HALFSPACE_MOVER_FINE && step.state.position[2] > start.position[2] + 3);
    CHECK(halfspace_pushed(NULL, up, &state) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_pushed(&start, kNoNumber, &state) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_pushed(&start, up, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_moved_to(&start, kYard, &state) == HALFSPACE_OK);
    CHECK(state.mode == HALFSPACE_MOVER_AIR && state.position[2] == kYard[2]);
    CHECK(halfspace_moved_to(&start, kFar, &state) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_moved_to(NULL, kYard, &state) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_moved_to(&start, kYard, NULL) == HALFSPACE_BAD_ARGUMENT);
}

static void check_walking(const halfspace_collision_world* world) {
    const halfspace_mover_state start = standing(world);
    const halfspace_mover_step ahead = steps(world, start, input_of(kAhead, 0), 16);
    CHECK(ahead.state.position[0] > start.position[0] + 32);
    CHECK(ahead.state.position[1] == start.position[1]);
    CHECK(ahead.state.velocity[0] > 200);
    const halfspace_mover_step jump =
        steps(world, start, input_of(kIdle, HALFSPACE_JUMP_BUTTON), 1);
    CHECK(jump.jumped == 1 && jump.state.mode == HALFSPACE_MOVER_AIR);
    CHECK((jump.state.flags & HALFSPACE_MOVER_JUMP_HELD) != 0);
    const halfspace_mover_step low =
        steps(world, start, input_of(kIdle, HALFSPACE_CROUCH_BUTTON), 4);
    CHECK((low.state.flags & HALFSPACE_MOVER_CROUCHED) != 0);
}

static void check_options(const halfspace_collision_world* world) {
    const halfspace_mover_state start = standing(world);
    const halfspace_mover_input input = input_of(kIdle, HALFSPACE_JUMP_BUTTON);
    halfspace_mover_options options = halfspace_default_mover_options();
    halfspace_mover_step step;
    halfspace_mover_step usual;
    CHECK(options.seconds == 1.0 / 64 && options.gravity == 800 && options.unstick == 8);
    CHECK(halfspace_step_mover(world, NULL, &stand, &crouch, &start, &input, NULL, &usual) ==
          HALFSPACE_OK);
    CHECK(halfspace_step_mover(world, NULL, &stand, &crouch, &start, &input, &options, &step) ==
          HALFSPACE_OK);
    CHECK(memcmp(&step.state, &usual.state, sizeof step.state) == 0);
    options.jump_speed = 0;
    CHECK(halfspace_step_mover(world, NULL, &stand, &crouch, &start, &input, &options, &step) ==
          HALFSPACE_OK);
    CHECK(step.state.velocity[2] < usual.state.velocity[2]);
    options.seconds = 1;
    CHECK(halfspace_step_mover(world, NULL, &stand, &crouch, &start, &input, &options, &step) ==
          HALFSPACE_BAD_ARGUMENT);
}

static void check_obstacles(halfspace_collision_world* world) {
    const halfspace_mover_state start = standing(world);
    const halfspace_mover_input input = input_of(kAhead, 0);
    halfspace_obstacle other = {.id = 7, .body = stand};
    memcpy(other.position, start.position, sizeof start.position);
    other.position[0] += 60;
    CHECK(halfspace_place_obstacle(world, &other) == HALFSPACE_OK);
    const halfspace_mover_step at_body = steps(world, start, input, 32);
    CHECK(at_body.state.position[0] <= start.position[0] + 30);
    CHECK(at_body.wall_count > 0 && at_body.walls[0].obstacle == 7);
    CHECK(at_body.walls[0].model == HALFSPACE_NONE);
    const double half[3] = {20, 20, 40};
    halfspace_shape* const crate = halfspace_new_box(half);
    other.body.shape = crate;
    CHECK(halfspace_place_obstacle(world, &other) == HALFSPACE_OK);
    const halfspace_mover_step at_crate = steps(world, start, input, 32);
    CHECK(at_crate.state.position[0] <= start.position[0] + 25);
    halfspace_free_shape(crate);  // the world has a copy

    // A mover that is an obstacle leaves itself out.
    const uint32_t seven = 7;
    const halfspace_leave_out itself = {.obstacles = &seven, .obstacle_count = 1};
    halfspace_mover_step step;
    CHECK(halfspace_place_obstacle_at(world, 7, start.position) == HALFSPACE_OK);
    CHECK(halfspace_step_mover(world, &itself, &stand, &crouch, &start, &input, NULL, &step) ==
          HALFSPACE_OK);
    CHECK(step.state.position[0] > start.position[0]);
    CHECK(halfspace_remove_obstacle(world, 7) == HALFSPACE_OK);
}

// A crate that comes nearer in the step pushes the mover.
static void check_push(halfspace_collision_world* world) {
    const halfspace_mover_state start = standing(world);
    const halfspace_mover_input input = input_of(kIdle, 0);
    halfspace_obstacle crate = {.id = 3, .body = stand};
    memcpy(crate.position, start.position, sizeof start.position);
    crate.position[0] -= 40;
    double to[3];
    memcpy(to, crate.position, sizeof to);
    to[0] += 20;
    CHECK(halfspace_place_obstacle(world, &crate) == HALFSPACE_OK);
    CHECK(steps(world, start, input, 1).state.position[0] == start.position[0]);
    CHECK(halfspace_move_obstacle(world, 3, to) == HALFSPACE_OK);
    CHECK(steps(world, start, input, 1).state.position[0] > start.position[0] + 5);
    CHECK(halfspace_remove_obstacle(world, 3) == HALFSPACE_OK);
}

static void check_models(halfspace_collision_world* world) {
    const double beside[3] = {600, 256, 100};
    const halfspace_placement door = halfspace_placement_at_rest(1);
    halfspace_mover_state state;
    CHECK(halfspace_mover_at(beside, &state) == HALFSPACE_OK);
    const halfspace_mover_input input = input_of(kAhead, 0);
    CHECK(steps(world, state, input, 64).state.position[0] > 656);
    CHECK(halfspace_place_model(world, &door) == HALFSPACE_OK);
    const halfspace_mover_step closed = steps(world, state, input, 64);
    CHECK(closed.state.position[0] < 640 && closed.wall_count > 0);
    CHECK(closed.walls[0].model == 1 && closed.walls[0].obstacle == HALFSPACE_NONE);
    CHECK(halfspace_remove_model(world, 1) == HALFSPACE_OK);
}

static void check_mistakes(const halfspace_collision_world* world) {
    halfspace_mover_state state = standing(world);
    const halfspace_mover_input input = input_of(kAhead, 0);
    halfspace_mover_step step;
    CHECK(halfspace_step_mover(NULL, NULL, &stand, &crouch, &state, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_step_mover(world, NULL, &kNoBody, &crouch, &state, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_step_mover(world, NULL, &crouch, &stand, &state, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_step_mover(world, NULL, &stand, &crouch, NULL, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_step_mover(world, NULL, &stand, &crouch, &state, NULL, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_step_mover(world, NULL, &stand, &crouch, &state, &input, NULL, NULL) ==
          HALFSPACE_BAD_ARGUMENT);
    state.version = 999;
    CHECK(halfspace_step_mover(world, NULL, &stand, &crouch, &state, &input, NULL, &step) ==
          HALFSPACE_OK);
    CHECK(step.problem == HALFSPACE_MOVER_BAD_STATE && step.state.version == 999);
}

static void check_slide(const halfspace_collision_world* world) {
    const double down[3] = {50, 0, -640};
    halfspace_slide slide;
    CHECK(halfspace_move_and_slide(world, NULL, &stand, kYard, down, 1, NULL, &slide) ==
          HALFSPACE_OK);
    CHECK(slide.start_blocked == 0 && slide.contact_count > 0);
    CHECK(slide.contacts[0].normal[2] == 1);
    CHECK(slide.position[0] > kYard[0] + 40 && slide.position[2] > 24 && slide.position[2] < 25);
    CHECK(slide.velocity[0] == 50 && fabs(slide.velocity[2]) < 1);
    CHECK(halfspace_move_and_slide(world, NULL, &stand, kYard, down, -1, NULL, &slide) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_move_and_slide(world, NULL, &stand, kYard, kFar, 1, NULL, &slide) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_move_and_slide(world, NULL, &stand, kFar, down, 1, NULL, &slide) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_move_and_slide(world, NULL, &kNoBody, kYard, down, 1, NULL, &slide) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_move_and_slide(world, NULL, &stand, kYard, down, 1, NULL, NULL) ==
          HALFSPACE_BAD_ARGUMENT);
}

// An offset up to 2^20 is taken, and a longer one refused.
static void check_limits(const halfspace_collision_world* world) {
    halfspace_shape* const high = halfspace_new_cylinder(28, 15);
    halfspace_mover_body barrel = {.shape = high, .offset = {0, 0, 28}};
    const halfspace_mover_input input = input_of(kIdle, 0);
    halfspace_mover_state state;
    CHECK(halfspace_mover_at(kYard, &state) == HALFSPACE_OK);
    halfspace_mover_step step;
    for (int sign = -1; sign <= 1; sign += 2) {
        barrel.offset[2] = sign * 0x1p20;
        CHECK(halfspace_step_mover(world, NULL, &barrel, &barrel, &state, &input, NULL, &step) ==
              HALFSPACE_OK);
        barrel.offset[2] = sign * 1e9;
        CHECK(halfspace_step_mover(world, NULL, &barrel, &barrel, &state, &input, NULL, &step) ==
              HALFSPACE_BAD_ARGUMENT);
    }
    halfspace_free_shape(high);
}

// A barrel, whose position is at its feet.
static void check_shapes(const halfspace_collision_world* world) {
    halfspace_shape* const high = halfspace_new_cylinder(28, 15);
    halfspace_shape* const low = halfspace_new_cylinder(20, 15);
    halfspace_mover_body barrel = {.shape = high, .offset = {0, 0, 28}};
    halfspace_mover_body half_barrel = {.shape = low, .offset = {0, 0, 20}};
    halfspace_mover_input input = input_of(kIdle, 0);
    halfspace_mover_state state;
    halfspace_mover_step step;
    CHECK(halfspace_mover_at(kYard, &state) == HALFSPACE_OK);
    for (int i = 0; i < 64; ++i) {
        CHECK(halfspace_step_mover(
                  world, NULL, &barrel, &half_barrel, &state, &input, NULL, &step) == HALFSPACE_OK);
        state = step.state;
    }
    CHECK(state.mode == HALFSPACE_MOVER_GROUND);
    CHECK(state.position[2] > 0 && state.position[2] < 0.1);
    CHECK(halfspace_step_mover(world, NULL, &half_barrel, &barrel, &state, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_step_mover(world, NULL, &barrel, NULL, &state, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    const double down[3] = {0, 0, -640};
    halfspace_slide slide;
    CHECK(halfspace_move_and_slide(world, NULL, &barrel, kYard, down, 1, NULL, &slide) ==
          HALFSPACE_OK);
    CHECK(slide.position[2] > 0 && slide.position[2] < 0.1);
    CHECK(halfspace_move_and_slide(world, NULL, NULL, kYard, down, 1, NULL, &slide) ==
          HALFSPACE_BAD_ARGUMENT);
    barrel.offset[2] = 2e12;
    CHECK(halfspace_move_and_slide(world, NULL, &barrel, kYard, down, 1, NULL, &slide) ==
          HALFSPACE_BAD_ARGUMENT);
    barrel.offset[2] = NAN;
    CHECK(halfspace_move_and_slide(world, NULL, &barrel, kYard, down, 1, NULL, &slide) ==
          HALFSPACE_BAD_ARGUMENT);
    halfspace_free_shape(high);
    halfspace_free_shape(low);
}

// In the world of a model alone nothing moves.
static void check_alone(const halfspace_collision_world* alone) {
    const halfspace_mover_input input = input_of(kIdle, 0);
    halfspace_mover_state state;
    halfspace_mover_step step;
    halfspace_slide slide;
    CHECK(halfspace_mover_at(kYard, &state) == HALFSPACE_OK);
    CHECK(halfspace_step_mover(alone, NULL, &stand, &crouch, &state, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_move_and_slide(alone, NULL, &stand, kYard, kAhead, 1, NULL, &slide) ==
          HALFSPACE_BAD_ARGUMENT);
}

int main(int argc, char** argv) {
    halfspace_level* const level = loaded_level(argc, argv);
    if (level == NULL) {
        return 1;
    }
    CHECK(halfspace_find_space(level, "stand", &stand.space) == HALFSPACE_OK);
    CHECK(halfspace_find_space(level, "crouch", &crouch.space) == HALFSPACE_OK);
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    check_input();
    check_pushes(world);
    check_walking(world);
    check_options(world);
    check_obstacles(world);
    check_push(world);
    check_models(world);
    check_mistakes(world);
    check_slide(world);
    check_shapes(world);
    check_limits(world);
    halfspace_free_collision_world(world);
    halfspace_collision_world* const alone = halfspace_new_model_world(level, 1);
    check_alone(alone);
    halfspace_free_collision_world(alone);
    halfspace_free_level(level);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
