// SPDX-License-Identifier: MIT
// The links of a chain are meshes: chain.cpp in C, with the same output but for its last number,
// and without pictures. An octree of the links' boxes says in which order a ray enters them.
#include "halfspace_spatial.h"

#include <math.h>
#include <stdio.h>

#define AROUND 40
#define SIDES 16
#define LINKS 20

static const double kPi = 3.14159265358979323846;

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
static double positions[AROUND * SIDES][3];
static uint32_t indices[AROUND * SIDES][6];  // two triangles each
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

static uint32_t vertex(uint32_t a, uint32_t b) {
    return a % AROUND * SIDES + b % SIDES;
}

// A ring around z, 10 units in radius, of a rod that is 2 units in radius.
static halfspace_mesh make_link(void) {
    for (uint32_t i = 0; i < AROUND; ++i) {
        for (uint32_t k = 0; k < SIDES; ++k) {
            const double turn = 2 * kPi * i / AROUND;
            const double side = 2 * kPi * k / SIDES;
            const double radius = 10 + 2 * cos(side);
            double* const p = positions[vertex(i, k)];
            p[0] = radius * cos(turn);
            p[1] = radius * sin(turn);
            p[2] = 2 * sin(side);
            uint32_t* const corners = indices[vertex(i, k)];
            corners[0] = corners[3] = vertex(i, k);
            corners[1] = vertex(i + 1, k);
            corners[2] = corners[4] = vertex(i + 1, k + 1);
            corners[5] = vertex(i, k + 1);
        }
    }
    const halfspace_mesh mesh = {.doubles = positions[0],
                                 .vertex_count = (size_t)AROUND * SIDES,
                                 .indices = indices[0],
                                 .triangle_count = (size_t)2 * AROUND * SIDES};
    return mesh;
}

// Where link i of a chain is, as four columns. Each link is turned by a quarter about x against the
// one before.
static void place_of(int i, double spacing, double place[16]) {
    const int is_turned = i % 2;
    const double columns[16] = {1,
                                0,
                                0,
                                0,
                                0,
                                !is_turned,
                                is_turned,
                                0,
                                0,
                                -is_turned,
                                !is_turned,
                                0,
                                spacing * i,
                                0,
                                0,
                                1};
    for (int k = 0; k < 16; ++k) {
        place[k] = columns[k];
    }
}

static void ask_one_link(const halfspace_mesh_bvh* link, size_t triangles) {
    const halfspace_ray above = {{10, 0.1, 50}, {0, 0, -1}, INFINITY};
    const halfspace_ray middle = {{0, 0, 50}, {0, 0, -1}, INFINITY};
    const double zero[3] = {0, 0, 0};
    const double rod[3] = {10, 0.1, 0.1};
    halfspace_mesh_statistics statistics;
    halfspace_mesh_hit hit;
    halfspace_mesh_point nearest;
    int32_t is_hit;
    int32_t in_rod;
    int32_t in_middle;
    halfspace_mesh_statistics_of(link, &statistics);
    printf("%zu triangles, %zu nodes\n", triangles, (size_t)statistics.nodes);
    if (halfspace_mesh_raycast(link, &above, &hit) == HALFSPACE_OK) {
        printf("a ray from above hits after %.2f units\n", hit.t);
    }
    halfspace_mesh_any_hit(link, &middle, &is_hit);
    printf("a ray through the hole %s\n", is_hit ? "hits" : "passes");
    if (halfspace_mesh_closest_point(link, zero, INFINITY, &nearest) == HALFSPACE_OK) {
        printf("the middle is %.2f units away from the link\n", nearest.distance);
    }
    halfspace_mesh_winding(link, rod, &in_rod);
    halfspace_mesh_winding(link, zero, &in_middle);
    printf("the link winds %d times around a point of its rod, %d times around its middle\n",
           in_rod,
           in_middle);
}

