// SPDX-License-Identifier: MIT
// What one frame draws: ranges of a vertex buffer in the exact order of the level's tree.
#pragma once

#include "halfspace/math/frustum.h"
#include "halfspace/query/model_order.h"

#include "level_mesh.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace::viewer {

// The ranges, as glMultiDrawArrays takes them. The memory is kept from frame to frame.
class DrawList {
public:
    // The faces of the world and of the models that may be in the frustum, in this order.
    // REQUIRES: mesh is mesh_of(level); as ModelOrder::sort.
    void sort(const Level& level,
              const LevelMesh& mesh,
              std::span<const PlacedModel> models,
              const Vec3& eye,
              DrawOrder order,
              const Frustum& frustum);

    std::span<const std::int32_t> firsts() const { return firsts_; }
    std::span<const std::int32_t> counts() const { return counts_; }
    // Vertices of pieces of models. In the ranges they follow all vertices of the mesh.
    std::span<const MeshVertex> pieces() const { return pieces_; }
    // The faces and pieces in the ranges.
    std::size_t polygons() const { return polygons_; }

private:
    void add(std::uint32_t first, std::uint32_t end);

    ModelOrder order_;
    std::vector<std::int32_t> firsts_;
    std::vector<std::int32_t> counts_;
    std::vector<MeshVertex> pieces_;
    std::size_t polygons_ = 0;
};

}  // namespace halfspace::viewer
