/* SPDX-License-Identifier: MIT */
/* What to draw, and in which order, for C (query/order.h, query/visible_faces.h,
 * query/model_order.h). Also the tree of a level. The rules of halfspace.h hold here, too. */
#ifndef HALFSPACE_DRAW_H
#define HALFSPACE_DRAW_H

#include "halfspace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Corners, materials and faces ---------------------------------------------------------- */

/* The number of corners of all faces of the level. The indices of triangles are numbers of
 * corners. */
HALFSPACE_API size_t halfspace_corner_count(const halfspace_level* level);
/* Writes the positions (x, y, z) and texture coordinates (u, v) of all corners. texcoords: may be
 * null. capacity: how many corners fit. */
HALFSPACE_API halfspace_status halfspace_write_corners(const halfspace_level* level,
                                                       float* positions,
                                                       float* texcoords,
                                                       size_t capacity);

/* Materials. A name is as in the source, such as "walls/brick"; null if there is no such material.
 * halfspace_write_materials writes for each corner the material of its face. */
HALFSPACE_API uint32_t halfspace_material_count(const halfspace_level* level);
HALFSPACE_API const char* halfspace_material_name(const halfspace_level* level, uint32_t material);
HALFSPACE_API halfspace_status halfspace_write_materials(const halfspace_level* level,
                                                         uint32_t* materials,
                                                         size_t capacity);

/* A face of the level: its corners are [first_corner, first_corner + corner_count). */
typedef struct halfspace_face {
    uint32_t first_corner;
    uint32_t corner_count;
    uint32_t material;
    int32_t is_sky;
    int32_t is_two_sided; /* drawn from behind, too */
    float opacity;        /* 0 to 1 */
} halfspace_face;
HALFSPACE_API uint32_t halfspace_face_count(const halfspace_level* level);
HALFSPACE_API halfspace_status halfspace_get_face(const halfspace_level* level,
                                                  uint32_t face,
                                                  halfspace_face* result);
/* The faces of a model are [first, first + count). */
HALFSPACE_API halfspace_status halfspace_model_faces(const halfspace_level* level,
                                                     uint32_t model,
                                                     uint32_t* first,
                                                     uint32_t* count);

/* ---- The order of one model (query/order.h) ------------------------------------------------ */

typedef int32_t halfspace_order;
#define HALFSPACE_BACK_TO_FRONT 0
#define HALFSPACE_FRONT_TO_BACK 1

/* The faces of a model that look towards the eye, in order, as triangles: writes `count` indices of
 * corners. capacity: how many indices fit; at least 3 * corner_count. */
HALFSPACE_API halfspace_status halfspace_order_faces(const halfspace_level* level,
                                                     uint32_t model,
                                                     const double eye[3],
                                                     halfspace_order order,
                                                     uint32_t* indices,
                                                     size_t capacity,
                                                     size_t* count);
/* The same as halfspace_order_faces, without faces outside of the frustum. */
HALFSPACE_API halfspace_status halfspace_order_faces_in_view(const halfspace_level* level,
                                                             uint32_t model,
                                                             const double eye[3],
                                                             halfspace_order order,
                                                             const halfspace_frustum* frustum,
                                                             uint32_t* indices,
                                                             size_t capacity,
                                                             size_t* count);

/* ---- What an eye may see (query/visible_faces.h) ------------------------------------------- */

/* Marks of the faces of the world that an eye may see. Make it once for a level, and call
 * halfspace_look_from for each picture. Only one thread may use it at a time. */
typedef struct halfspace_visible_faces halfspace_visible_faces;
/* All faces are marked. Null for a null level, and without memory. The level may be freed before
 * the marks. */
HALFSPACE_API halfspace_visible_faces* halfspace_new_visible_faces(const halfspace_level* level);
HALFSPACE_API void halfspace_free_visible_faces(halfspace_visible_faces* visible);
/* Marks what may be seen from the eye. No marked face is missing; some of them may be hidden. All
 * are marked for an eye in no cluster and in a level without visibility. areas: leaves out what
 * closed doors hide; may be null: all doors are open. BAD_ARGUMENT also for a state of another
 * level. It costs little while the eye stays in its cluster and no area portal changes. */
HALFSPACE_API halfspace_status halfspace_look_from(halfspace_visible_faces* visible,
                                                   const double eye[3],
                                                   const halfspace_area_state* areas);
/* The number of marked faces; 0 for null. */
HALFSPACE_API size_t halfspace_visible_face_count(const halfspace_visible_faces* visible);
/* Writes the marked faces in ascending order. capacity: how many faces fit. */
HALFSPACE_API halfspace_status halfspace_write_visible_faces(const halfspace_visible_faces* visible,
                                                             uint32_t* faces,
                                                             size_t capacity);
/* Whether anything in a box of the world can be seen from the eye of the last look. may_see: 1 or
 * 0. 0 is certain, 1 is not. For doors, players and lights. */
