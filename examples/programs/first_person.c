// SPDX-License-Identifier: MIT
// A first-person game without a window: first_person.cpp in C, with the same arguments and output.
#include "halfspace_draw.h"
#include "halfspace_move.h"

#include <stdio.h>
#include <stdlib.h>

#define SECONDS (1.0 / 32)  // from one step to the next
#define EYE 22.0            // from the position of a body up to its eye

typedef struct vec {
    double v[3];
} vec;
static const vec kUp = {{0, 0, 1}};

// For `steps` steps: degrees to turn left in each step, walking forward, jumping. 0 steps: the end.
static const struct move {
    int steps, turn, walk, jump;
} kMoves[] = {
    {9, -10, 0, 0}, {119, 0, 1, 0}, {9, -10, 0, 0}, {2, 0, 1, 0}, {1, 0, 1, 1}, {24, 0, 1, 0}, {0}};

static halfspace_level* level;
static halfspace_mover_body stand, crouch;
static halfspace_mover_options options;
static halfspace_mover_state player;
static vec angles;  // where the player looks
static halfspace_doors* doors;
static halfspace_collision_world* world;  // the level with its models, where they stand now

static void need(halfspace_status status) {
    if (status != HALFSPACE_OK) {
        fprintf(stderr, "the level lacks something, or memory is short: %d\n", (int)status);
        exit(1);
    }
}
static vec add(vec a, vec b, double scale) {
    return (vec){{a.v[0] + b.v[0] * scale, a.v[1] + b.v[1] * scale, a.v[2] + b.v[2] * scale}};
}
// The doors go their way and the player moves. A door opens while the player is near, waits and
// closes; it turns back if it would crush the player.
static void make_step(const struct move* move) {
    const double wish[3] = {move->walk, 0, 0};
    halfspace_mover_input input;
    halfspace_mover_step step;
    angles.v[1] += move->turn;
    need(halfspace_quantised(angles.v, wish, move->jump ? HALFSPACE_JUMP_BUTTON : 0, &input));
    need(halfspace_step_among(doors, NULL, &stand, &crouch, &player, &input, &options, &step));
    player = step.state;
    need(halfspace_end_step(world));
    need(halfspace_move_doors(doors, world));
}

// Prints the step and what the player sees: its faces come sorted, the farthest first.
static void draw(int step, vec guard, halfspace_model_order* order) {
    static halfspace_draw_item items[4096];
    const vec at = {{player.position[0], player.position[1], player.position[2]}};
    const vec eye = add(at, kUp, EYE), guard_eye = add(guard, kUp, EYE);
    uint32_t contents;
    int32_t is_seen, faces = 0;
    halfspace_frustum view;
    halfspace_door_state door;
    need(halfspace_get_door_state(doors, 0, &door));
    need(halfspace_point_contents(world, NULL, eye.v, &contents));
    need(halfspace_line_of_sight(world, NULL, guard_eye.v, eye.v, &is_seen));
    need(halfspace_look_along(eye.v, angles.v, 90, 4.0 / 3, &view));
    need(halfspace_sort_models(order, world, NULL, eye.v, HALFSPACE_BACK_TO_FRONT, &view, NULL));
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
    doors = halfspace_new_doors(level);
    world = halfspace_new_collision_world(level);
    need(halfspace_place_models_at_rest(world));
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
    halfspace_free_doors(doors);
    halfspace_free_collision_world(world);
    halfspace_free_level(level);
}
