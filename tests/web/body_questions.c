// SPDX-License-Identifier: MIT
// Questions about bodies of any shape: sweeps, movers, pairs of shapes.
#include "bindings/c_questions.h"
#include "halfspace_move.h"
#include "questions.h"

#include <stdlib.h>

#define WALKERS 4
#define WALK_STEPS 2500

// The shape of number 0 to 4. The hull's corners are whole numbers.
static halfspace_shape* new_shape(uint32_t number) {
    static const double half[3] = {16, 12, 28};
    static const double corners[12] = {12, 0, -9, -7, 11, -9, -8, -10, -9, 1, 2, 20};
    halfspace_shape* shape = NULL;
    switch (number) {
        case 0:
            shape = halfspace_new_box(half);
            break;
        case 1:
            shape = halfspace_new_sphere(8.5);
            break;
        case 2:
            shape = halfspace_new_capsule(14, 12);
            break;
        case 3:
            shape = halfspace_new_cylinder(20, 12.25);
            break;
        default:
            shape = halfspace_new_hull(corners, 4);
            break;
    }
    need(shape != NULL, "no shape");
    return shape;
}

static void add_answer(hash* h, const c_answer* answer) {
    add_memory(h, answer->words, answer->count * sizeof answer->words[0]);
}

// All questions of c_questions.c and their batches: twenty times about the world, then ten times
// about the first model. Each time with another body: each shape, upright and turned in many ways.
hash hash_questions(const halfspace_level* level) {
    static const double origin[3] = {0, 0, 0};
    double* numbers = segments_of(level, 15, POINTS);
    void* answers = room_for(POINTS / 5, sizeof(halfspace_contact));
    uint32_t random = 16;
    hash h = new_hash();
    for (uint32_t i = 0; i < 30; ++i) {
        const uint32_t model = i >= 20 && halfspace_model_count(level) > 1 ? 1 : 0;
        const double* own = numbers + (size_t)(i % 10) * (6 * POINTS / 10);
        halfspace_placed_shape body;
        double angles[3] = {0, 0, 0};
        if (i >= 5) {
            next_angles(&random, angles);
        }
        body.shape = new_shape(i % 5);
        body.placement = halfspace_placement_turned(0, origin, angles);
        c_asked asked = {halfspace_new_model_world(level, model), NULL, 0, &body, NULL, NULL, NULL};
        asked.space = i % halfspace_space_count(level);
        for (uint32_t q = 0; q < c_question_count; ++q) {
            const c_question* question = &c_questions[q];
            const uint32_t count = (question->reads & C_TO) != 0 ? POINTS / 10 : POINTS / 5;
            c_answer answer;
            if (question->ask_all != NULL) {
                ok(question->ask_all(&asked, own, count, answers));
            }
            for (uint32_t k = 0; question->ask_all != NULL && k < count; ++k) {
                question->answers->read(answers, k, &answer);
                add_answer(&h, &answer);
            }
            for (uint32_t k = 0; k < PAIRS; ++k) {
                const double* way = own + (size_t)6 * k;
                const double high[3] = {
                    way[0] + 1 + k % 64, way[1] + 1 + k % 32, way[2] + 1 + k % 16};
                asked.from = way;
                asked.to = way + 3;
                asked.high = high;
                ok(question->ask(&asked, &answer));
                add_answer(&h, &answer);
            }
        }
        halfspace_free_collision_world((halfspace_collision_world*)asked.world);
        halfspace_free_shape((halfspace_shape*)body.shape);
    }
    free(numbers);
    free(answers);
    return h;
}

