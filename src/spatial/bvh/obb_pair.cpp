// SPDX-License-Identifier: MIT
#include "spatial/bvh/obb_pair.h"

#include <cstddef>

namespace halfspace {
namespace {

[[gnu::always_inline]] inline Float4 reach_along(const std::array<Points4, 3>& edge,
                                                 const Points4& axis) {
    return magnitude(dot(edge[0], axis)) + magnitude(dot(edge[1], axis)) +
           magnitude(dot(edge[2], axis));
}

// edge_of(i): edge i in the common frame.
template <class EdgeOf>
[[gnu::always_inline]] inline ObbShape shape_of(const Points4& middle, const EdgeOf& edge_of) {
    ObbShape shape{.middle = middle, .edge = {edge_of(0), edge_of(1), edge_of(2)}};
    const auto& edge = shape.edge;
    shape.normal = {cross(edge[1], edge[2]), cross(edge[2], edge[0]), cross(edge[0], edge[1])};
    for (std::size_t i = 0; i < 3; ++i) {
        shape.reach[i] = reach_along(edge, shape.normal[i]);
    }
    shape.size = sum_of_sizes(edge[0]) + sum_of_sizes(edge[1]) + sum_of_sizes(edge[2]);
    return shape;
}

// Two boxes, of which one or both are four boxes.
struct Pair {
    const ObbShape& a;
    std::array<Points4, 3> edge_b;
    Points4 between;
    Float4 error;  // of a place along an axis whose coordinates have the sum 1

    Pair(const PairFrame& frame, const ObbShape& of_a, const ObbShape& of_b, int lane)
        : a(of_a),
          edge_b{lane_of(of_b.edge[0], lane),
                 lane_of(of_b.edge[1], lane),
                 lane_of(of_b.edge[2], lane)},
          between(minus(lane_of(of_b.middle, lane), of_a.middle)) {
        // Points of b are wrong by less than the margin (see node_pair.cpp: an oriented box adds
        // nine products of numbers below 2, each rounded by 2^-24). A place along an axis is a sum
        // of products that are at most as large as the numbers here, and is rounded ten times by
        // 2^-24 of it.
        error = all_lanes(frame.margin()) +
                all_lanes(0x1p-20F) * (sum_of_sizes(between) + a.size + all_lanes(of_b.size[lane]));
    }

    // How far the boxes are apart along the axis, times its length.
    [[gnu::always_inline]] Float4 gap(const Points4& axis, Float4 reaches) const {
        constexpr float kLeast = 1e-36F;  // for products so small that floats lose bits
        return magnitude(dot(between, axis)) - reaches - sum_of_sizes(axis) * error -
               all_lanes(kLeast);
    }

    // Each calls visit(axis, gap) for some of the seven axes.
    template <class Visit>
    [[gnu::always_inline]] void axes_of_a(const Visit& visit) const {
        for (std::size_t i = 0; i < 3; ++i) {
            const Points4& axis = a.normal[i];
            visit(axis, gap(axis, a.reach[i] + reach_along(edge_b, axis)));
        }
    }

    template <class Visit>
    [[gnu::always_inline]] void axes_of_b(const ObbShape& b, int lane, const Visit& visit) const {
        for (std::size_t i = 0; i < 3; ++i) {
            const Points4 axis = lane_of(b.normal[i], lane);
            visit(axis, gap(axis, all_lanes(b.reach[i][lane]) + reach_along(a.edge, axis)));
        }
    }

    // Square to both longest edges.
    Points4 crossing() const { return cross(a.edge[0], edge_b[0]); }

    template <class Visit>
    [[gnu::always_inline]] void any_axis(const Points4& axis, const Visit& visit) const {
        visit(axis, gap(axis, reach_along(a.edge, axis) + reach_along(edge_b, axis)));
    }
};

Obb4 boxes_of(const TriangleBvh::Data& tree, const Bvh4Node& node) {
    return node.obbs == kNone ? aligned_boxes(node) : tree.obbs[node.obbs];
}

}  // namespace

ObbShape obbs_of_a(const PairFrame& frame, const TriangleBvh::Data& tree, const Bvh4Node& node) {
    const Obb4 boxes = boxes_of(tree, node);
    return shape_of(frame.point_of_a(boxes.middle),
                    [&](std::size_t i) { return frame.vector_of_a(boxes.edge[i]); });
}

ObbShape obbs_of_b(const PairFrame& frame, const TriangleBvh::Data& tree, const Bvh4Node& node) {
    const Obb4 boxes = boxes_of(tree, node);
    return shape_of(frame.point_of_b(boxes.middle),
                    [&](std::size_t i) { return frame.vector_of_b(boxes.edge[i]); });
}

std::uint32_t may_overlap(const PairFrame& frame, const ObbShape& a, const ObbShape& b, int lane) {
    Mask4 meets{-1, -1, -1, -1};
    const Pair pair(frame, a, b, lane);
    const auto visit = [&](const Points4&, Float4 gap) { meets &= ~(gap > 0); };
    pair.axes_of_a(visit);
    if (!is_none(meets)) {
        pair.axes_of_b(b, lane, visit);
        pair.any_axis(pair.crossing(), visit);
    }
    return bits_of(meets);
}

Float4 square_of_least_distance(const PairFrame& frame,
                                const ObbShape& a,
                                const ObbShape& b,
                                int lane,
                                const Points4& along,
                                float enough) {
    // Of rounding squares and quotients, and of axes that are not quite square to one another.
    constexpr float kLess = 1 - 0x1p-16F;
    constexpr float kLeastGap = 1e-18F;  // its square is no denormal number
    const Pair pair(frame, a, b, lane);
    const auto square_of = [](const Points4& axis, Float4 gap) {
        const Float4 square = dot(axis, axis);
        const Mask4 parts = (gap > all_lanes(kLeastGap)) & (square > all_lanes(1e-30F));
        return parts ? gap * gap / square * all_lanes(kLess) : all_lanes(0);
    };
    Float4 most = all_lanes(0);
    const auto visit = [&](const Points4& axis, Float4 gap) {
        most = greater(square_of(axis, gap), most);
    };
    pair.any_axis(along, visit);
    // Gaps along axes that are square to one another are the legs of one distance.
    Float4 legs_of_a = all_lanes(0);
    pair.axes_of_a([&](const Points4& axis, Float4 gap) { legs_of_a += square_of(axis, gap); });
    most = greater(legs_of_a, most);
    if (is_none(most <= all_lanes(enough))) {
        return most;
    }
    Float4 legs_of_b = all_lanes(0);
    pair.axes_of_b(b, lane, [&](const Points4& axis, Float4 gap) {
        const Float4 square = square_of(axis, gap);
        legs_of_b = frame.keeps_angles() ? legs_of_b + square : greater(legs_of_b, square);
    });
    most = greater(legs_of_b, most);
    pair.any_axis(pair.between, visit);
    pair.any_axis(pair.crossing(), visit);
    return most;
}

}  // namespace halfspace
