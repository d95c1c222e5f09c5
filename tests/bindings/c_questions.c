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
        add_word(answer, found->mesh);
        add_word(answer, found->triangle);
        add_word(answer, found->plane);
        add_word(answer, found->node);
    }
    return status;
}

// Each of these reads an answer of a batch.

static void read_word(const void* words, size_t i, c_answer* answer) {
    one_word(HALFSPACE_OK, ((const uint32_t*)words)[i], answer);
}

static void read_flag(const void* flags, size_t i, c_answer* answer) {
    one_word(HALFSPACE_OK, ((const uint8_t*)flags)[i], answer);
}

static void read_contact(const void* contacts, size_t i, c_answer* answer) {
    contact(HALFSPACE_OK, (const halfspace_contact*)contacts + i, answer);
}

static const c_answers kWords = {sizeof(uint32_t), read_word};
static const c_answers kFlags = {sizeof(uint8_t), read_flag};
static const c_answers kContacts = {sizeof(halfspace_contact), read_contact};

static halfspace_status point_contents(const c_asked* a, c_answer* answer) {
    uint32_t contents = 0;
    const halfspace_status status =
        halfspace_point_contents(a->world, a->without, a->from, answer ? &contents : NULL);
    return one_word(status, contents, answer);
}

static halfspace_status point_contents_all(const c_asked* a,
                                           const double* points,
                                           size_t count,
                                           void* contents) {
    return halfspace_point_contents_all(a->world, a->without, points, count, contents);
}

static halfspace_status line_of_sight(const c_asked* a, c_answer* answer) {
    int32_t clear = 0;
    const halfspace_status status =
        halfspace_line_of_sight(a->world, a->without, a->from, a->to, answer ? &clear : NULL);
    return one_word(status, (uint32_t)clear, answer);
}

static halfspace_status line_of_sight_all(const c_asked* a,
                                          const double* segments,
                                          size_t count,
                                          void* clear) {
    return halfspace_line_of_sight_all(a->world, a->without, segments, count, clear);
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

static halfspace_status is_free_all(const c_asked* a,
                                    const double* positions,
                                    size_t count,
                                    void* free) {
    return halfspace_is_free_all(
        a->world, a->without, a->space, positions, count, HALFSPACE_BODY_BLOCKERS, free);
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

static halfspace_status trace_all(const c_asked* a,
                                  const double* segments,
                                  size_t count,
                                  void* contacts) {
    return halfspace_trace_all(a->world, a->without, a->space, segments, count, NULL, contacts);
}

static halfspace_status sweep(const c_asked* a, c_answer* answer) {
    halfspace_contact found;
    const halfspace_status status = halfspace_sweep(
        a->world, a->without, a->body, a->from, a->to, NULL, answer ? &found : NULL);
    return contact(status, &found, answer);
}

static halfspace_status sweep_all(const c_asked* a,
                                  const double* segments,
                                  size_t count,
                                  void* contacts) {
    return halfspace_sweep_all(a->world, a->without, a->body, segments, count, NULL, contacts);
}

static halfspace_status is_free_shape(const c_asked* a, c_answer* answer) {
    int32_t free = 0;
    const halfspace_status status = halfspace_is_shape_free(
        a->world, a->without, a->body, a->from, HALFSPACE_BODY_BLOCKERS, answer ? &free : NULL);
    return one_word(status, (uint32_t)free, answer);
}

const c_question c_questions[] = {
    {"point_contents", 0, point_contents, point_contents_all, &kWords},
    {"line_of_sight", C_TO, line_of_sight, line_of_sight_all, &kFlags},
    {"overlaps_box", C_HIGH, overlaps_box, NULL, NULL},
    {"is_free", C_SPACE, is_free, is_free_all, &kFlags},
    {"unstick", C_SPACE, unstick, NULL, NULL},
    {"trace", C_SPACE | C_TO, trace, trace_all, &kContacts},
    {"sweep", C_BODY | C_TO, sweep, sweep_all, &kContacts},
    {"is_free_shape", C_BODY, is_free_shape, NULL, NULL},
};
const uint32_t c_question_count = sizeof c_questions / sizeof c_questions[0];
