// SPDX-License-Identifier: MIT
// How often a mesh winds around a point: signed crossings along a line, decided exactly. Floats
// decide nearly all, for the four triangles of a block at once; exact arithmetic the rest.
//
// The line runs from the point along an axis, to the nearest side of the mesh's box. A point that
// lies exactly behind an edge or in a triangle counts as if it were moved by (e^3, e, e^2), for an
// e smaller than any number (Edelsbrunner and Mücke, Simulation of Simplicity, 1990). So each line
// crosses triangles in their insides, and all lines from a point give the same number.
#include "halfspace/spatial/triangle_bvh.h"

#include "base/shared/in_parts.h"
#include "base/shared/sign.h"
#include "math/shared/expansion.h"
#include "math/shared/orientation.h"
#include "spatial/bvh/bvh4_walk.h"
#include "spatial/bvh/triangle_bvh_data.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace halfspace {
namespace {

// A line from a point: along the axis, upwards (way is 1) or downwards (-1).
struct Line {
    std::size_t axis = 0;
    int way = 1;
};

// 1 if a, b and the moved point p turn to the left as seen from far up the axis; -1 if to the
// right; 0 if a and b are the same there.
int turn(std::size_t axis, const Vec3& p, const Vec3& a, const Vec3& b) {
    if (const int sign = orientation_along(axis, a, b, p); sign != 0) {
        return sign;
    }
    const std::size_t u = (axis + 1) % 3;
    const std::size_t v = (axis + 2) % 3;
    const int of_u = sign_of(without_dust(a[v]) - without_dust(b[v]));
    const int of_v = sign_of(without_dust(b[u]) - without_dust(a[u]));
    // The move along y is the longest; the one along x is the shortest.
    const bool is_u_longer = axis != 2;
    const int first = is_u_longer ? of_u : of_v;
    return first != 0 ? first : is_u_longer ? of_v : of_u;
}

// 1 if the moved point p is on the inner side of the triangle's plane: the triangle's normal points
// away from p. -1 on the other side. REQUIRES: the triangle has an area.
int inner_side(const Vec3& p, const Triangle& triangle) {
    if (const int sign = orientation(triangle.a, triangle.b, triangle.c, p); sign != 0) {
        return sign;
    }
    const ExactVec3 ab = exact_difference(triangle.b, triangle.a);
    const ExactVec3 ac = exact_difference(triangle.c, triangle.a);
    for (const Expansion& normal : {ab.z * ac.x - ab.x * ac.z,     // y
                                    ab.x * ac.y - ab.y * ac.x,     // z
                                    ab.y * ac.z - ab.z * ac.y}) {  // x
        if (normal.sign() != 0) {
            return -normal.sign();
        }
    }
    return 0;
}

// 1 or -1 if the line from p leaves or enters through the triangle; 0 if it does not meet the
// triangle.
int crossing(const Line& line, const Vec3& p, const Triangle& triangle) {
    const auto& [a, b, c] = triangle;
    const auto least = [&](std::size_t i) { return std::min({a[i], b[i], c[i]}); };
    const auto most = [&](std::size_t i) { return std::max({a[i], b[i], c[i]}); };
    for (const std::size_t i : {(line.axis + 1) % 3, (line.axis + 2) % 3}) {
        // The moved point is beyond a triangle that ends where the point is.
        if (p[i] < least(i) || p[i] >= most(i)) {
            return 0;
        }
    }
    const int ab = turn(line.axis, p, a, b);
    if (ab == 0 || turn(line.axis, p, b, c) != ab || turn(line.axis, p, c, a) != ab) {
        return 0;
    }
    const int sign = line.way * ab;
    // The line meets the triangle's plane ahead of p if p is on the inner side of a triangle that
    // the line leaves through, or on the outer side of one that it enters through.
    if (p[line.axis] < least(line.axis)) {
        return line.way > 0 ? sign : 0;
    }
    if (p[line.axis] > most(line.axis)) {
        return line.way < 0 ? sign : 0;
    }
    return inner_side(p, triangle) == sign ? sign : 0;
}

// The line that leaves the box first. p: in the frame of the box.
Line shortest_line(const FloatBox& box, const Vec3& p) {
    Line shortest;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto i = static_cast<int>(axis);
        const double down = p[axis] - box.lo[i];
        const double up = box.hi[i] - p[axis];
        if (std::min(down, up) < least) {
            least = std::min(down, up);
            shortest = {axis, up <= down ? 1 : -1};
        }
    }
    return shortest;
}

// A line against four boxes or four triangles, in floats. All is in the tree's frame.
class LineTest {
public:
    // p: where the line begins. REQUIRES: it is in the box of the mesh.
    LineTest(const Line& line, const Vec3& p)
        : u_((line.axis + 1) % 3),
          v_((line.axis + 2) % 3),
          axis_(line.axis),
          way_(line.way),
          far_side_(line.way > 0 ? 3 : 0),
          downwards_(line.way > 0 ? Mask4{} : kSigns),
          at_u_(all_lanes(static_cast<float>(p[u_]))),
          at_v_(all_lanes(static_cast<float>(p[v_]))),
          at_axis_(along(all_lanes(static_cast<float>(p[axis_])))) {}

