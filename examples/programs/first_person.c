// SPDX-License-Identifier: MIT
// A first-person game without a window: first_person.cpp in C, with the same arguments and output.
#include "halfspace_draw.h"
#include "halfspace_move.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SECONDS (1.0 / 32)  // from one step to the next
#define EYE 22.0            // from the position of a body up to its eye

typedef struct vec {
    double v[3];
} vec;
static const uint32_t kMask = HALFSPACE_BODY_BLOCKERS;
static const vec kUp = {{0, 0, 1}};
static const vec kDoorReach = {{75, 75, 75}};  // a door opens that meets such a box at the player

// For `steps` steps: degrees to turn left in each step, walking forward, jumping. 0 steps: the end.
static const struct move {
    int steps, turn, walk, jump;
} kMoves[] = {
    {9, -10, 0, 0}, {119, 0, 1, 0}, {9, -10, 0, 0}, {2, 0, 1, 0}, {1, 0, 1, 1}, {24, 0, 1, 0}, {0}};

static halfspace_level* level;
static halfspace_mover_body stand, crouch;
static halfspace_mover_options options;
static halfspace_mover_state player;
static vec angles;                    // where the player looks
static halfspace_placement* models;   // every model but the world, where it stands now
static halfspace_moving_model* ways;  // where each of them goes in a step
static size_t count;
static struct {
    uint32_t model;
    vec direction;               // in which it opens
    double travel, speed, open;  // how far it opens, in units; units per second; how far it is open
} door = {0, {{1, 0, 0}}, 0, 100, 0};

static void need(halfspace_status status) {
    if (status != HALFSPACE_OK) {
        fprintf(stderr, "the level lacks something, or memory is short: %d\n", (int)status);
        exit(1);
    }
}
static vec add(vec a, vec b, double scale) {
    return (vec){{a.v[0] + b.v[0] * scale, a.v[1] + b.v[1] * scale, a.v[2] + b.v[2] * scale}};
}
static double dot(vec a, vec b) {
    return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}
// A door opens while the player is near, and closes else.
static double next_open(void) {
    const vec at = {{player.position[0], player.position[1], player.position[2]}};
    const vec min = add(at, kDoorReach, -1), max = add(at, kDoorReach, 1);
    int32_t opens;
    need(halfspace_overlaps_box(level, door.model, min.v, max.v, kMask, &opens));
    return fmin(fmax(door.open + (opens ? door.speed : -door.speed) * SECONDS, 0), door.travel);
}

// The ways of all models in a step that opens the door so far. A door without curves has one model.
// With curves it has two, see halfspace_models.h.
static void set_ways(double open) {
    for (size_t i = 0; i < count; ++i) {
        ways[i].from = ways[i].to = models[i];
    }
    for (int i = 0; i < 3; ++i) {
        ways[door.model - 1].to.translation[i] = door.direction.v[i] * open;
    }
}

// The door goes its way and the player moves. The door waits if it would crush the player.
static void make_step(const struct move* move) {
    const double wish[3] = {move->walk, 0, 0};
    const halfspace_surroundings around = {ways, count, NULL, 0};
    halfspace_mover_input input;
    halfspace_mover_step step;
    double open = next_open();
    angles.v[1] += move->turn;
    need(halfspace_quantised(angles.v, wish, move->jump ? HALFSPACE_JUMP_BUTTON : 0, &input));
    set_ways(open);
    need(halfspace_step_mover(level, &stand, &crouch, &around, &player, &input, &options, &step));
    if (step.is_crushed) {
        open = door.open;
        set_ways(open);
        need(halfspace_step_mover(
            level, &stand, &crouch, &around, &player, &input, &options, &step));
    }
    player = step.state;
    door.open = open;
    for (size_t i = 0; i < count; ++i) {
        models[i] = ways[i].to;
    }
}

