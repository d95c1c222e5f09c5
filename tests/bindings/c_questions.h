// SPDX-License-Identifier: MIT
// One table of the questions that C asks a collision world: one row for each, with the name of its
// row in tests/support/questions.cpp, and with its batch if C has one. The answers are compared
// with those of C++ and of JavaScript (tests/web/question_rows.ts). Each question and each batch
// has to refuse bad arguments, and a batch answers as single questions do.
#ifndef HALFSPACE_TESTS_BINDINGS_C_QUESTIONS_H
#define HALFSPACE_TESTS_BINDINGS_C_QUESTIONS_H

#include "halfspace.h"

/* NOLINTBEGIN(readability-identifier-naming): names of C */
#ifdef __cplusplus
extern "C" {
#endif

typedef struct c_asked {
    const halfspace_collision_world* world;
    const halfspace_leave_out* without;
    uint32_t space;
    const halfspace_placed_shape* body;
    const double* from;
    const double* to;
    const double* high;  // a box goes from `from` to here
} c_asked;

// The words of an answer, as those of C++.
typedef struct c_answer {
    uint64_t words[20];
    uint32_t count;
} c_answer;

// An array of answers, as a batch writes them.
typedef struct c_answers {
    size_t size;  // of one answer [bytes]
    void (*read)(const void* answers, size_t i, c_answer* answer);
} c_answers;

// What a question reads beside `world`, `without` and `from`.
enum { C_SPACE = 1, C_BODY = 2, C_TO = 4, C_HIGH = 8 };

typedef struct c_question {
    const char* name;
    unsigned reads;
    // answer: null asks without a place for the answer.
    halfspace_status (*ask)(const c_asked* asked, c_answer* answer);
    // The batch, or null. It takes points, or with C_TO segments, in place of `from` and `to`.
    halfspace_status (*ask_all)(const c_asked* asked,
                                const double* numbers,
                                size_t count,
                                void* answers);
    const c_answers* answers;  // of the batch
} c_question;

extern const c_question c_questions[];
extern const uint32_t c_question_count;

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming) */

#endif