    // Bit i is set if the line may meet a triangle in the box of child i.
    [[gnu::always_inline]] std::uint32_t may_touch(const Bvh4Node& node) const {
        const Float4* const sides = node.lo.data();  // node.hi follows
        const Float4 margin = all_lanes(kRounding);
        return bits_of((sides[u_] <= at_u_ + margin) & (sides[u_ + 3] >= at_u_ - margin) &
                       (sides[v_] <= at_v_ + margin) & (sides[v_ + 3] >= at_v_ - margin) &
                       (along(sides[axis_ + far_side_]) >= at_axis_ - margin));
    }

    struct Crossings {
        int sum;               // of `crossing`, for all triangles but the unsure ones
        std::uint32_t unsure;  // bit i is set if floats do not tell whether triangle i is met
    };
    [[gnu::always_inline]] Crossings crossings(const TriangleBlock& block) const {
        std::array<Float4, 3> x;
        std::array<Float4, 3> y;
        std::array<Float4, 3> z;
        Float4 spread{};
        for (std::size_t c = 0; c < 3; ++c) {
            x[c] = block.corner[c][u_] - at_u_;
            y[c] = block.corner[c][v_] - at_v_;
            z[c] = along(block.corner[c][axis_]) - at_axis_;
            spread = greater(spread, magnitude(x[c]) + magnitude(y[c]));
        }
        // Twice the areas between the point and the edges, as seen from far up the axis.
        const Float4 ab = x[0] * y[1] - y[0] * x[1];
        const Float4 bc = x[1] * y[2] - y[1] * x[2];
        const Float4 ca = x[2] * y[0] - y[2] * x[0];
        const Float4 least = lesser(lesser(ab, bc), ca);
        const Float4 most = greater(greater(ab, bc), ca);
        const Float4 nearest = lesser(lesser(z[0], z[1]), z[2]);
        const Float4 farthest = greater(greater(z[0], z[1]), z[2]);
        const Float4 margin = all_lanes(kRounding);
        // Of the areas: a factor is wrong by at most `margin`, which changes both products by less
        // than 2 * margin * (spread + margin); their roundings are about as much.
        const Float4 error = all_lanes(8 * kRounding) * (spread + margin);
        const Mask4 is_ahead = nearest > margin;
        const Mask4 positive = (least > error) & is_ahead;
        const Mask4 negative = (most < -error) & is_ahead;
        // False for a lane without a triangle.
        const Mask4 may_meet = ((least >= -error) | (most <= error)) & (farthest >= -margin);
        return {
            way_ * (static_cast<int>(count_of(positive)) - static_cast<int>(count_of(negative))),
            bits_of(may_meet & ~(positive | negative))};
    }

private:
    static constexpr Mask4 kSigns{INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN};
    // Coordinates are at most 1 in magnitude, up to roundings. So a difference of two of them is
    // wrong by less than this, their own roundings to floats counted.
    static constexpr float kRounding = 0x1p-22F;

    // Numbers of the axis, so that they grow along the line.
    [[gnu::always_inline]] Float4 along(Float4 numbers) const {
        return reinterpret_cast<Float4>(reinterpret_cast<Mask4>(numbers) ^ downwards_);
    }

    std::size_t u_;  // the axes that follow the line's
    std::size_t v_;
    std::size_t axis_;
    int way_;
    std::size_t far_side_;  // 3 if lines leave boxes through the larger side; 0: the smaller
    Mask4 downwards_;       // the sign bits, for a line downwards
    Float4 at_u_;           // the point, the same number four times
    Float4 at_v_;
    Float4 at_axis_;
};

}  // namespace

int TriangleBvh::winding(const Vec3& p) const {
    if (!is_finite(p) || data_->tree.nodes.empty()) {
        return 0;
    }
    const BvhFrame& frame = data_->tree.frame;
    const FloatBox& bounds = data_->tree.bounds;
    const Vec3 place = frame.to_tree(p);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto i = static_cast<int>(axis);
        if (place[axis] < bounds.lo[i] || place[axis] > bounds.hi[i]) {
            return 0;
        }
    }
    const Line line = shortest_line(bounds, place);
    const LineTest test(line, place);
    int sum = 0;
    walk_through(
        data_->tree,
        [&](const Bvh4Node& node) { return test.may_touch(node); },
        [&](std::uint32_t index) {
            const TriangleBlock& block = data_->blocks[index];
            auto [of_block, unsure] = test.crossings(block);
            sum += of_block;
            for (; unsure != 0; unsure &= unsure - 1) {
                const auto lane = static_cast<std::size_t>(std::countr_zero(unsure));
                sum += crossing(line, p, data_->triangle(block, lane));
            }
            return true;
        },
        [&](std::uint32_t child) { data_->prefetch(child); });
    return sum;
}

void TriangleBvh::winding_all(std::span<const Vec3> points,
                              std::span<int> numbers,
                              const Executor& executor) const {
    assert(numbers.size() == points.size());
    for_each_index(
        points.size(), executor, [&](std::size_t i) { numbers[i] = winding(points[i]); });
}

}  // namespace halfspace
