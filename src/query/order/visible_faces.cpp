// SPDX-License-Identifier: MIT
#include "halfspace/query/visible_faces.h"

#include "query/order/draw_parents.h"
#include "query/walk/descent.h"
#include "query/walk/leaf_visit.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <span>

namespace halfspace {
namespace {

constexpr std::size_t words_for(std::size_t bits) {
    return (bits + 63) / 64;
}

// Sets a bit. True if it was not set.
bool set_bit(std::vector<std::uint64_t>& bits, std::uint32_t i) {
    const std::uint64_t bit = std::uint64_t{1} << i % 64;
    const bool is_new = (bits[i / 64] & bit) == 0;
    bits[i / 64] |= bit;
    return is_new;
}

// The first index in [first, end) whose bit is `value`; end if there is none.
std::uint32_t find_bit(const std::vector<std::uint64_t>& bits,
                       bool value,
                       std::uint32_t first,
                       std::uint32_t end) {
    const std::uint64_t flip = value ? 0 : ~std::uint64_t{0};
    while (first < end) {
        const std::uint64_t rest = (bits[first / 64] ^ flip) >> first % 64;
        if (rest != 0) {
            return std::min(end, first + static_cast<std::uint32_t>(std::countr_zero(rest)));
        }
        first = (first / 64 + 1) * 64;
    }
    return end;
}

// The corner of the box that is farthest along n.
Coordinates farthest_corner(const Aabb& box, const Vec3& n) {
    return {n.x > 0 ? box.max.x : box.min.x,
            n.y > 0 ? box.max.y : box.min.y,
            n.z > 0 ? box.max.z : box.min.z};
}

// The children of a node that the box touches. A box within the bound of rounding beside the plane
// counts as touching both.
Branches touched_children(const Level& level, const WalkNodeRecord& node, const Aabb& box) {
    const std::uint32_t axis = walk_axis(node);
    const ScaledPlaneRecord* const planes = level.scaled_planes().data();
    const Vec3 n = level.plane(node).n;
    const bool is_front =
        approximate_distance(planes, node, axis, farthest_corner(box, n)) >= -level.filter_bound();
    const bool is_back =
        approximate_distance(planes, node, axis, farthest_corner(box, -n)) <= level.filter_bound();
    return is_front && is_back ? both_from(0) : only(is_front ? 0 : 1);
}

}  // namespace

VisibleFaces::VisibleFaces(const Level& level)
    : level_(&level),
      faces_(words_for(level.faces().size())),
      nodes_(words_for(level.draw_nodes().size())),
      clusters_(words_for(level.clusters().size())) {
    mark_all();
    parts_.reserve(area_count(level));
    // A file may have rows and no clusters of faces.
    if (!has_visibility(level) || level.face_cluster_starts().empty()) {
        return;
    }
    // The list of the clusters of each face, turned round. First the number of faces of cluster c
    // in border_starts_[c + 1], then the starts.
    border_starts_.resize(level.clusters().size() + 1);
    border_faces_.resize(level.face_clusters().size());
    for (const std::uint32_t cluster : level.face_clusters()) {
        ++border_starts_[cluster + 1];
    }
    for (std::size_t c = 1; c < border_starts_.size(); ++c) {
        border_starts_[c] += border_starts_[c - 1];
    }
    std::vector<std::uint32_t> next = border_starts_;
    for (std::uint32_t f = 0; f < level.faces().size(); ++f) {
        for (std::uint32_t i = level.face_cluster_starts()[f];
             i < level.face_cluster_starts()[f + 1];
             ++i) {
            border_faces_[next[level.face_clusters()[i]]++] = f;
        }
    }
    face_nodes_.resize(level.faces().size());
    for (std::uint32_t n = 0; n < level.draw_nodes().size(); ++n) {
        std::fill(face_nodes_.begin() + level.node_faces()[n].first_face,
                  face_nodes_.begin() + level.node_faces()[n + 1].first_face,
                  n);
    }
    find_draw_parents(level, parents_);
}

void VisibleFaces::mark_all() {
    for (Bits* const bits : {&faces_, &nodes_, &clusters_}) {
        std::ranges::fill(*bits, ~std::uint64_t{0});
    }
    has_all_ = true;
    count_ = level_->models()[kWorldModel.value].face_count;
}

void VisibleFaces::mark_cluster(ClusterId cluster) {
    set_bit(clusters_, cluster.value);
    for (std::uint32_t i = border_starts_[cluster.value]; i < border_starts_[cluster.value + 1];
         ++i) {
        const std::uint32_t face = border_faces_[i];
        if (!set_bit(faces_, face)) {
            continue;
        }
        ++count_;
        // All nodes above a marked node are marked.
        for (std::uint32_t n = face_nodes_[face]; n != kNone && set_bit(nodes_, n);) {
            n = parents_[n];
        }
    }
}

void VisibleFaces::look_from(const Vec3& eye, const AreaState* areas) {
    const std::optional<ClusterId> cluster = cluster_at(*level_, eye);
    const auto parts = areas == nullptr ? std::span<const std::uint32_t>() : areas->parts();
    assert(areas == nullptr || parts.size() <= parts_.capacity());
    if (cluster == cluster_ && std::ranges::equal(parts, parts_)) {
        return;
    }
    cluster_ = cluster;
    parts_.assign(parts.begin(), parts.end());
    if (border_starts_.empty()) {
        return;
    }
    if (!cluster) {
        mark_all();
        return;
    }
    for (Bits* const bits : {&faces_, &nodes_, &clusters_}) {
        std::ranges::fill(*bits, 0);
    }
    has_all_ = false;
    count_ = 0;
    for_each_visible_cluster(*level_, *cluster, [&](ClusterId seen) {
        if (areas == nullptr || areas_connected(*areas, *cluster, seen)) {
            mark_cluster(seen);
        }
    });
}

FaceRun VisibleFaces::first_run(std::uint32_t first, std::uint32_t end) const {
    const std::uint32_t begin = find_bit(faces_, true, first, end);
    return {begin, find_bit(faces_, false, begin, end) - begin};
}

bool VisibleFaces::may_see_box(const Aabb& box) const {
    assert(has_points(box));
    if (has_all_) {
        return true;
    }
    // Clusters are in the box of the world's tree. There the bound of rounding holds.
    const Aabb inside = intersection(box, level_->tree_box(kWorldModel));
    if (!has_points(inside)) {
        return false;
    }
    return !visit_leaves_at(
        *level_,
        level_->cluster_walk_roots().front(),
        [&](std::uint32_t node) {
            return touched_children(*level_, level_->walk_nodes()[node], inside);
        },
        [&](WalkChild leaf) {
            const std::uint32_t cluster = cluster_of(leaf);
            return cluster == kNone || !has_cluster(ClusterId(cluster));
        });
}

}  // namespace halfspace
