// SPDX-License-Identifier: MIT
// A first-person game without a window: first_person.cpp in C, with the same arguments and output.
#include "halfspace_draw.h"
#include "halfspace_trace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SECONDS (1.0 / 32)  // from one step to the next
#define WALK_SPEED 200.0    // units per second
#define GRAVITY 800.0       // units per second, per second
#define JUMP_SPEED 270.0    // jumps are 270 * 270 / (2 * 800) = 45 units high
#define STAIR 18.0          // the highest step that a walker climbs, in units
#define FLOOR 0.7           // the least z of a floor's normal: slopes up to 45 degrees
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
} kMoves[] = {{9, -10, 0, 0}, {119, 0, 1, 0}, {9, -10, 0, 0}, {1, 0, 1, 1}, {24, 0, 1, 0}, {0}};

typedef struct player {
    vec position, velocity, angles;
    int on_ground;
} player;

static halfspace_level* level;
static uint32_t body;
static halfspace_placement* models;  // every model but the world, where it stands now
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
static vec vec_of(const double v[3]) {
    return (vec){{v[0], v[1], v[2]}};
}
static halfspace_contact trace(vec from, vec to) {
    halfspace_contact hit;
    need(halfspace_trace_models(level, body, from.v, to.v, models, count, NULL, &hit));
    return hit;
}

// Moves the player for one step. After a touch the rest of the way goes along the wall.
static player slide(player p) {
    double left = SECONDS;
    for (int touches = 0; touches < 4 && left > 0; ++touches) {
        const halfspace_contact hit = trace(p.position, add(p.position, p.velocity, left));
        p.position = vec_of(hit.end);
        p.velocity = add(p.velocity, vec_of(hit.normal), -dot(p.velocity, vec_of(hit.normal)));
        left *= 1 - hit.fraction;
    }
    return p;
}

// Slides on the floor, and as high above it as a stair. The way that leads farther counts.
static player walk(player p) {
    const vec start = p.position;
    const player flat = slide(p);
    p.position = vec_of(trace(start, add(start, kUp, STAIR)).end);
    const double lift = p.position.v[2] - start.v[2];
    p = slide(p);
    const halfspace_contact floor = trace(p.position, add(p.position, kUp, -lift));
    p.position = vec_of(floor.end);
    const vec way = add(p.position, start, -1), flat_way = add(flat.position, start, -1);
    return floor.normal[2] >= FLOOR && dot(way, way) > dot(flat_way, flat_way) ? p : flat;
}

static player moved(player p, const struct move* move) {
    vec forward;
    p.angles.v[1] += move->turn;
    need(halfspace_facing(p.angles.v, forward.v));
    const int walks = p.on_ground && !move->jump;
    const double fall = p.on_ground ? JUMP_SPEED : p.velocity.v[2] - GRAVITY * SECONDS;
    p.velocity = add((vec){{0, 0, walks ? 0 : fall}}, forward, move->walk * WALK_SPEED);
    p = walks ? walk(p) : slide(p);
    // A walker keeps to the floor down a stair. Others land on a floor that they touch.
    const double reach = walks ? STAIR : 2 * halfspace_default_trace_options().skin;
    const halfspace_contact floor = trace(p.position, add(p.position, kUp, -reach));
    p.on_ground = floor.normal[2] >= FLOOR && (walks || p.velocity.v[2] <= 0);
    p.position = p.on_ground ? vec_of(floor.end) : p.position;
    return p;
}

// A door without curves has one model. With curves it has two, see halfspace_models.h.
static void place_door(double open) {
    door.open = open;
    for (int i = 0; i < 3; ++i) {
        models[door.model - 1].translation[i] = door.direction.v[i] * open;
    }
}

// A door opens while the player is near, closes else, and waits for a player in its way.
static void move_door(vec at) {
    const vec min = add(at, kDoorReach, -1), max = add(at, kDoorReach, 1);
    const double before = door.open;
    int32_t opens, fits;
    need(halfspace_overlaps_box(level, door.model, min.v, max.v, kMask, &opens));
    const double open = before + (opens ? door.speed : -door.speed) * SECONDS;
    place_door(fmin(fmax(open, 0), door.travel));
    need(halfspace_is_free_models(level, models, count, body, at.v, kMask, &fits));
    if (!fits) {
        place_door(before);
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
static void draw(int step, player p, vec guard, halfspace_model_order* order) {
    static halfspace_draw_item items[4096];
    const vec eye = add(p.position, kUp, EYE), guard_eye = add(guard, kUp, EYE);
    uint32_t contents;
    int32_t is_seen, faces = 0;
    halfspace_frustum view;
    need(halfspace_point_contents_models(level, models, count, eye.v, &contents));
    need(halfspace_line_of_sight_models(level, models, count, guard_eye.v, eye.v, &is_seen));
    need(halfspace_look_along(eye.v, p.angles.v, 90, 4.0 / 3, &view));
    need(halfspace_sort_models(order, level, models, count, eye.v, HALFSPACE_BACK_TO_FRONT, &view));
    need(halfspace_write_draw_items(order, items, sizeof(items) / sizeof(items[0])));
    for (size_t i = 0; i < halfspace_draw_item_count(order); ++i) {
        faces += items[i].face_count > 0 ? items[i].face_count : 1;  // 0: a piece of a model's face
    }
    printf("step %d at %.3f %.3f %.3f ", step, p.position.v[0], p.position.v[1], p.position.v[2]);
    printf("%s, eye in ", p.on_ground ? "on the ground" : "in the air");
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
    need(halfspace_find_space(level, "stand", &body));
    count = halfspace_model_count(level) - 1;
    models = malloc(count * sizeof(*models));
    for (uint32_t m = 0; m < count; ++m) {
        models[m] = halfspace_placement_at_rest(m + 1);
    }
    find_door();
    player p = {0};
    vec at, guard;
    const uint32_t monster = halfspace_find_entity(level, 0, "classname", "monster_guard");
    const uint32_t start = halfspace_find_entity(level, 0, "classname", "info_player_start");
    need(halfspace_key_vec3(level, start, "origin", at.v));
    need(halfspace_key_vec3(level, monster, "origin", guard.v));
    need(halfspace_entity_angles(level, start, p.angles.v));
    need(halfspace_unstick_models(level, models, count, body, at.v, 32, kMask, p.position.v));
    halfspace_model_order* const order = halfspace_new_model_order();
    const int every = argc > 2 && atoi(argv[2]) > 0 ? atoi(argv[2]) : 16;
    int step = 0;
    for (const struct move* move = kMoves; move->steps > 0; ++move) {
        for (int i = 0; i < move->steps; ++i) {
            p = moved(p, move);
            move_door(p.position);
            if (++step % every == 0) {
                draw(step, p, guard, order);
            }
        }
    }
    halfspace_free_model_order(order);
    free(models);
    halfspace_free_level(level);
}
