// SPDX-License-Identifier: MIT
// Uses the octrees of halfspace_spatial.h, as C. Answers are compared with a list of boxes.
#include "check.h"
#include "halfspace_spatial.h"

#include <math.h>
#include <stddef.h>

#define COUNT 500
#define ALL HALFSPACE_ALL_OBJECTS

typedef struct {
    double min[3];
    double max[3];
} Box;

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): for programs in C
static uint32_t state = 1;

// A number from 0 to `range`.
static double any(double range) {
    state = state * 1664525u + 1013904223u;
    return range * (state >> 8) / 16777216.0;
}

static Box any_box(double range, double size) {
    Box made;
    for (int axis = 0; axis < 3; ++axis) {
        made.min[axis] = any(range);
        made.max[axis] = made.min[axis] + any(size);
    }
    return made;
}

static int touch(const Box* a, const Box* b, double margin) {
    for (int axis = 0; axis < 3; ++axis) {
        if (a->min[axis] - b->max[axis] > margin || b->min[axis] - a->max[axis] > margin) {
            return 0;
        }
    }
    return 1;
}

static void check_boxes(const halfspace_octree* octree,
                        halfspace_answer* answer,
                        const Box* boxes) {
    Box wanted = any_box(60, 40);
    wanted.max[2] = 100;
    const uint32_t* ids = NULL;
    size_t count = 0;
    CHECK(halfspace_octree_in_box(octree, wanted.min, wanted.max, ALL, answer, &ids, &count) ==
          HALFSPACE_OK);
    size_t next = 0;
    for (uint32_t i = 0; i < COUNT; ++i) {
        if (touch(&boxes[i], &wanted, 0)) {
            CHECK(next < count && ids[next] == i);
            ++next;
        }
    }
    CHECK(next == count && count > 0);
}

static void check_spheres_and_pairs(const halfspace_octree* octree,
                                    halfspace_answer* answer,
                                    const Box* boxes) {
    const double centre[3] = {50, 50, 50};
    const uint32_t* ids = NULL;
    size_t count = 0;
    CHECK(halfspace_octree_in_sphere(octree, centre, 30, ALL, answer, &ids, &count) ==
          HALFSPACE_OK);
    size_t next = 0;
    for (uint32_t i = 0; i < COUNT; ++i) {
        double square = 0;
        for (int axis = 0; axis < 3; ++axis) {
            const double out = fmax(boxes[i].min[axis] - 50, fmax(50 - boxes[i].max[axis], 0));
            square += out * out;
        }
        if (square <= 900) {
            CHECK(next < count && ids[next] == i);
            ++next;
        }
    }
    CHECK(next == count && count > 0);

    const halfspace_octree_pair* pairs = NULL;
    CHECK(halfspace_octree_near_pairs(octree, 0.5, ALL, answer, &pairs, &count) == HALFSPACE_OK);
    next = 0;
    for (uint32_t a = 0; a < COUNT; ++a) {
        for (uint32_t b = a + 1; b < COUNT; ++b) {
            if (touch(&boxes[a], &boxes[b], 0.5)) {
                CHECK(next < count && pairs[next].a == a && pairs[next].b == b);
                ++next;
            }
        }
    }
    CHECK(next == count && count > 0);
}

