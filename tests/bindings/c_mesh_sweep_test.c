// SPDX-License-Identifier: MIT
// Moves bodies among the triangles of a mesh by halfspace_spatial.h, as C.
#include "check.h"
#include "halfspace_spatial.h"

#include <math.h>
#include <string.h>

#define COUNT 40  // more than the library takes at a time

// A wall across the x axis; its front looks along -x.
static const double kWall[12] = {0, 100, -100, 0, -100, -100, 0, -100, 100, 0, 100, 100};
static const uint32_t kCorners[6] = {0, 1, 2, 0, 2, 3};

static halfspace_placed_shape body_at(const halfspace_shape* shape, double x) {
    halfspace_placed_shape body = {shape, halfspace_placement_at_rest(77)};
    body.placement.translation[0] = x;
    return body;
}

static void check_one(const halfspace_mesh_bvh* wall, const halfspace_shape* ball) {
    const double towards[3] = {40, 0, 10};
    const double away[3] = {-40, 0, 0};
    const halfspace_placed_shape body = body_at(ball, -25);
    halfspace_mesh_touch touch = {77, 7, 7, {7, 7, 7}, {7, 7, 7}};
    CHECK(halfspace_mesh_sweep(wall, NULL, &body, away, NULL, &touch) == HALFSPACE_NOT_FOUND);
    CHECK(touch.triangle == 77 && touch.fraction == 7);
    CHECK(halfspace_mesh_sweep(wall, NULL, &body, towards, NULL, &touch) == HALFSPACE_OK);
    CHECK(touch.triangle < 2 && touch.start_blocked == 0);
    CHECK(fabs(touch.fraction - 0.5) < 1e-6 && fabs(touch.point[2] - 5) < 1e-5);
    CHECK(touch.point[0] == 0 && touch.normal[0] == -1);

    // The wall stands elsewhere.
    halfspace_placement stands = halfspace_placement_at_rest(7);
    stands.translation[0] = 10;
    CHECK(halfspace_mesh_sweep(wall, &stands, &body, towards, NULL, &touch) == HALFSPACE_OK);
    CHECK(fabs(touch.fraction - 0.75) < 1e-6);

    // From behind, the front alone stops nothing.
    const halfspace_placed_shape behind = body_at(ball, 25);
    halfspace_mesh_sweep_options options = halfspace_default_mesh_sweep_options();
    CHECK(options.sides == HALFSPACE_BOTH_SIDES && options.skin == 1.0 / 32);
    CHECK(halfspace_mesh_sweep(wall, NULL, &behind, away, &options, &touch) == HALFSPACE_OK);
    options.sides = HALFSPACE_FRONT_SIDE;
    CHECK(halfspace_mesh_sweep(wall, NULL, &behind, away, &options, &touch) == HALFSPACE_NOT_FOUND);

    const halfspace_placed_shape inside = body_at(ball, 3);
    CHECK(halfspace_mesh_sweep(wall, NULL, &inside, away, NULL, &touch) == HALFSPACE_OK);
    CHECK(touch.start_blocked == 1 && touch.fraction == 0 && touch.normal[0] == 0);
}