// By Quake's customs a door opens by its own size less its "lip". A missing key changes nothing.
static void find_door(void) {
    vec min, max;
    double lip = 8;
    const uint32_t entity = halfspace_find_entity(level, 0, "classname", "func_door");
    door.model = halfspace_entity_model(level, entity);
    halfspace_key_number(level, entity, "lip", &lip);
    halfspace_key_number(level, entity, "speed", &door.speed);
    halfspace_entity_facing(level, entity, door.direction.v);
    need(halfspace_model_bounds(level, door.model, min.v, max.v));
    door.travel = fmax(fabs(dot(door.direction, add(max, min, -1))) - lip, 0);
}

// Prints the step and what the player sees: its faces come sorted, the farthest first.
static void draw(int step, vec guard, halfspace_model_order* order) {
    static halfspace_draw_item items[4096];
    const vec at = {{player.position[0], player.position[1], player.position[2]}};
    const vec eye = add(at, kUp, EYE), guard_eye = add(guard, kUp, EYE);
    uint32_t contents;
    int32_t is_seen, faces = 0;
    halfspace_frustum view;
    need(halfspace_point_contents_models(level, models, count, eye.v, &contents));
    need(halfspace_line_of_sight_models(level, models, count, guard_eye.v, eye.v, &is_seen));
    need(halfspace_look_along(eye.v, angles.v, 90, 4.0 / 3, &view));
    need(halfspace_sort_models(order, level, models, count, eye.v, HALFSPACE_BACK_TO_FRONT, &view));
    need(halfspace_write_draw_items(order, items, sizeof(items) / sizeof(items[0])));
    for (size_t i = 0; i < halfspace_draw_item_count(order); ++i) {
        faces += items[i].face_count > 0 ? items[i].face_count : 1;  // 0: a piece of a model's face
    }
    printf("step %d at %.3f %.3f %.3f ", step, at.v[0], at.v[1], at.v[2]);
    const int on_ground = player.mode == HALFSPACE_MOVER_GROUND;
    printf("%s, eye in ", on_ground ? "on the ground" : "in the air");
    printf("%s, ", contents & HALFSPACE_WATER ? "water" : "empty");
    printf("%s, door open by %.3f, %d faces\n", is_seen ? "seen" : "not seen", door.open, faces);
}

int main(int argc, char** argv) {
    char error[300];
    level = halfspace_load_file(argc > 1 ? argv[1] : "cistern.hsw", error, sizeof(error));
    if (level == NULL) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    need(halfspace_find_space(level, "stand", &stand.space));
    need(halfspace_find_space(level, "crouch", &crouch.space));
    count = halfspace_model_count(level) - 1;
    models = malloc(count * sizeof(*models));
    ways = malloc(count * sizeof(*ways));
    for (uint32_t m = 0; m < count; ++m) {
        models[m] = halfspace_placement_at_rest(m + 1);
    }
    find_door();
    options = halfspace_default_mover_options();
    options.seconds = SECONDS;
    options.walk_speed = 200;
    options.ground_acceleration = 100;
    options.friction = 32;
    vec at, guard;
    const uint32_t monster = halfspace_find_entity(level, 0, "classname", "monster_guard");
    const uint32_t start = halfspace_find_entity(level, 0, "classname", "info_player_start");
    need(halfspace_key_vec3(level, start, "origin", at.v));
    need(halfspace_key_vec3(level, monster, "origin", guard.v));
    need(halfspace_entity_angles(level, start, angles.v));
    // The mapper placed the start in the floor. The mover frees itself.
    need(halfspace_mover_at(at.v, &player));
    halfspace_model_order* const order = halfspace_new_model_order();
    const int every = argc > 2 && atoi(argv[2]) > 0 ? atoi(argv[2]) : 16;
    int step = 0;
    for (const struct move* move = kMoves; move->steps > 0; ++move) {
        for (int i = 0; i < move->steps; ++i) {
            make_step(move);
            if (++step % every == 0) {
                draw(step, guard, order);
            }
        }
    }
    halfspace_free_model_order(order);
    free(models);
    free(ways);
    halfspace_free_level(level);
}
