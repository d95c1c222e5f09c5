// SPDX-License-Identifier: MIT
// One table of the single questions that C asks a collision world: one row for each, with the name
// of its row in tests/support/questions.cpp. The answers are compared with those of C++ and of
// JavaScript (tests/web/question_rows.ts); each question has to refuse bad arguments.
// c_test.c and c_sweep_test.c test their batches, and compare them with single questions.
#ifndef HALFSPACE_TESTS_BINDINGS_C_QUESTIONS_H
#define HALFSPACE_TESTS_BINDINGS_C_QUESTIONS_H

#include "halfspace.h"

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

// What a question reads beside `world`, `without` and `from`.
enum { C_SPACE = 1, C_BODY = 2, C_TO = 4, C_HIGH = 8 };

typedef struct c_question {
    const char* name;
    unsigned reads;
    // answer: null asks without a place for the answer.
    halfspace_status (*ask)(const c_asked* asked, c_answer* answer);
} c_question;

extern const c_question c_questions[];
extern const uint32_t c_question_count;

#ifdef __cplusplus
}
#endif

#endif
