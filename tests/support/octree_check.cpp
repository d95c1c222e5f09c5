// SPDX-License-Identifier: MIT
#include "support/octree_check.h"

#include "spatial/octree/octree_node.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

namespace halfspace {
// Empty, or what is wrong with an object of a node's list.
std::string OctreeCheck::object_fault(std::uint32_t number, std::uint32_t slot) const {
    const Octree::Node& node = tree_.nodes_[number];
    const std::uint32_t object = tree_.listed_[node.first + slot];
    const Aabb& box = tree_.boxes_[node.first + slot];
    const Octree::Body body = Octree::Editor::body_of(box);
    const std::string name = "object " + std::to_string(object);
    if (tree_.objects_[object].node != number || tree_.objects_[object].slot != slot) {
        return "lists " + name + ", which lies elsewhere";
    }
    if (!node.fits(body)) {
        return "does not fit " + name;
    }
    if (!node.is_leaf() &&
        std::ldexp(1.0, Octree::Editor::least_exponent(tree_, body)) <= node.half) {
        return "keeps " + name + ", which fits a child";
    }
    for (std::uint32_t above = number; above != kNone; above = tree_.nodes_[above].parent) {
        if (!encloses(tree_.nodes_[above].loose_box(), box) ||
            body.extent > tree_.nodes_[above].widest) {
            return "has " + name + ", which reaches out of " + std::to_string(above);
        }
    }
    return "";
}

// Empty, or what is wrong with a node without its objects.
std::string OctreeCheck::node_fault(std::uint32_t number) const {
    const Octree::Node& node = tree_.nodes_[number];
    std::uint32_t count = node.size;
    std::uint32_t child_count = 0;
    for (std::size_t octant = 0; octant < 8; ++octant) {
        if (node.children[octant] == kNone) {
            continue;
        }
        const Octree::Node& child = tree_.nodes_[node.children[octant]];
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
    if (!node.is_leaf() && count <= tree_.options_.merge_below) {
        return "has few objects and is no leaf";
    }
    return node.is_leaf() && node.size > node.split_above ? "has many objects and is a leaf" : "";
}

std::string OctreeCheck::first_fault() const {
    std::size_t in_lists = 0;
    std::vector<std::uint32_t> stack;
    if (!tree_.nodes_.empty()) {
        stack.push_back(kRoot);
    }
    while (!stack.empty()) {
        const std::uint32_t number = stack.back();
        stack.pop_back();
        const Octree::Node& node = tree_.nodes_[number];
        std::string fault = node_fault(number);
        for (std::uint32_t i = 0; i < node.size && fault.empty(); ++i) {
            fault = object_fault(number, i);
        }
        if (!fault.empty()) {
            return "node " + std::to_string(number) + " " + fault;
        }
        in_lists += node.size;
        std::ranges::copy_if(node.children, std::back_inserter(stack), [](std::uint32_t child) {
            return child != kNone;
        });
    }
    const std::size_t objects = tree_.objects_.size() - tree_.free_objects_.size();
    return in_lists == objects && objects == tree_.size() ? "" : "an object is in no list";
}

}  // namespace halfspace