// All questions of c_questions.c in a world with one obstacle of each shape. Most of them leave out
// one obstacle and one model.
hash hash_models(const halfspace_level* level) {
    places all = places_of(level, 17);
    halfspace_collision_world* world = turned_models(level, &all);
    hash h = new_hash();
    for (uint32_t k = 0; k < 5; ++k) {
        halfspace_obstacle obstacle = {10 * k + 1, 0, {0, 0, NULL, {0, 0, 0}}, {0, 0, 0}};
        obstacle.body.shape = new_shape(k);
        next_place(&all, 1, obstacle.position);
        ok(halfspace_place_obstacle(world, &obstacle));
        halfspace_free_shape((halfspace_shape*)obstacle.body.shape);
    }
    halfspace_placed_shape body;
    body.shape = new_shape(2);
    body.placement = halfspace_placement_at_rest(0);
    for (uint32_t i = 0; i < PAIRS; ++i) {
        double way[6];
        next_segment(&all, i, way);
        const uint32_t id = i % 5 * 10 + 1;
        const uint32_t model = i % 3 + 1;
        const halfspace_leave_out without = {&id, 1, &model, 1, NULL, 0};
        const double high[3] = {way[0] + 1 + i % 64, way[1] + 1 + i % 32, way[2] + 1 + i % 16};
        const c_asked asked = {
            world, i % 7 == 0 ? NULL : &without, i % 2, &body, way, way + 3, high};
        for (uint32_t q = 0; q < c_question_count; ++q) {
            c_answer answer;
            ok(c_questions[q].ask(&asked, &answer));
            add_text(&h, c_questions[q].name);
            add_answer(&h, &answer);
        }
    }
    halfspace_free_shape((halfspace_shape*)body.shape);
    halfspace_free_collision_world(world);
    return h;
}

// A model at a step: all rise and sink.
static halfspace_placement model_at(uint32_t model, uint32_t step) {
    halfspace_placement at = halfspace_placement_at_rest(model);
    at.translation[2] = abs((int)(step % 128) - 64) * 0.75;
    return at;
}

// Room for a standing body near the origin of any entity; after 1000 tries any place.
static void start_place(const halfspace_level* level,
                        const halfspace_collision_world* world,
                        places* all,
                        uint32_t stand,
                        double place[3]) {
    for (int i = 0; i < 1000; ++i) {
        const uint32_t entity = next_random(&all->random) % halfspace_entity_count(level);
        double origin[3];
        if (halfspace_key_vec3(level, entity, "origin", origin) == HALFSPACE_OK &&
            halfspace_unstick(world, NULL, stand, origin, 64, HALFSPACE_BODY_BLOCKERS, place) ==
                HALFSPACE_OK) {
            return;
        }
    }
    next_place(all, 64, place);
}

static halfspace_mover_input next_input(uint32_t* random, uint32_t step) {
    halfspace_mover_input input;
    double angles[3] = {0, 0, 0};
    double wish[3] = {1, 0, 0};
    angles[0] = degrees(next_random(random)) / 4;
    angles[1] = degrees(next_random(random));
    wish[1] = ((int)(next_random(random) % 255) - 127) / 127.0;
    wish[2] = ((int)(next_random(random) % 255) - 127) / 127.0;
    const uint32_t buttons = (step / 16 % 4 == 2 ? HALFSPACE_JUMP_BUTTON : 0u) |
                             (step / 64 % 4 == 1 ? HALFSPACE_CROUCH_BUTTON : 0u);
    ok(halfspace_quantised(angles, wish, buttons, &input));
    return input;
}

