// SPDX-License-Identifier: MIT
// The tree behind a level, and where its faces come from, for C: for pictures of leaves, and for
// tools that point at a face. The rules are those of halfspace.h.
#ifndef HALFSPACE_TREE_H
#define HALFSPACE_TREE_H

#include "halfspace.h"

#ifdef __cplusplus
extern "C" {
#endif

// A node divides its cell by a plane n.p = d. A child c >= 0 is the node c; a child c < 0 is the
// leaf -1 - c. Child 0 is in front of the plane (n.p > d), child 1 behind it. The children of a
// node are leaves, or nodes after it.
HALFSPACE_API uint32_t halfspace_node_count(const halfspace_level* level);
HALFSPACE_API uint32_t halfspace_leaf_count(const halfspace_level* level);
// The child that stands for the whole tree of a model.
HALFSPACE_API halfspace_status halfspace_model_root(const halfspace_level* level,
                                                    uint32_t model,
                                                    int32_t* root);
// Writes n.x, n.y, n.z, d [map units; n has any length but 0] and both children of all nodes.
// capacity: the number of nodes that there is room for.
HALFSPACE_API halfspace_status halfspace_write_nodes(const halfspace_level* level,
                                                     double* planes,
                                                     int32_t* children,
                                                     size_t capacity);

// The leaf at a point (query/classify.h), and what fills a leaf.
HALFSPACE_API halfspace_status halfspace_find_leaf(const halfspace_level* level,
                                                   uint32_t model,
                                                   const double point[3],
                                                   uint32_t* leaf);
HALFSPACE_API halfspace_status halfspace_leaf_contents(const halfspace_level* level,
                                                       uint32_t leaf,
                                                       uint32_t* contents);

// Where a face comes from. Numbers and lines are those of the source; a line is 0 if it is unknown.
typedef struct halfspace_face_source {
    uint32_t entity;  // HALFSPACE_NONE without a brush
    uint32_t brush;   // its number in the entity; HALFSPACE_NONE for a polygon or a curve
    uint32_t side;    // of the brush; without a brush: the number of the polygon or curve
    uint32_t brush_line;
    uint32_t side_line;
    uint32_t contents;  // of the brush; 0 without a brush
    double plane[4];    // n.x, n.y, n.z, d: the face looks along n, which has length 1
} halfspace_face_source;
HALFSPACE_API halfspace_status halfspace_find_face_source(const halfspace_level* level,
                                                          uint32_t face,
                                                          halfspace_face_source* source);

#ifdef __cplusplus
}
#endif

#endif
