// SPDX-License-Identifier: MIT
// A bounding volume hierarchy (BVH) over the triangles of a mesh, for C (spatial/triangle_bvh.h):
// what does a ray hit, which point is nearest, which triangles are here? halfspace_mesh_pairs.h
// asks two trees. No level is needed. The rules are those of halfspace.h, with these differences:
//
// - BVHs and answers must be freed.
// - halfspace_mesh_refit changes a tree. One thread may call it while no other thread uses the
//   tree. Any number of threads may ask a tree at the same time, each with an answer of its own.
//
// Points of questions, and origins of rays, are at most 2e90 in each coordinate; more is a bad
// argument.
#ifndef HALFSPACE_MESH_H
#define HALFSPACE_MESH_H

#include "halfspace_octree.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct halfspace_mesh_bvh halfspace_mesh_bvh;

// The caller's own arrays. A tree copies nothing: the arrays must outlive it.
typedef struct halfspace_mesh {
    const float* floats;    // x, y, z of vertex i begin at floats[i * stride]; or null
    const double* doubles;  // the same as doubles; null if floats are given
    size_t vertex_count;
    size_t stride;            // numbers from one vertex to the next, at least 3; 0 stands for 3
    const uint32_t* indices;  // three for each triangle, counter-clockwise from outside
    size_t triangle_count;
} halfspace_mesh;

// How a tree is built. All answers but halfspace_mesh_far_to_near are the same for both.
#define HALFSPACE_BVH_SAH 0   // top-down; the fastest questions
#define HALFSPACE_BVH_PLOC 1  // bottom-up: the nearest boxes become one, again and again

// Builds a tree. Null if a coordinate is not finite or beyond 1e37, if an index is not below
// vertex_count, for another bad argument, or without memory. Then `error`, unless it is null, holds
// the reason, shortened to error_size bytes with the NUL.
HALFSPACE_API halfspace_mesh_bvh* halfspace_new_mesh_bvh(const halfspace_mesh* mesh,
                                                         uint32_t builder,
                                                         char* error,
                                                         size_t error_size);
// Frees a tree; null is allowed.
HALFSPACE_API void halfspace_free_mesh_bvh(halfspace_mesh_bvh* tree);

// Looks at the vertices again, after the caller has moved them in the same arrays. Much faster than
// a new tree; questions become slower as triangles leave their neighbours. Allocates. After
// BAD_ARGUMENT (a coordinate is wrong) the tree may only be refitted again or freed.
HALFSPACE_API halfspace_status halfspace_mesh_refit(halfspace_mesh_bvh* tree);
// The smallest box that holds all vertices of triangles, up to the rounding of floats outwards.
// NOT_FOUND if there are no triangles.
HALFSPACE_API halfspace_status halfspace_mesh_bounds(const halfspace_mesh_bvh* tree,
                                                     double min[3],
                                                     double max[3]);

// Rays.

typedef struct halfspace_ray {
    double origin[3];
    double direction[3];  // of any length; t counts in its lengths. 0 meets nothing
    double max_t;         // the ray ends at t = max_t; INFINITY for a ray without an end
} halfspace_ray;

typedef struct halfspace_mesh_hit {
    uint32_t triangle;  // HALFSPACE_NONE in an array: this ray hits nothing
    uint32_t reserved;
    double t;  // the hit is at origin + t * direction
} halfspace_mesh_hit;

// The triangle that the ray meets first, from either side. NOT_FOUND if it meets none.
HALFSPACE_API halfspace_status halfspace_mesh_raycast(const halfspace_mesh_bvh* tree,
                                                      const halfspace_ray* ray,
                                                      halfspace_mesh_hit* hit);
// The same for `count` rays. Faster than one by one.
HALFSPACE_API halfspace_status halfspace_mesh_raycast_all(const halfspace_mesh_bvh* tree,
                                                          const halfspace_ray* rays,
                                                          size_t count,
                                                          halfspace_mesh_hit* hits);
// All triangles that the ray meets, by t and then by number. *hits points into the answer.
// Allocates, unless the answer is large enough.
HALFSPACE_API halfspace_status halfspace_mesh_on_ray(const halfspace_mesh_bvh* tree,
                                                     const halfspace_ray* ray,
                                                     halfspace_answer* answer,
                                                     const halfspace_mesh_hit** hits,
                                                     size_t* count);
