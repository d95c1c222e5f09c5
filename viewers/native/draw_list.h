// SPDX-License-Identifier: MIT
// What one frame draws: ranges of a vertex buffer in the exact order of the level's tree.
#pragma once

#include "halfspace/math/frustum.h"
#include "halfspace/query/model_order.h"

#include "draw_ranges.h"
#include "level_mesh.h"

#include <span>
#include <vector>

namespace halfspace::viewer {

// The memory is kept from frame to frame.
class DrawList {
public:
    // The faces of the world and of the models that may be in the frustum, in this order.
    // REQUIRES: mesh is mesh_of(level); as ModelOrder::sort.
    void sort(const Level& level,
              const LevelMesh& mesh,
              std::span<const PlacedModel> models,
              const Vec3& eye,
              DrawOrder order,
              const Frustum& frustum,
              const VisibleFaces* visible = nullptr);

    const DrawRanges& ranges() const { return ranges_; }
    // Vertices of pieces of models. In the ranges they follow all vertices of the mesh.
    std::span<const MeshVertex> pieces() const { return pieces_; }

private:
    ModelOrder order_;
    DrawRanges ranges_;
    std::vector<MeshVertex> pieces_;
};

}  // namespace halfspace::viewer