// A row of ten boxes along x.
static void check_rows(void) {
    halfspace_octree* const octree = halfspace_new_octree(NULL);
    halfspace_answer* const answer = halfspace_new_answer();
    for (uint32_t i = 0; i < 10; ++i) {
        const double min[3] = {10.0 * i, 0, 0};
        const double max[3] = {10.0 * i + 5, 5, 5};
        uint32_t id = 77;
        CHECK(halfspace_octree_insert(octree, min, max, NULL, &id) == HALFSPACE_OK && id == i);
    }
    const double from[3] = {100, 2, 2};
    const double to[3] = {0, 2, 2};
    const halfspace_octree_hit* hits = NULL;
    size_t count = 0;
    CHECK(halfspace_octree_on_segment(octree, from, to, ALL, answer, &hits, &count) ==
          HALFSPACE_OK);
    CHECK(count == 10 && hits[0].id == 9 && hits[9].id == 0);
    CHECK(fabs(hits[0].fraction - 0.05) < 1e-12 && fabs(hits[9].fraction - 0.95) < 1e-12);

    const double eye[3] = {-1, 2, 2};
    halfspace_frustum frustum;
    const uint32_t* ids = NULL;
    CHECK(halfspace_look_at(eye, from, 60, 1.5, &frustum) == HALFSPACE_OK);
    CHECK(halfspace_octree_in_view(octree, &frustum, ALL, answer, &ids, &count) == HALFSPACE_OK);
    CHECK(count == 10 && ids[0] == 0 && ids[9] == 9);

    double min[3];
    double max[3];
    CHECK(halfspace_octree_remove(octree, 3) == HALFSPACE_OK);
    CHECK(halfspace_octree_remove(octree, 3) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_octree_size(octree) == 9);
    CHECK(halfspace_octree_box(octree, 3, min, max) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_octree_box(octree, 4, min, max) == HALFSPACE_OK && max[0] == 45);
    halfspace_free_answer(answer);
    halfspace_free_octree(octree);
}