// Whether the ray meets any triangle. is_hit: 1 or 0. Faster than halfspace_mesh_raycast.
HALFSPACE_API halfspace_status halfspace_mesh_any_hit(const halfspace_mesh_bvh* tree,
                                                      const halfspace_ray* ray,
                                                      int32_t* is_hit);
HALFSPACE_API halfspace_status halfspace_mesh_any_hit_all(const halfspace_mesh_bvh* tree,
                                                          const halfspace_ray* rays,
                                                          size_t count,
                                                          uint8_t* is_hit);

// Points and regions.

typedef struct halfspace_mesh_point {
    uint32_t triangle;  // HALFSPACE_NONE in an array: there are no triangles
    uint32_t reserved;
    double distance;  // from the point of the question
    double point[3];  // of the triangle
} halfspace_mesh_point;

// The point of the mesh that is nearest to p. max_distance: NOT_FOUND if it is farther away than
// this; INFINITY for any distance.
HALFSPACE_API halfspace_status halfspace_mesh_closest_point(const halfspace_mesh_bvh* tree,
                                                            const double p[3],
                                                            double max_distance,
                                                            halfspace_mesh_point* nearest);
// The same for `count` points, xyz after xyz, at any distance.
HALFSPACE_API halfspace_status halfspace_mesh_closest_point_all(const halfspace_mesh_bvh* tree,
                                                                const double* points,
                                                                size_t count,
                                                                halfspace_mesh_point* nearest);

// How often a closed mesh winds around p: 0 outside, 1 inside. Exact. REQUIRES: the mesh is closed.
HALFSPACE_API halfspace_status halfspace_mesh_winding(const halfspace_mesh_bvh* tree,
                                                      const double p[3],
                                                      int32_t* winding);

// The triangles that share a point with a closed box, a ball or a capsule (all points at most
// `radius` away from a segment). *triangles points into the answer, to *count numbers in ascending
// order. These functions allocate, unless the answer is large enough.
HALFSPACE_API halfspace_status halfspace_mesh_in_box(const halfspace_mesh_bvh* tree,
                                                     const double min[3],
                                                     const double max[3],
                                                     halfspace_answer* answer,
                                                     const uint32_t** triangles,
                                                     size_t* count);
HALFSPACE_API halfspace_status halfspace_mesh_in_sphere(const halfspace_mesh_bvh* tree,
                                                        const double centre[3],
                                                        double radius,
                                                        halfspace_answer* answer,
                                                        const uint32_t** triangles,
                                                        size_t* count);
HALFSPACE_API halfspace_status halfspace_mesh_in_capsule(const halfspace_mesh_bvh* tree,
                                                         const double from[3],
                                                         const double to[3],
                                                         double radius,
                                                         halfspace_answer* answer,
                                                         const uint32_t** triangles,
                                                         size_t* count);
// Whether there is any such triangle, which is faster. overlaps: 1 or 0.
HALFSPACE_API halfspace_status halfspace_mesh_overlaps_box(const halfspace_mesh_bvh* tree,
                                                           const double min[3],
                                                           const double max[3],
                                                           int32_t* overlaps);
HALFSPACE_API halfspace_status halfspace_mesh_overlaps_sphere(const halfspace_mesh_bvh* tree,
                                                              const double centre[3],
                                                              double radius,
                                                              int32_t* overlaps);
HALFSPACE_API halfspace_status halfspace_mesh_overlaps_capsule(const halfspace_mesh_bvh* tree,
                                                               const double from[3],
                                                               const double to[3],
                                                               double radius,
                                                               int32_t* overlaps);

// All triangles in an order for drawing without a depth buffer, nearly the farthest first.
// Allocates like the functions above.
HALFSPACE_API halfspace_status halfspace_mesh_far_to_near(const halfspace_mesh_bvh* tree,
                                                          const double eye[3],
                                                          halfspace_answer* answer,
                                                          const uint32_t** triangles,
                                                          size_t* count);

typedef struct halfspace_mesh_statistics {
    uint64_t nodes;  // with up to four children each
    uint64_t depth;  // the most nodes from the root to a leaf
    uint64_t bytes;  // memory of the tree without the caller's arrays
    // How many nodes and leaves a line enters that enters the root, on average. Lower is better.
    double cost;
} halfspace_mesh_statistics;

HALFSPACE_API halfspace_status halfspace_mesh_statistics_of(const halfspace_mesh_bvh* tree,
                                                            halfspace_mesh_statistics* statistics);

#ifdef __cplusplus
}
#endif

#endif