static void check_places(const halfspace_mesh_bvh* wall, const halfspace_shape* ball) {
    const halfspace_placed_shape outside = body_at(ball, -6);
    const halfspace_placed_shape inside = body_at(ball, -3);
    halfspace_mesh_overlap overlap = {77, 0, 7, {7, 7, 7}, {7, 7, 7}};
    double out[3] = {7, 7, 7};
    int32_t is_there = 77;
    CHECK(halfspace_mesh_overlaps_shape(wall, NULL, &outside, &is_there) == HALFSPACE_OK);
    CHECK(is_there == 0);
    CHECK(halfspace_mesh_overlaps_shape(wall, NULL, &inside, &is_there) == HALFSPACE_OK);
    CHECK(is_there == 1);
    CHECK(halfspace_mesh_deepest_overlap(wall, NULL, &outside, &overlap) == HALFSPACE_NOT_FOUND);
    CHECK(overlap.triangle == 77);
    CHECK(halfspace_mesh_deepest_overlap(wall, NULL, &inside, &overlap) == HALFSPACE_OK);
    CHECK(overlap.triangle < 2 && fabs(overlap.depth - 2) < 1e-6);
    CHECK(fabs(overlap.normal[0] + 1) < 1e-6 && fabs(overlap.point[0]) < 3);
    CHECK(halfspace_mesh_unstick(wall, NULL, &outside, 9, out) == HALFSPACE_OK);
    CHECK(out[0] == 0 && out[1] == 0 && out[2] == 0);
    out[0] = 7;
    CHECK(halfspace_mesh_unstick(wall, NULL, &inside, 1, out) == HALFSPACE_NOT_FOUND);
    CHECK(out[0] == 7);
    CHECK(halfspace_mesh_unstick(wall, NULL, &inside, 9, out) == HALFSPACE_OK);
    CHECK(fabs(out[0] + 2) < 1e-3 && fabs(out[1]) < 1e-3);
}

static int are_same(const halfspace_mesh_touch* a, const halfspace_mesh_touch* b) {
    int same = a->triangle == b->triangle && a->start_blocked == b->start_blocked &&
               a->fraction == b->fraction;
    for (int axis = 0; axis < 3; ++axis) {
        same = same && a->point[axis] == b->point[axis] && a->normal[axis] == b->normal[axis];
    }
    return same;
}

static void check_batch(const halfspace_mesh_bvh* wall, const halfspace_shape* ball) {
    const halfspace_placed_shape body = body_at(ball, -25);
    double motions[6 * COUNT];
    halfspace_mesh_touch touches[COUNT];
    int touched = 0;
    for (int i = 0; i < COUNT; ++i) {
        const double motion[6] = {i, 2.5 * i, 0, i % 3 == 0 ? -30.0 : 30.0, 1, i};
        memcpy(motions + (ptrdiff_t)6 * i, motion, sizeof motion);
    }
    CHECK(halfspace_mesh_sweep_all(wall, NULL, &body, motions, COUNT, NULL, touches) ==
          HALFSPACE_OK);
    for (int i = 0; i < COUNT; ++i) {
        const double* const motion = motions + (ptrdiff_t)6 * i;
        halfspace_placed_shape moved = body;
        halfspace_mesh_touch alone = {HALFSPACE_NONE, 0, 1, {0, 0, 0}, {0, 0, 0}};
        for (int axis = 0; axis < 3; ++axis) {
            moved.placement.translation[axis] += motion[axis];
        }
        const halfspace_status status =
            halfspace_mesh_sweep(wall, NULL, &moved, motion + 3, NULL, &alone);
        touched += status == HALFSPACE_OK;
        CHECK(are_same(&alone, &touches[i]));
    }
    CHECK(touched > 10 && touched < COUNT);
    CHECK(halfspace_mesh_sweep_all(wall, NULL, &body, NULL, 0, NULL, NULL) == HALFSPACE_OK);
    CHECK(halfspace_mesh_sweep_all(wall, NULL, &body, NULL, 1, NULL, touches) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_mesh_sweep_all(wall, NULL, &body, motions, COUNT, NULL, NULL) ==
          HALFSPACE_BAD_ARGUMENT);
    touches[0].triangle = 77;
    for (int i = 0; i < 6; ++i) {
        const double right = motions[6 * 30 + i];
        motions[6 * 30 + i] = i % 2 == 0 ? NAN : 0x1p23;
        CHECK(halfspace_mesh_sweep_all(wall, NULL, &body, motions, COUNT, NULL, touches) ==
              HALFSPACE_BAD_ARGUMENT);
        motions[6 * 30 + i] = right;
    }
    CHECK(touches[0].triangle == 77);
}

