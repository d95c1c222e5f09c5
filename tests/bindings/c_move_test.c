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
static halfspace_mover_step steps(const halfspace_level* level,
                                  const halfspace_surroundings* around,
                                  halfspace_mover_state state,
                                  halfspace_mover_input input,
                                  int count) {
    halfspace_mover_step step;
    memset(&step, 0, sizeof step);
    for (int i = 0; i < count; ++i) {
        CHECK(halfspace_step_mover(level, &stand, &crouch, around, &state, &input, NULL, &step) ==
              HALFSPACE_OK);
        state = step.state;
    }
    return step;
}

static halfspace_mover_state standing(const halfspace_level* level) {
    halfspace_mover_state state;
    CHECK(halfspace_mover_at(kYard, &state) == HALFSPACE_OK);
    CHECK(state.mode == HALFSPACE_MOVER_AIR && state.ground_model == HALFSPACE_NONE);
    const halfspace_mover_step step = steps(level, NULL, state, input_of(kIdle, 0), 64);
    CHECK(step.state.mode == HALFSPACE_MOVER_GROUND && step.has_ground == 1);
    CHECK(step.problem == HALFSPACE_MOVER_FINE && step.is_crushed == 0);
    CHECK(step.ground.contact.normal[2] == 1 && step.ground.obstacle == HALFSPACE_NONE);
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

static void check_walking(const halfspace_level* level) {
    const halfspace_mover_state start = standing(level);
    const halfspace_mover_step ahead = steps(level, NULL, start, input_of(kAhead, 0), 16);
    CHECK(ahead.state.position[0] > start.position[0] + 32);
    CHECK(ahead.state.position[1] == start.position[1]);
    CHECK(ahead.state.velocity[0] > 200);
    const halfspace_mover_step jump =
        steps(level, NULL, start, input_of(kIdle, HALFSPACE_JUMP_BUTTON), 1);
    CHECK(jump.jumped == 1 && jump.state.mode == HALFSPACE_MOVER_AIR);
    CHECK((jump.state.flags & HALFSPACE_MOVER_JUMP_HELD) != 0);
    const halfspace_mover_step low =
        steps(level, NULL, start, input_of(kIdle, HALFSPACE_CROUCH_BUTTON), 4);
    CHECK((low.state.flags & HALFSPACE_MOVER_CROUCHED) != 0);
}

static void check_options(const halfspace_level* level) {
    const halfspace_mover_state start = standing(level);
    const halfspace_mover_input input = input_of(kIdle, HALFSPACE_JUMP_BUTTON);
    halfspace_mover_options options = halfspace_default_mover_options();
    halfspace_mover_step step;
    halfspace_mover_step usual;
    CHECK(options.seconds == 1.0 / 64 && options.gravity == 800 && options.unstick == 8);
    CHECK(halfspace_step_mover(level, &stand, &crouch, NULL, &start, &input, NULL, &usual) ==
          HALFSPACE_OK);
    CHECK(halfspace_step_mover(level, &stand, &crouch, NULL, &start, &input, &options, &step) ==
          HALFSPACE_OK);
    CHECK(memcmp(&step.state, &usual.state, sizeof step.state) == 0);
    options.jump_speed = 0;
    CHECK(halfspace_step_mover(level, &stand, &crouch, NULL, &start, &input, &options, &step) ==
          HALFSPACE_OK);
    CHECK(step.state.velocity[2] < usual.state.velocity[2]);
    options.seconds = 1;
    CHECK(halfspace_step_mover(level, &stand, &crouch, NULL, &start, &input, &options, &step) ==
          HALFSPACE_BAD_ARGUMENT);
}

static void check_obstacles(const halfspace_level* level) {
    const halfspace_mover_state start = standing(level);
    const halfspace_mover_input input = input_of(kAhead, 0);
    halfspace_obstacle others[2];
    memset(others, 0, sizeof others);
    others[0].id = 7;
    others[0].body = stand;
    memcpy(others[0].position, start.position, sizeof start.position);
    others[0].position[0] += 60;
    others[1] = others[0];
    others[1].id = 8;
    others[1].position[0] += 500;
    halfspace_surroundings around = {NULL, 0, others, 2};
    const halfspace_mover_step at_body = steps(level, &around, start, input, 32);
    CHECK(at_body.state.position[0] <= start.position[0] + 30);
    CHECK(at_body.wall_count > 0 && at_body.walls[0].obstacle == 7);
    const double half[3] = {20, 20, 40};
    halfspace_shape* const crate = halfspace_new_box(half);
    others[0].body.shape = crate;
    const halfspace_mover_step at_crate = steps(level, &around, start, input, 32);
    CHECK(at_crate.state.position[0] <= start.position[0] + 25);
    halfspace_mover_step step;
    others[1].id = 7;
    CHECK(halfspace_step_mover(level, &stand, &crouch, &around, &start, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    others[1].id = HALFSPACE_NONE;
    CHECK(halfspace_step_mover(level, &stand, &crouch, &around, &start, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    others[1].id = 8;
    others[1].body.space = 99;
    CHECK(halfspace_step_mover(level, &stand, &crouch, &around, &start, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    others[1].body = stand;
    others[1].motion[1] = NAN;
    CHECK(halfspace_step_mover(level, &stand, &crouch, &around, &start, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    around.obstacles = NULL;
    CHECK(halfspace_step_mover(level, &stand, &crouch, &around, &start, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    halfspace_free_shape(crate);
}

static void check_models(const halfspace_level* level) {
    const double beside[3] = {600, 256, 100};
    halfspace_moving_model door;
    door.from = halfspace_placement_at_rest(1);
    door.to = door.from;
    halfspace_surroundings around = {&door, 1, NULL, 0};
    halfspace_mover_state state;
    CHECK(halfspace_mover_at(beside, &state) == HALFSPACE_OK);
    const halfspace_mover_input input = input_of(kAhead, 0);
    const halfspace_mover_step closed = steps(level, &around, state, input, 64);
    CHECK(closed.state.position[0] < 640 && closed.wall_count > 0);
    CHECK(closed.walls[0].contact.model == 1 && closed.walls[0].contact.placed == 0);
    CHECK(steps(level, NULL, state, input, 64).state.position[0] > 656);

    halfspace_mover_step step;
    const halfspace_moving_model twice[2] = {door, door};
    around.models = twice;
    around.model_count = 2;
    CHECK(halfspace_step_mover(level, &stand, &crouch, &around, &state, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    around.models = &door;
    around.model_count = 1;
    door.to.model = 0;
    CHECK(halfspace_step_mover(level, &stand, &crouch, &around, &state, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    door.to.model = 1;
    door.to.z[2] = -1;  // a mirror image
    CHECK(halfspace_step_mover(level, &stand, &crouch, &around, &state, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    door.to.z[2] = 1;
    door.to.translation[2] = 0x1p41;
    CHECK(halfspace_step_mover(level, &stand, &crouch, &around, &state, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
}

static void check_mistakes(const halfspace_level* level) {
    halfspace_mover_state state = standing(level);
    const halfspace_mover_input input = input_of(kAhead, 0);
    halfspace_mover_step step;
    CHECK(halfspace_step_mover(NULL, &stand, &crouch, NULL, &state, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_step_mover(level, &kNoBody, &crouch, NULL, &state, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_step_mover(level, &crouch, &stand, NULL, &state, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_step_mover(level, &stand, &crouch, NULL, NULL, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_step_mover(level, &stand, &crouch, NULL, &state, NULL, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_step_mover(level, &stand, &crouch, NULL, &state, &input, NULL, NULL) ==
          HALFSPACE_BAD_ARGUMENT);
    state.version = 999;
    CHECK(halfspace_step_mover(level, &stand, &crouch, NULL, &state, &input, NULL, &step) ==
          HALFSPACE_OK);
    CHECK(step.problem == HALFSPACE_MOVER_BAD_STATE && step.state.version == 999);
}

static void check_slide(const halfspace_level* level) {
    const double down[3] = {50, 0, -640};
    halfspace_slide slide;
    CHECK(halfspace_move_and_slide(level, &stand, NULL, kYard, down, 1, NULL, &slide) ==
          HALFSPACE_OK);
    CHECK(slide.start_blocked == 0 && slide.contact_count > 0);
    CHECK(slide.contacts[0].contact.normal[2] == 1);
    CHECK(slide.position[0] > kYard[0] + 40 && slide.position[2] > 24 && slide.position[2] < 25);
    CHECK(slide.velocity[0] == 50 && fabs(slide.velocity[2]) < 1);
    CHECK(halfspace_move_and_slide(level, &stand, NULL, kYard, down, -1, NULL, &slide) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_move_and_slide(level, &stand, NULL, kYard, kFar, 1, NULL, &slide) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_move_and_slide(level, &stand, NULL, kFar, down, 1, NULL, &slide) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_move_and_slide(level, &kNoBody, NULL, kYard, down, 1, NULL, &slide) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_move_and_slide(level, &stand, NULL, kYard, down, 1, NULL, NULL) ==
          HALFSPACE_BAD_ARGUMENT);
}

// A length up to 2^20 is taken, and a longer one refused: as a place or motion of an obstacle, as
// an offset, and as the way of a model.
static void check_limits(const halfspace_level* level) {
    halfspace_shape* const high = halfspace_new_cylinder(28, 15);
    halfspace_shape* const ball = halfspace_new_sphere(12);
    halfspace_mover_body barrel = {.shape = high, .offset = {0, 0, 28}};
    const halfspace_mover_input input = input_of(kIdle, 0);
    halfspace_mover_state state;
    CHECK(halfspace_mover_at(kYard, &state) == HALFSPACE_OK);
    halfspace_obstacle stone;
    memset(&stone, 0, sizeof stone);
    stone.body.shape = ball;
    memcpy(stone.position, kYard, sizeof kYard);
    stone.position[2] -= 14;
    halfspace_moving_model door;
    door.from = door.to = halfspace_placement_at_rest(1);
    const halfspace_surroundings around = {&door, 1, &stone, 1};
    halfspace_mover_step step;
    double* const lengths[] = {&stone.motion[2],
                               &stone.position[1],
                               &stone.body.offset[0],
                               &door.to.translation[0],
                               &door.from.translation[2],
                               &barrel.offset[2]};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; ++i) {
        const double before = *lengths[i];
        for (int sign = -1; sign <= 1; sign += 2) {
            *lengths[i] = sign * 0x1p20;
            CHECK(halfspace_step_mover(
                      level, &barrel, &barrel, &around, &state, &input, NULL, &step) ==
                  HALFSPACE_OK);
            *lengths[i] = sign * 1e9;
            CHECK(halfspace_step_mover(
                      level, &barrel, &barrel, &around, &state, &input, NULL, &step) ==
                  HALFSPACE_BAD_ARGUMENT);
        }
        *lengths[i] = before;
    }
    halfspace_free_shape(high);
    halfspace_free_shape(ball);
}

// A barrel, whose position is at its feet.
static void check_shapes(const halfspace_level* level) {
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
                  level, &barrel, &half_barrel, NULL, &state, &input, NULL, &step) == HALFSPACE_OK);
        state = step.state;
    }
    CHECK(state.mode == HALFSPACE_MOVER_GROUND);
    CHECK(state.position[2] > 0 && state.position[2] < 0.1);
    CHECK(halfspace_step_mover(level, &half_barrel, &barrel, NULL, &state, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_step_mover(level, &barrel, NULL, NULL, &state, &input, NULL, &step) ==
          HALFSPACE_BAD_ARGUMENT);
    const double down[3] = {0, 0, -640};
    halfspace_slide slide;
    CHECK(halfspace_move_and_slide(level, &barrel, NULL, kYard, down, 1, NULL, &slide) ==
          HALFSPACE_OK);
    CHECK(slide.position[2] > 0 && slide.position[2] < 0.1);
    CHECK(halfspace_move_and_slide(level, NULL, NULL, kYard, down, 1, NULL, &slide) ==
          HALFSPACE_BAD_ARGUMENT);
    barrel.offset[2] = 2e12;
    CHECK(halfspace_move_and_slide(level, &barrel, NULL, kYard, down, 1, NULL, &slide) ==
          HALFSPACE_BAD_ARGUMENT);
    barrel.offset[2] = NAN;
    CHECK(halfspace_move_and_slide(level, &barrel, NULL, kYard, down, 1, NULL, &slide) ==
          HALFSPACE_BAD_ARGUMENT);
    halfspace_free_shape(high);
    halfspace_free_shape(low);
}

int main(int argc, char** argv) {
    halfspace_level* const level = loaded_level(argc, argv);
    if (level == NULL) {
        return 1;
    }
    CHECK(halfspace_find_space(level, "stand", &stand.space) == HALFSPACE_OK);
    CHECK(halfspace_find_space(level, "crouch", &crouch.space) == HALFSPACE_OK);
    check_input();
    check_walking(level);
    check_options(level);
    check_obstacles(level);
    check_models(level);
    check_mistakes(level);
    check_slide(level);
    check_shapes(level);
    check_limits(level);
    halfspace_free_level(level);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
