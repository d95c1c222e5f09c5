// SPDX-License-Identifier: MIT
// Each question and each batch of c_questions.c refuses bad arguments, and then leaves the answers
// alone. A batch answers as single questions do.
#include "c_questions.h"

#include "check.h"
#include "halfspace_spatial.h"
#include "loaded_level.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How many things a batch is asked about: more than the library takes at a time.
#define COUNT 1100

static const double kFrom[3] = {64, 256, 60};
static const double kTo[3] = {64, 256, -60};
static const double kHigh[3] = {80, 260, 130};
static const double kNanX[3] = {NAN, 256, 60};
static const double kNanY[3] = {64, NAN, 60};
static const double kInfinite[3] = {64, 256, INFINITY};

static void expect_status(const c_question* question,
                          const c_asked* asked,
                          halfspace_status status) {
    c_answer answer = {{77}, 1};
    CHECK(question->ask(asked, &answer) == status);
    if (status != HALFSPACE_OK) {
        CHECK(answer.words[0] == 77 && answer.count == 1);
    }
}

// The same for the batch, if there is one.
static void expect_batch(const c_question* question,
                         const c_asked* asked,
                         const double* numbers,
                         size_t count,
                         halfspace_status status) {
    if (question->ask_all == NULL) {
        return;
    }
    const size_t size = COUNT * question->answers->size;
    unsigned char* const answers = malloc(size);
    size_t left = 0;
    memset(answers, 77, size);
    CHECK(question->ask_all(asked, numbers, count, answers) == status);
    while (left < size && answers[left] == 77) {
        ++left;
    }
    CHECK(status == HALFSPACE_OK || left == size);
    free(answers);
}

// The mistake counts only if the question reads the field.
static halfspace_status status_of(const c_question* question, unsigned field) {
    return field == 0 || (question->reads & field) != 0 ? HALFSPACE_BAD_ARGUMENT : HALFSPACE_OK;
}

// A mistake that a batch can make, too.
static void expect_refused(const c_question* question, const c_asked* asked, unsigned field) {
    const double ways[12] = {64, 256, 60, 64, 256, -60, 80, 260, 130, 64, 256, 60};
    expect_status(question, asked, status_of(question, field));
    expect_batch(question, asked, ways, 2, status_of(question, field));
    expect_batch(question, asked, NULL, 0, status_of(question, field));
}

static void check_mistakes(const c_question* question, const c_asked* right) {
    const halfspace_leave_out no_obstacles = {.obstacle_count = 1};
    const halfspace_leave_out no_models = {.model_count = 1};
    const halfspace_leave_out no_meshes = {.mesh_count = 1};
    const double* const bad_places[4] = {NULL, kNanX, kNanY, kInfinite};
    halfspace_placed_shape bad_body = *right->body;
    expect_status(question, right, HALFSPACE_OK);
    CHECK(question->ask(right, NULL) == HALFSPACE_BAD_ARGUMENT);

    c_asked asked = *right;
    asked.world = NULL;
    expect_refused(question, &asked, 0);
    asked = *right;
    asked.without = &no_obstacles;
    expect_refused(question, &asked, 0);
    asked.without = &no_models;
    expect_refused(question, &asked, 0);
    asked.without = &no_meshes;
    expect_refused(question, &asked, 0);
    for (int i = 0; i < 4; ++i) {
        asked = *right;
        asked.from = bad_places[i];
        expect_status(question, &asked, HALFSPACE_BAD_ARGUMENT);
        asked = *right;
        asked.to = bad_places[i];
        expect_status(question, &asked, status_of(question, C_TO));
        asked = *right;
        asked.high = bad_places[i];
        expect_status(question, &asked, status_of(question, C_HIGH));
    }
    asked = *right;
    asked.high = kFrom;
    expect_status(question, &asked, status_of(question, C_HIGH));
    asked = *right;
    asked.space = 9;
    expect_refused(question, &asked, C_SPACE);
    asked = *right;
    asked.body = NULL;
    expect_refused(question, &asked, C_BODY);
    asked.body = &bad_body;
    bad_body.placement.z[2] = -1;  // a mirror image
    expect_refused(question, &asked, C_BODY);
    bad_body = *right->body;
    bad_body.shape = NULL;
    expect_refused(question, &asked, C_BODY);
}

static int are_equal(const c_answer* a, const c_answer* b) {
    return a->count == b->count && memcmp(a->words, b->words, a->count * sizeof a->words[0]) == 0;
}

