// SPDX-License-Identifier: MIT
// What an octree looks like inside.
#include "halfspace/spatial/octree.h"

#include "spatial/octree/octree_node.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace halfspace {
namespace {

template <class Value>
std::size_t bytes_of(const std::vector<Value>& values) {
    return values.capacity() * sizeof(Value);
}

}  // namespace

Octree::Statistics Octree::statistics() const {
    Statistics statistics;
    struct Entry {
        std::uint32_t node;
        std::size_t depth;
    };
    std::vector<Entry> stack;
    if (!nodes_.empty()) {
        stack.push_back({kRoot, 1});
    }
    while (!stack.empty()) {
        const auto [number, depth] = stack.back();
        stack.pop_back();
        ++statistics.nodes;
        statistics.deepest = std::max(statistics.deepest, depth);
        for (const std::uint32_t child : nodes_[number].children) {
            if (child != kNone) {
                stack.push_back({child, depth + 1});
            }
        }
    }
    statistics.bytes = bytes_of(objects_) + bytes_of(free_objects_) + bytes_of(users_) +
                       bytes_of(masks_) + bytes_of(nodes_) + bytes_of(free_nodes_) +
                       bytes_of(listed_) + bytes_of(boxes_);
    statistics.entries = entries_;
    return statistics;
}

}  // namespace halfspace
