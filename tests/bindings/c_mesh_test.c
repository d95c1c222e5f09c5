// SPDX-License-Identifier: MIT
// Uses the meshes of halfspace_spatial.h, as C. Answers are compared
// with what is known of a box and a ball, and with all triangles.
#include "check.h"
#include "halfspace_spatial.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define AROUND 24
#define RINGS 12
#define VERTICES (AROUND * RINGS + 2)
#define TRIANGLES (2 * AROUND * RINGS)
#define STRIDE 5  // numbers that are no coordinates lie between vertices

static const double kPi = 3.14159265358979323846;

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): for programs in C
static double ball_doubles[VERTICES * STRIDE];
static float ball_floats[VERTICES * STRIDE];
static uint32_t ball_indices[3 * TRIANGLES];
static uint32_t state = 1;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

// The corners of a box from -1 to 1, bit by bit, and its sides, counter-clockwise from outside.
static const double kBox[24] = {-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1,
                                -1, -1, 1,  1, -1, 1,  -1, 1, 1,  1, 1, 1};
static const uint32_t kSides[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                    2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};

// A number from -range to range.
static double any(double range) {
    state = state * 1664525u + 1013904223u;
    return range * ((state >> 8) / 8388608.0 - 1);
}

static void any_point(double range, double p[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        p[axis] = any(range);
    }
}

// A ball around the origin with a radius of 10.
static void make_ball(void) {
    memset(ball_doubles, 0xff, sizeof ball_doubles);  // NaN
    for (int i = 0; i < VERTICES; ++i) {
        const int ring = i == 0 ? 0 : i == VERTICES - 1 ? RINGS + 1 : 1 + (i - 1) / AROUND;
        const double down = kPi * ring / (RINGS + 1);
        const double turn = 2 * kPi * (i - 1) / AROUND;
        double* const p = ball_doubles + (size_t)STRIDE * i;
        p[0] = 10 * sin(down) * cos(turn);
        p[1] = 10 * sin(down) * sin(turn);
        p[2] = 10 * cos(down);
    }
    for (size_t i = 0; i < (size_t)VERTICES * STRIDE; ++i) {
        ball_floats[i] = (float)ball_doubles[i];
    }
    uint32_t* to = ball_indices;
    for (uint32_t i = 0; i < AROUND; ++i) {
        const uint32_t next = (i + 1) % AROUND;
        const uint32_t last = 1 + (RINGS - 1) * AROUND;
        const uint32_t ends[6] = {0, 1 + i, 1 + next, last + i, VERTICES - 1, last + next};
        memcpy(to, ends, sizeof ends);
        to += 6;
        for (uint32_t ring = 0; ring + 1 < RINGS; ++ring) {
            const uint32_t a = 1 + ring * AROUND;
            const uint32_t b = a + AROUND;
            const uint32_t both[6] = {a + i, b + i, b + next, a + i, b + next, a + next};
            memcpy(to, both, sizeof both);
            to += 6;
        }
    }
}

static halfspace_mesh_bvh* tree_of_box(uint32_t method) {
    const halfspace_mesh mesh = {NULL, kBox, 8, 0, kSides, 12};
    char why[200] = "none";
    halfspace_mesh_bvh* const tree = halfspace_new_mesh_bvh(&mesh, method, why, sizeof why);
    CHECK(tree != NULL && why[0] == '\0');
    return tree;
}

static halfspace_mesh_bvh* tree_of_ball(const float* floats, const double* doubles) {
    const halfspace_mesh mesh = {floats, doubles, VERTICES, STRIDE, ball_indices, TRIANGLES};
    halfspace_mesh_bvh* const tree = halfspace_new_mesh_bvh(&mesh, HALFSPACE_BVH_SAH, NULL, 0);
    CHECK(tree != NULL);
    return tree;
}

static double length(const double p[3]) {
    return sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
}

// All answers about one of the triangles of the ball: 1 if `triangles` has it.
static int has(const uint32_t* triangles, size_t count, uint32_t triangle) {
    for (size_t i = 0; i < count; ++i) {
        if (triangles[i] == triangle) {
            return 1;
        }
    }
    return 0;
}

