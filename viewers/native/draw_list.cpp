// SPDX-License-Identifier: MIT
#include "draw_list.h"

#include "halfspace/math/transform.h"
#include "halfspace/render/polygon_list.h"

namespace halfspace::viewer {

void DrawList::sort(const Level& level,
                    const LevelMesh& mesh,
                    std::span<const PlacedModel> models,
                    const Vec3& eye,
                    DrawOrder order,
                    const Frustum& frustum,
                    const VisibleFaces* visible) {
    ranges_.clear();
    pieces_.clear();
    order_.sort({level, models}, eye, order, &frustum, visible);
    const std::size_t mesh_size = mesh.vertices.size();
    for (const DrawItem& item : order_.items()) {
        if (item.piece == kNone) {
            ranges_.add(mesh.first_of_face[item.run.first],
                        mesh.first_of_face[item.run.first + item.run.count],
                        item.run.count);
            continue;
        }
        const FacePiece& piece = order_.pieces()[item.piece];
        const std::size_t first = pieces_.size();
        append_piece(
            pieces_,
            piece.face,
            plane_to_world(models[piece.placed].transform, plane_of_face(level, piece.face)),
            order_.vertices().subspan(piece.first_vertex, piece.vertex_count));
        ranges_.add(mesh_size + first, mesh_size + pieces_.size(), 1);
    }
}

}  // namespace halfspace::viewer
