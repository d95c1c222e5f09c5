// SPDX-License-Identifier: MIT
#include "nav/column_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>

namespace halfspace {
namespace {

// The largest float that is not above x. x: no NaN. The float below another one has the bits of the
// next number: below 0 upwards.
float rounded_down(double x) {
    const auto near = static_cast<float>(x);
    if (!(near > x)) {
        return near;
    }
    if (near == 0) {
        return -std::numeric_limits<float>::denorm_min();
    }
    const auto bits = std::bit_cast<std::uint32_t>(near);
    return std::bit_cast<float>(near > 0 ? bits - 1 : bits + 1);
}
float rounded_up(double x) {
    return -rounded_down(-x);
}

double flat_size(const Aabb& box) {
    return (box.max.x - box.min.x) + (box.max.y - box.min.y);
}

}  // namespace

void ColumnTree::Node::set_box(std::size_t child, const Aabb& box) {
    min[child] = rounded_down(box.min.x);
    min[child + 2] = rounded_down(box.min.y);
    max[child] = rounded_up(box.max.x);
    max[child + 2] = rounded_up(box.max.y);
    z[child] = rounded_down(box.min.z);
    z[child + 2] = -rounded_up(box.max.z);
}

double ColumnTree::Node::distance(std::size_t child, const Vec3& p) const {
    const auto outside = [](double low, double at, double high) {
        return std::max({low - at, at - high, 0.0});
    };
    const double x = outside(min[child], p.x, max[child]);
    const double y = outside(min[child + 2], p.y, max[child + 2]);
    const double up = outside(z[child], p.z, -z[child + 2]);
    return std::sqrt(x * x + y * y + up * up);
}

ColumnTree::Column::Column(double x, double y, double low, double high)
    : from{rounded_down(x), rounded_down(x), rounded_down(y), rounded_down(y)},
      to{rounded_up(x), rounded_up(x), rounded_up(y), rounded_up(y)},
      z{rounded_down(high), rounded_down(high), -rounded_up(low), -rounded_up(low)} {}

struct ColumnTree::Builder {
    std::span<const Aabb> boxes;
    std::vector<Node>& nodes;
    std::vector<std::uint32_t> order;  // of polygons
    std::vector<double> behind;        // scratch of split_of

    void sort(std::size_t begin, std::size_t end, std::size_t axis) {
        std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin),
                  order.begin() + static_cast<std::ptrdiff_t>(end),
                  [&](std::uint32_t a, std::uint32_t b) {
                      return std::tuple(boxes[a].min[axis] + boxes[a].max[axis], a) <
                             std::tuple(boxes[b].min[axis] + boxes[b].max[axis], b);
                  });
    }

    // The split of order[begin, end), which it leaves sorted for it. Each side has at least a
    // quarter of the polygons: then 2^31 of them are at most log(2^31) / log(4/3) = 75 deep.
    std::size_t split_of(std::size_t begin, std::size_t end) {
        const std::size_t count = end - begin;
        const std::size_t least = std::max<std::size_t>(1, count / 4);
        double best_cost = std::numeric_limits<double>::infinity();
        std::size_t best_axis = 0;
        std::size_t best = begin + count / 2;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            sort(begin, end, axis);
            Aabb box;
            for (std::size_t i = end; i-- > begin;) {
                box = merge(box, boxes[order[i]]);
                behind[i] = flat_size(box);
            }
            box = {};
            for (std::size_t i = begin; i + 1 < end; ++i) {
                box = merge(box, boxes[order[i]]);
                const std::size_t before = i + 1 - begin;
                if (before < least || count - before < least) {
                    continue;
                }
                const double cost = flat_size(box) * static_cast<double>(before) +
                                    behind[i + 1] * static_cast<double>(count - before);
                if (cost < best_cost) {
                    best_cost = cost;
                    best_axis = axis;
                    best = i + 1;
                }
            }
        }
        sort(begin, end, best_axis);
        return best;
    }

    std::uint32_t build(std::size_t begin, std::size_t end) {
        if (end - begin == 1) {
            return kLeaf + order[begin];
        }
        const auto node = static_cast<std::uint32_t>(nodes.size());
        nodes.emplace_back();
        const std::size_t middle = split_of(begin, end);
        const std::array<std::size_t, 3> ends{begin, middle, end};
        for (std::size_t i = 0; i < 2; ++i) {
            Aabb box;
            for (std::size_t k = ends[i]; k < ends[i + 1]; ++k) {
                box = merge(box, boxes[order[k]]);
            }
            nodes[node].set_box(i, box);
            const std::uint32_t child = build(ends[i], ends[i + 1]);
            nodes[node].children[i] = child;
        }
        return node;
    }
};

ColumnTree::ColumnTree(std::span<const Aabb> boxes) : count_(boxes.size()) {
    if (boxes.size() < 2) {
        return;
    }
    Builder builder{
        boxes, nodes_, std::vector<std::uint32_t>(boxes.size()), std::vector<double>(boxes.size())};
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        builder.order[i] = i;
    }
    builder.build(0, boxes.size());
}

}  // namespace halfspace