static void check_rays(const halfspace_mesh_bvh* box, halfspace_answer* room) {
    const halfspace_ray down = {{0.25, 0.5, 5}, {0, 0, -2}, INFINITY};
    const halfspace_ray shorter = {{0.25, 0.5, 5}, {0, 0, -2}, 1.5};
    const halfspace_ray beside = {{1.25, 0.5, 5}, {0, 0, -2}, INFINITY};
    const halfspace_ray still = {{0, 0, 0}, {0, 0, 0}, INFINITY};
    halfspace_mesh_hit hit = {77, 0, 7};
    CHECK(halfspace_mesh_raycast(box, &shorter, &hit) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_mesh_raycast(box, &beside, &hit) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_mesh_raycast(box, &still, &hit) == HALFSPACE_NOT_FOUND);
    CHECK(hit.triangle == 77 && hit.t == 7);
    CHECK(halfspace_mesh_raycast(box, &down, &hit) == HALFSPACE_OK);
    CHECK(hit.triangle == 3 && hit.t == 2);

    const halfspace_mesh_hit* all = NULL;
    size_t count = 0;
    CHECK(halfspace_mesh_on_ray(box, &down, room, &all, &count) == HALFSPACE_OK);
    CHECK(count == 2 && all[0].triangle == 3 && all[0].t == 2);
    CHECK(all[1].triangle == 0 && all[1].t == 3);
    CHECK(halfspace_mesh_on_ray(box, &beside, room, &all, &count) == HALFSPACE_OK && count == 0);

    halfspace_ray rays[100];
    halfspace_mesh_hit hits[100];
    uint8_t are_hit[100];
    for (int i = 0; i < 100; ++i) {
        any_point(4, rays[i].origin);
        any_point(1, rays[i].direction);
        rays[i].max_t = i % 2 == 0 ? INFINITY : 3;
    }
    CHECK(halfspace_mesh_raycast_all(box, rays, 100, hits) == HALFSPACE_OK);
    CHECK(halfspace_mesh_any_hit_all(box, rays, 100, are_hit) == HALFSPACE_OK);
    int found = 0;
    for (int i = 0; i < 100; ++i) {
        int32_t is_hit = 77;
        CHECK(halfspace_mesh_any_hit(box, &rays[i], &is_hit) == HALFSPACE_OK);
        const halfspace_status status = halfspace_mesh_raycast(box, &rays[i], &hit);
        CHECK(is_hit == are_hit[i] && is_hit == (status == HALFSPACE_OK));
        CHECK(halfspace_mesh_on_ray(box, &rays[i], room, &all, &count) == HALFSPACE_OK);
        CHECK((count > 0) == is_hit);
        if (is_hit == 0) {
            CHECK(hits[i].triangle == HALFSPACE_NONE && hits[i].t == INFINITY);
            continue;
        }
        ++found;
        CHECK(hits[i].triangle == hit.triangle && hits[i].t == hit.t);
        CHECK(all[0].triangle == hit.triangle && all[0].t == hit.t);
        double most = 0;  // the hit lies on the box
        for (int axis = 0; axis < 3; ++axis) {
            most = fmax(most, fabs(rays[i].origin[axis] + hit.t * rays[i].direction[axis]));
        }
        CHECK(fabs(most - 1) < 1e-12);
    }
    CHECK(found > 5 && found < 80);
}