static void check_mistakes(const halfspace_mesh_bvh* wall, const halfspace_shape* ball) {
    const halfspace_placed_shape right = body_at(ball, -25);
    const double motion[3] = {40, 0, 0};
    const double bad_motions[3][3] = {{NAN, 0, 0}, {0, INFINITY, 0}, {0, 0, 0x1.8p22}};
    halfspace_placed_shape bad[4] = {right, right, right, right};
    bad[0].shape = NULL;
    bad[1].placement.translation[0] = NAN;
    bad[2].placement.translation[1] = 0x1.8p22;
    bad[3].placement.z[2] = -1;  // a mirror image
    halfspace_placement scaled = halfspace_placement_at_rest(0);
    halfspace_placement far_away = scaled;
    scaled.x[0] = 3;
    far_away.translation[0] = 0x1.8p22;
    halfspace_mesh_touch touch;
    halfspace_mesh_overlap overlap;
    double out[3];
    int32_t answer = 77;
#define EXPECT_BAD(tree, stands, body)                                                       \
    do {                                                                                     \
        const halfspace_mesh_sweep_options how = {HALFSPACE_BOTH_SIDES, 0, 1};               \
        CHECK(halfspace_mesh_sweep(tree, stands, body, motion, &how, &touch) ==              \
              HALFSPACE_BAD_ARGUMENT);                                                       \
        CHECK(halfspace_mesh_sweep_all(tree, stands, body, NULL, 0, &how, NULL) ==           \
              HALFSPACE_BAD_ARGUMENT);                                                       \
        CHECK(halfspace_mesh_overlaps_shape(tree, stands, body, &answer) ==                  \
              HALFSPACE_BAD_ARGUMENT);                                                       \
        CHECK(halfspace_mesh_deepest_overlap(tree, stands, body, &overlap) ==                \
              HALFSPACE_BAD_ARGUMENT);                                                       \
        CHECK(halfspace_mesh_unstick(tree, stands, body, 1, out) == HALFSPACE_BAD_ARGUMENT); \
    } while (0)
    EXPECT_BAD(NULL, NULL, &right);
    EXPECT_BAD(wall, &scaled, &right);
    EXPECT_BAD(wall, &far_away, &right);
    EXPECT_BAD(wall, NULL, NULL);
    for (int i = 0; i < 4; ++i) {
        EXPECT_BAD(wall, NULL, &bad[i]);
    }
    for (int i = 0; i < 3; ++i) {
        CHECK(halfspace_mesh_sweep(wall, NULL, &right, bad_motions[i], NULL, &touch) ==
              HALFSPACE_BAD_ARGUMENT);
    }
    halfspace_mesh_sweep_options options = halfspace_default_mesh_sweep_options();
    options.sides = 2;
    CHECK(halfspace_mesh_sweep(wall, NULL, &right, motion, &options, &touch) ==
          HALFSPACE_BAD_ARGUMENT);
    options.sides = HALFSPACE_FRONT_SIDE;
    options.skin = -1;
    CHECK(halfspace_mesh_sweep(wall, NULL, &right, motion, &options, &touch) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_mesh_sweep(wall, NULL, &right, motion, NULL, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_mesh_overlaps_shape(wall, NULL, &right, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_mesh_deepest_overlap(wall, NULL, &right, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_mesh_unstick(wall, NULL, &right, 1, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_mesh_unstick(wall, NULL, &right, -1, out) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_mesh_unstick(wall, NULL, &right, INFINITY, out) == HALFSPACE_BAD_ARGUMENT);
    CHECK(answer == 77);
}

int main(void) {
    const halfspace_mesh arrays = {NULL, kWall, 4, 0, kCorners, 2};
    halfspace_mesh_bvh* const wall = halfspace_new_mesh_bvh(&arrays, HALFSPACE_BVH_PLOC, NULL, 0);
    halfspace_shape* const ball = halfspace_new_sphere(5);
    CHECK(wall != NULL && ball != NULL);
    check_one(wall, ball);
    check_places(wall, ball);
    check_batch(wall, ball);
    check_mistakes(wall, ball);
    halfspace_free_shape(ball);
    halfspace_free_mesh_bvh(wall);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
