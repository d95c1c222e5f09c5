// SPDX-License-Identifier: MIT
// Each question of c_questions.c refuses bad arguments, and then leaves the answer alone.
#include "c_questions.h"

#include "check.h"
#include "loaded_level.h"

#include <math.h>
#include <stdio.h>

static const double kFrom[3] = {64, 256, 60};
static const double kTo[3] = {64, 256, -60};
static const double kHigh[3] = {80, 260, 130};
static const double kNan[3] = {64, NAN, 60};
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

// The mistake counts only if the question reads the field.
static void expect_refused(const c_question* question, const c_asked* asked, unsigned field) {
    expect_status(
        question,
        asked,
        field == 0 || (question->reads & field) != 0 ? HALFSPACE_BAD_ARGUMENT : HALFSPACE_OK);
}

static void check_mistakes(const c_question* question, const c_asked* right) {
    const halfspace_leave_out no_obstacles = {NULL, 1, NULL, 0};
    const halfspace_leave_out no_models = {NULL, 0, NULL, 1};
    const double* const bad_places[3] = {NULL, kNan, kInfinite};
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
    for (int i = 0; i < 3; ++i) {
        asked = *right;
        asked.from = bad_places[i];
        expect_refused(question, &asked, 0);
        asked = *right;
        asked.to = bad_places[i];
        expect_refused(question, &asked, C_TO);
        asked = *right;
        asked.high = bad_places[i];
        expect_refused(question, &asked, C_HIGH);
    }
    asked = *right;
    asked.high = kFrom;
    expect_refused(question, &asked, C_HIGH);
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

int main(int argc, char** argv) {
    const double half[3] = {15, 15, 28};
    halfspace_level* const level = loaded_level(argc, argv);
    if (level == NULL) {
        return 1;
    }
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    halfspace_shape* const box = halfspace_new_box(half);
    const halfspace_placed_shape body = {box, halfspace_placement_at_rest(0)};
    const c_asked right = {world, NULL, 1, &body, kFrom, kTo, kHigh};
    for (uint32_t i = 0; i < c_question_count; ++i) {
        const int before = failures;
        check_mistakes(&c_questions[i], &right);
        if (failures != before) {
            fprintf(stderr, "of %s\n", c_questions[i].name);
        }
    }
    halfspace_free_shape(box);
    halfspace_free_collision_world(world);
    halfspace_free_level(level);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
