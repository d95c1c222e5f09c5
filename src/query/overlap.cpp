// SPDX-License-Identifier: MIT
//
// The box goes down the tree. An axial plane cuts it to a smaller box, exactly. Of the other
// planes, those that run through the box are kept. At a leaf that blocks, shares_volume
// (clipped_box.h) decides exactly if the box and the kept sides of these planes share volume.
//
// In the frame of a turned model the box is turned. There the planes that run through the box are
// kept in doubles. The box overlaps a leaf if a point lies a little inside of all planes
// (nearest_point.h).
#include "halfspace/query/free.h"

#include "level/shared/record_box.h"
#include "query/hull/clipped_box.h"
#include "query/nearest_point.h"
#include "query/placed_frames.h"
#include "query/thing_sweep.h"
#include "query/walk/leaf_visit.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <optional>
#include <span>

namespace halfspace {
namespace {

// A turned box overlaps a leaf if a point lies this far inside of all planes [units], up to kSlack
// = 2^-24 of nearest_point.cpp. So the common part of box and leaf is found if it has room for a
// ball of the radius 2^-22. A convex body of the least width w has room for a ball of the radius
// w / (2 * sqrt(3)) (P. Steinhagen, 1922). With w = 2^-20, that is 1.15 * 2^-22. A point that is
// found lies at least 2^-23 inside, which is above the rounding of the turn.
constexpr double kTouch = 0x3p-24;

class BoxOverlap {
public:
    BoxOverlap(const Walked& tree, const Blocking& blocking) : tree_(tree), blocking_(blocking) {}

    bool run(const Aabb& box) {
        box_ = intersection(box, box_of(tree_.model));
        WaitingChildren<Mark> waiting;
        return has_volume(box_) && !visit_leaves(tree_.level, tree_.root, *this, waiting);
    }

    // For visit_leaves: the counts of cuts and of kept planes on the way to the node.
    struct Mark {
        std::uint16_t cuts;
        std::uint16_t planes;
    };

    Branches branches(std::uint32_t) const { return both_from(0); }

    // False if no part of the box is on this side of the node, or if no leaf there blocks.
    bool enter(std::uint32_t number, std::size_t side) {
        const WalkNodeRecord& node = tree_.level.walk_nodes()[number];
        if (blocking_.trusts_free() && body_state(node.child[side]) == kBodyFree) {
            return false;
        }
        if (const std::optional<AxialPlane> plane = axial_plane_of(node)) {
            return cut(*plane, side);
        }
        const ClipPlane plane{number & kWalkIndexMask, side == 0 ? 1u : 0u};
        const BoxPlace place = place_of(tree_.level, box_, plane);
        if (place == BoxPlace::Across) {
            planes_[plane_count_++] = plane;
        }
        return place != BoxPlace::Outside;
    }

    // False if the box overlaps a leaf that blocks; that ends the visit.
    bool leaf(WalkChild child) const {
        return !(blocking_.blocks(child) &&
                 shares_volume(tree_.level, box_, std::span(planes_).first(plane_count_)));
    }

    Mark mark() const {
        return {static_cast<std::uint16_t>(cut_count_), static_cast<std::uint16_t>(plane_count_)};
    }
    void go_back(const Mark& mark) {
        plane_count_ = mark.planes;
        while (cut_count_ > mark.cuts) {
            const Cut& cut = cuts_[--cut_count_];
            (cut.is_min ? box_.min : box_.max)[cut.axis] = cut.before;
        }
    }

private:
    // A cut of the box, with the coordinate that was there before.
    struct Cut {
        double before;
        std::uint8_t axis;
        bool is_min;
    };

    bool cut(const AxialPlane& plane, std::size_t side) {
        double& min = box_.min[plane.axis];
        double& max = box_.max[plane.axis];
        double& changed = side == 0 ? min : max;
        cuts_[cut_count_++] = {changed, static_cast<std::uint8_t>(plane.axis), side == 0};
        changed = side == 0 ? std::max(min, plane.coordinate) : std::min(max, plane.coordinate);
        return min < max;
    }

