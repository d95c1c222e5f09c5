// SPDX-License-Identifier: MIT
// How often a mesh winds around a point: signed crossings along a line, decided exactly.
//
// The line runs from the point along x, to the nearer end of the mesh. A point that lies exactly
// behind an edge or in a triangle counts as if it were moved by (e^3, e, e^2), for an e smaller
// than any number (Edelsbrunner and Mücke, Simulation of Simplicity, 1990). So each line crosses
// triangles in their insides.
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

// 1 if a, b and the moved point p turn to the left in the plane of y and z, as seen from +x; -1 if
// to the right; 0 if a and b are the same there.
int turn(const Vec3& p, const Vec3& a, const Vec3& b) {
    if (const int sign = orientation_along(0, a, b, p); sign != 0) {
        return sign;
    }
    const int along_z = exact_difference(a.z, b.z).sign();
    return along_z != 0 ? along_z : exact_difference(b.y, a.y).sign();
}

// 1 if the moved point p is on the inner side of the triangle's plane: the triangle's normal points
// away from p. -1 on the other side. REQUIRES: the plane is not parallel to x.
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
// triangle. way: 1 for a line along +x, -1 for one along -x.
int crossing_along_x(const Vec3& p, const Triangle& triangle, int way) {
    const auto& [a, b, c] = triangle;
    // The moved point is beyond a triangle that ends at its y or its z.
    const auto is_beside = [](double at, double u, double v, double w) {
        return at < std::min({u, v, w}) || at >= std::max({u, v, w});
    };
    if (is_beside(p.y, a.y, b.y, c.y) || is_beside(p.z, a.z, b.z, c.z)) {
        return 0;
    }
    const int ab = turn(p, a, b);
    if (ab == 0 || turn(p, b, c) != ab || turn(p, c, a) != ab) {
        return 0;
    }
    const int crossing = way * ab;
    // The line meets the triangle's plane ahead of p if p is on the inner side of a triangle that
    // the line leaves through, or on the outer side of one that it enters through.
    if (p.x < std::min({a.x, b.x, c.x})) {
        return way > 0 ? crossing : 0;
    }
    if (p.x > std::max({a.x, b.x, c.x})) {
        return way < 0 ? crossing : 0;
    }
    return inner_side(p, triangle) == crossing ? crossing : 0;
}

}  // namespace

int TriangleBvh::winding(const Vec3& p) const {
    if (!is_finite(p) || data_->tree.nodes.empty()) {
        return 0;
    }
    constexpr double kEnd = std::numeric_limits<double>::max();
    const FloatBox all = box_of_node(data_->tree.nodes[0]);
    const int way = 2 * data_->tree.frame.to_tree(p).x < all.lo[0] + all.hi[0] ? -1 : 1;
    const Aabb line{{way > 0 ? p.x : -kEnd, p.y, p.z}, {way > 0 ? kEnd : p.x, p.y, p.z}};
    const FloatBox box = rounded_outwards(line, data_->tree.frame);
    int sum = 0;
    walk_through(
        data_->tree,
        [&](const Bvh4Node& node) { return may_touch(box, node); },
        [&](std::uint32_t index) {
            const TriangleBlock& block = data_->blocks[index];
            std::uint32_t lanes = may_touch(box, boxes_of(block)) & lanes_of(block);
            for (; lanes != 0; lanes &= lanes - 1) {
                const auto lane = static_cast<std::size_t>(std::countr_zero(lanes));
                sum += crossing_along_x(p, data_->triangle(block, lane), way);
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
