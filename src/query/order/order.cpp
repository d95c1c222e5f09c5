// SPDX-License-Identifier: MIT
#include "halfspace/query/order.h"

#include "halfspace/query/visible_faces.h"

#include "level/shared/record_box.h"
#include "query/fan.h"
#include "query/walk/descent.h"

#include <cassert>
#include <cmath>

namespace halfspace {
namespace {

// Fields of Pending::state. Bit 0: the eye is behind the node's plane.
constexpr std::uint32_t kEdgeOn = 2;  // the eye lies in the node's plane
// The FrustumMask of the node begins at this bit.
constexpr std::uint32_t kMaskShift = 2;

}  // namespace

FaceOrder::FaceOrder(const Level& level,
                     const Vec3& eye,
                     DrawOrder order,
                     const Frustum* frustum,
                     ModelId model,
                     const VisibleFaces* visible)
    : level_(&level), eye_(eye), frustum_(frustum), visible_(visible), order_(order) {
    assert(is_finite(eye) && model.value < level.models().size());
    assert(visible == nullptr || model == kWorldModel);
    const ModelRecord& record = level.models()[model.value];
    bound_ = filter_bound_at(level, record, eye);
    next_child_ = record.draw_root;
    next_mask_ = frustum == nullptr ? 0 : kAllFrustumPlanes;
}

FaceOrder::FaceOrder(const Level& level,
                     const Vec3& eye,
                     DrawOrder order,
                     const Frustum* frustum,
                     const VisibleFaces* visible,
                     double bound,
                     std::uint32_t child)
    : level_(&level),
      eye_(eye),
      frustum_(frustum),
      visible_(visible),
      bound_(bound),
      order_(order),
      next_child_(child),
      next_mask_(frustum == nullptr ? 0 : kAllFrustumPlanes) {}

// True if the subtree is out of view. Else leaves in `mask` the planes that cross the subtree's
// box.
bool FaceOrder::is_culled(std::uint32_t node, FrustumMask& mask) const {
    if (mask == 0) {
        return false;
    }
    const Aabb box = box_of(level_->node_faces()[node]);
    const std::optional<FrustumMask> crossed = crossed_planes(*frustum_, mask, box.min, box.max);
    mask = crossed.value_or(0);
    return !crossed;
}

// Pending::state of a node: the side of the eye, and what is needed when the walk is back there.
std::uint32_t FaceOrder::state_at(WalkChild child, FrustumMask mask) const {
    const WalkNodeRecord& node = level_->draw_nodes()[node_index(child)];
    const double distance = approximate_distance(
        level_->scaled_planes().data(), node, child_axis(child), {eye_.x, eye_.y, eye_.z});
    std::uint32_t state = is_behind(distance);
    if (std::abs(distance) <= bound_) [[unlikely]] {
        const Side side = exact_side(*level_, node, eye_);
        state = side == Side::On ? std::uint32_t{kEdgeOn} : (side == Side::Back ? 1 : 0);
    }
    return state | mask << kMaskShift;
}

// Of the faces that look away from the eye, the next two-sided one.
std::optional<FaceRun> FaceOrder::next_two_sided() {
    while (other_ != other_end_) {
        const std::uint32_t face = other_++;
        if ((level_->faces()[face].flags & kFaceTwoSided) != 0 &&
            (visible_ == nullptr || visible_->has_face(face))) {
            return FaceRun{face, 1};
        }
    }
    return std::nullopt;
}

// Of the faces that look to the eye, the next run of marked ones.
std::optional<FaceRun> FaceOrder::next_marked() {
    const FaceRun run = visible_->first_run(same_, same_end_);
    same_ = run.first + run.count;
    return run.count == 0 ? std::nullopt : std::optional(run);
}

// The faces in the node's plane that look to the eye. Sets other_ to those that look away, if some
// of them may be two-sided.
FaceRun FaceOrder::faces_at(const Pending& at) {
    const NodeFacesRecord* const faces = &level_->node_faces()[at.node];
    // Two ranges, one after the other: faces that look to the node's front, then those that look to
    // its back.
    const std::uint32_t ends[3] = {faces->first_face, first_opposite(*faces), faces[1].first_face};
    const std::uint32_t behind = at.state & 1;
    if ((at.state & kEdgeOn) != 0) [[unlikely]] {
        return {};
    }
    if ((faces->first_opposite & kFacesTwoSided) != 0) [[unlikely]] {
        other_ = ends[1 - behind];
        other_end_ = ends[2 - behind];
    }
    return {ends[behind], ends[behind + 1] - ends[behind]};
}

// Without marks the walk does not ask for them.
std::size_t FaceOrder::next(std::span<FaceRun> runs) {
    return visible_ == nullptr ? walk<false>(runs) : walk<true>(runs);
}

template <bool HasMarks>
std::size_t FaceOrder::walk(std::span<FaceRun> runs) {
    const WalkNodeRecord* const nodes = level_->draw_nodes().data();
    const std::uint32_t far_first = order_ == DrawOrder::BackToFront ? 1 : 0;
    WalkChild child = next_child_;
    FrustumMask mask = next_mask_;
    std::size_t pending_count = pending_count_;
    std::size_t count = 0;
    while (count < runs.size()) {
        if (HasMarks && same_ != same_end_) {
            if (const std::optional<FaceRun> run = next_marked()) {
                runs[count++] = *run;
            }
            continue;
        }
        if (other_ != other_end_) [[unlikely]] {
            if (const std::optional<FaceRun> run = next_two_sided()) {
                runs[count++] = *run;
            }
            continue;
        }
        // Go down until no face comes before the faces of a node itself.
        while (!is_leaf(child)) {
            const std::uint32_t index = node_index(child);
            if ((HasMarks && !visible_->has_node(index)) || is_culled(index, mask)) {
                break;
            }
            // The side of the eye chooses the child as a number. A jump would be guessed wrong half
            // of the time.
            const WalkNodeRecord& node = nodes[index];
            const std::uint32_t state = state_at(child, mask);
            const std::uint32_t first = (state & 1) ^ far_first;
            pending_[pending_count++] = {index, state, node.child[first ^ 1]};
            child = node.child[first];
        }
        if (pending_count == 0) {
            child = kWalkLeaf;
            break;
        }
        // Take the faces of that node, then go on to the node's other side.
        const Pending at = pending_[--pending_count];
        child = at.second;
        mask = at.state >> kMaskShift;
        const FaceRun run = faces_at(at);
        if constexpr (HasMarks) {
            same_ = run.first;
            same_end_ = run.first + run.count;
        } else {
            runs[count] = run;
            count += run.count != 0 ? 1 : 0;
        }
    }
    next_child_ = child;
    next_mask_ = mask;
    pending_count_ = pending_count;
    return count;
}

std::optional<FaceRun> FaceOrder::next() {
    FaceRun run;
    return next(std::span(&run, 1)) == 0 ? std::nullopt : std::optional(run);
}

std::size_t write_triangles(const Level& level, FaceOrder order, std::span<std::uint32_t> indices) {
    assert(indices.size() >= 3 * level.face_vertices().size());
    std::size_t count = 0;
    for_each_run(order, [&](FaceRun run) {
        for (const FaceRecord& face : level.faces().subspan(run.first, run.count)) {
            count += write_fan(face.first_vertex, face.vertex_count, indices.subspan(count));
        }
    });
    return count;
}

}  // namespace halfspace