static void check_points(const halfspace_mesh_bvh* box) {
    const double outside[3] = {3, 0.5, -0.25};
    halfspace_mesh_point nearest = {77, 0, 7, {7, 7, 7}};
    CHECK(halfspace_mesh_closest_point(box, outside, 1.5, &nearest) == HALFSPACE_NOT_FOUND);
    CHECK(nearest.triangle == 77 && nearest.distance == 7);
    CHECK(halfspace_mesh_closest_point(box, outside, INFINITY, &nearest) == HALFSPACE_OK);
    CHECK(nearest.triangle >= 10 && nearest.distance == 2);
    CHECK(nearest.point[0] == 1 && nearest.point[1] == 0.5 && nearest.point[2] == -0.25);

    double points[300];
    halfspace_mesh_point all[100];
    for (int i = 0; i < 100; ++i) {
        any_point(2, points + (ptrdiff_t)3 * i);
    }
    halfspace_mesh_point nearby[100];
    CHECK(halfspace_mesh_closest_point_all(box, points, 100, 0.5, nearby) == HALFSPACE_OK);
    CHECK(halfspace_mesh_closest_point_all(box, points, 100, INFINITY, all) == HALFSPACE_OK);
    int32_t windings[100];
    CHECK(halfspace_mesh_winding_all(box, points, 100, windings) == HALFSPACE_OK);
    int inside = 0;
    for (int i = 0; i < 100; ++i) {
        const double* const p = points + (ptrdiff_t)3 * i;
        double out[3];
        double deepest = 0;
        for (int axis = 0; axis < 3; ++axis) {
            out[axis] = fmax(fabs(p[axis]) - 1, 0);
            deepest = fmax(deepest, fabs(p[axis]));
        }
        const double expected = deepest < 1 ? 1 - deepest : length(out);
        CHECK(fabs(all[i].distance - expected) < 1e-12);
        CHECK(nearby[i].triangle == (all[i].distance <= 0.5 ? all[i].triangle : HALFSPACE_NONE));
        CHECK(halfspace_mesh_closest_point(box, p, INFINITY, &nearest) == HALFSPACE_OK);
        CHECK(nearest.triangle == all[i].triangle && nearest.distance == all[i].distance);
        int32_t winding = 77;
        int32_t overlaps = 77;
        CHECK(halfspace_mesh_winding(box, p, &winding) == HALFSPACE_OK);
        CHECK(winding == (deepest < 1) && windings[i] == winding);
        inside += winding;
        CHECK(halfspace_mesh_overlaps_sphere(box, p, 0.5, &overlaps) == HALFSPACE_OK);
        CHECK(overlaps == (expected <= 0.5));
    }
    CHECK(inside > 5 && inside < 50);
}

static void check_regions(const halfspace_mesh_bvh* box, halfspace_answer* room) {
    const double min[3] = {0.5, 0.5, 0.5};
    const double max[3] = {2, 0.75, 0.75};
    const uint32_t* triangles = NULL;
    size_t count = 0;
    int32_t overlaps = 77;
    CHECK(halfspace_mesh_in_box(box, min, max, room, &triangles, &count) == HALFSPACE_OK);
    CHECK(count == 2 && triangles[0] == 10 && triangles[1] == 11);
    CHECK(halfspace_mesh_overlaps_box(box, min, max, &overlaps) == HALFSPACE_OK && overlaps == 1);
    const double inner[3] = {0.75, 0.75, 0.75};
    CHECK(halfspace_mesh_overlaps_box(box, min, inner, &overlaps) == HALFSPACE_OK && overlaps == 0);

    const double centre[3] = {0, 0, 3};
    CHECK(halfspace_mesh_in_sphere(box, centre, 2.125, room, &triangles, &count) == HALFSPACE_OK);
    CHECK(count == 2 && triangles[0] == 2 && triangles[1] == 3);
    const double from[3] = {-3, 0, 0};
    const double to[3] = {3, 0, 0};
    CHECK(halfspace_mesh_in_capsule(box, from, to, 0.5, room, &triangles, &count) == HALFSPACE_OK);
    CHECK(count == 4 && triangles[0] == 8 && triangles[3] == 11);
    CHECK(halfspace_mesh_overlaps_capsule(box, from, to, 0.5, &overlaps) == HALFSPACE_OK);
    CHECK(overlaps == 1);
    CHECK(halfspace_mesh_overlaps_capsule(box, centre, centre, 1.5, &overlaps) == HALFSPACE_OK);
    CHECK(overlaps == 0);

    CHECK(halfspace_mesh_far_to_near(box, centre, room, &triangles, &count) == HALFSPACE_OK);
    CHECK(count == 12);
    for (uint32_t i = 0; i < 12; ++i) {
        CHECK(has(triangles, count, i));
    }
    double low[3];
    double high[3];
    CHECK(halfspace_mesh_bounds(box, low, high) == HALFSPACE_OK);
    for (int axis = 0; axis < 3; ++axis) {
        CHECK(low[axis] <= -1 && low[axis] > -1.001 && high[axis] >= 1 && high[axis] < 1.001);
    }
}

