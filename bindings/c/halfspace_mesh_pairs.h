// SPDX-License-Identifier: MIT
// Two meshes, for C (spatial/mesh_collide.h): which triangles touch, and how far are the meshes
// apart? The rules are those of halfspace_mesh.h. No function allocates.
#ifndef HALFSPACE_MESH_PAIRS_H
#define HALFSPACE_MESH_PAIRS_H

#include "halfspace_mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

// b_to_a: a matrix that takes vertices of b into the space of a, column by column as OpenGL has it:
// the columns x, y, z and translation of four numbers each; the fourth numbers are 0, 0, 0, 1. It
// may scale, mirror and shear. Null: both are in one space. BAD_ARGUMENT if a number is not finite,
// if a fourth number is another one, or if a vertex of b goes beyond 2e90.

typedef struct halfspace_triangle_pair {
    uint32_t a;  // a triangle of mesh a
    uint32_t b;  // a triangle of mesh b
} halfspace_triangle_pair;

// One pair of triangles that share a point: exact. NOT_FOUND if there is none.
HALFSPACE_API halfspace_status halfspace_mesh_first_pair(const halfspace_mesh_bvh* a,
                                                         const halfspace_mesh_bvh* b,
                                                         const double b_to_a[16],
                                                         halfspace_triangle_pair* pair);
// Writes all pairs, by a and then by b. *count: how many there are. capacity: how many there is
// room for. TOO_SMALL if it is less than *count; then `pairs` holds nothing of use.
HALFSPACE_API halfspace_status halfspace_mesh_all_pairs(const halfspace_mesh_bvh* a,
                                                        const halfspace_mesh_bvh* b,
                                                        const double b_to_a[16],
                                                        halfspace_triangle_pair* pairs,
                                                        size_t capacity,
                                                        size_t* count);

typedef struct halfspace_nearest_triangles {
    halfspace_triangle_pair triangles;  // the nearest ones
    double distance;                    // 0 if the meshes touch, and only then
    double point_a[3];                  // the nearest points of both, in the space of a
    double point_b[3];
} halfspace_nearest_triangles;

// How far two meshes are apart. max_distance: NOT_FOUND if they are farther apart; INFINITY for any
// distance. NOT_FOUND also if a mesh has no triangles.
HALFSPACE_API halfspace_status halfspace_mesh_distance(const halfspace_mesh_bvh* a,
                                                       const halfspace_mesh_bvh* b,
                                                       const double b_to_a[16],
                                                       double max_distance,
                                                       halfspace_nearest_triangles* nearest);

#ifdef __cplusplus
}
#endif

#endif