HALFSPACE_API halfspace_status halfspace_may_see_box(const halfspace_visible_faces* visible,
                                                     const double min[3],
                                                     const double max[3],
                                                     int32_t* may_see);

/* ---- The order of the world with its models (query/model_order.h) -------------------------- */

/* An order of the world's faces together with the faces of placed models. It cuts faces of models
 * into pieces where necessary. The object keeps its memory from one picture to the next. Only one
 * thread may use it at a time. */
typedef struct halfspace_model_order halfspace_model_order;
/* A new order; null if there is no memory. */
HALFSPACE_API halfspace_model_order* halfspace_new_model_order(void);
HALFSPACE_API void halfspace_free_model_order(halfspace_model_order* sorter);
/* Sorts the faces for an eye. frustum: may be null. visible: leaves out faces without a mark, and
 * models that cannot be seen; may be null. BAD_ARGUMENT also for the world of a model alone, and
 * for marks of another level. Allocates only if there is more to sort than ever before. */
HALFSPACE_API halfspace_status halfspace_sort_models(halfspace_model_order* sorter,
                                                     const halfspace_collision_world* world,
                                                     const halfspace_leave_out* without,
                                                     const double eye[3],
                                                     halfspace_order order,
                                                     const halfspace_frustum* frustum,
                                                     const halfspace_visible_faces* visible);
/* The next thing to draw: `face_count` faces of the world. If face_count is 0: a piece of a model's
 * face. */
typedef struct halfspace_draw_item {
    uint32_t first_face; /* of a piece: the face that it was cut from */
    uint32_t face_count;
    uint32_t model;        /* of a piece: its model; else HALFSPACE_NONE */
    uint32_t first_vertex; /* of a piece: its first corner; the corners form a convex polygon */
    uint32_t vertex_count;
} halfspace_draw_item;
/* The results of the last halfspace_sort_models. 0 for null. */
HALFSPACE_API size_t halfspace_draw_item_count(const halfspace_model_order* sorter);
HALFSPACE_API size_t halfspace_piece_vertex_count(const halfspace_model_order* sorter);
/* Writes all items. capacity: how many items fit. */
HALFSPACE_API halfspace_status halfspace_write_draw_items(const halfspace_model_order* sorter,
                                                          halfspace_draw_item* items,
                                                          size_t capacity);
/* Writes the corners of all pieces, in the world's coordinates: x, y, z, u, v each. */
HALFSPACE_API halfspace_status halfspace_write_piece_vertices(const halfspace_model_order* sorter,
                                                              double* vertices,
                                                              size_t capacity);

/* ---- The tree ---------------------------------------------------------------------------------
 *
 * For pictures of leaves, and for tools that point at a face. */

/* A node divides its cell by a plane n.p = d. A child c >= 0 is the node c; a child c < 0 is the
 * leaf -1 - c. Child 0 is in front of the plane (n.p > d), child 1 behind it. The children of a
 * node are leaves, or nodes after it. */
HALFSPACE_API uint32_t halfspace_node_count(const halfspace_level* level);
HALFSPACE_API uint32_t halfspace_leaf_count(const halfspace_level* level);
/* The child that is the root of a model's tree. */
HALFSPACE_API halfspace_status halfspace_model_root(const halfspace_level* level,
                                                    uint32_t model,
                                                    int32_t* root);
/* Writes n.x, n.y, n.z, d [map units; n has any length but 0] and both children of all nodes.
 * capacity: how many nodes fit. */
HALFSPACE_API halfspace_status halfspace_write_nodes(const halfspace_level* level,
                                                     double* planes,
                                                     int32_t* children,
                                                     size_t capacity);

/* The leaf at a point (query/classify.h), and what fills a leaf. */
HALFSPACE_API halfspace_status halfspace_find_leaf(const halfspace_level* level,
                                                   uint32_t model,
                                                   const double point[3],
                                                   uint32_t* leaf);
HALFSPACE_API halfspace_status halfspace_leaf_contents(const halfspace_level* level,
                                                       uint32_t leaf,
                                                       uint32_t* contents);

/* Where a face comes from: numbers and lines of the source; a line is 0 if it is unknown. */
typedef struct halfspace_face_source {
    uint32_t entity; /* HALFSPACE_NONE without a brush */
    uint32_t brush;  /* its number in the entity; HALFSPACE_NONE for a polygon or a curve */
    uint32_t side;   /* of the brush; without a brush: the number of the polygon or curve */
    uint32_t brush_line;
    uint32_t side_line;
    uint32_t contents; /* of the brush; 0 without a brush */
    double plane[4];   /* n.x, n.y, n.z, d: the face looks along n, which has length 1 */
} halfspace_face_source;
HALFSPACE_API halfspace_status halfspace_find_face_source(const halfspace_level* level,
                                                          uint32_t face,
                                                          halfspace_face_source* source);

#ifdef __cplusplus
}
#endif

#endif
