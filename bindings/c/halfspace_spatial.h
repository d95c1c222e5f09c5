/* SPDX-License-Identifier: MIT */
/* Things in space for C, without a level: an octree of things that move (spatial/octree.h), and
 * meshes of triangles (spatial/triangle_bvh.h, spatial/mesh_sweep.h, spatial/mesh_collide.h). The
 * rules of halfspace.h hold here, with these differences:
 *
 * - An octree changes, and halfspace_mesh_refit changes the tree of a mesh. One thread may change
 *   them while no other thread uses them. Any number of threads may ask them at the same time, each
 *   with its own answers.
 * - After HALFSPACE_NO_MEMORY an octree may only be freed.
 *
 * Over 200 lines: one header for all things in space, so that a program needs to know one name. */
#ifndef HALFSPACE_SPATIAL_H
#define HALFSPACE_SPATIAL_H

#include "halfspace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Answers ------------------------------------------------------------------------------- */

/* What a question to an octree or a mesh found, and the memory for it. A later question with the
 * same answer replaces what is in it; two answers that are alive at once are two of these.
 * Questions that take one allocate, unless the answer is large enough. */
typedef struct halfspace_answer halfspace_answer;
/* Null without memory. */
HALFSPACE_API halfspace_answer* halfspace_new_answer(void);
/* Frees an answer and what is in it; null is allowed. */
HALFSPACE_API void halfspace_free_answer(halfspace_answer* answer);

/* ---- Octrees ----------------------------------------------------------------------------------
 *
 * Which boxes are here, in view, on a segment, near one another? A box is its least and its largest
 * corner. Coordinates of boxes are at most 1e37. */

typedef struct halfspace_octree halfspace_octree;

typedef struct halfspace_octree_options {
    double smallest_cell; /* cells are at least this long [units, 1e-30 to 1e30]; 0.1 by default */
    uint32_t split_above; /* a leaf with more objects is divided [2 to 1000]; 32 by default */
    /* A node with this many objects or fewer becomes a leaf [0 to split_above / 2]; 12 by
     * default. */
    uint32_t merge_below;
} halfspace_octree_options;

/* options: null for the defaults. Null if an option is out of its range, or without memory. */
HALFSPACE_API halfspace_octree* halfspace_new_octree(const halfspace_octree_options* options);
/* Frees an octree; null is allowed. */
HALFSPACE_API void halfspace_free_octree(halfspace_octree* octree);

/* A mask that has bits in common with all others but 0. */
#define HALFSPACE_ALL_OBJECTS 0xffffffffu

/* What a caller keeps with an object. */
typedef struct halfspace_octree_data {
    uint64_t user; /* the caller's: a pointer, for example, or a handle */
    /* A question skips the objects whose mask has no bit in common with the question's mask. */
    uint32_t mask;
    uint32_t reserved; /* 0 */
} halfspace_octree_data;

/* Adds an object. Allocates. The id of a removed object may be given again. data: null for the user
 * 0 and the mask HALFSPACE_ALL_OBJECTS. */
HALFSPACE_API halfspace_status halfspace_octree_insert(halfspace_octree* octree,
                                                       const double min[3],
                                                       const double max[3],
                                                       const halfspace_octree_data* data,
                                                       uint32_t* id);
/* Gives an object another box. Costs next to nothing while the object stays in its cell.
 * Allocates. */
HALFSPACE_API halfspace_status halfspace_octree_update(halfspace_octree* octree,
                                                       uint32_t id,
                                                       const double min[3],
                                                       const double max[3]);
/* The same for many objects: six numbers for each, its least and its largest corner. Nothing has
 * changed if one of them is wrong. */
HALFSPACE_API halfspace_status halfspace_octree_update_all(halfspace_octree* octree,
                                                           const uint32_t* ids,
                                                           const double* boxes,
                                                           size_t count);
/* NOT_FOUND if there is no object with this id. */
HALFSPACE_API halfspace_status halfspace_octree_remove(halfspace_octree* octree, uint32_t id);
/* NOT_FOUND if there is no object with this id. */
HALFSPACE_API halfspace_status halfspace_octree_box(const halfspace_octree* octree,
                                                    uint32_t id,
                                                    double min[3],
                                                    double max[3]);
/* NOT_FOUND if there is no object with this id. */
HALFSPACE_API halfspace_status halfspace_octree_data_of(const halfspace_octree* octree,
                                                        uint32_t id,
                                                        halfspace_octree_data* data);
