// SPDX-License-Identifier: MIT
// A box that moves, and the four triangles of a block: the 13 separating axes of box_triangle.h for
// all four at once, in floats. Roundings never leave out a triangle that is touched.
#pragma once

#include "spatial/bvh/bvh4_queries.h"
#include "spatial/bvh/triangle_bvh_data.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace halfspace {

// Bit i is set if the block has a triangle i.
[[gnu::always_inline]] inline std::uint32_t lanes_of(const TriangleBlock& block) {
    std::uint32_t lanes = 0;
    for (std::size_t lane = 0; lane < kLeafSize; ++lane) {
        lanes |= block.id[lane] != kNone ? 1U << lane : 0;
    }
    return lanes;
}

// The boxes around the triangles, in the tree's frame, as those of children. Lanes without a
// triangle hold anything.
[[gnu::always_inline]] inline Bvh4Node boxes_of(const TriangleBlock& block) {
    constexpr float kRounding = 0x1p-23F;  // of corners in the tree's frame
    const auto& [a, b, c] = block.corner;
    Bvh4Node boxes;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        boxes.lo[axis] = lesser(lesser(a[axis], b[axis]), c[axis]) - all_lanes(kRounding);
        boxes.hi[axis] = greater(greater(a[axis], b[axis]), c[axis]) + all_lanes(kRounding);
    }
    return boxes;
}

// Some triangles of a block, the nearest first.
class Candidates {
public:
    Candidates() = default;
    // lanes: bit i is set if triangle i is one of them. near: none is met at a smaller distance.
    Candidates(std::uint32_t lanes, Float4 near) : lanes_(lanes), near_(near) {}

    // The next one that may be met up to the limit; kLeafSize if there is none.
    std::size_t next(float limit) {
        std::size_t best = kLeafSize;
        for (std::uint32_t left = lanes_; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(left));
            if (!(near_[lane] > limit)) {
                limit = near_[lane];
                best = lane;
            }
        }
        lanes_ &= ~(1U << best);
        return best;
    }

private:
    std::uint32_t lanes_ = 0;
    Float4 near_{};
};

class BlockSweep {
public:
    // half: of the size of the box that moves. All are in the frame of the mesh.
    // REQUIRES: as BoxRay.
    BlockSweep(const Vec3& middle, const Vec3& motion, const Vec3& half, const BvhFrame& frame)
        : boxes_(middle, motion, frame, half) {
        // A distance along an axis n is a sum of products that add up to at most |n| * reach, where
        // |n| is the sum of the axis' magnitudes. Numbers that are rounded to floats and sums of
        // less than 16 roundings are off by less than this part of it. The axes themselves may be
        // off: each parts what it parts.
        constexpr double kRounding = 0x1p-19;
        // Beyond it, floats say nothing: the margin is then larger than all distances.
        constexpr double kMaxReach = 1e15;
        constexpr double kAll = 1e30;
        const Vec3 place = frame.to_tree(middle);
        const double reach = max_abs(place) + max_abs(half) * frame.scale + 2;
        const bool is_near = reach <= kMaxReach;
        const double margin = is_near ? kRounding * reach : kAll;
        const double fastest = max_abs(motion);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            place_[axis] = all_lanes(is_near ? static_cast<float>(place[axis]) : 0);
            half_[axis] =
                all_lanes(static_cast<float>((is_near ? half[axis] * frame.scale : 0) + margin));
            speed_[axis] = all_lanes(static_cast<float>(motion[axis] / fastest));
        }
    }

    const BoxRay& boxes() const { return boxes_; }

    // The triangles that the box may meet up to the distance `limit` of BoxRay.
    [[gnu::always_inline]] Candidates candidates(const TriangleBlock& block, float limit) const {
        Stretch way = boxes_.stretch(boxes_of(block), limit);
        std::uint32_t lanes = lanes_of(block) & bits_of(~is_empty(way));
        if (lanes == 0) {
            return {};
        }
        const Seen seen(block, place_);
        keep_over_plane(way, seen);
        lanes &= bits_of(~is_empty(way));
        if (lanes == 0) {
            return {};
        }
        keep_over_edges(way, seen);
        return {lanes & bits_of(~is_empty(way)), way.near};
    }

private:
    using Vec4 = std::array<Float4, 3>;

    // The triangles of a block, seen from a place.
    struct Seen {
        std::array<Vec4, 3> corner;
        std::array<Vec4, 3> edge;  // from a corner to the next one

        [[gnu::always_inline]] Seen(const TriangleBlock& block, const Vec4& place) {
            for (std::size_t c = 0; c < 3; ++c) {
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    corner[c][axis] = block.corner[c][axis] - place[axis];
                }
            }
            for (std::size_t c = 0; c < 3; ++c) {
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    edge[c][axis] = corner[(c + 1) % 3][axis] - corner[c][axis];
                }
            }
        }
    };

    // Leaves the part of the way on which the box overlaps each triangle along its axis. low, high:
    // of the triangle, as seen from the middle of the box; speed, reach: of the box along the axis.
    [[gnu::always_inline]] static void keep_overlap(
        Stretch& way, Float4 low, Float4 high, Float4 speed, Float4 reach) {
        constexpr float kTiny = 1e-30F;  // more than what products of tiny numbers lose
        const Float4 inverse = all_lanes(1) / speed;
        const Float4 around = reach + all_lanes(kTiny);
        const Float4 one = (low - around) * inverse;
        const Float4 other = (high + around) * inverse;
        way.near = greater(way.near, lesser(one, other));
        way.far = lesser(way.far, greater(one, other));
    }

    [[gnu::always_inline]] void keep_over_edges(Stretch& way, const Seen& seen) const {
        const auto& [corner, edge] = seen;
        for (std::size_t e = 0; e < 3; ++e) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                // The axis that is square to this one and to the edge. Along it, both ends of the
                // edge are at one place.
                const std::size_t i = (axis + 1) % 3;
                const std::size_t j = (axis + 2) % 3;
                const Float4 x = edge[e][i];
                const Float4 y = edge[e][j];
                const Float4 end = x * corner[e][j] - y * corner[e][i];
                const Vec4& opposite = corner[(e + 2) % 3];
                const Float4 tip = x * opposite[j] - y * opposite[i];
                keep_overlap(way,
                             lesser(end, tip),
                             greater(end, tip),
                             x * speed_[j] - y * speed_[i],
                             magnitude(x) * half_[j] + magnitude(y) * half_[i]);
            }
        }
    }

    [[gnu::always_inline]] void keep_over_plane(Stretch& way, const Seen& seen) const {
        const auto& [corner, edge] = seen;
        Vec4 normal;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t i = (axis + 1) % 3;
            const std::size_t j = (axis + 2) % 3;
            normal[axis] = edge[0][i] * edge[1][j] - edge[0][j] * edge[1][i];
        }
        const auto along = [&](const Vec4& v) {
            return normal[0] * v[0] + normal[1] * v[1] + normal[2] * v[2];
        };
        const std::array<Float4, 3> place{along(corner[0]), along(corner[1]), along(corner[2])};
        keep_overlap(way,
                     lesser(lesser(place[0], place[1]), place[2]),
                     greater(greater(place[0], place[1]), place[2]),
                     along(speed_),
                     magnitude(normal[0]) * half_[0] + magnitude(normal[1]) * half_[1] +
                         magnitude(normal[2]) * half_[2]);
    }

    BoxRay boxes_;
    // In the tree's frame, the same number four times. Units of the way as those of BoxRay.
    Vec4 place_;
    Vec4 half_;  // and a margin for roundings
    Vec4 speed_;
};

}  // namespace halfspace