// Pulls two links apart until they touch.
static void pull(const halfspace_mesh_bvh* link) {
    double place[16];
    halfspace_nearest_triangles gap;
    place_of(1, 15, place);
    if (halfspace_mesh_distance(link, link, place, INFINITY, &gap) == HALFSPACE_OK) {
        printf("two links are %.2f units apart\n", gap.distance);
    }
    for (int step = 0; step < 40; ++step) {
        const double spacing = 15 + 0.125 * step;
        halfspace_triangle_pair pairs[100];
        size_t count;
        place_of(1, spacing, place);
        if (halfspace_mesh_all_pairs(link, link, place, pairs, 100, &count) == HALFSPACE_OK &&
            count > 0) {
            printf("pulled to a distance of %.3f, %zu pairs of triangles touch\n", spacing, count);
            return;
        }
    }
}

// A point or a direction as the link sees it. w: 1 for points, 0 for directions.
static void to_local(const double place[16], const double p[3], double w, double local[3]) {
    for (int column = 0; column < 3; ++column) {
        local[column] = 0;
        for (int axis = 0; axis < 3; ++axis) {
            local[column] += place[4 * column + axis] * (p[axis] - w * place[12 + axis]);
        }
    }
}

// The box of a link at its place: quarter turns take boxes to boxes.
static void box_at(const double place[16], const double box[2][3], double min[3], double max[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        min[axis] = max[axis] = place[12 + axis];
        for (int column = 0; column < 3; ++column) {
            const double a = place[4 * column + axis] * box[0][column];
            const double b = place[4 * column + axis] * box[1][column];
            min[axis] += fmin(a, b);
            max[axis] += fmax(a, b);
        }
    }
}

// One tree of triangles serves all links.
static void ask_the_chain(const halfspace_mesh_bvh* link) {
    static double places[LINKS][16];
    const double eye[3] = {190, 30, 40};
    const double target[3] = {-10, -270, -360};  // t = 100 of the direction -2 -3 -4
    const double direction[3] = {-2, -3, -4};
    halfspace_octree* const boxes = halfspace_new_octree(NULL);
    halfspace_answer* const answer = halfspace_new_answer();
    double box[2][3];
    halfspace_mesh_bounds(link, box[0], box[1]);
    for (int i = 0; i < LINKS; ++i) {
        double min[3];
        double max[3];
        uint32_t id;
        place_of(i, 15, places[i]);
        box_at(places[i], (const double(*)[3])box, min, max);
        halfspace_octree_insert(boxes, min, max, NULL, &id);  // its id is i
    }
    const halfspace_octree_hit* on_way;
    size_t count;
    double most = 100;
    int first = -1;
    int asked = 0;
    halfspace_octree_on_segment(boxes, eye, target, HALFSPACE_ALL_OBJECTS, answer, &on_way, &count);
    for (size_t i = 0; i < count && 100 * on_way[i].fraction <= most; ++i) {
        const double* const place = places[on_way[i].id];
        halfspace_ray ray = {{0}, {0}, most};
        halfspace_mesh_hit hit;
        to_local(place, eye, 1, ray.origin);
        to_local(place, direction, 0, ray.direction);
        ++asked;
        if (halfspace_mesh_raycast(link, &ray, &hit) == HALFSPACE_OK) {
            most = hit.t;
            first = (int)on_way[i].id;
        }
    }
    printf("a ray hits link %d of %d, and asked %d of them\n", first, LINKS, asked);
    halfspace_free_answer(answer);
    halfspace_free_octree(boxes);
}

int main(void) {
    const halfspace_mesh mesh = make_link();
    char why[200];
    halfspace_mesh_bvh* const link =
        halfspace_new_mesh_bvh(&mesh, HALFSPACE_BVH_SAH, why, sizeof why);
    if (link == NULL) {
        fprintf(stderr, "%s\n", why);
        return 1;
    }
    ask_one_link(link, mesh.triangle_count);
    pull(link);
    ask_the_chain(link);
    halfspace_free_mesh_bvh(link);
    return 0;
}
