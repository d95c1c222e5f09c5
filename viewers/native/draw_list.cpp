// SPDX-License-Identifier: MIT
#include "draw_list.h"

#include "halfspace/math/transform.h"
#include "halfspace/render/polygon_list.h"

namespace halfspace::viewer {

void DrawList::add(std::uint32_t first, std::uint32_t end) {
    const auto begin = static_cast<std::int32_t>(first);
    const auto count = static_cast<std::int32_t>(end - first);
    if (!firsts_.empty() && firsts_.back() + counts_.back() == begin) {
        counts_.back() += count;
        return;
    }
    firsts_.push_back(begin);
    counts_.push_back(count);
}

void DrawList::sort(const Level& level,
                    const LevelMesh& mesh,
                    std::span<const PlacedModel> models,
                    const Vec3& eye,
                    DrawOrder order,
                    const Frustum& frustum) {
    firsts_.clear();
    counts_.clear();
    pieces_.clear();
    polygons_ = 0;
    order_.sort({level, models}, eye, order, &frustum);
    const auto mesh_size = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const DrawItem& item : order_.items()) {
        if (item.piece == kNone) {
            add(mesh.first_of_face[item.run.first],
                mesh.first_of_face[item.run.first + item.run.count]);
            polygons_ += item.run.count;
            continue;
        }
        const FacePiece& piece = order_.pieces()[item.piece];
        const std::size_t first = pieces_.size();
        append_piece(
            pieces_,
            piece.face,
            plane_to_world(models[piece.placed].transform, plane_of_face(level, piece.face)),
            order_.vertices().subspan(piece.first_vertex, piece.vertex_count));
        add(mesh_size + static_cast<std::uint32_t>(first),
            mesh_size + static_cast<std::uint32_t>(pieces_.size()));
        ++polygons_;
    }
}

}  // namespace halfspace::viewer
