// SPDX-License-Identifier: MIT
// A ray, a point and a box against the boxes of a node's four children. Roundings never leave out a
// child that is met.
#pragma once

#include "halfspace/math/vec.h"

#include "spatial/bvh/bvh4_walk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace halfspace {

// Four parts of the way of a ray: distances from its origin.
struct Stretch {
    Float4 near;
    Float4 far;
};

// True for those that are empty, even if distances are off by some roundings of floats.
[[gnu::always_inline]] inline Mask4 is_empty(const Stretch& way) {
    return way.near > way.far * all_lanes(1 + 0x1p-20F);
}

// A ray in the tree's frame, or a box whose middle moves along it. Distances are measured along the
// axis on which the ray is fastest. The origins are moved a little, so that no box is missed that
// the ray touches (as the slabs in Ize, Robust BVH Ray Traversal, 2013, section 3). A ray that
// begins too far away for floats meets all boxes.
class BoxRay {
public:
    // half: of the size of the box that moves.
    // REQUIRES: all are finite; the direction is not 0, and its numbers are at most 1e150.
    BoxRay(const Vec3& origin,
           const Vec3& direction,
           const BvhFrame& frame,
           const Vec3& half = {}) {
        constexpr double kRounding = 0x1p-24;
        constexpr double kSlowest = 1e-20;  // relative to the fastest axis
        constexpr double kMaxReach = 1e15;  // divided by kSlowest, it is a float
        const Vec3 place = frame.to_tree(origin);
        const double reach = max_abs(place) + max_abs(half) * frame.scale + 1;
        const double fastest = max_abs(direction);
        length_ = fastest * frame.scale;
        margin_ = 0x1p-30 * reach + 2 * kNearest;
        if (!(reach <= kMaxReach)) {
            // As if it came from far below, and went on far above: of the boxes, only those of
            // slots without a child lie outside.
            near_origin_.fill(all_lanes(kFarthest));
            far_origin_.fill(all_lanes(-kFarthest));
            inverse_.fill(all_lanes(1));
            near_side_.fill(0);
            return;
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double sign = std::copysign(1.0, direction[axis]);
            const double moved = (4 * kRounding * reach + half[axis] * frame.scale) * sign;
            near_side_[axis] = sign < 0 ? 3 : 0;
            near_origin_[axis] = all_lanes(static_cast<float>(place[axis] + moved));
            far_origin_[axis] = all_lanes(static_cast<float>(place[axis] - moved));
            const double speed = std::max(std::abs(direction[axis]), kSlowest * fastest);
            inverse_[axis] = all_lanes(static_cast<float>(sign * fastest / speed));
        }
    }

    // The distance at t, rounded up, so that no box with a hit that may count as nearer is left
    // out.
    float limit(double t) const {
        const double limit = t * length_ * (1 + 0x1p-20) + margin_;
        return limit < kFarthest ? static_cast<float>(limit) : kFarthest;
    }

    // The part of the way, up to the limit, that is in each child's box.
    [[gnu::always_inline]] Stretch stretch(const Bvh4Node& node, float limit) const {
        const Float4* const sides = node.lo.data();  // node.hi follows
        Stretch way{all_lanes(kNearest), all_lanes(limit)};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t side = near_side_[axis];
            way.near =
                greater(way.near, (sides[axis + side] - near_origin_[axis]) * inverse_[axis]);
            way.far =
                lesser(way.far, (sides[axis + 3 - side] - far_origin_[axis]) * inverse_[axis]);
        }
        return way;
    }

    // How far the ray goes to each child's box.
    [[gnu::always_inline]] Measured measure(const Bvh4Node& node, float limit) const {
        const Stretch way = stretch(node, limit);
        return {way.near, is_empty(way)};
    }

private:
    // Distances below the first count as the first: so no measure is 0.
    static constexpr float kNearest = 1e-30F;
    static constexpr float kFarthest = 1e30F;

    std::array<Float4, 3> near_origin_;
    std::array<Float4, 3> far_origin_;
    std::array<Float4, 3> inverse_;         // distance for each unit of the axis
    std::array<std::size_t, 3> near_side_;  // 0: the box's smaller side is met first; 3: the larger
    double length_;                         // t times this is a distance
    double margin_;                         // a bound of the error of a hit's distance
};

// A point in the tree's frame. Measures are squares of distances.
class BoxPoint {
public:
    // REQUIRES: p is finite.
    BoxPoint(const Vec3& p, const BvhFrame& frame)
        : box_(rounded_outwards({p, p}, frame)),
          scale_(frame.scale),
          error_(0x1p-40 * (1 + max_abs(frame.to_tree(p)))) {}

    // The square of the distance, rounded up, so that no box with an object that may count as
    // nearer is left out.
    float limit(double distance) const {
        const double scaled = distance * scale_ + error_;
        const double square = scaled * scaled;
        return square < kFarthest / 2 ? static_cast<float>(square) * (1 + 0x1p-20F) + 2 * kNearest
                                      : 2 * kFarthest;
    }

    [[gnu::always_inline]] Measured measure(const Bvh4Node& node, float limit) const {
        Float4 square{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto i = static_cast<int>(axis);
            const Float4 before = node.lo[axis] - all_lanes(box_.hi[i]);
            const Float4 behind = all_lanes(box_.lo[i]) - node.hi[axis];
            const Float4 gap = greater(greater(before, behind), Float4{});
            square += gap * gap;
        }
        square = lesser(greater(square * all_lanes(1 - 0x1p-20F), all_lanes(kNearest)),
                        all_lanes(kFarthest));
        return {square, (square > all_lanes(limit)) | (node.lo[0] > node.hi[0])};
    }

private:
    // Squares lie between these, or count as these. The walk writes the slot of a child into the
    // lowest bits of its square, so the square may be a little above kFarthest. A limit that leaves
    // out no child must be larger.
    static constexpr float kNearest = 1e-37F;
    static constexpr float kFarthest = 1e30F;

    FloatBox box_;
    double scale_;
    double error_;  // a bound of the error of an object's distance
};

// Bit i is set if child i may touch the box, which is in the tree's frame.
[[gnu::always_inline]] inline std::uint32_t may_touch(const FloatBox& box, const Bvh4Node& node) {
    Mask4 met = node.lo[0] <= node.hi[0];
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto i = static_cast<int>(axis);
        met &= (node.lo[axis] <= all_lanes(box.hi[i])) & (node.hi[axis] >= all_lanes(box.lo[i]));
    }
    return bits_of(met);
}

}  // namespace halfspace
