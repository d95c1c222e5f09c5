// SPDX-License-Identifier: MIT
#include "halfspace/render/polygon_list.h"

#include "query/shared/face_vertex.h"

#include <cassert>

namespace halfspace {

Plane plane_of_face(const Level& level, std::uint32_t face) {
    const FaceRecord& record = level.faces()[face];
    const Plane plane = level.scaled_plane(record.plane / 2);
    return (record.plane & 1) != 0 ? flipped(plane) : plane;
}

void append_face(PolygonList& list, const Level& level, std::uint32_t face) {
    assert(face < level.faces().size());
    const FaceRecord& record = level.faces()[face];
    const auto first = static_cast<std::uint32_t>(list.vertices.size());
    for (std::uint32_t i = 0; i < record.vertex_count; ++i) {
        list.vertices.push_back(face_vertex(level, record.first_vertex + i));
    }
    list.polygons.push_back({.first = first,
                             .count = record.vertex_count,
                             .face = face,
                             .plane = plane_of_face(level, face)});
}

void append_piece(PolygonList& list,
                  std::uint32_t face,
                  const Plane& plane,
                  std::span<const FaceVertex> vertices) {
    const auto first = static_cast<std::uint32_t>(list.vertices.size());
    list.vertices.insert(list.vertices.end(), vertices.begin(), vertices.end());
    list.polygons.push_back({.first = first,
                             .count = static_cast<std::uint32_t>(vertices.size()),
                             .face = face,
                             .plane = plane});
}

PolygonList visible_polygons(const Level& level,
                             std::span<const PlacedModel> models,
                             const View& view,
                             DrawOrder order,
                             const VisibleFaces* visible) {
    PolygonList list;
    list.order = order;
    const Frustum frustum = frustum_of(view);
    ModelOrder sorted;
    sorted.sort({level, models}, view.eye, order, &frustum, visible);
    for (const DrawItem& item : sorted.items()) {
        for (std::uint32_t f = item.run.first; f != item.run.first + item.run.count; ++f) {
            append_face(list, level, f);
        }
        if (item.piece != kNone) {
            const FacePiece& piece = sorted.pieces()[item.piece];
            append_piece(
                list,
                piece.face,
                plane_to_world(models[piece.placed].transform, plane_of_face(level, piece.face)),
                sorted.vertices().subspan(piece.first_vertex, piece.vertex_count));
        }
    }
    return list;
}

PolygonList visible_polygons(const Level& level,
                             const View& view,
                             DrawOrder order,
                             const VisibleFaces* visible) {
    return visible_polygons(level, models_at_rest(level), view, order, visible);
}

}  // namespace halfspace
