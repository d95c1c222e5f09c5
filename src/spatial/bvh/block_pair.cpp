// SPDX-License-Identifier: MIT
#include "spatial/bvh/block_pair.h"

namespace halfspace {
namespace {

// Completes a shape whose corners are known.
[[gnu::always_inline]] inline void complete(BlockShape& shape, float margin, float grown) {
    const auto& [a, b, c] = shape.corner;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        shape.lo[axis] = lesser(lesser(a[axis], b[axis]), c[axis]) - all_lanes(grown);
        shape.hi[axis] = greater(greater(a[axis], b[axis]), c[axis]) + all_lanes(grown);
    }
    const Points4 p = minus(b, a);
    const Points4 q = minus(c, a);
    shape.normal = cross(p, q);
    // A coordinate of an edge is wrong by at most 2 margins; so a coordinate of the normal, by at
    // most 2 margins times the edges' coordinates, and 8 squared margins. Roundings of products are
    // smaller than a margin times one factor.
    const Float4 one = all_lanes(margin);
    shape.slack = one * (all_lanes(4) * (sum_of_sizes(p) + sum_of_sizes(q)) + all_lanes(8) * one);
    shape.own_slack =
        one * (all_lanes(4) * sum_of_sizes(shape.normal) + all_lanes(6) * shape.slack);
}

// Lanes whose three corners lie strictly on one side of the plane through `base`.
[[gnu::always_inline]] inline Mask4 parted(const Points4& base,
                                           const Points4& normal,
                                           Float4 slack,
                                           Float4 own_slack,
                                           const std::array<Points4, 3>& corners) {
    std::array<Float4, 3> place;
    Float4 away{};
    for (std::size_t c = 0; c < 3; ++c) {
        const Points4 from = minus(corners[c], base);
        place[c] = dot(normal, from);
        away = greater(away, sum_of_sizes(from));
    }
    const Float4 error = slack * away + own_slack;
    const Float4 least = lesser(lesser(place[0], place[1]), place[2]);
    const Float4 most = greater(greater(place[0], place[1]), place[2]);
    return (least > error) | (most < -error);
}

}  // namespace

BlockShape block_of_a(const PairFrame& frame, const TriangleBlock& block) {
    BlockShape shape;
    for (std::size_t c = 0; c < 3; ++c) {
        shape.corner[c] = frame.point_of_a(block.corner[c]);
    }
    complete(shape, frame.margin(), 0);
    return shape;
}

BlockShape block_of_b(const PairFrame& frame, const TriangleBlock& block) {
    BlockShape shape;
    for (std::size_t c = 0; c < 3; ++c) {
        shape.corner[c] = frame.point_of_b(block.corner[c]);
    }
    complete(shape, frame.margin(), 2 * frame.margin());
    return shape;
}

std::uint32_t may_touch(const BlockShape& a, const BlockShape& b, int lane) {
    Mask4 meets{-1, -1, -1, -1};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        meets &= (a.lo[axis] <= all_lanes(b.hi[axis][lane])) &
                 (a.hi[axis] >= all_lanes(b.lo[axis][lane]));
    }
    if (bits_of(meets) == 0) {
        return 0;
    }
    const std::array<Points4, 3> corners{
        lane_of(b.corner[0], lane), lane_of(b.corner[1], lane), lane_of(b.corner[2], lane)};
    meets &= ~parted(a.corner[0], a.normal, a.slack, a.own_slack, corners);
    if (bits_of(meets) == 0) {
        return 0;
    }
    meets &= ~parted(corners[0],
                     lane_of(b.normal, lane),
                     all_lanes(b.slack[lane]),
                     all_lanes(b.own_slack[lane]),
                     a.corner);
    return bits_of(meets);
}

}  // namespace halfspace