    const Walked& tree_;
    const Blocking& blocking_;
    Aabb box_;
    std::size_t cut_count_ = 0;
    std::size_t plane_count_ = 0;
    std::array<Cut, kMaxTreeDepth> cuts_;
    std::array<ClipPlane, kMaxTreeDepth> planes_;
};

// A box in the frame of a turned model.
class TurnedBoxOverlap {
public:
    TurnedBoxOverlap(const Walked& tree,
                     const Blocking& blocking,
                     const Aabb& box,
                     const Transform& transform)
        : tree_(tree), blocking_(blocking) {
        const Vec3 half = half_of(box);
        middle_ = to_local(transform, box.min + half);
        // The world's axes in the model's frame.
        const std::array<Vec3, 3> axes{Vec3{transform.x.x, transform.y.x, transform.z.x},
                                       Vec3{transform.x.y, transform.y.y, transform.z.y},
                                       Vec3{transform.x.z, transform.y.z, transform.z.z}};
        for (std::size_t i = 0; i < 3; ++i) {
            const double extent = half[i];
            halves_[half_count_++] = {axes[i], dot(axes[i], middle_) - extent};
            halves_[half_count_++] = {axes[i] * -1, -dot(axes[i], middle_) - extent};
            edges_[i] = axes[i] * extent;
        }
    }

    bool run() {
        if (!is_finite(middle_)) {
            return false;
        }
        const ModelRecord& model = tree_.model;
        for (std::size_t i = 0; i < 3; ++i) {
            Vec3 axis;
            axis[i] = 1;
            if (!keep({axis, model.min[i]}) || !keep({axis * -1, -model.max[i]})) {
                return false;
            }
        }
        WaitingChildren<Mark> waiting;
        return !visit_leaves(tree_.level, tree_.root, *this, waiting);
    }

    // For visit_leaves: the count of half-spaces that bound the rest of the box at the node.
    using Mark = std::uint32_t;

    Branches branches(std::uint32_t) const { return both_from(0); }
    bool enter(std::uint32_t number, std::size_t side) {
        const WalkNodeRecord& node = tree_.level.walk_nodes()[number];
        if (blocking_.trusts_free() && body_state(node.child[side]) == kBodyFree) {
            return false;
        }
        return keep(half_space_of(tree_.level, node, side));
    }
    bool leaf(WalkChild child) const {
        return !(blocking_.blocks(child) &&
                 nearest_point(middle_, std::span(halves_).first(half_count_), kTouch).has_value());
    }
    Mark mark() const { return static_cast<Mark>(half_count_); }
    void go_back(Mark mark) { half_count_ = mark; }

private:
    // Adds the half-space if its plane runs through the box. False if nothing of the box is inside.
    bool keep(const Plane& half) {
        const double extent = std::abs(dot(half.n, edges_[0])) + std::abs(dot(half.n, edges_[1])) +
                              std::abs(dot(half.n, edges_[2]));
        const double depth = signed_distance(half, middle_);
        if (depth < extent) {
            halves_[half_count_++] = half;
        }
        return depth > -extent;
    }

    const Walked& tree_;
    const Blocking& blocking_;
    Vec3 middle_;
    std::array<Vec3, 3> edges_;  // from the middle to the middles of three sides
    std::size_t half_count_ = 0;
    std::array<Plane, kMaxTreeDepth + 12> halves_;
};

[[gnu::noinline]] bool overlaps_tree(const Walked& tree,
                                     const Blocking& blocking,
                                     const Aabb& box) {
    return BoxOverlap(tree, blocking).run(box);
}

[[gnu::noinline]] bool overlaps_turned(const Walked& tree,
                                       const Blocking& blocking,
                                       const Aabb& box,
                                       const Transform& transform) {
    // What is far from the model would only spoil the precision of the box's middle.
    const Aabb near = intersection(box, grown(box_to_world(transform, box_of(tree.model)), 1));
    return has_volume(near) && TurnedBoxOverlap(tree, blocking, near, transform).run();
}

}  // namespace

bool overlaps_box(const PlacedLevel& here, const Aabb& box, Contents mask) {
    assert(is_finite(box.min) && is_finite(box.max));
    assert(box.min.x < box.max.x && box.min.y < box.max.y && box.min.z < box.max.z);
    const Blocking blocking(SpaceId(0), mask);
    if (overlaps_tree(tree_of(here.level, here.base, SpaceId(0)), blocking, box)) {
        return true;
    }
    if (is_alone(here)) {
        return false;
    }
    if (any_model(here, NearBox(box), [&](ModelId model, const Transform& transform) {
            const Walked tree = tree_of(here.level, model, SpaceId(0));
            if (is_turned(transform)) {
                return overlaps_turned(tree, blocking, box, transform);
            }
            const Aabb local{to_local(transform, box.min), to_local(transform, box.max)};
            return is_finite(local.min) && is_finite(local.max) &&
                   overlaps_tree(tree, blocking, local);
        })) {
        return true;
    }
    return has_loose_things(here) && overlaps_thing(here, box, mask);
}

}  // namespace halfspace
