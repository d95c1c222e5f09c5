// SPDX-License-Identifier: MIT
#include "c_questions.h"

#include <string.h>

// As kUnstickDistance of tests/support/questions.cpp.
#define UNSTICK_DISTANCE 24

static void add_word(c_answer* answer, uint64_t word) {
    answer->words[answer->count++] = word;
}

static void add_doubles(c_answer* answer, const double* numbers, uint32_t count) {
    memcpy(answer->words + answer->count, numbers, count * sizeof(double));
    answer->count += count;
}

// Each of these returns the status, and makes the answer if there is one.

static halfspace_status one_word(halfspace_status status, uint32_t word, c_answer* answer) {
    if (status == HALFSPACE_OK) {
        answer->count = 0;
        add_word(answer, word);
    }
    return status;
}

static halfspace_status contact(halfspace_status status,
                                const halfspace_contact* found,
                                c_answer* answer) {
    if (status == HALFSPACE_OK) {
        answer->count = 0;
        add_word(answer, (uint64_t)found->hit);
        add_word(answer, (uint64_t)found->start_blocked);
        add_doubles(answer, &found->fraction, 1);
        add_doubles(answer, found->point, 3);
        add_doubles(answer, found->end, 3);
        add_doubles(answer, found->normal, 3);
        add_word(answer, found->contents);
        add_word(answer, found->model);
        add_word(answer, found->obstacle);
        add_word(answer, found->plane);
        add_word(answer, found->node);
    }
    return status;
}

static halfspace_status point_contents(const c_asked* a, c_answer* answer) {
    uint32_t contents = 0;
    const halfspace_status status =
        halfspace_point_contents(a->world, a->without, a->from, answer ? &contents : NULL);
    return one_word(status, contents, answer);
}

static halfspace_status line_of_sight(const c_asked* a, c_answer* answer) {
    int32_t clear = 0;
    const halfspace_status status =
        halfspace_line_of_sight(a->world, a->without, a->from, a->to, answer ? &clear : NULL);
    return one_word(status, (uint32_t)clear, answer);
}

static halfspace_status overlaps_box(const c_asked* a, c_answer* answer) {
    int32_t overlaps = 0;
    const halfspace_status status = halfspace_overlaps_box(
        a->world, a->without, a->from, a->high, HALFSPACE_BODY_BLOCKERS, answer ? &overlaps : NULL);
    return one_word(status, (uint32_t)overlaps, answer);
}

static halfspace_status is_free(const c_asked* a, c_answer* answer) {
    int32_t free = 0;
    const halfspace_status status = halfspace_is_free(
        a->world, a->without, a->space, a->from, HALFSPACE_BODY_BLOCKERS, answer ? &free : NULL);
    return one_word(status, (uint32_t)free, answer);
}

static halfspace_status unstick(const c_asked* a, c_answer* answer) {
    double place[3] = {0, 0, 0};
    const halfspace_status status = halfspace_unstick(a->world,
                                                      a->without,
                                                      a->space,
                                                      a->from,
                                                      UNSTICK_DISTANCE,
                                                      HALFSPACE_BODY_BLOCKERS,
                                                      answer ? place : NULL);
    if (status == HALFSPACE_OK || status == HALFSPACE_NOT_FOUND) {
        answer->count = 0;
        add_word(answer, status == HALFSPACE_OK);
        add_doubles(answer, place, 3);
        return HALFSPACE_OK;
    }
    return status;
}

static halfspace_status trace(const c_asked* a, c_answer* answer) {
    halfspace_contact found;
    const halfspace_status status = halfspace_trace(
        a->world, a->without, a->space, a->from, a->to, NULL, answer ? &found : NULL);
    return contact(status, &found, answer);
}

static halfspace_status sweep(const c_asked* a, c_answer* answer) {
    halfspace_contact found;
    const halfspace_status status = halfspace_sweep(
        a->world, a->without, a->body, a->from, a->to, NULL, answer ? &found : NULL);
    return contact(status, &found, answer);
}

static halfspace_status is_free_shape(const c_asked* a, c_answer* answer) {
    int32_t free = 0;
    const halfspace_status status = halfspace_is_shape_free(
        a->world, a->without, a->body, a->from, HALFSPACE_BODY_BLOCKERS, answer ? &free : NULL);
    return one_word(status, (uint32_t)free, answer);
}

const c_question c_questions[] = {
    {"point_contents", 0, point_contents},
    {"line_of_sight", C_TO, line_of_sight},
    {"overlaps_box", C_HIGH, overlaps_box},
    {"is_free", C_SPACE, is_free},
    {"unstick", C_SPACE, unstick},
    {"trace", C_SPACE | C_TO, trace},
    {"sweep", C_BODY | C_TO, sweep},
    {"is_free_shape", C_BODY, is_free_shape},
};
const uint32_t c_question_count = sizeof c_questions / sizeof c_questions[0];
