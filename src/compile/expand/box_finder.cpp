// SPDX-License-Identifier: MIT
#include "compile/expand/box_finder.h"

#include "math/shared/clearance.h"

#include <numeric>
#include <utility>

namespace halfspace {
namespace {

constexpr std::uint32_t kMaxInLeaf = 4;

}  // namespace

BoxFinder::BoxFinder(std::vector<Aabb> boxes) : boxes_(std::move(boxes)), order_(boxes_.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    if (!boxes_.empty()) {
        build(0, static_cast<std::uint32_t>(boxes_.size()));
    }
}

void BoxFinder::build(std::uint32_t first, std::uint32_t last) {
    const std::size_t node = nodes_.size();
    nodes_.emplace_back();
    Aabb box;
    Aabb centres;
    for (std::uint32_t i = first; i < last; ++i) {
        box = merge(box, boxes_[order_[i]]);
        centres = merge(centres, centre_of(boxes_[order_[i]]));
    }
    nodes_[node].box = box;
    if (last - first <= kMaxInLeaf) {
        // nth_element leaves an order that depends on the standard library.
        std::sort(order_.begin() + first, order_.begin() + last);
        nodes_[node].first = first;
        nodes_[node].count = last - first;
        return;
    }
    const Vec3 size = centres.max - centres.min;
    std::size_t axis = size.y > size.x ? 1 : 0;
    axis = size.z > size[axis] ? 2 : axis;
    const std::uint32_t middle = first + (last - first) / 2;
    std::nth_element(order_.begin() + first,
                     order_.begin() + middle,
                     order_.begin() + last,
                     [&](std::uint32_t a, std::uint32_t b) {
                         const double at_a = centre_of(boxes_[a])[axis];
                         const double at_b = centre_of(boxes_[b])[axis];
                         return at_a != at_b ? at_a < at_b : a < b;
                     });
    build(first, middle);
    nodes_[node].first = static_cast<std::uint32_t>(nodes_.size());
    build(middle, last);
}

std::size_t BoxFinder::farthest_around(const Aabb& within, std::span<std::uint32_t> found) const {
    constexpr std::size_t kMaxFound = 16;
    std::array<double, kMaxFound> clearances;
    const std::size_t most = std::min(found.size(), kMaxFound);
    std::size_t count = 0;
    const auto is_worse = [&](double distance) {
        return distance <= 0 || (count == most && distance <= clearances[count - 1]);
    };
    const auto add = [&](std::uint32_t index, double distance) {
        std::size_t place = count < most ? count++ : count - 1;
        for (; place > 0 && clearances[place - 1] < distance; --place) {
            clearances[place] = clearances[place - 1];
            found[place] = found[place - 1];
        }
        clearances[place] = distance;
        found[place] = index;
    };
    struct Open {
        std::uint32_t node;
        double distance;
    };
    std::array<Open, kMaxDepth> open;
    std::size_t open_count = 0;
    const auto push = [&](std::uint32_t node) {
        open.at(open_count++) = {node, clearance(within, nodes_[node].box)};
    };
    if (!nodes_.empty()) {
        push(0);
    }
    while (open_count > 0) {
        const Open top = open.at(--open_count);
        if (is_worse(top.distance)) {
            continue;
        }
        const Node& node = nodes_[top.node];
        for (std::uint32_t i = 0; i < node.count; ++i) {
            const std::uint32_t index = order_[node.first + i];
            const double distance = clearance(within, boxes_[index]);
            if (!is_worse(distance)) {
                add(index, distance);
            }
        }
        if (node.count == 0) {
            push(top.node + 1);
            push(node.first);
            if (open[open_count - 2].distance > open[open_count - 1].distance) {
                std::swap(open[open_count - 2], open[open_count - 1]);
            }
        }
    }
    return count;
}

}  // namespace halfspace