// Two balls, the second one moved along x.
static void check_pairs(const halfspace_mesh_bvh* a, const halfspace_mesh_bvh* b) {
    double move[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 25, 0, 0, 1};
    static halfspace_triangle_pair pairs[TRIANGLES];
    halfspace_triangle_pair first = {77, 77};
    halfspace_nearest_triangles gap;
    size_t count = 77;
    CHECK(halfspace_mesh_first_pair(a, b, move, &first) == HALFSPACE_NOT_FOUND && first.a == 77);
    CHECK(halfspace_mesh_all_pairs(a, b, move, NULL, 0, &count) == HALFSPACE_OK && count == 0);
    CHECK(halfspace_mesh_distance(a, b, move, 4, &gap) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_mesh_distance(a, b, move, INFINITY, &gap) == HALFSPACE_OK);
    CHECK(gap.distance >= 5 && gap.distance < 5.4);
    const double between[3] = {gap.point_b[0] - gap.point_a[0],
                               gap.point_b[1] - gap.point_a[1],
                               gap.point_b[2] - gap.point_a[2]};
    CHECK(fabs(length(between) - gap.distance) < 1e-9 && gap.point_a[0] < gap.point_b[0]);

    move[12] = 15;
    CHECK(halfspace_mesh_first_pair(a, b, move, &first) == HALFSPACE_OK);
    CHECK(halfspace_mesh_all_pairs(a, b, move, pairs, 3, &count) == HALFSPACE_TOO_SMALL);
    CHECK(count > 20 && count < TRIANGLES);
    const size_t needed = count;
    CHECK(halfspace_mesh_all_pairs(a, b, move, pairs, needed, &count) == HALFSPACE_OK);
    CHECK(count == needed);
    int has_first = 0;
    for (size_t i = 0; i < count; ++i) {
        has_first |= pairs[i].a == first.a && pairs[i].b == first.b;
        CHECK(i == 0 || pairs[i - 1].a < pairs[i].a ||
              (pairs[i - 1].a == pairs[i].a && pairs[i - 1].b < pairs[i].b));
    }
    CHECK(has_first);
    CHECK(halfspace_mesh_distance(a, b, move, INFINITY, &gap) == HALFSPACE_OK && gap.distance == 0);
    CHECK(gap.triangles.a == first.a && gap.triangles.b == first.b);

    // The one inside of the other, half as large; then at the same place: each triangle touches
    // at least itself.
    const double half[16] = {.5, 0, 0, 0, 0, .5, 0, 0, 0, 0, .5, 0, 0, 0, 0, 1};
    CHECK(halfspace_mesh_first_pair(a, b, half, &first) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_mesh_all_pairs(a, a, NULL, NULL, 0, &count) == HALFSPACE_TOO_SMALL);
    CHECK(count > TRIANGLES);

    move[12] = NAN;
    count = 77;
    CHECK(halfspace_mesh_first_pair(a, b, move, &first) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_mesh_all_pairs(a, b, move, pairs, 3, &count) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_mesh_distance(a, b, move, INFINITY, &gap) == HALFSPACE_BAD_ARGUMENT);
    move[12] = 0;
    move[15] = 2;
    CHECK(halfspace_mesh_first_pair(a, b, move, &first) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_mesh_first_pair(a, NULL, NULL, &first) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_mesh_first_pair(a, b, NULL, NULL) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_mesh_all_pairs(a, b, NULL, NULL, 3, &count) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_mesh_distance(a, b, NULL, -1, &gap) == HALFSPACE_BAD_ARGUMENT);
    CHECK(count == 77);
}

