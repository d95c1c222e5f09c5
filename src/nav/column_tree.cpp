// SPDX-License-Identifier: MIT
#include "nav/column_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace halfspace {
namespace {

float rounded_down(double x) {
    const auto near = static_cast<float>(x);
    return near > x ? std::nextafter(near, -std::numeric_limits<float>::infinity()) : near;
}
float rounded_up(double x) {
    const auto near = static_cast<float>(x);
    return near < x ? std::nextafter(near, std::numeric_limits<float>::infinity()) : near;
}

double flat_size(const Aabb& box) {
    return (box.max.x - box.min.x) + (box.max.y - box.min.y);
}

}  // namespace

ColumnTree::Box ColumnTree::rounded(const Aabb& box) {
    return {{rounded_down(box.min.x), rounded_down(box.min.y), rounded_down(box.min.z)},
            {rounded_up(box.max.x), rounded_up(box.max.y), rounded_up(box.max.z)}};
}

double ColumnTree::distance(const Box& box, const Vec3& p) {
    double sum = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double outside = std::max({box.min[axis] - p[axis], p[axis] - box.max[axis], 0.0});
        sum += outside * outside;
    }
    return std::sqrt(sum);
}

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
            nodes[node].boxes[i] = rounded(box);
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
