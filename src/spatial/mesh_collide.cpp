// SPDX-License-Identifier: MIT
#include "halfspace/spatial/mesh_collide.h"

#include "block_pair.h"
#include "mesh_walk.h"
#include "node_pair.h"

#include <algorithm>
#include <cstddef>

namespace halfspace {
namespace {

// Boxes that overlap. First: those that overlap most come first.
template <bool First>
struct OverlapRule {
    using Key = float;  // by how much they overlap
    static constexpr bool kInOrder = First;

    const PairFrame& frame;

    Intervals of_a(const WideNode& node) const { return frame.of_a(node); }
    Intervals of_b(const WideNode& node) const { return frame.of_b(node); }
    [[gnu::always_inline]] std::uint32_t near(const Intervals& a,
                                              const Intervals& b,
                                              std::uint32_t slot,
                                              std::array<float, 4>& keys) const {
        const Float4 depth = depth_of(a, b, static_cast<int>(slot));
        __builtin_memcpy(keys.data(), &depth, sizeof(depth));
        return bits_of(depth >= 0);
    }
    bool is_near(float) const { return true; }
};

// Calls visit(pair) for the pairs of two leaves that touch. False if `visit` wants no more.
template <class Visit>
bool visit_pairs(const PlacedMeshes& meshes,
                 const TriangleBlock& a,
                 const TriangleBlock& b,
                 const Visit& visit) {
    const BlockShape shape_a = block_of_a(meshes.frame, a);
    const BlockShape shape_b = block_of_b(meshes.frame, b);
    for (std::size_t lane_b = 0; lane_b < kLeafSize; ++lane_b) {
        std::uint32_t met = may_touch(shape_a, shape_b, static_cast<int>(lane_b));
        if (met == 0) {
            continue;
        }
        const Triangle of_b = meshes.of_b(b, lane_b);
        for (; met != 0; met &= met - 1) {
            const auto lane_a = static_cast<std::size_t>(__builtin_ctz(met));
            if (touch(meshes.of_a(a, lane_a), of_b) &&
                !visit(TrianglePair{a.id[lane_a], b.id[lane_b]})) {
                return false;
            }
        }
    }
    return true;
}

template <bool First, class Visit>
void each_pair(const PlacedMeshes& meshes, const Visit& visit) {
    const OverlapRule<First> rule{meshes.frame};
    MeshWalk(meshes, rule).run([&](const TriangleBlock& a, const TriangleBlock& b) {
        return visit_pairs(meshes, a, b, visit);
    });
}

}  // namespace

Result<PlacedMeshes> place_meshes(const TriangleTree& a,
                                  const TriangleTree& b,
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

Result<std::optional<TrianglePair>> first_pair(const TriangleTree& a,
                                               const TriangleTree& b,
                                               const Transform& b_to_a) {
    const Result<PlacedMeshes> meshes = place_meshes(a, b, b_to_a);
    if (!meshes) {
        return std::unexpected(meshes.error());
    }
    std::optional<TrianglePair> found;
    each_pair<true>(*meshes, [&](const TrianglePair& pair) {
        found = pair;
        return false;
    });
    return found;
}

Result<void> collide(const TriangleTree& a,
                     const TriangleTree& b,
                     const Transform& b_to_a,
                     const std::function<bool(const TrianglePair&)>& visit) {
    const Result<PlacedMeshes> meshes = place_meshes(a, b, b_to_a);
    if (!meshes) {
        return std::unexpected(meshes.error());
    }
    each_pair<false>(*meshes, visit);
    return {};
}

Result<std::span<const TrianglePair>> all_pairs(const TriangleTree& a,
                                                const TriangleTree& b,
                                                const Transform& b_to_a,
                                                std::vector<TrianglePair>& room) {
    const Result<PlacedMeshes> meshes = place_meshes(a, b, b_to_a);
    if (!meshes) {
        return std::unexpected(meshes.error());
    }
    room.clear();
    each_pair<false>(*meshes, [&](const TrianglePair& pair) {
        room.push_back(pair);
        return true;
    });
    std::ranges::sort(room);
    return room;
}

}  // namespace halfspace