// The arrays stay the caller's: the ball is lifted, and the tree looks again.
static void check_refit(halfspace_mesh_bvh* ball) {
    const halfspace_ray ray = {{0.1, 0.2, 100}, {0, 0, -1}, INFINITY};
    halfspace_mesh_hit before;
    halfspace_mesh_hit after;
    CHECK(halfspace_mesh_raycast(ball, &ray, &before) == HALFSPACE_OK && before.t > 89.9);
    for (size_t i = 0; i < VERTICES; ++i) {
        ball_doubles[STRIDE * i + 2] += 50;
    }
    CHECK(halfspace_mesh_refit(ball) == HALFSPACE_OK);
    CHECK(halfspace_mesh_raycast(ball, &ray, &after) == HALFSPACE_OK);
    CHECK(fabs(before.t - 50 - after.t) < 1e-9);
    const double kept = ball_doubles[0];
    ball_doubles[0] = NAN;
    CHECK(halfspace_mesh_refit(ball) == HALFSPACE_BAD_ARGUMENT);
    ball_doubles[0] = kept;
    CHECK(halfspace_mesh_refit(ball) == HALFSPACE_OK && halfspace_mesh_refit(NULL) != HALFSPACE_OK);
    CHECK(halfspace_mesh_raycast(ball, &ray, &before) == HALFSPACE_OK && before.t == after.t);
}