// The answers of the batch are those of single questions, and not all are the same.
static void check_answers(const c_question* question,
                          const c_asked* right,
                          const double* numbers,
                          size_t width) {
    void* const answers = malloc(COUNT * question->answers->size);
    c_asked asked = *right;
    c_answer first;
    int wrong = 0;
    int different = 0;
    CHECK(question->ask_all(right, numbers, COUNT, answers) == HALFSPACE_OK);
    question->answers->read(answers, 0, &first);
    for (size_t i = 0; i < COUNT; ++i) {
        c_answer one;
        c_answer alone;
        asked.from = numbers + width * i;
        asked.to = asked.from + 3;
        question->answers->read(answers, i, &one);
        CHECK(question->ask(&asked, &alone) == HALFSPACE_OK);
        wrong += !are_equal(&one, &alone);
        different += !are_equal(&one, &first);
    }
    CHECK(wrong == 0 && different > COUNT / 10);
    free(answers);
}

static void check_batch(const c_question* question, const c_asked* right) {
    const size_t width = (question->reads & C_TO) != 0 ? 6 : 3;
    const size_t end = width * COUNT;
    // Times 2, 3 or 6 they overflow: what is left is 0 or 2.
    const size_t too_many[3] = {SIZE_MAX / 2 + 1, SIZE_MAX / 3 + 1, SIZE_MAX / 6 + 1};
    const double bad_numbers[3] = {NAN, INFINITY, -INFINITY};
    double numbers[6 * COUNT];
    uint32_t random = 1;
    for (size_t i = 0; i < 6 * COUNT; ++i) {
        random = random * 1664525 + 1013904223;
        numbers[i] = kFrom[i % 3] + (double)(random >> 16) / 256 - 128;
    }
    check_answers(question, right, numbers, width);
    CHECK(question->ask_all(right, NULL, 0, NULL) == HALFSPACE_OK);
    CHECK(question->ask_all(right, numbers, COUNT, NULL) == HALFSPACE_BAD_ARGUMENT);
    expect_batch(question, right, NULL, 1, HALFSPACE_BAD_ARGUMENT);
    for (int k = 0; k < 3; ++k) {
        expect_batch(question, right, NULL, too_many[k], HALFSPACE_BAD_ARGUMENT);
        expect_batch(question, right, numbers, too_many[k], HALFSPACE_BAD_ARGUMENT);
        for (size_t i = 0; i < end; ++i) {
            if (i % 101 != 0 && i != end - 1) {
                continue;
            }
            const double number = numbers[i];
            numbers[i] = bad_numbers[k];
            expect_batch(question, right, numbers, COUNT, HALFSPACE_BAD_ARGUMENT);
            numbers[i] = number;
        }
    }
}

int main(int argc, char** argv) {
    const double half[3] = {15, 15, 28};
    const double wide[3] = {60, 60, 60};
    halfspace_level* const level = loaded_level(argc, argv);
    if (level == NULL) {
        return 1;
    }
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    halfspace_shape* const box = halfspace_new_box(half);
    const halfspace_placed_shape body = {box, halfspace_placement_at_rest(0)};
    // An obstacle, a door and a mesh among the things that are asked about. All are left out.
    halfspace_shape* const cube = halfspace_new_box(wide);
    const halfspace_obstacle obstacle = {4, 0, {0, 0, cube, {0, 0, 0}}, {64, 256, 60}};
    halfspace_placement door = halfspace_placement_at_rest(1);
    double min[3];
    double max[3];
    CHECK(halfspace_model_bounds(level, 1, min, max) == HALFSPACE_OK);
    for (int i = 0; i < 3; ++i) {
        door.translation[i] = kFrom[i] - (min[i] + max[i]) / 2;
    }
    CHECK(halfspace_place_model(world, &door) == HALFSPACE_OK);
    CHECK(halfspace_place_obstacle(world, &obstacle) == HALFSPACE_OK);
    const double sheet[9] = {0, 200, 50, 100, 300, 50, 64, 256, 90};
    const uint32_t corners[3] = {0, 1, 2};
    const halfspace_mesh arrays = {NULL, sheet, 3, 0, corners, 1};
    halfspace_mesh_bvh* const tree = halfspace_new_mesh_bvh(&arrays, 0, NULL, 0);
    const halfspace_placed_mesh mesh = {8, 0, tree, 0, 0, halfspace_placement_at_rest(0)};
    CHECK(halfspace_place_mesh(world, &mesh) == HALFSPACE_OK);
    halfspace_free_mesh_bvh(tree);
    const halfspace_leave_out without = {&obstacle.id, 1, &door.model, 1, &mesh.id, 1};
    const c_asked right = {world, &without, 1, &body, kFrom, kTo, kHigh};
    for (uint32_t i = 0; i < c_question_count; ++i) {
        const int before = failures;
        check_mistakes(&c_questions[i], &right);
        if (c_questions[i].ask_all != NULL) {
            check_batch(&c_questions[i], &right);
        }
        if (failures != before) {
            fprintf(stderr, "of %s\n", c_questions[i].name);
        }
    }
    halfspace_free_shape(box);
    halfspace_free_shape(cube);
    halfspace_free_collision_world(world);
    halfspace_free_level(level);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