/* Gives an object other data. NOT_FOUND if there is no object with this id. Allocates. */
HALFSPACE_API halfspace_status halfspace_octree_set_data(halfspace_octree* octree,
                                                         uint32_t id,
                                                         const halfspace_octree_data* data);
/* The number of objects; 0 for null. */
HALFSPACE_API size_t halfspace_octree_size(const halfspace_octree* octree);

/* ---- Questions to an octree -------------------------------------------------------------------
 *
 * *ids points into the answer, to *count ids in ascending order. mask: which objects are found;
 * HALFSPACE_ALL_OBJECTS for all. All questions allocate, unless the answer is large enough. */

/* The objects whose boxes touch a box: none if min > max on an axis. */
HALFSPACE_API halfspace_status halfspace_octree_in_box(const halfspace_octree* octree,
                                                       const double min[3],
                                                       const double max[3],
                                                       uint32_t mask,
                                                       halfspace_answer* answer,
                                                       const uint32_t** ids,
                                                       size_t* count);
/* The objects whose boxes touch a ball. radius: at least 0. */
HALFSPACE_API halfspace_status halfspace_octree_in_sphere(const halfspace_octree* octree,
                                                          const double centre[3],
                                                          double radius,
                                                          uint32_t mask,
                                                          halfspace_answer* answer,
                                                          const uint32_t** ids,
                                                          size_t* count);
/* The objects whose boxes are behind none of the planes. */
HALFSPACE_API halfspace_status halfspace_octree_in_view(const halfspace_octree* octree,
                                                        const halfspace_frustum* frustum,
                                                        uint32_t mask,
                                                        halfspace_answer* answer,
                                                        const uint32_t** ids,
                                                        size_t* count);

typedef struct halfspace_octree_hit {
    uint32_t id;
    uint32_t reserved;
    double fraction; /* where the segment enters the box: 0 at its start, also if it starts
                      * inside */
} halfspace_octree_hit;

/* The objects whose boxes meet the segment, by fraction and then by id. */
HALFSPACE_API halfspace_status halfspace_octree_on_segment(const halfspace_octree* octree,
                                                           const double from[3],
                                                           const double to[3],
                                                           uint32_t mask,
                                                           halfspace_answer* answer,
                                                           const halfspace_octree_hit** hits,
                                                           size_t* count);

typedef struct halfspace_octree_pair {
    uint32_t a; /* the smaller id */
    uint32_t b;
} halfspace_octree_pair;

/* All pairs of objects whose boxes are at most `margin` apart on each axis, by a and then by b.
 * The mask must find both. */
HALFSPACE_API halfspace_status halfspace_octree_near_pairs(const halfspace_octree* octree,
                                                           double margin,
                                                           uint32_t mask,
                                                           halfspace_answer* answer,
                                                           const halfspace_octree_pair** pairs,
                                                           size_t* count);

typedef struct halfspace_octree_statistics {
    uint64_t nodes;
    uint64_t deepest; /* the most nodes from the root to a leaf */
    uint64_t bytes;
    uint64_t entries; /* how often an object was put into a node since the octree was made */
} halfspace_octree_statistics;

HALFSPACE_API halfspace_status halfspace_octree_statistics_of(
    const halfspace_octree* octree, halfspace_octree_statistics* statistics);

/* ---- Meshes -----------------------------------------------------------------------------------
 *
 * A bounding volume hierarchy (BVH) over the triangles of a mesh: what does a ray hit, which point
 * is nearest, which triangles are here? Points of questions, and origins of rays, are at most 2e90
 * in each coordinate; more is a bad argument. */

/* The caller's own arrays. A tree copies nothing: the arrays must outlive it, and the collision
 * worlds that hold it. */
typedef struct halfspace_mesh {
    const float* floats;   /* x, y, z of vertex i begin at floats[i * stride]; or null */
    const double* doubles; /* the same as doubles; null if floats are given */
    size_t vertex_count;
    size_t stride;           /* numbers from one vertex to the next, at least 3; 0 means 3 */
    const uint32_t* indices; /* three for each triangle, counter-clockwise from outside */
    size_t triangle_count;
} halfspace_mesh;