static void check_bad_meshes(void) {
    const double wrong[9] = {0, 0, 0, 1, 0, NAN, 0, 1, 0};
    const double right[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const uint32_t indices[3] = {0, 1, 2};
    const uint32_t beyond[3] = {0, 1, 3};
    const float floats[9] = {0};
    const halfspace_mesh bad[6] = {
        {NULL, wrong, 3, 0, indices, 1},
        {NULL, right, 3, 0, beyond, 1},
        {floats, right, 3, 0, indices, 1},
        {NULL, NULL, 3, 0, indices, 1},
        {NULL, right, 3, 2, indices, 1},
        {NULL, right, 3, 0, NULL, 1},
    };
    char why[200] = "";
    for (int i = 0; i < 6; ++i) {
        why[0] = '\0';
        CHECK(halfspace_new_mesh_bvh(&bad[i], 0, why, sizeof why) == NULL);
        CHECK(strlen(why) > 10);
    }
    const halfspace_mesh good = {NULL, right, 3, 0, indices, 1};
    CHECK(halfspace_new_mesh_bvh(&good, 2, why, sizeof why) == NULL);
    CHECK(halfspace_new_mesh_bvh(NULL, 0, why, sizeof why) == NULL);

    const halfspace_mesh none = {NULL, NULL, 0, 0, NULL, 0};
    const halfspace_ray ray = {{0, 0, 0}, {1, 0, 0}, INFINITY};
    halfspace_mesh_bvh* const empty = halfspace_new_mesh_bvh(&none, 0, NULL, 0);
    halfspace_mesh_hit hit;
    halfspace_mesh_point nearest[1];
    double min[3];
    double max[3];
    CHECK(empty != NULL && halfspace_mesh_raycast(empty, &ray, &hit) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_mesh_bounds(empty, min, max) == HALFSPACE_NOT_FOUND);
    CHECK(halfspace_mesh_closest_point_all(empty, right, 1, INFINITY, nearest) == HALFSPACE_OK);
    CHECK(nearest[0].triangle == HALFSPACE_NONE);
    halfspace_free_mesh_bvh(empty);
    halfspace_free_mesh_bvh(NULL);
    halfspace_free_answer(NULL);
}

static void check_mistakes(const halfspace_mesh_bvh* box, halfspace_answer* room) {
    const double zero[3] = {0, 0, 0};
    const double bad[2][3] = {{NAN, 0, 0}, {0, 0, 1e91}};
    const halfspace_ray rays[4] = {{{0, 0, 0}, {NAN, 0, 0}, 1},
                                   {{0, INFINITY, 0}, {1, 0, 0}, 1},
                                   {{0, 0, 0}, {1, 0, 0}, -1},
                                   {{1e91, 0, 0}, {-1, 0, 0}, INFINITY}};
    halfspace_mesh_hit hit = {77, 0, 7};
    const halfspace_mesh_hit* hits = NULL;
    halfspace_mesh_point nearest = {77, 0, 7, {0, 0, 0}};
    const uint32_t* triangles = NULL;
    size_t count = 77;
    int32_t number = 77;
    uint8_t is_hit = 77;
    for (int i = 0; i < 4; ++i) {
        CHECK(halfspace_mesh_raycast(box, &rays[i], &hit) == HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_mesh_raycast_all(box, &rays[i], 1, &hit) == HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_mesh_any_hit(box, &rays[i], &number) == HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_mesh_any_hit_all(box, &rays[i], 1, &is_hit) == HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_mesh_on_ray(box, &rays[i], room, &hits, &count) == HALFSPACE_BAD_ARGUMENT);
    }
    for (int i = 0; i < 2; ++i) {
        const double* const p = bad[i];
        CHECK(halfspace_mesh_closest_point(box, p, 1, &nearest) == HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_mesh_closest_point_all(box, p, 1, 1, &nearest) == HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_mesh_closest_point_all(box, zero, 1, -1, &nearest) ==
              HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_mesh_winding(box, p, &number) == HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_mesh_winding_all(box, p, 1, &number) == HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_mesh_overlaps_box(box, zero, p, &number) == HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_mesh_overlaps_sphere(box, p, 1, &number) == HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_mesh_overlaps_capsule(box, zero, p, 1, &number) == HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_mesh_in_box(box, p, zero, room, &triangles, &count) ==
              HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_mesh_in_sphere(box, p, 1, room, &triangles, &count) ==
              HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_mesh_in_capsule(box, zero, p, 1, room, &triangles, &count) ==
              HALFSPACE_BAD_ARGUMENT);
        CHECK(halfspace_mesh_far_to_near(box, p, room, &triangles, &count) ==
              HALFSPACE_BAD_ARGUMENT);
    }
    CHECK(halfspace_mesh_in_sphere(box, zero, -1, room, &triangles, &count) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_mesh_in_sphere(box, zero, 1, NULL, &triangles, &count) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_mesh_in_sphere(NULL, zero, 1, room, &triangles, &count) ==
          HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_mesh_raycast_all(box, NULL, 1, &hit) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_mesh_raycast_all(box, NULL, 0, NULL) == HALFSPACE_OK);
    CHECK(hit.triangle == 77 && nearest.triangle == 77 && triangles == NULL && hits == NULL);
    CHECK(count == 77 && number == 77 && is_hit == 77);
}

// Both methods, floats and doubles give the same answers where they are the same mesh.
static void check_ways(const halfspace_mesh_bvh* floats, const halfspace_mesh_bvh* doubles) {
    int found = 0;
    for (int i = 0; i < 200; ++i) {
        halfspace_ray ray = {{0}, {0}, INFINITY};
        any_point(20, ray.origin);
        any_point(1, ray.direction);
        halfspace_mesh_hit a = {0, 0, 0};
        halfspace_mesh_hit b = {0, 0, 0};
        const halfspace_status status = halfspace_mesh_raycast(floats, &ray, &a);
        CHECK(halfspace_mesh_raycast(doubles, &ray, &b) == status);
        CHECK(fabs(a.t - b.t) < 1e-4);
        found += status == HALFSPACE_OK;
    }
    CHECK(found > 20);
    halfspace_mesh_statistics of_floats;
    CHECK(halfspace_mesh_statistics_of(floats, &of_floats) == HALFSPACE_OK);
    CHECK(of_floats.nodes > 20 && of_floats.depth > 2 && of_floats.bytes > 1000);
    CHECK(of_floats.cost > 1);
}

int main(void) {
    make_ball();
    halfspace_answer* const room = halfspace_new_answer();
    for (uint32_t method = 0; method < 2; ++method) {
        halfspace_mesh_bvh* const box = tree_of_box(method);
        check_rays(box, room);
        check_points(box);
        check_regions(box, room);
        check_mistakes(box, room);
        halfspace_free_mesh_bvh(box);
    }
    halfspace_mesh_bvh* const floats = tree_of_ball(ball_floats, NULL);
    halfspace_mesh_bvh* const doubles = tree_of_ball(NULL, ball_doubles);
    check_ways(floats, doubles);
    check_pairs(doubles, floats);
    check_refit(doubles);
    check_bad_meshes();
    halfspace_free_mesh_bvh(doubles);
    halfspace_free_mesh_bvh(floats);
    halfspace_free_answer(room);
    return failures == 0 ? 0 : 1;
}
