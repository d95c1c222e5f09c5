// SPDX-License-Identifier: MIT
// Uses the shapes of halfspace.h, as C.
#include "check.h"
#include "halfspace.h"

#include <math.h>
#include <stddef.h>

static halfspace_placed_shape at(const halfspace_shape* shape, double x, double y, double z) {
    halfspace_placed_shape placed;
    placed.shape = shape;
    placed.placement = halfspace_placement_at_rest(0);
    placed.placement.translation[0] = x;
    placed.placement.translation[1] = y;
    placed.placement.translation[2] = z;
    return placed;
}

static void check_making(void) {
    const double bad_half[3] = {1, -1, 1};
    const double bad_points[6] = {0, 0, 0, 1, NAN, 1};
    CHECK(halfspace_new_box(NULL) == NULL);
    CHECK(halfspace_new_box(bad_half) == NULL);
    CHECK(halfspace_new_sphere(NAN) == NULL);
    CHECK(halfspace_new_sphere(1e9) == NULL);
    CHECK(halfspace_new_capsule(1, INFINITY) == NULL);
    CHECK(halfspace_new_cylinder(-1, 1) == NULL);
    CHECK(halfspace_new_hull(bad_points, 2) == NULL);
    CHECK(halfspace_new_hull(bad_points, 0) == NULL);
    CHECK(halfspace_new_hull(NULL, 1) == NULL);
    halfspace_free_shape(NULL);
    halfspace_shape* capsule = halfspace_new_capsule(3, 1);
    halfspace_shape* cylinder = halfspace_new_cylinder(3, 1);
    CHECK(capsule != NULL && cylinder != NULL);
    halfspace_free_shape(capsule);
    halfspace_free_shape(cylinder);
}

static void check_questions(const halfspace_shape* crate, const halfspace_shape* ball) {
    const halfspace_placed_shape below = at(crate, 10, 20, 0);
    const halfspace_placed_shape above = at(ball, 11, 21, 5);
    const halfspace_placed_shape far = at(ball, 10, 20, 16);
    int32_t do_overlap = -1;
    CHECK(halfspace_shapes_overlap(&above, &below, &do_overlap) == HALFSPACE_OK && do_overlap == 1);
    CHECK(halfspace_shapes_overlap(&far, &below, &do_overlap) == HALFSPACE_OK && do_overlap == 0);

    halfspace_penetration overlap;
    CHECK(halfspace_shapes_penetration(&above, &below, &overlap) == HALFSPACE_OK);
    CHECK(fabs(overlap.depth - 1) < 1e-9 && fabs(overlap.normal[2] - 1) < 1e-9);
    CHECK(overlap.error >= 0 && overlap.error < 1e-9);
    CHECK(halfspace_shapes_penetration(&far, &below, &overlap) == HALFSPACE_NOT_FOUND);

    halfspace_contact_point points[4];
    uint32_t count = 0;
    CHECK(halfspace_contact_points(&above, &below, &overlap, 0.25, points, &count) == HALFSPACE_OK);
    CHECK(count == 1 && fabs(points[0].depth - 1) < 1e-9 && fabs(points[0].point[0] - 11) < 1e-9);
    const halfspace_placed_shape stacked = at(crate, 10, 20, 7.5);
    CHECK(halfspace_shapes_penetration(&stacked, &below, &overlap) == HALFSPACE_OK);
    CHECK(halfspace_contact_points(&stacked, &below, &overlap, 0, points, &count) == HALFSPACE_OK);
    CHECK(count == 4 && fabs(points[3].depth - 0.5) < 1e-9);

    halfspace_distance separation;
    CHECK(halfspace_shapes_distance(&far, &below, &separation) == HALFSPACE_OK);
    CHECK(separation.distance == 10 && separation.normal[2] == 1 && separation.point_b[2] == 4);
    CHECK(separation.error < 1e-9 && separation.point_a[2] == 14);

    const double down[3] = {0, 0, -20};
    const double up[3] = {0, 0, 20};
    halfspace_time_of_impact impact;
    CHECK(halfspace_shapes_time_of_impact(&far, &below, down, 1e-6, &impact) == HALFSPACE_OK);
    CHECK(fabs(impact.fraction - 0.5) < 1e-6 && impact.distance >= 0 && impact.distance <= 1e-6);
    CHECK(fabs(impact.normal[2] - 1) < 1e-9 && fabs(impact.point[2] - 4) < 1e-9);
    CHECK(halfspace_shapes_time_of_impact(&far, &below, up, 1e-6, &impact) == HALFSPACE_NOT_FOUND);
}

