// SPDX-License-Identifier: MIT
#include "halfspace/level/level.h"
#include "halfspace/math/frustum.h"
#include "halfspace/query/model_order.h"
#include "halfspace/query/order.h"

#include "halfspace_draw.h"
#include "handle.h"
#include "motion.h"
#include "seen.h"

#include <algorithm>

struct halfspace_model_order {
    halfspace::ModelOrder order;
};

namespace halfspace::c {
namespace {

bool is_order(halfspace_order order) {
    return order == HALFSPACE_BACK_TO_FRONT || order == HALFSPACE_FRONT_TO_BACK;
}

DrawOrder draw_order(halfspace_order order) {
    return order == HALFSPACE_BACK_TO_FRONT ? DrawOrder::BackToFront : DrawOrder::FrontToBack;
}

halfspace_status order_faces(const halfspace_level* level,
                             uint32_t model,
                             const double eye[3],
                             halfspace_order order,
                             const Frustum* frustum,
                             uint32_t* indices,
                             size_t capacity,
                             size_t* count) {
    if (!has_model(level, model) || !is_point(eye) || !is_order(order) || indices == nullptr ||
        count == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (capacity < 3 * level->level.face_vertices().size()) {
        return HALFSPACE_TOO_SMALL;
    }
    const FaceOrder faces(level->level, vec3(eye), draw_order(order), frustum, ModelId(model));
    *count = write_triangles(level->level, faces, {indices, capacity});
    return HALFSPACE_OK;
}

}  // namespace
}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

size_t halfspace_corner_count(const halfspace_level* level) {
    return level == nullptr ? 0 : level->level.face_vertices().size();
}

halfspace_status halfspace_write_corners(const halfspace_level* level,
                                         float* positions,
                                         float* texcoords,
                                         size_t capacity) {
    if (level == nullptr || positions == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const size_t count = level->level.face_vertices().size();
    if (capacity < count) {
        return HALFSPACE_TOO_SMALL;
    }
    for (size_t i = 0; i < count; ++i) {
        const VertexRecord& p = level->level.vertices()[level->level.face_vertices()[i]];
        positions[3 * i] = p.x;
        positions[3 * i + 1] = p.y;
        positions[3 * i + 2] = p.z;
        if (texcoords != nullptr) {
            const TexcoordRecord& t = level->level.face_texcoords()[i];
            texcoords[2 * i] = t.u;
            texcoords[2 * i + 1] = t.v;
        }
    }
    return HALFSPACE_OK;
}

uint32_t halfspace_material_count(const halfspace_level* level) {
    return level == nullptr ? 0 : static_cast<uint32_t>(level->level.materials().size());
}

const char* halfspace_material_name(const halfspace_level* level, uint32_t material) {
    return material < halfspace_material_count(level)
               ? level->level.material_name(MaterialId(material)).data()
               : nullptr;
}

halfspace_status halfspace_write_materials(const halfspace_level* level,
                                           uint32_t* materials,
                                           size_t capacity) {
    if (level == nullptr || materials == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (capacity < level->level.face_vertices().size()) {
        return HALFSPACE_TOO_SMALL;
    }
    for (const FaceRecord& face : level->level.faces()) {
        std::fill_n(materials + face.first_vertex, face.vertex_count, face.material);
    }
    return HALFSPACE_OK;
}

halfspace_status halfspace_order_faces(const halfspace_level* level,
                                       uint32_t model,
                                       const double eye[3],
                                       halfspace_order order,
                                       uint32_t* indices,
                                       size_t capacity,
                                       size_t* count) {
    return order_faces(level, model, eye, order, nullptr, indices, capacity, count);
}

halfspace_status halfspace_order_faces_in_view(const halfspace_level* level,
                                               uint32_t model,
                                               const double eye[3],
                                               halfspace_order order,
                                               const halfspace_frustum* frustum,
                                               uint32_t* indices,
                                               size_t capacity,
                                               size_t* count) {
    if (frustum == nullptr || !is_frustum(*frustum)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const Frustum view = frustum_from(*frustum);
    return order_faces(level, model, eye, order, &view, indices, capacity, count);
}

uint32_t halfspace_face_count(const halfspace_level* level) {
    return level == nullptr ? 0 : static_cast<uint32_t>(level->level.faces().size());
}

halfspace_status halfspace_get_face(const halfspace_level* level,
                                    uint32_t face,
                                    halfspace_face* result) {
    if (face >= halfspace_face_count(level) || result == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const FaceRecord& record = level->level.faces()[face];
    const uint32_t opacity = opacity_of(record);
    *result = {record.first_vertex,
               record.vertex_count,
               record.material,
               (record.flags & kFaceSky) != 0 ? 1 : 0,
               (record.flags & kFaceTwoSided) != 0 ? 1 : 0,
               static_cast<float>(opacity) / 255.0f};
    return HALFSPACE_OK;
}

halfspace_status halfspace_model_faces(const halfspace_level* level,
                                       uint32_t model,
                                       uint32_t* first,
                                       uint32_t* count) {
    if (!has_model(level, model) || first == nullptr || count == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const ModelRecord& record = level->level.models()[model];
    *first = record.first_face;
    *count = record.face_count;
    return HALFSPACE_OK;
}

halfspace_model_order* halfspace_new_model_order(void) {
    return pointer_of([] { return new halfspace_model_order; });
}

void halfspace_free_model_order(halfspace_model_order* sorter) {
    delete sorter;
}

halfspace_status halfspace_sort_models(halfspace_model_order* sorter,
                                       const halfspace_collision_world* world,
                                       const halfspace_leave_out* without,
                                       const double eye[3],
                                       halfspace_order order,
                                       const halfspace_frustum* frustum,
                                       const halfspace_visible_faces* visible) {
    // An eye farther away might overflow in the frame of a model.
    constexpr double kMaxEye = 0x1p1000;
    if (sorter == nullptr || !are_given(world, without) || world->base != kWorldModel ||
        !is_point(eye, kMaxEye) || !is_order(order) ||
        (frustum != nullptr && !is_frustum(*frustum)) ||
        (visible != nullptr && !are_same(visible->level, world->world.level()))) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        const Frustum view = frustum == nullptr ? Frustum() : frustum_from(*frustum);
        sorter->order.sort(placed_level(world, without),
                           vec3(eye),
                           draw_order(order),
                           frustum == nullptr ? nullptr : &view,
                           visible == nullptr ? nullptr : &visible->faces);
    });
}

size_t halfspace_draw_item_count(const halfspace_model_order* sorter) {
    return sorter == nullptr ? 0 : sorter->order.items().size();
}

size_t halfspace_piece_vertex_count(const halfspace_model_order* sorter) {
    return sorter == nullptr ? 0 : sorter->order.vertices().size();
}

halfspace_status halfspace_write_draw_items(const halfspace_model_order* sorter,
                                            halfspace_draw_item* items,
                                            size_t capacity) {
    if (sorter == nullptr || items == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (capacity < sorter->order.items().size()) {
        return HALFSPACE_TOO_SMALL;
    }
    for (const DrawItem& item : sorter->order.items()) {
        if (item.piece == kNone) {
            *items++ = {item.run.first, item.run.count, HALFSPACE_NONE, 0, 0};
            continue;
        }
        const FacePiece& piece = sorter->order.pieces()[item.piece];
        const ModelId model = sorter->order.models()[piece.placed].model;
        *items++ = {piece.face, 0, model.value, piece.first_vertex, piece.vertex_count};
    }
    return HALFSPACE_OK;
}

halfspace_status halfspace_write_piece_vertices(const halfspace_model_order* sorter,
                                                double* vertices,
                                                size_t capacity) {
    if (sorter == nullptr || vertices == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (capacity < sorter->order.vertices().size()) {
        return HALFSPACE_TOO_SMALL;
    }
    for (const FaceVertex& vertex : sorter->order.vertices()) {
        store(vertex.point, vertices);
        vertices[3] = vertex.u;
        vertices[4] = vertex.v;
        vertices += 5;
    }
    return HALFSPACE_OK;
}
