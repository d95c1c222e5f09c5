// SPDX-License-Identifier: MIT
#include "spatial/bvh/mesh_walk.h"

namespace halfspace {

Result<PlacedMeshes> place_meshes(const TriangleBvh& a,
                                  const TriangleBvh& b,
                                  const Transform& b_to_a) {
    const auto frame = PairFrame::create(a.data().tree.frame, b.data().tree.frame, b_to_a);
    if (!frame) {
        return std::unexpected(
            Error{ErrorCode::Range,
                  "the transform is not finite, or it takes a vertex farther away than 2^300",
                  {}});
    }
    return PlacedMeshes{a.data(), b.data(), b_to_a, *frame};
}

}  // namespace halfspace