static void check_mistakes(const halfspace_shape* crate) {
    const halfspace_placed_shape good = at(crate, 0, 0, 0);
    const halfspace_placed_shape none = at(NULL, 0, 0, 0);
    halfspace_placed_shape bad[4];
    bad[0] = at(crate, NAN, 0, 0);
    bad[1] = at(crate, 1e15, 0, 0);
    bad[2] = at(crate, 0, 0, 0);
    bad[2].placement.x[0] = 0;  // singular
    bad[3] = at(crate, 0, 0, 0);
    bad[3].placement.z[2] = -1;  // left-handed
    const double motion[3] = {0, 0, 1};
    const double no_motion[3] = {0, INFINITY, 1};
    int32_t answer = 77;
    halfspace_penetration overlap = {1, {0, 0, 1}, {0, 0, 0}, 0};
    halfspace_distance separation;
    halfspace_time_of_impact impact;
    halfspace_contact_point points[4];
    uint32_t count = 77;
    for (int i = 0; i < 6; ++i) {
        const halfspace_placed_shape* wrong = i < 4 ? &bad[i] : i == 4 ? &none : NULL;
        CHECK(halfspace_shapes_overlap(wrong, &good, &answer) == HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_shapes_overlap(&good, wrong, &answer) == HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_shapes_penetration(wrong, &good, &overlap) == HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_shapes_distance(wrong, &good, &separation) == HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_shapes_time_of_impact(&good, wrong, motion, 1, &impact) ==
              HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_contact_points(&good, wrong, &overlap, 0, points, &count) ==
              HALFSPACE_BAD_ARGUMENT);
    }
    CHECK(halfspace_shapes_overlap(&good, &good, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_shapes_penetration(&good, &good, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_shapes_distance(&good, &good, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_shapes_time_of_impact(&good, &good, no_motion, 1, &impact) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_shapes_time_of_impact(&good, &good, motion, 0, &impact) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_contact_points(&good, &good, &overlap, -1, points, &count) ==
          HALFSPACE_BAD_ARGUMENT);
    overlap.normal[2] = 2;
    CHECK(halfspace_contact_points(&good, &good, &overlap, 0, points, &count) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(answer == 77 && count == 77);
}

// Axes that were floats are taken.
static void check_floats(const halfspace_shape* crate) {
    halfspace_placed_shape turned = at(crate, 0, 0, 0);
    turned.placement.x[0] = turned.placement.y[1] = (double)0.8f;
    turned.placement.x[1] = (double)0.6f;
    turned.placement.y[0] = (double)-0.6f;
    const halfspace_placed_shape other = at(crate, 9, 0, 0);
    int32_t do_overlap = -1;
    CHECK(halfspace_shapes_overlap(&turned, &other, &do_overlap) == HALFSPACE_OK);
    CHECK(do_overlap == 1);
}

int main(void) {
    check_making();
    const double corners[24] = {-4, -4, -4, 4, -4, -4, -4, 4, -4, 4, 4, -4,
                                -4, -4, 4,  4, -4, 4,  -4, 4, 4,  4, 4, 4};
    const double half[3] = {4, 4, 4};
    halfspace_shape* crate = halfspace_new_box(half);
    halfspace_shape* hull = halfspace_new_hull(corners, 8);
    halfspace_shape* ball = halfspace_new_sphere(2);
    CHECK(crate != NULL && hull != NULL && ball != NULL);
    check_questions(crate, ball);
    check_questions(hull, ball);
    check_mistakes(crate);
    check_floats(crate);
    halfspace_free_shape(crate);
    halfspace_free_shape(hull);
    halfspace_free_shape(ball);
    return failures == 0 ? 0 : 1;
}
