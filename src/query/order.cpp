// SPDX-License-Identifier: MIT
#include "halfspace/query/order.h"

#include "query/descent.h"

#include <cassert>
#include <utility>

namespace halfspace {
namespace {

bool is_drawn_below(const NodeRecord& node, std::uint32_t child) {
    return (node.flags >> (kNodeDrawnShift + child) & 1u) != 0;
}

// The child on the side of the eye; either will do if it lies in the plane.
std::uint32_t near_child(Side side) {
    return side == Side::Back ? 1 : 0;
}

}  // namespace

FaceOrder::FaceOrder(
    const Level& level, const Vec3& eye, DrawOrder order, const Frustum* frustum, ModelId model)
    : level_(&level), eye_(eye), frustum_(frustum), order_(order) {
    assert(is_finite(eye) && model.value < level.models().size());
    const ModelRecord& record = level.models()[model.value];
    bound_ = filter_bound_at(level, record, eye);
    if (record.face_count != 0 && record.root >= 0) {
        next_node_ = record.root;
        next_mask_ = frustum == nullptr ? 0 : kAllFrustumPlanes;
    }
}

FaceOrder::FaceOrder(const Level& level,
                     const Vec3& eye,
                     DrawOrder order,
                     const Frustum* frustum,
                     double bound,
                     std::int32_t child)
    : level_(&level), eye_(eye), frustum_(frustum), bound_(bound), order_(order) {
    if (child >= 0) {
        const NodeFacesRecord& faces = level.node_faces()[static_cast<std::size_t>(child)];
        next_node_ = faces.min[0] <= faces.max[0] ? child : -1;
        next_mask_ = frustum == nullptr ? 0 : kAllFrustumPlanes;
    }
}

void FaceOrder::go_to(const NodeRecord& node, std::uint32_t child, FrustumMask mask) {
    next_node_ = is_drawn_below(node, child) ? node.child[child] : -1;
    next_mask_ = mask;
}

// Down from next_node_ to where nothing comes before a node's own faces.
void FaceOrder::descend() {
    while (next_node_ >= 0) {
        const auto index = static_cast<std::uint32_t>(next_node_);
        const NodeRecord& node = level_->nodes()[index];
        FrustumMask mask = next_mask_;
        if (mask != 0) {
            const NodeFacesRecord& faces = level_->node_faces()[index];
            const std::optional<FrustumMask> crossed =
                crossed_planes(*frustum_,
                               mask,
                               {faces.min[0], faces.min[1], faces.min[2]},
                               {faces.max[0], faces.max[1], faces.max[2]});
            if (!crossed) {
                next_node_ = -1;
                return;
            }
            mask = *crossed;
        }
        const Side side = node_side(*level_, node, eye_, bound_);
        pending_[pending_count_++] = {index, mask, side};
        const std::uint32_t near = near_child(side);
        go_to(node, order_ == DrawOrder::BackToFront ? 1 - near : near, mask);
    }
}

// Faces that look away from the eye are passed over but for the two-sided ones.
std::optional<FaceRun> FaceOrder::next_two_sided() {
    const auto is_two_sided = [&](std::uint32_t face) {
        return (level_->faces()[face].flags & kFaceTwoSided) != 0;
    };
    while (other_ != other_end_ && !is_two_sided(other_)) {
        ++other_;
    }
    const std::uint32_t first = other_;
    while (other_ != other_end_ && is_two_sided(other_)) {
        ++other_;
    }
    return first == other_ ? std::nullopt : std::optional(FaceRun{first, other_ - first});
}

std::optional<FaceRun> FaceOrder::next() {
    for (;;) {
        if (other_ != other_end_) {
            if (const std::optional<FaceRun> run = next_two_sided()) {
                return run;
            }
        }
        descend();
        if (pending_count_ == 0) {
            return std::nullopt;
        }
        const Pending at = pending_[--pending_count_];
        const NodeRecord& node = level_->nodes()[at.node];
        const std::uint32_t near = near_child(at.side);
        go_to(node, order_ == DrawOrder::BackToFront ? near : 1 - near, at.mask);
        if (at.side == Side::On) {
            continue;
        }
        const NodeFacesRecord* const faces = &level_->node_faces()[at.node];
        FaceRun same{faces->first_face, faces->first_opposite - faces->first_face};
        FaceRun opposite{faces->first_opposite, faces[1].first_face - faces->first_opposite};
        if (at.side == Side::Back) {
            std::swap(same, opposite);
        }
        if ((node.flags & kNodeTwoSided) != 0) {
            other_ = opposite.first;
            other_end_ = opposite.first + opposite.count;
        }
        if (same.count != 0) {
            return same;
        }
    }
}

std::size_t write_triangles(const Level& level, FaceOrder order, std::span<std::uint32_t> indices) {
    assert(indices.size() >= 3 * level.face_vertices().size());
    std::size_t count = 0;
    while (const std::optional<FaceRun> run = order.next()) {
        for (const FaceRecord& face : level.faces().subspan(run->first, run->count)) {
            for (std::uint32_t i = 2; i < face.vertex_count; ++i) {
                indices[count] = face.first_vertex;
                indices[count + 1] = face.first_vertex + i - 1;
                indices[count + 2] = face.first_vertex + i;
                count += 3;
            }
        }
    }
    return count;
}

}  // namespace halfspace
