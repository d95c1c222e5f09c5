// SPDX-License-Identifier: MIT
// What an octree looks like inside, and whether it is as it should be.
#include "halfspace/spatial/octree.h"

#include "spatial/octree_node.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
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
    std::vector<Entry> stack{{kRoot, 1}};
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
    statistics.bytes = bytes_of(objects_) + bytes_of(free_objects_) + bytes_of(nodes_) +
                       bytes_of(free_nodes_) + bytes_of(lists_) + bytes_of(free_lists_);
    for (const auto& free : free_lists_) {
        statistics.bytes += bytes_of(free);
    }
    return statistics;
}

std::string Octree::first_fault() const {
    std::size_t in_lists = 0;
    std::vector<std::uint32_t> stack{kRoot};
    while (!stack.empty()) {
        const std::uint32_t number = stack.back();
        stack.pop_back();
        const Node& node = nodes_[number];
        const auto fault = [&](const std::string& what) {
            return "node " + std::to_string(number) + " " + what;
        };
        in_lists += node.size;
        for (std::uint32_t i = 0; i < node.size; ++i) {
            const std::uint32_t number_of_object = lists_[node.first + i];
            const Object& object = objects_[number_of_object];
            const std::string name = "object " + std::to_string(number_of_object);
            if (object.node != number || object.slot != i) {
                return fault("lists " + name + ", which lies elsewhere");
            }
            const Body body = body_of(object.box);
            if (!node.fits(body)) {
                return fault("does not fit " + name);
            }
            if (!node.is_leaf() && std::ldexp(1.0, least_exponent(body)) <= node.half) {
                return fault("keeps " + name + ", which fits a child");
            }
            // It must lie in all boxes above it.
            for (std::uint32_t above = number; above != kNoNode; above = nodes_[above].parent) {
                if (!is_inside(object.box, nodes_[above].loose_box()) ||
                    body.extent > nodes_[above].widest) {
                    return fault("has " + name + ", which reaches out of " + std::to_string(above));
                }
            }
        }
        std::uint32_t count = node.size;
        std::uint32_t child_count = 0;
        for (std::size_t octant = 0; octant < 8; ++octant) {
            const std::uint32_t number_of_child = node.children[octant];
            if (number_of_child == kNoNode) {
                continue;
            }
            const Node& child = nodes_[number_of_child];
            if (child.parent != number || node.octant_of(child.centre) != octant ||
                2 * child.half > node.half) {
                return fault("has a child at a wrong place");
            }
            count += child.count;
            ++child_count;
            stack.push_back(number_of_child);
        }
        if (node.count != count || node.child_count != child_count) {
            return fault("counts wrong");
        }
        if (number != kRoot && count == 0) {
            return fault("is empty");
        }
        if (number != kRoot && child_count == 1 && node.size == 0) {
            return fault("has a single child and no object");
        }
        if (!node.is_leaf() && count <= options_.merge_below) {
            return fault("has few objects and is no leaf");
        }
        if (node.is_leaf() && node.size > node.split_above) {
            return fault("has many objects and is a leaf");
        }
    }
    const std::size_t objects = objects_.size() - free_objects_.size();
    return in_lists == objects && objects == size() ? "" : "an object is in no list";
}

}  // namespace halfspace
