// SPDX-License-Identifier: MIT
// What an octree looks like inside, and whether it is as it should be.
#include "halfspace/spatial/octree.h"

#include "spatial/octree_node.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

namespace halfspace {
namespace {

template <class Value>
std::size_t bytes_of(const std::vector<Value>& values) {
    return values.capacity() * sizeof(Value);
}

bool is_inside(const Aabb& inner, const Aabb& outer) {
    return contains(outer, inner.min) && contains(outer, inner.max);
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
            if (child != kNoNode) {
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

// Empty, or what is wrong with an object of a node's list.
std::string Octree::object_fault(std::uint32_t number, std::uint32_t slot) const {
    const Node& node = nodes_[number];
    const std::uint32_t object = listed_[node.first + slot];
    const Aabb& box = boxes_[node.first + slot];
    const Body body = body_of(box);
    const std::string name = "object " + std::to_string(object);
    if (objects_[object].node != number || objects_[object].slot != slot) {
        return "lists " + name + ", which lies elsewhere";
    }
    if (!node.fits(body)) {
        return "does not fit " + name;
    }
    if (!node.is_leaf() && std::ldexp(1.0, least_exponent(body)) <= node.half) {
        return "keeps " + name + ", which fits a child";
    }
    for (std::uint32_t above = number; above != kNoNode; above = nodes_[above].parent) {
        if (!is_inside(box, nodes_[above].loose_box()) || body.extent > nodes_[above].widest) {
            return "has " + name + ", which reaches out of " + std::to_string(above);
        }
    }
    return "";
}

// Empty, or what is wrong with a node without its objects.
std::string Octree::node_fault(std::uint32_t number) const {
    const Node& node = nodes_[number];
    std::uint32_t count = node.size;
    std::uint32_t child_count = 0;
    for (std::size_t octant = 0; octant < 8; ++octant) {
        if (node.children[octant] == kNoNode) {
            continue;
        }
        const Node& child = nodes_[node.children[octant]];
        if (child.parent != number || node.octant_of(child.centre) != octant ||
            2 * child.half > node.half) {
            return "has a child at a wrong place";
        }
        count += child.count;
        ++child_count;
    }
    if (node.count != count || node.child_count != child_count) {
        return "counts wrong";
    }
    if (number != kRoot && count == 0) {
        return "is empty";
    }
    if (number != kRoot && child_count == 1 && node.size == 0) {
        return "has a single child and no object";
    }
    if (!node.is_leaf() && count <= options_.merge_below) {
        return "has few objects and is no leaf";
    }
    return node.is_leaf() && node.size > node.split_above ? "has many objects and is a leaf" : "";
}

std::string Octree::first_fault() const {
    std::size_t in_lists = 0;
    std::vector<std::uint32_t> stack;
    if (!nodes_.empty()) {
        stack.push_back(kRoot);
    }
    while (!stack.empty()) {
        const std::uint32_t number = stack.back();
        stack.pop_back();
        const Node& node = nodes_[number];
        std::string fault = node_fault(number);
        for (std::uint32_t i = 0; i < node.size && fault.empty(); ++i) {
            fault = object_fault(number, i);
        }
        if (!fault.empty()) {
            return "node " + std::to_string(number) + " " + fault;
        }
        in_lists += node.size;
        std::ranges::copy_if(node.children, std::back_inserter(stack), [](std::uint32_t child) {
            return child != kNoNode;
        });
    }
    const std::size_t objects = objects_.size() - free_objects_.size();
    return in_lists == objects && objects == size() ? "" : "an object is in no list";
}

}  // namespace halfspace