// Objects of two kinds, with the bits 1 and 2, and one of both.
static void check_data(void) {
    halfspace_octree* const octree = halfspace_new_octree(NULL);
    halfspace_answer* const answer = halfspace_new_answer();
    halfspace_answer* const other = halfspace_new_answer();
    const double min[3] = {0, 0, 0};
    const double max[3] = {1, 1, 1};
    const double far[3] = {9, 0, 0};
    for (uint32_t mask = 1; mask < 4; ++mask) {
        const halfspace_octree_data data = {0xfedcba9876543210u + mask, mask, 0};
        uint32_t id = 77;
        CHECK(halfspace_octree_insert(octree, min, max, &data, &id) == HALFSPACE_OK);
        CHECK(id == mask - 1);
    }
    halfspace_octree_data data = {0, 0, 0};
    CHECK(halfspace_octree_data_of(octree, 1, &data) == HALFSPACE_OK);
    CHECK(data.user == 0xfedcba9876543212u && data.mask == 2 && data.reserved == 0);
    CHECK(halfspace_octree_data_of(octree, 3, &data) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_octree_set_data(octree, 3, &data) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_octree_data_of(octree, 1, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_octree_set_data(octree, 1, NULL) == HALFSPACE_BAD_ARGUMENT);

    // Two answers at once.
    const uint32_t* ones = NULL;
    const uint32_t* twos = NULL;
    size_t one_count = 0;
    size_t two_count = 0;
    CHECK(halfspace_octree_in_box(octree, min, max, 1, answer, &ones, &one_count) == HALFSPACE_OK);
    CHECK(halfspace_octree_in_sphere(octree, min, 1, 2, other, &twos, &two_count) == HALFSPACE_OK);
    CHECK(one_count == 2 && ones[0] == 0 && ones[1] == 2);
    CHECK(two_count == 2 && twos[0] == 1 && twos[1] == 2);

    const halfspace_octree_hit* hits = NULL;
    const halfspace_octree_pair* pairs = NULL;
    size_t count = 0;
    CHECK(halfspace_octree_on_segment(octree, far, min, 2, answer, &hits, &count) == HALFSPACE_OK);
    CHECK(count == 2 && hits[0].id == 1 && hits[1].id == 2);
    CHECK(halfspace_octree_near_pairs(octree, 0, 1, answer, &pairs, &count) == HALFSPACE_OK);
    CHECK(count == 1 && pairs[0].a == 0 && pairs[0].b == 2);
    data.mask = 4;
    CHECK(halfspace_octree_set_data(octree, 0, &data) == HALFSPACE_OK);
    CHECK(halfspace_octree_in_box(octree, min, max, 4, answer, &ones, &one_count) == HALFSPACE_OK);
    CHECK(one_count == 1 && ones[0] == 0);
    CHECK(halfspace_octree_in_box(octree, min, max, 0, answer, &ones, &one_count) == HALFSPACE_OK);
    CHECK(one_count == 0);
    halfspace_free_answer(other);
    halfspace_free_answer(answer);
    halfspace_free_octree(octree);
}

static void check_mistakes(halfspace_octree* octree, halfspace_answer* answer) {
    const double zero[3] = {0, 0, 0};
    const double bad[3][3] = {{NAN, 0, 0}, {0, INFINITY, 0}, {0, 0, 1e38}};
    const double below[3] = {0, 0, -1};
    const double boxes[12] = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, NAN};
    const uint32_t two[2] = {0, 1};
    uint32_t id = 77;
    const uint32_t* ids = NULL;
    const halfspace_octree_hit* hits = NULL;
    size_t count = 77;
    halfspace_octree_statistics before;
    halfspace_octree_statistics after;
    CHECK(halfspace_octree_statistics_of(octree, &before) == HALFSPACE_OK);
    CHECK(before.nodes > 1 && before.deepest > 1 && before.bytes > 1000 && before.entries >= COUNT);
    for (int i = 0; i < 3; ++i) {
        CHECK(halfspace_octree_insert(octree, zero, bad[i], NULL, &id) == HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_octree_update(octree, 0, zero, bad[i]) == HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_octree_on_segment(octree, zero, bad[i], ALL, answer, &hits, &count) ==
              HALFSPACE_BAD_ARGUMENT);
    }
    CHECK(halfspace_octree_insert(octree, zero, below, NULL, &id) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_octree_insert(octree, NULL, zero, NULL, &id) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_octree_insert(octree, zero, zero, NULL, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_octree_insert(NULL, zero, zero, NULL, &id) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_octree_update(octree, COUNT, zero, zero) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_octree_update_all(octree, two, boxes, 2) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_octree_update_all(octree, NULL, boxes, 1) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_octree_update_all(octree, NULL, NULL, 0) == HALFSPACE_OK);
    CHECK(halfspace_octree_remove(octree, COUNT) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_octree_remove(NULL, 0) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_octree_in_box(octree, bad[0], zero, ALL, answer, &ids, &count) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_octree_in_box(octree, zero, zero, ALL, NULL, &ids, &count) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_octree_in_sphere(octree, zero, -1, ALL, answer, &ids, &count) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_octree_in_view(octree, NULL, ALL, answer, &ids, &count) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_octree_near_pairs(octree, -1, ALL, answer, NULL, &count) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(id == 77 && count == 77 && ids == NULL && hits == NULL);
    CHECK(halfspace_octree_statistics_of(octree, &after) == HALFSPACE_OK);
    CHECK(after.entries == before.entries && halfspace_octree_size(octree) == COUNT);

    const halfspace_octree_options wrong = {0.1, 32, 17};
    const halfspace_octree_options right = {8, 16, 4};
    CHECK(halfspace_new_octree(&wrong) == NULL);
    halfspace_octree* const other = halfspace_new_octree(&right);
    CHECK(other != NULL && halfspace_octree_size(other) == 0 && halfspace_octree_size(NULL) == 0);
    halfspace_free_octree(other);
    halfspace_free_octree(NULL);
    halfspace_free_answer(NULL);
}

int main(void) {
    halfspace_octree* const octree = halfspace_new_octree(NULL);
    halfspace_answer* const answer = halfspace_new_answer();
    Box boxes[COUNT];
    uint32_t ids[COUNT];
    for (uint32_t i = 0; i < COUNT; ++i) {
        boxes[i] = any_box(100, 4);
        CHECK(halfspace_octree_insert(octree, boxes[i].min, boxes[i].max, NULL, &ids[i]) ==
              HALFSPACE_OK);
        CHECK(ids[i] == i);
    }
    for (int round = 0; round < 10; ++round) {
        check_boxes(octree, answer, boxes);
        check_spheres_and_pairs(octree, answer, boxes);
        for (uint32_t i = 0; i < COUNT; ++i) {
            boxes[i] = any_box(100, 4);
        }
        if (round % 2 == 0) {
            CHECK(halfspace_octree_update_all(octree, ids, boxes[0].min, COUNT) == HALFSPACE_OK);
        } else {
            for (uint32_t i = 0; i < COUNT; ++i) {
                CHECK(halfspace_octree_update(octree, i, boxes[i].min, boxes[i].max) ==
                      HALFSPACE_OK);
            }
        }
    }
    check_mistakes(octree, answer);
    halfspace_free_answer(answer);
    halfspace_free_octree(octree);
    check_rows();
    check_data();
    return failures == 0 ? 0 : 1;
}
