// SPDX-License-Identifier: MIT
// How often a mesh winds around a point: signed crossings along a line, decided exactly.
//
// The line runs from the point along an axis, to the nearest side of the mesh's box. A point that
// lies exactly behind an edge or in a triangle counts as if it were moved by (e^3, e, e^2), for an
// e smaller than any number (Edelsbrunner and Mücke, Simulation of Simplicity, 1990). So each line
// crosses triangles in their insides, and all lines from a point give the same number.
#include "halfspace/spatial/triangle_bvh.h"

#include "base/shared/in_parts.h"
#include "math/shared/expansion.h"
#include "math/shared/orientation.h"
#include "spatial/bvh/block_sweep.h"
#include "spatial/bvh/bvh4_queries.h"
#include "spatial/bvh/triangle_bvh_data.h"

#include <algorithm>
#include <bit>
#include <cassert>
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
    const int of_u = exact_difference(a[v], b[v]).sign();
    const int of_v = exact_difference(b[u], a[u]).sign();
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

}  // namespace

int TriangleBvh::winding(const Vec3& p) const {
    if (!is_finite(p) || data_->tree.nodes.empty()) {
        return 0;
    }
    constexpr double kEnd = std::numeric_limits<double>::max();
    const BvhFrame& frame = data_->tree.frame;
    const Line line = shortest_line(box_of_node(data_->tree.nodes[0]), frame.to_tree(p));
    Aabb way{p, p};
    (line.way > 0 ? way.max : way.min)[line.axis] = line.way * kEnd;
    const FloatBox box = rounded_outwards(way, frame);
    int sum = 0;
    walk_through(
        data_->tree,
        [&](const Bvh4Node& node) { return may_touch(box, node); },
        [&](std::uint32_t index) {
            const TriangleBlock& block = data_->blocks[index];
            std::uint32_t lanes = may_touch(box, boxes_of(block)) & lanes_of(block);
            for (; lanes != 0; lanes &= lanes - 1) {
                const auto lane = static_cast<std::size_t>(std::countr_zero(lanes));
                sum += crossing(line, p, data_->triangle(block, lane));
            }
            return true;
        });
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