/* How a tree is built. All answers but halfspace_mesh_far_to_near are the same for both. */
#define HALFSPACE_BVH_SAH 0  /* top-down; the fastest questions */
#define HALFSPACE_BVH_PLOC 1 /* bottom-up: the nearest boxes become one, again and again */

/* Builds a tree. Null if a coordinate is not finite or beyond 1e37, if an index is not below
 * vertex_count, for another bad argument, or without memory. Then `error`, unless it is null, holds
 * the reason, shortened to error_size bytes with the NUL. */
HALFSPACE_API halfspace_mesh_bvh* halfspace_new_mesh_bvh(const halfspace_mesh* mesh,
                                                         uint32_t builder,
                                                         char* error,
                                                         size_t error_size);
/* Frees a tree; null is allowed. Collision worlds that hold it keep what they need of it. */
HALFSPACE_API void halfspace_free_mesh_bvh(halfspace_mesh_bvh* tree);

/* Looks at the vertices again, after the caller has moved them in the same arrays. Much faster than
 * a new tree; questions become slower as triangles leave their neighbours. Allocates. After
 * BAD_ARGUMENT (a coordinate is wrong) the tree may only be refitted again or freed. */
HALFSPACE_API halfspace_status halfspace_mesh_refit(halfspace_mesh_bvh* tree);
/* The smallest box that holds all vertices of triangles, up to the rounding of floats outwards.
 * NOT_FOUND if there are no triangles. */
HALFSPACE_API halfspace_status halfspace_mesh_bounds(const halfspace_mesh_bvh* tree,
                                                     double min[3],
                                                     double max[3]);

/* ---- Rays ---------------------------------------------------------------------------------- */

/* The points origin + t * direction with 0 <= t <= max_t. */
typedef struct halfspace_ray {
    double origin[3];
    double direction[3]; /* of any length; t counts in its lengths. 0 meets nothing */
    double max_t;        /* the ray ends at t = max_t; INFINITY for a ray without an end */
} halfspace_ray;

/* Where a ray meets a triangle. */
typedef struct halfspace_mesh_hit {
    uint32_t triangle; /* HALFSPACE_NONE in an array: this ray hits nothing */
    uint32_t reserved;
    double t; /* the hit is at origin + t * direction */
} halfspace_mesh_hit;

/* The triangle that the ray meets first, from either side. NOT_FOUND if it meets none. */
HALFSPACE_API halfspace_status halfspace_mesh_raycast(const halfspace_mesh_bvh* tree,
                                                      const halfspace_ray* ray,
                                                      halfspace_mesh_hit* hit);
/* The same for `count` rays. Faster than one by one. */
HALFSPACE_API halfspace_status halfspace_mesh_raycast_all(const halfspace_mesh_bvh* tree,
                                                          const halfspace_ray* rays,
                                                          size_t count,
                                                          halfspace_mesh_hit* hits);
/* All triangles that the ray meets, by t and then by number. *hits points into the answer.
 * Allocates, unless the answer is large enough. */
HALFSPACE_API halfspace_status halfspace_mesh_on_ray(const halfspace_mesh_bvh* tree,
                                                     const halfspace_ray* ray,
                                                     halfspace_answer* answer,
                                                     const halfspace_mesh_hit** hits,
                                                     size_t* count);
/* Whether the ray meets any triangle. is_hit: 1 or 0. Faster than halfspace_mesh_raycast. */
HALFSPACE_API halfspace_status halfspace_mesh_any_hit(const halfspace_mesh_bvh* tree,
                                                      const halfspace_ray* ray,
                                                      int32_t* is_hit);
HALFSPACE_API halfspace_status halfspace_mesh_any_hit_all(const halfspace_mesh_bvh* tree,
                                                          const halfspace_ray* rays,
                                                          size_t count,
                                                          uint8_t* is_hit);

/* ---- Points and regions of a mesh ---------------------------------------------------------- */

/* The point of a mesh that is nearest to the point of a question. */
typedef struct halfspace_mesh_point {
    uint32_t triangle; /* HALFSPACE_NONE in an array: no triangle is that near */
    uint32_t reserved;
    double distance; /* from the point of the question */
    double point[3]; /* of the triangle */
} halfspace_mesh_point;

/* The point of the mesh that is nearest to p. max_distance: NOT_FOUND if it is farther away than
 * this; INFINITY for any distance. */
