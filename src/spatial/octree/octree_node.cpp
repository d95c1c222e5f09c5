// SPDX-License-Identifier: MIT
// The memory of an octree: its nodes and their lists.
#include "spatial/octree/octree_node.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace halfspace {
namespace {

// A list has room for at least this many objects.
constexpr std::uint32_t kMinRoom = 4;

}  // namespace

std::uint32_t Octree::Editor::new_node(Octree& tree,
                                       std::uint32_t parent,
                                       const Vec3& centre,
                                       double half) {
    std::uint32_t node = 0;
    if (tree.free_nodes_.empty()) {
        node = static_cast<std::uint32_t>(tree.nodes_.size());
        tree.nodes_.emplace_back();
    } else {
        node = tree.free_nodes_.back();
        tree.free_nodes_.pop_back();
        tree.nodes_[node] = {};
    }
    tree.nodes_[node].parent = parent;
    tree.nodes_[node].children.fill(kNone);
    tree.nodes_[node].split_above = tree.options_.split_above;
    set_cell(tree, node, centre, half);
    return node;
}

void Octree::Editor::free_node(Octree& tree, std::uint32_t node) {
    release_list(tree, node);
    tree.free_nodes_.push_back(node);
}

void Octree::Editor::set_cell(Octree& tree, std::uint32_t node, const Vec3& centre, double half) {
    tree.nodes_[node].centre = centre;
    tree.nodes_[node].half = half;
    set_widest(tree, node, tree.nodes_[node].widest);
}

void Octree::Editor::set_widest(Octree& tree, std::uint32_t number, double widest) {
    Node& node = tree.nodes_[number];
    node.widest = widest;
    // A box reaches half of its longest side beyond its centre. Its centre and its side are
    // rounded.
    const double rounding = 0x1p-50 * (max_abs(node.centre) + node.half + widest);
    node.reach = node.half + 0.5 * widest + rounding;
}

// Gives the node's list room for at least `count` objects.
void Octree::Editor::reserve(Octree& tree, std::uint32_t number, std::uint32_t count) {
    if (count <= tree.nodes_[number].room) {
        return;
    }
    const std::uint32_t room = std::max(kMinRoom, std::bit_ceil(count));
    std::uint32_t& free = tree.free_lists_[static_cast<std::size_t>(std::countr_zero(room))];
    std::uint32_t first = free;
    if (free == kNone) {
        first = static_cast<std::uint32_t>(tree.listed_.size());
        tree.listed_.resize(tree.listed_.size() + room);
        tree.boxes_.resize(tree.listed_.size());
    } else {
        free = tree.listed_[first];
    }
    Node& node = tree.nodes_[number];
    std::copy_n(tree.listed_.begin() + node.first, node.size, tree.listed_.begin() + first);
    std::copy_n(tree.boxes_.begin() + node.first, node.size, tree.boxes_.begin() + first);
    const std::uint32_t size = node.size;
    release_list(tree, number);
    node.first = first;
    node.size = size;
    node.room = room;
}

void Octree::Editor::release_list(Octree& tree, std::uint32_t number) {
    Node& node = tree.nodes_[number];
    if (node.room > 0) {
        std::uint32_t& free =
            tree.free_lists_[static_cast<std::size_t>(std::countr_zero(node.room))];
        tree.listed_[node.first] = free;
        free = node.first;
    }
    node.first = node.size = node.room = 0;
}

// REQUIRES: the box is none of boxes_.
void Octree::Editor::add(Octree& tree,
                         std::uint32_t number,
                         std::uint32_t object,
                         const Aabb& box) {
    reserve(tree, number, tree.nodes_[number].size + 1);
    Node& node = tree.nodes_[number];
    tree.objects_[object] = {number, node.size};
    tree.listed_[node.first + node.size] = object;
    tree.boxes_[node.first + node.size] = box;
    ++node.size;
    ++tree.entries_;
}

// Takes the object off the list of its node.
void Octree::Editor::take_out(Octree& tree, std::uint32_t object) {
    const auto [number, slot] = tree.objects_[object];
    Node& node = tree.nodes_[number];
    --node.size;
    const std::uint32_t last = tree.listed_[node.first + node.size];
    tree.listed_[node.first + slot] = last;
    tree.boxes_[node.first + slot] = tree.boxes_[node.first + node.size];
    tree.objects_[last].slot = slot;
    if (node.size < node.split_above / 4) {
        node.split_above = tree.options_.split_above;
    }
}

}  // namespace halfspace
