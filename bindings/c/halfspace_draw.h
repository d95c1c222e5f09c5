// SPDX-License-Identifier: MIT
// What to draw, and in which order, for C (query/order.h, query/model_order.h, math/frustum.h). The
// rules are those of halfspace.h.
#ifndef HALFSPACE_DRAW_H
#define HALFSPACE_DRAW_H

#include "halfspace.h"
#include "halfspace_models.h"

#ifdef __cplusplus
extern "C" {
#endif

// A level has `corner_count` corners of faces. All indices of triangles name corners.
HALFSPACE_API size_t halfspace_corner_count(const halfspace_level* level);
// Positions (xyz) and texture coordinates (uv; may be null) of all corners. `capacity`: corners
// that there is room for.
HALFSPACE_API halfspace_status halfspace_write_corners(const halfspace_level* level,
                                                       float* positions,
                                                       float* texcoords,
                                                       size_t capacity);

// Materials, by name as the source has it ("walls/brick"; null if there is no such material), and
// that of each corner's face.
HALFSPACE_API uint32_t halfspace_material_count(const halfspace_level* level);
HALFSPACE_API const char* halfspace_material_name(const halfspace_level* level, uint32_t material);
HALFSPACE_API halfspace_status halfspace_write_materials(const halfspace_level* level,
                                                         uint32_t* materials,
                                                         size_t capacity);

typedef int32_t halfspace_order;
#define HALFSPACE_BACK_TO_FRONT 0
#define HALFSPACE_FRONT_TO_BACK 1

// The faces of a model that look to the eye, in order, as triangles: `count` indices of corners.
// `capacity`: indices that there is room for, at least 3 * corner_count.
HALFSPACE_API halfspace_status halfspace_order_faces(const halfspace_level* level,
                                                     uint32_t model,
                                                     const double eye[3],
                                                     halfspace_order order,
                                                     uint32_t* indices,
                                                     size_t capacity,
                                                     size_t* count);

// What a camera sees lies in front of five planes: n.p >= d, each as n.x, n.y, n.z, d.
typedef struct halfspace_frustum {
    double planes[5][4];
} halfspace_frustum;

// Of the camera at `eye` with `target` in the middle of its picture. field_of_view: of the width
// [degrees, > 0, < 180]; aspect: width / height [> 0]. BAD_ARGUMENT if the eye is the target.
HALFSPACE_API halfspace_status halfspace_look_at(const double eye[3],
                                                 const double target[3],
                                                 double field_of_view,
                                                 double aspect,
                                                 halfspace_frustum* frustum);
// halfspace_order_faces without what lies outside of the frustum.
HALFSPACE_API halfspace_status halfspace_order_faces_in_view(const halfspace_level* level,
                                                             uint32_t model,
                                                             const double eye[3],
                                                             halfspace_order order,
                                                             const halfspace_frustum* frustum,
                                                             uint32_t* indices,
                                                             size_t capacity,
                                                             size_t* count);

// A face of the level: its corners are [first_corner, first_corner + corner_count).
typedef struct halfspace_face {
    uint32_t first_corner;
    uint32_t corner_count;
    uint32_t material;
    int32_t is_sky;
    int32_t is_two_sided;  // drawn from behind, too
    float opacity;         // 0 to 1
} halfspace_face;
HALFSPACE_API uint32_t halfspace_face_count(const halfspace_level* level);
HALFSPACE_API halfspace_status halfspace_get_face(const halfspace_level* level,
                                                  uint32_t face,
                                                  halfspace_face* result);
// The faces of a model are [first, first + count).
HALFSPACE_API halfspace_status halfspace_model_faces(const halfspace_level* level,
                                                     uint32_t model,
                                                     uint32_t* first,
                                                     uint32_t* count);

// The world's faces and those of placed models in one order. Faces of models are cut into pieces
// where the order needs it. The object keeps its memory from one picture to the next; one thread
// may use it at a time.
typedef struct halfspace_model_order halfspace_model_order;
// Null without memory.
HALFSPACE_API halfspace_model_order* halfspace_new_model_order(void);
HALFSPACE_API void halfspace_free_model_order(halfspace_model_order* sorter);
// frustum: null for none. models: any but 0. The level must outlive the results. Allocates.
HALFSPACE_API halfspace_status halfspace_sort_models(halfspace_model_order* sorter,
                                                     const halfspace_level* level,
                                                     const halfspace_placement* models,
                                                     size_t count,
                                                     const double eye[3],
                                                     halfspace_order order,
                                                     const halfspace_frustum* frustum);
// What to draw next: `face_count` faces of the world or, if face_count is 0, a piece of a face.
typedef struct halfspace_draw_item {
    uint32_t first_face;  // of a piece: the face that it is a part of
    uint32_t face_count;
    uint32_t placement;     // of a piece: its model's number in `models`
    uint32_t first_vertex;  // of a piece: its corners are a convex polygon
    uint32_t vertex_count;
} halfspace_draw_item;
// Of the last sort. A null sorter has none.
HALFSPACE_API size_t halfspace_draw_item_count(const halfspace_model_order* sorter);
HALFSPACE_API size_t halfspace_piece_vertex_count(const halfspace_model_order* sorter);
// All items. `capacity`: items that there is room for.
HALFSPACE_API halfspace_status halfspace_write_draw_items(const halfspace_model_order* sorter,
                                                          halfspace_draw_item* items,
                                                          size_t capacity);
// The corners of all pieces, in the world: x y z u v each.
HALFSPACE_API halfspace_status halfspace_write_piece_vertices(const halfspace_model_order* sorter,
                                                              double* vertices,
                                                              size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