HALFSPACE_API halfspace_status halfspace_mesh_closest_point(const halfspace_mesh_bvh* tree,
                                                            const double p[3],
                                                            double max_distance,
                                                            halfspace_mesh_point* nearest);
/* The same for `count` points, xyz after xyz. */
HALFSPACE_API halfspace_status halfspace_mesh_closest_point_all(const halfspace_mesh_bvh* tree,
                                                                const double* points,
                                                                size_t count,
                                                                double max_distance,
                                                                halfspace_mesh_point* nearest);

/* How often a closed mesh winds around p: 0 outside, 1 inside. Exact. REQUIRES: the mesh is
 * closed. */
HALFSPACE_API halfspace_status halfspace_mesh_winding(const halfspace_mesh_bvh* tree,
                                                      const double p[3],
                                                      int32_t* winding);

/* The same for `count` points, xyz after xyz. */
HALFSPACE_API halfspace_status halfspace_mesh_winding_all(const halfspace_mesh_bvh* tree,
                                                          const double* points,
                                                          size_t count,
                                                          int32_t* windings);

/* The triangles that share a point with a closed box, a ball or a capsule (all points at most
 * `radius` away from a segment). *triangles points into the answer, to *count numbers in ascending
 * order. These functions allocate, unless the answer is large enough. */
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
/* Whether there is any such triangle, which is faster. overlaps: 1 or 0. */
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

/* All triangles in an order for drawing without a depth buffer, nearly the farthest first.
 * Allocates like the functions above. */
HALFSPACE_API halfspace_status halfspace_mesh_far_to_near(const halfspace_mesh_bvh* tree,
                                                          const double eye[3],
                                                          halfspace_answer* answer,
                                                          const uint32_t** triangles,
                                                          size_t* count);

typedef struct halfspace_mesh_statistics {
    uint64_t nodes; /* with up to four children each */
    uint64_t depth; /* the most nodes from the root to a leaf */
    uint64_t bytes; /* memory of the tree without the caller's arrays */
    /* How many nodes and leaves a line enters that enters the root, on average. Lower is better. */
    double cost;
} halfspace_mesh_statistics;

HALFSPACE_API halfspace_status halfspace_mesh_statistics_of(const halfspace_mesh_bvh* tree,
                                                            halfspace_mesh_statistics* statistics);

/* ---- Bodies among the triangles of a mesh -----------------------------------------------------
 *
 * Where does a moving body first touch a triangle, and is a place free (spatial/mesh_sweep.h)? The
 * mesh need not be closed. A triangle is a sheet without thickness; touching is no overlap.
 *
 * stands: where the mesh is; null where its arrays say. The models of placements do not count.
 * sides: HALFSPACE_BOTH_SIDES, or HALFSPACE_FRONT_SIDE: a triangle stops a body that comes from
 * the front (spatial/blocking_sides.h). BAD_ARGUMENT for coordinates of
 * translations and of the ends of motions beyond 2^22, and for a mesh that is beyond 2^22 where it
 * stands. The functions allocate for hulls of many points. */

typedef struct halfspace_mesh_sweep_options {
    uint32_t sides;
    uint32_t reserved;
    /* Triangles at most so far from a touched point belong to one surface [units, >= 0]: cracks
     * that are narrower have no edges. */
    double skin;
} halfspace_mesh_sweep_options;

/* The default options; null options mean the same. */
HALFSPACE_API halfspace_mesh_sweep_options halfspace_default_mesh_sweep_options(void);

/* The first touch of a moving body. */
typedef struct halfspace_mesh_touch {
    uint32_t triangle; /* HALFSPACE_NONE in an array: this motion touches nothing */
    /* 1: the body overlaps the triangle at the start. Then all numbers below are 0. */
    int32_t start_blocked;
    double fraction;  /* of the motion up to the touch; 1 without a touch */
    double point[3];  /* of a triangle where the body touches */
    double normal[3]; /* from the triangle towards the body, of length 1 */
} halfspace_mesh_touch;

/* Moves the body by `motion`, without turning it. NOT_FOUND if it touches nothing. */
HALFSPACE_API halfspace_status halfspace_mesh_sweep(const halfspace_mesh_bvh* tree,
                                                    const halfspace_placement* stands,
                                                    const halfspace_placed_shape* body,
                                                    const double motion[3],
                                                    const halfspace_mesh_sweep_options* options,
                                                    halfspace_mesh_touch* touch);
