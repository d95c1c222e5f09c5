// SPDX-License-Identifier: MIT
// Uses the tree of halfspace_draw.h on a compiled examples/levels/keep.map, as C.
#include "check.h"
#include "halfspace_draw.h"
#include "loaded_level.h"

#include <math.h>
#include <stdlib.h>

static void check_tree(const halfspace_level* level) {
    const uint32_t nodes = halfspace_node_count(level);
    const uint32_t leaves = halfspace_leaf_count(level);
    double* const planes = malloc(nodes * 4 * sizeof *planes);
    int32_t* const children = malloc(nodes * 2 * sizeof *children);
    int32_t root = 0;
    CHECK(nodes > 0 && leaves > 1);
    CHECK(halfspace_model_root(level, 0, &root) == HALFSPACE_OK);
    CHECK(halfspace_model_root(level, 99, &root) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_write_nodes(level, planes, children, nodes - 1) == HALFSPACE_TOO_SMALL);
    CHECK(halfspace_write_nodes(level, NULL, children, nodes) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_write_nodes(level, planes, children, nodes) == HALFSPACE_OK);
    halfspace_collision_world* const world = halfspace_new_collision_world(level);
    // Going down the written tree gives the leaf of halfspace_find_leaf.
    for (int i = 0; i < 1000; ++i) {
        const double point[3] = {i * 37 % 1300 + 0.3, i * 91 % 512 + 0.7, i * 53 % 300 - 99.9};
        int32_t child = root;
        while (child >= 0) {
            const double* const plane = planes + 4 * child;
            const double height = plane[0] * point[0] + plane[1] * point[1] + plane[2] * point[2];
            child = children[2 * child + (height > plane[3] ? 0 : 1)];
        }
        uint32_t leaf = 0;
        uint32_t contents = 0;
        uint32_t expected = 0;
        CHECK(halfspace_find_leaf(level, 0, point, &leaf) == HALFSPACE_OK);
        double min[3];
        double max[3];
        CHECK(halfspace_model_bounds(level, 0, min, max) == HALFSPACE_OK);
        if (point[0] > min[0] && point[0] < max[0] && point[1] > min[1] && point[1] < max[1] &&
            point[2] > min[2] && point[2] < max[2]) {
            CHECK(leaf == (uint32_t)(-1 - child));
        }
        CHECK(halfspace_leaf_contents(level, leaf, &contents) == HALFSPACE_OK);
        CHECK(halfspace_point_contents(world, NULL, point, &expected) == HALFSPACE_OK);
        CHECK(contents == expected);
    }
    uint32_t number = 0;
    const double nowhere[3] = {NAN, 0, 0};
    CHECK(halfspace_find_leaf(level, 0, nowhere, &number) == HALFSPACE_BAD_ARGUMENT);
    CHECK(halfspace_leaf_contents(level, leaves, &number) == HALFSPACE_BAD_ARGUMENT);
    halfspace_free_collision_world(world);
    free(planes);
    free(children);
}

// Every corner of every face lies in the plane of the face.
static void check_faces(const halfspace_level* level) {
    const size_t corners = halfspace_corner_count(level);
    float* const positions = malloc(corners * 3 * sizeof *positions);
    CHECK(halfspace_write_corners(level, positions, NULL, corners) == HALFSPACE_OK);
    const uint32_t count = halfspace_face_count(level);
    for (uint32_t f = 0; f < count; ++f) {
        halfspace_face face;
        halfspace_face_source source;
        CHECK(halfspace_get_face(level, f, &face) == HALFSPACE_OK);
        CHECK(halfspace_find_face_source(level, f, &source) == HALFSPACE_OK);
        CHECK(source.brush_line > 0 && source.side_line > source.brush_line);
        CHECK(source.entity < halfspace_entity_count(level) && source.contents != 0);
        for (uint32_t c = face.first_corner; c < face.first_corner + face.corner_count; ++c) {
            const float* const p = positions + 3 * (size_t)c;
            const double height =
                source.plane[0] * p[0] + source.plane[1] * p[1] + source.plane[2] * p[2];
            CHECK(fabs(height - source.plane[3]) < 1e-3);
        }
    }
    halfspace_face_source source;
    CHECK(halfspace_find_face_source(level, count, &source) == HALFSPACE_BAD_ARGUMENT);
    free(positions);
}

int main(int argc, char** argv) {
    halfspace_level* const level = loaded_level(argc, argv);
    if (level == NULL) {
        return 1;
    }
    check_tree(level);
    check_faces(level);
    CHECK(halfspace_node_count(NULL) == 0 && halfspace_leaf_count(NULL) == 0);
    halfspace_free_level(level);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
