// SPDX-License-Identifier: MIT
// A player walks, crouches through a tunnel, opens a door and is seen by a guard: gatehouse.cpp in
// C, with the same argument and output.
#include "halfspace_move.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define GUARD_SEES 0.5     // the cosine of 60 degrees: to each side
#define STANDING_EYE 22.0  // above the position of the player, and of the guard
#define CROUCHING_EYE 8.0

// What the player's hands do for so many steps. 0 steps: the end.
static const struct keys {
    int steps;
    double forward, yaw;  // yaw: where the player looks; 0 is east, 90 is north
    uint32_t buttons;
} kKeys[] = {
    {44, 1, 0, 0},                        // to the wall of the yard
    {60, 1, 0, HALFSPACE_CROUCH_BUTTON},  // into the tunnel
    {36, 1, 0, 0},                        // the key is up, but there is no room to stand up yet
    {40, 1, 90, 0},                       // to the door
    {50, 0, 90, 0},                       // wait until it is open
    {20, 1, 90, 0},                       // into the corridor
    {0, 0, 0, 0},
};

static halfspace_level* level;
static halfspace_mover_body stand, crouch;
static halfspace_doors* doors;
static halfspace_collision_world* world;  // the level with its door, where it stands now
static double guard_eye[3], guard_facing[3];
static halfspace_mover_state player;
static int step;

static void need(halfspace_status status) {
    if (status != HALFSPACE_OK) {
        fprintf(stderr, "the level lacks something, or memory is short: %d\n", (int)status);
        exit(1);
    }
}

static void print_event(const char* what) {
    const double* at = player.position;
    printf("step %3d: %s at %.1f %.1f %.1f\n", step, what, at[0], at[1], at[2]);
}

static int is_crouched(void) {
    return (player.flags & HALFSPACE_MOVER_CROUCHED) != 0;
}

static int is_door_open(void) {
    halfspace_door_state door;
    need(halfspace_get_door_state(doors, 0, &door));
    return door.mode == HALFSPACE_DOOR_OPEN;
}

// The door goes its way, and the player moves.
static void make_step(const struct keys* keys) {
    const double angles[3] = {0, keys->yaw, 0}, wish[3] = {keys->forward, 0, 0};
    const int was_crouched = is_crouched(), was_open = is_door_open();
    halfspace_mover_input input;
    halfspace_mover_step result;
    need(halfspace_quantised(angles, wish, keys->buttons, &input));
    need(halfspace_step_among(doors, NULL, &stand, &crouch, &player, &input, NULL, &result));
    player = result.state;
    need(halfspace_end_step(world));
    need(halfspace_move_doors(doors, world));
    if (is_crouched() != was_crouched) {
        print_event(was_crouched ? "the player stands up" : "the player crouches");
    }
    if (is_door_open() && !was_open) {
        print_event("the door is open, the player waits");
    }
}

static int guard_sees_player(void) {
    double eye[3], along = 0, square = 0;
    int32_t is_clear;
    for (int i = 0; i < 3; ++i) {
        eye[i] = player.position[i];
    }
    eye[2] += is_crouched() ? CROUCHING_EYE : STANDING_EYE;
    for (int i = 0; i < 3; ++i) {
        along += (eye[i] - guard_eye[i]) * guard_facing[i];
        square += (eye[i] - guard_eye[i]) * (eye[i] - guard_eye[i]);
    }
    need(halfspace_line_of_sight(world, NULL, guard_eye, eye, &is_clear));
    return is_clear && along > GUARD_SEES * sqrt(square);
}

int main(int argc, char** argv) {
    char error[300];
    level = halfspace_load_file(argc > 1 ? argv[1] : "gatehouse.hsw", error, sizeof(error));
    if (level == NULL) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    const uint32_t start = halfspace_find_entity(level, 0, "classname", "info_player_start");
    const uint32_t guard = halfspace_find_entity(level, 0, "classname", "info_guard");
    double origin[3];
    need(halfspace_find_space(level, "stand", &stand.space));
    need(halfspace_find_space(level, "crouch", &crouch.space));
    need(halfspace_key_vec3(level, start, "origin", origin));
    need(halfspace_mover_at(origin, &player));
    need(halfspace_key_vec3(level, guard, "origin", guard_eye));
    need(halfspace_entity_facing(level, guard, guard_facing));
    guard_eye[2] += STANDING_EYE;
    doors = halfspace_new_doors(level);
    world = halfspace_new_collision_world(level);
    need(halfspace_place_models_at_rest(world));
    int is_seen = 0;
    for (const struct keys* keys = kKeys; keys->steps > 0 && !is_seen; ++keys) {
        for (int i = 0; i < keys->steps && !is_seen; ++i) {
            ++step;
            make_step(keys);
            is_seen = guard_sees_player();
        }
    }
    print_event(is_seen ? "the guard sees the player" : "nobody has seen the player");
    halfspace_free_doors(doors);
    halfspace_free_collision_world(world);
    halfspace_free_level(level);
}