/* The same for `count` motions of the body: what is added to its translation, and the motion, of
 * each. */
HALFSPACE_API halfspace_status halfspace_mesh_sweep_all(const halfspace_mesh_bvh* tree,
                                                        const halfspace_placement* stands,
                                                        const halfspace_placed_shape* body,
                                                        const double* motions,
                                                        size_t count,
                                                        const halfspace_mesh_sweep_options* options,
                                                        halfspace_mesh_touch* touches);
/* Whether the body overlaps a triangle. overlaps: 1 or 0. */
HALFSPACE_API halfspace_status halfspace_mesh_overlaps_shape(const halfspace_mesh_bvh* tree,
                                                             const halfspace_placement* stands,
                                                             const halfspace_placed_shape* body,
                                                             int32_t* overlaps);

typedef struct halfspace_mesh_overlap {
    uint32_t triangle;
    uint32_t reserved;
    double depth;     /* the body moved by normal * depth overlaps this triangle no more [units] */
    double normal[3]; /* of length 1 */
    double point[3];  /* in the triangle and in the body */
} halfspace_mesh_overlap;

/* Of the triangles that the body overlaps, the one from which it is parted by the longest motion.
 * NOT_FOUND if it overlaps none. */
HALFSPACE_API halfspace_status halfspace_mesh_deepest_overlap(const halfspace_mesh_bvh* tree,
                                                              const halfspace_placement* stands,
                                                              const halfspace_placed_shape* body,
                                                              halfspace_mesh_overlap* overlap);
/* A motion of at most `distance` that brings the body to a place where it overlaps no triangle;
 * zero if it overlaps none now. NOT_FOUND if none is found. distance: [units, 0 to 2^22]. */
HALFSPACE_API halfspace_status halfspace_mesh_unstick(const halfspace_mesh_bvh* tree,
                                                      const halfspace_placement* stands,
                                                      const halfspace_placed_shape* body,
                                                      double distance,
                                                      double motion[3]);

/* ---- Two meshes -------------------------------------------------------------------------------
 *
 * Which triangles touch, and how far are the meshes apart? No function allocates.
 *
 * b_to_a: a matrix that takes vertices of b into the space of a, column by column as OpenGL has it:
 * the columns x, y, z and translation of four numbers each; the fourth numbers are 0, 0, 0, 1. It
 * may scale, mirror and shear. Null: both are in one space. BAD_ARGUMENT if a number is not finite,
 * if a fourth number is another one, or if a vertex of b goes beyond 2e90. */

typedef struct halfspace_triangle_pair {
    uint32_t a; /* a triangle of mesh a */
    uint32_t b; /* a triangle of mesh b */
} halfspace_triangle_pair;

/* One pair of triangles that share a point: exact. NOT_FOUND if there is none. */
HALFSPACE_API halfspace_status halfspace_mesh_first_pair(const halfspace_mesh_bvh* a,
                                                         const halfspace_mesh_bvh* b,
                                                         const double b_to_a[16],
                                                         halfspace_triangle_pair* pair);
/* Writes all pairs, by a and then by b. *count: how many there are. capacity: how many fit.
 * TOO_SMALL if it is less than *count; then `pairs` holds nothing of use. */
HALFSPACE_API halfspace_status halfspace_mesh_all_pairs(const halfspace_mesh_bvh* a,
                                                        const halfspace_mesh_bvh* b,
                                                        const double b_to_a[16],
                                                        halfspace_triangle_pair* pairs,
                                                        size_t capacity,
                                                        size_t* count);

typedef struct halfspace_nearest_triangles {
    halfspace_triangle_pair triangles; /* the nearest ones */
    double distance;                   /* 0 if the meshes touch, and only then */
    double point_a[3];                 /* the nearest points of both, in the space of a */
    double point_b[3];
} halfspace_nearest_triangles;

/* How far two meshes are apart. max_distance: NOT_FOUND if they are farther apart; INFINITY for any
 * distance. NOT_FOUND also if a mesh has no triangles. */
HALFSPACE_API halfspace_status halfspace_mesh_distance(const halfspace_mesh_bvh* a,
                                                       const halfspace_mesh_bvh* b,
                                                       const double b_to_a[16],
                                                       double max_distance,
                                                       halfspace_nearest_triangles* nearest);

#ifdef __cplusplus
}
#endif

#endif