// Movers among each other and among models that rise and sink. A mover turns every 16 steps.
hash hash_walks(const halfspace_level* level) {
    places all = places_of(level, 18);
    halfspace_mover_body stand = {0, 0, NULL, {0, 0, 0}};
    halfspace_mover_body crouch = {0, 0, NULL, {0, 0, 0}};
    halfspace_mover_state walkers[WALKERS];
    halfspace_mover_input inputs[WALKERS];
    halfspace_collision_world* world = halfspace_new_collision_world(level);
    uint32_t count = halfspace_model_count(level) - 1;
    count = count < MOST_MODELS ? count : MOST_MODELS;
    hash h = new_hash();
    ok(halfspace_find_space(level, "stand", &stand.space));
    ok(halfspace_find_space(level, "crouch", &crouch.space));
    for (uint32_t i = 0; i < WALKERS; ++i) {
        halfspace_obstacle walker = {i, 0, stand, {0, 0, 0}};
        // The walkers do not know of each other yet.
        halfspace_collision_world* alone = halfspace_new_collision_world(level);
        start_place(level, alone, &all, stand.space, walker.position);
        halfspace_free_collision_world(alone);
        ok(halfspace_mover_at(walker.position, &walkers[i]));
        ok(halfspace_place_obstacle(world, &walker));
    }
    for (uint32_t m = 1; m <= count; ++m) {
        const halfspace_placement at = model_at(m, 0);
        ok(halfspace_place_model(world, &at));
    }
    for (uint32_t step = 0; step < WALK_STEPS; ++step) {
        ok(halfspace_end_step(world));
        for (uint32_t m = 1; m <= count; ++m) {
            const halfspace_placement to = model_at(m, step + 1);
            ok(halfspace_move_model(world, &to));
        }
        for (uint32_t i = 0; i < WALKERS; ++i) {
            const halfspace_leave_out itself = {.obstacles = &i, .obstacle_count = 1};
            halfspace_mover_step moved;
            if (step % 16 == 0) {
                inputs[i] = next_input(&all.random, step);
            }
            ok(halfspace_step_mover(
                world, &itself, &stand, &crouch, &walkers[i], &inputs[i], NULL, &moved));
            ok(halfspace_place_obstacle_at(world, i, moved.state.position));
            walkers[i] = moved.state;
            add_memory(&h, &moved.state, sizeof moved.state);
            add_word(&h, moved.problem);
            add_word(&h, moved.wall_count);
            add_word(&h, (uint32_t)moved.is_crushed);
            add_memory(&h, &moved.stepped, sizeof moved.stepped);
            add_word(&h, moved.liquid);
        }
    }
    halfspace_free_collision_world(world);
    return h;
}

static void add_pair(hash* h, const halfspace_placed_shape* a, const halfspace_placed_shape* b) {
    static const double motion[3] = {-64, -48, -32};
    int32_t overlaps;
    halfspace_distance apart;
    halfspace_penetration deep;
    halfspace_time_of_impact impact;
    ok(halfspace_shapes_overlap(a, b, &overlaps));
    add_word(h, (uint32_t)overlaps);
    ok(halfspace_shapes_distance(a, b, &apart));
    add_memory(h, &apart, sizeof apart);
    if (halfspace_shapes_penetration(a, b, &deep) == HALFSPACE_OK) {
        halfspace_contact_point points[4];
        uint32_t count = 0;
        ok(halfspace_contact_points(a, b, &deep, 0.125, points, &count));
        add_memory(h, &deep, sizeof deep);
        add_memory(h, points, count * sizeof points[0]);
    }
    if (halfspace_shapes_time_of_impact(a, b, motion, 1.0 / 64, &impact) == HALFSPACE_OK) {
        add_memory(h, &impact, sizeof impact);
    }
}

// Pairs of shapes near each other, the second one turned. These need no level.
hash hash_shapes(void) {
    uint32_t random = 20;
    hash h = new_hash();
    for (uint32_t i = 0; i < 5 * PAIRS; ++i) {
        halfspace_placed_shape a;
        halfspace_placed_shape b;
        double pivot[3];
        double angles[3];
        next_angles(&random, angles);
        for (int axis = 0; axis < 3; ++axis) {
            pivot[axis] = (double)(next_random(&random) % 4096) / 64 - 32;
        }
        a.shape = new_shape(i % 5);
        a.placement = halfspace_placement_at_rest(0);
        b.shape = new_shape(i / 5 % 5);
        b.placement = halfspace_placement_turned(0, pivot, angles);
        add_pair(&h, &a, &b);
        halfspace_free_shape((halfspace_shape*)a.shape);
        halfspace_free_shape((halfspace_shape*)b.shape);
    }
    return h;
}
