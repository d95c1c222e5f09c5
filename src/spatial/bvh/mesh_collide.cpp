// SPDX-License-Identifier: MIT
#include "halfspace/spatial/mesh_collide.h"

#include "spatial/answer_writer.h"
#include "spatial/bvh/block_pair.h"
#include "spatial/bvh/mesh_walk.h"
#include "spatial/bvh/node_pair.h"

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

    Intervals of_a(const Bvh4Node& node) const { return frame.of_a(node); }
    Intervals of_b(const Bvh4Node& node) const { return frame.of_b(node); }
    [[gnu::always_inline]] std::uint32_t near(const Intervals& a,
                                              const Intervals& b,
                                              std::uint32_t slot,
                                              std::array<float, 4>& keys) const {
        const Float4 depth = depth_of(a, b, static_cast<int>(slot));
        __builtin_memcpy(keys.data(), &depth, sizeof(depth));
        return bits_of(depth >= 0);
    }
    std::uint32_t near_obbs(const OpenedObbs& obbs,
                            std::uint32_t slot,
                            std::uint32_t near,
                            const std::array<float, 4>&) const {
        return near & may_overlap(frame, obbs.a, obbs.b, static_cast<int>(slot));
    }
    bool is_near(float) const { return true; }
};

// Calls visit(pair) for the pairs of two leaves that touch. False if `visit` wants no more.
template <class Visit>
bool visit_leaf_pairs(const PlacedMeshes& meshes,
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
                !visit(TrianglePair{TriangleId(a.id[lane_a]), TriangleId(b.id[lane_b])})) {
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
        return visit_leaf_pairs(meshes, a, b, visit);
    });
}

}  // namespace

Result<std::optional<TrianglePair>> first_pair(const TriangleBvh& a,
                                               const TriangleBvh& b,
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

Result<void> visit_pairs(const TriangleBvh& a,
                         const TriangleBvh& b,
                         const Transform& b_to_a,
                         const std::function<bool(const TrianglePair&)>& visit) {
    const Result<PlacedMeshes> meshes = place_meshes(a, b, b_to_a);
    if (!meshes) {
        return std::unexpected(meshes.error());
    }
    each_pair<false>(*meshes, visit);
    return {};
}

Result<AnswerList<TrianglePair>> all_pairs(const TriangleBvh& a,
                                           const TriangleBvh& b,
                                           const Transform& b_to_a,
                                           QueryScratch& scratch) {
    const Result<PlacedMeshes> meshes = place_meshes(a, b, b_to_a);
    if (!meshes) {
        return std::unexpected(meshes.error());
    }
    return AnswerWriter::filled<TrianglePair>(scratch, [&](std::vector<TrianglePair>& pairs) {
        each_pair<false>(*meshes, [&](const TrianglePair& pair) {
            pairs.push_back(pair);
            return true;
        });
        std::ranges::sort(pairs);
    });
}

}  // namespace halfspace
