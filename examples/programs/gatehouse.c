// SPDX-License-Identifier: MIT
// A player walks, crouches through a tunnel, opens a door and is seen by a guard: gatehouse.cpp in
// C, with the same argument and output.
#include "halfspace_move.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DOOR_REACH 40.0    // a player so near opens the door, in units
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
static struct {
    uint32_t model;
    double min[3], max[3];       // a player in this box opens the door
    double direction[3];         // in which it opens
    double travel, speed, open;  // how far it opens; units per second; how far it is open now
} door = {.speed = 100};
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

static halfspace_placement door_placement(void) {
    halfspace_placement placement = halfspace_placement_at_rest(door.model);
    for (int i = 0; i < 3; ++i) {
        placement.translation[i] = door.direction[i] * door.open;
    }
    return placement;
}

// A door opens by its size less its "lip". A missing key changes nothing.
static void find_door(void) {
    const uint32_t entity = halfspace_find_entity(level, 0, "classname", "func_door");
    double lip = 8, size = 0;
    door.model = halfspace_entity_model(level, entity);
    halfspace_key_number(level, entity, "lip", &lip);
    halfspace_key_number(level, entity, "speed", &door.speed);
    need(halfspace_entity_facing(level, entity, door.direction));
    need(halfspace_model_bounds(level, door.model, door.min, door.max));
    for (int i = 0; i < 3; ++i) {
        size += door.direction[i] * (door.max[i] - door.min[i]);
        door.min[i] -= DOOR_REACH;
        door.max[i] += DOOR_REACH;
    }
    door.travel = fabs(size) - lip;
}

// The door opens if the player is near, and then stays open. Its way in this step:
static halfspace_moving_model move_door(void) {
    halfspace_moving_model way = {.from = door_placement()};
    const double before = door.open;
    int is_near = 1;
    for (int i = 0; i < 3; ++i) {
        is_near &= player.position[i] >= door.min[i] && player.position[i] <= door.max[i];
    }
    if (before > 0 || is_near) {
        const double seconds = halfspace_default_mover_options().seconds;
        door.open = fmin(before + door.speed * seconds, door.travel);
    }
    way.to = door_placement();
    if (before < door.travel && door.open == door.travel) {
        print_event("the door is open, the player waits");
    }
    return way;
}

static void move_player(const struct keys* keys) {
    const halfspace_moving_model way = move_door();
    const halfspace_surroundings around = {.models = &way, .model_count = 1};
    const double angles[3] = {0, keys->yaw, 0}, wish[3] = {keys->forward, 0, 0};
    const int was_crouched = is_crouched();
    halfspace_mover_input input;
    halfspace_mover_step result;
    need(halfspace_quantised(angles, wish, keys->buttons, &input));
    need(halfspace_step_mover(level, &stand, &crouch, &around, &player, &input, NULL, &result));
    player = result.state;
    if (is_crouched() != was_crouched) {
        print_event(was_crouched ? "the player stands up" : "the player crouches");
    }
}

static int guard_sees_player(void) {
    const halfspace_placement placement = door_placement();
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
    need(halfspace_line_of_sight_models(level, &placement, 1, guard_eye, eye, &is_clear));
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
    find_door();
    int is_seen = 0;
    for (const struct keys* keys = kKeys; keys->steps > 0 && !is_seen; ++keys) {
        for (int i = 0; i < keys->steps && !is_seen; ++i) {
            ++step;
            move_player(keys);
            is_seen = guard_sees_player();
        }
    }
    print_event(is_seen ? "the guard sees the player" : "nobody has seen the player");
    halfspace_free_level(level);
}
