// SPDX-License-Identifier: MIT
// An octree of things that move, for C (spatial/octree.h): which boxes are here, in view, on a
// segment, near one another? No level is needed. The rules are those of halfspace.h, with these
// differences:
//
// - An octree changes. One thread may change it while no other thread uses it. Any number of
//   threads may ask it at the same time, each with answers of its own.
// - Octrees and answers must be freed.
// - After HALFSPACE_NO_MEMORY an octree may only be freed.
//
// A box is its least and its largest corner. Coordinates of boxes are at most 1e37.
#ifndef HALFSPACE_OCTREE_H
#define HALFSPACE_OCTREE_H

#include "halfspace_draw.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct halfspace_octree halfspace_octree;
// What a question to an octree or a mesh (halfspace_mesh.h) found, and the memory for it. A later
// question with the same answer replaces what is in it; two answers that are alive at once are two
// of these.
typedef struct halfspace_answer halfspace_answer;

typedef struct halfspace_octree_options {
    double smallest_cell;  // cells are at least this long [units, 1e-30 to 1e30]; 0.1 by default
    uint32_t split_above;  // a leaf with more objects is divided [2 to 1000]; 32 by default
    // A node with this many objects or fewer becomes a leaf [0 to split_above / 2]; 12 by default.
    uint32_t merge_below;
} halfspace_octree_options;

// options: null for the defaults. Null if an option is out of its range, or without memory.
HALFSPACE_API halfspace_octree* halfspace_new_octree(const halfspace_octree_options* options);
// Frees an octree; null is allowed.
HALFSPACE_API void halfspace_free_octree(halfspace_octree* octree);
// Null without memory.
HALFSPACE_API halfspace_answer* halfspace_new_answer(void);
// Frees an answer and what is in it; null is allowed.
HALFSPACE_API void halfspace_free_answer(halfspace_answer* answer);

// A mask that has bits in common with all others but 0.
#define HALFSPACE_ALL_OBJECTS 0xffffffffu

// What a caller keeps with an object.
typedef struct halfspace_octree_data {
    uint64_t user;  // the caller's: a pointer, for example, or a handle
    // A question skips the objects whose mask has no bit in common with the question's mask.
    uint32_t mask;
    uint32_t reserved;  // 0
} halfspace_octree_data;

// Adds an object. Allocates. The id of a removed object may be given again. data: null for the user
// 0 and the mask HALFSPACE_ALL_OBJECTS.
HALFSPACE_API halfspace_status halfspace_octree_insert(halfspace_octree* octree,
                                                       const double min[3],
                                                       const double max[3],
                                                       const halfspace_octree_data* data,
                                                       uint32_t* id);
// Gives an object another box. Costs next to nothing while the object stays in its cell. Allocates.
HALFSPACE_API halfspace_status halfspace_octree_update(halfspace_octree* octree,
                                                       uint32_t id,
                                                       const double min[3],
                                                       const double max[3]);
// The same for many objects: six numbers for each, its least and its largest corner. Nothing has
// changed if one of them is wrong.
HALFSPACE_API halfspace_status halfspace_octree_update_all(halfspace_octree* octree,
                                                           const uint32_t* ids,
                                                           const double* boxes,
                                                           size_t count);
// NOT_FOUND if there is no object with this id.
HALFSPACE_API halfspace_status halfspace_octree_remove(halfspace_octree* octree, uint32_t id);
// NOT_FOUND if there is no object with this id.
HALFSPACE_API halfspace_status halfspace_octree_box(const halfspace_octree* octree,
                                                    uint32_t id,
                                                    double min[3],
                                                    double max[3]);
// NOT_FOUND if there is no object with this id.
HALFSPACE_API halfspace_status halfspace_octree_data_of(const halfspace_octree* octree,
                                                        uint32_t id,
                                                        halfspace_octree_data* data);
// Gives an object other data. NOT_FOUND if there is no object with this id. Allocates.
HALFSPACE_API halfspace_status halfspace_octree_set_data(halfspace_octree* octree,
                                                         uint32_t id,
                                                         const halfspace_octree_data* data);
// The number of objects; 0 for null.
HALFSPACE_API size_t halfspace_octree_size(const halfspace_octree* octree);

// Questions. *ids points into the answer, to *count ids in ascending order. mask: which objects are
// found; HALFSPACE_ALL_OBJECTS for all. All questions allocate, unless the answer is large enough.

// The objects whose boxes touch a box: none if min > max on an axis.
HALFSPACE_API halfspace_status halfspace_octree_in_box(const halfspace_octree* octree,
                                                       const double min[3],
                                                       const double max[3],
                                                       uint32_t mask,
                                                       halfspace_answer* answer,
                                                       const uint32_t** ids,
                                                       size_t* count);
// The objects whose boxes touch a ball. radius: at least 0.
HALFSPACE_API halfspace_status halfspace_octree_in_sphere(const halfspace_octree* octree,
                                                          const double centre[3],
                                                          double radius,
                                                          uint32_t mask,
                                                          halfspace_answer* answer,
                                                          const uint32_t** ids,
                                                          size_t* count);
// The objects whose boxes lie behind none of the planes.
HALFSPACE_API halfspace_status halfspace_octree_in_view(const halfspace_octree* octree,
                                                        const halfspace_frustum* frustum,
                                                        uint32_t mask,
                                                        halfspace_answer* answer,
                                                        const uint32_t** ids,
                                                        size_t* count);

typedef struct halfspace_octree_hit {
    uint32_t id;
    uint32_t reserved;
    double fraction;  // where the segment enters the box: 0 at its start, also if it starts inside
} halfspace_octree_hit;

// The objects whose boxes meet the segment, by fraction and then by id.
HALFSPACE_API halfspace_status halfspace_octree_on_segment(const halfspace_octree* octree,
                                                           const double from[3],
                                                           const double to[3],
                                                           uint32_t mask,
                                                           halfspace_answer* answer,
                                                           const halfspace_octree_hit** hits,
                                                           size_t* count);

typedef struct halfspace_octree_pair {
    uint32_t a;  // the smaller id
    uint32_t b;
} halfspace_octree_pair;

// All pairs of objects whose boxes are at most `margin` apart on each axis, by a and then by b.
// The mask must find both.
HALFSPACE_API halfspace_status halfspace_octree_near_pairs(const halfspace_octree* octree,
                                                           double margin,
                                                           uint32_t mask,
                                                           halfspace_answer* answer,
                                                           const halfspace_octree_pair** pairs,
                                                           size_t* count);

typedef struct halfspace_octree_statistics {
    uint64_t nodes;
    uint64_t deepest;  // the most nodes from the root to a leaf
    uint64_t bytes;
    uint64_t entries;  // how often an object was put into a node since the octree was made
} halfspace_octree_statistics;

HALFSPACE_API halfspace_status halfspace_octree_statistics_of(
    const halfspace_octree* octree, halfspace_octree_statistics* statistics);

#ifdef __cplusplus
}
#endif

#endif
