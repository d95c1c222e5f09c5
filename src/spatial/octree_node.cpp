// SPDX-License-Identifier: MIT
// The memory of an octree: its nodes and their lists.
#include "spatial/octree_node.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace halfspace {
namespace {

// A list has room for at least this many objects.
constexpr std::uint32_t kLeastRoom = 4;

}  // namespace

std::uint32_t Octree::new_node(std::uint32_t parent, const Vec3& centre, double half) {
    std::uint32_t node = 0;
    if (free_nodes_.empty()) {
        node = static_cast<std::uint32_t>(nodes_.size());
        nodes_.emplace_back();
    } else {
        node = free_nodes_.back();
        free_nodes_.pop_back();
        nodes_[node] = {};
    }
    nodes_[node].parent = parent;
    nodes_[node].children.fill(kNoNode);
    nodes_[node].split_above = options_.split_above;
    set_cell(node, centre, half);
    return node;
}

void Octree::free_node(std::uint32_t node) {
    release_list(node);
    free_nodes_.push_back(node);
}

void Octree::set_cell(std::uint32_t node, const Vec3& centre, double half) {
    nodes_[node].centre = centre;
    nodes_[node].half = half;
    set_widest(node, nodes_[node].widest);
}

void Octree::set_widest(std::uint32_t number, double widest) {
    Node& node = nodes_[number];
    node.widest = widest;
    // A box reaches half of its longest side beyond its centre. Its centre and its side are
    // rounded.
    const double rounding = 0x1p-50 * (largest(node.centre) + node.half + widest);
    node.reach = node.half + 0.5 * widest + rounding;
}

// Gives the node's list room for at least `count` objects.
void Octree::reserve(std::uint32_t number, std::uint32_t count) {
    if (count <= nodes_[number].room) {
        return;
    }
    const std::uint32_t room = std::max(kLeastRoom, std::bit_ceil(count));
    std::uint32_t& free = free_lists_[static_cast<std::size_t>(std::countr_zero(room))];
    std::uint32_t first = free;
    if (free == kNoList) {
        first = static_cast<std::uint32_t>(listed_.size());
        listed_.resize(listed_.size() + room);
        boxes_.resize(listed_.size());
    } else {
        free = listed_[first];
    }
    Node& node = nodes_[number];
    std::copy_n(listed_.begin() + node.first, node.size, listed_.begin() + first);
    std::copy_n(boxes_.begin() + node.first, node.size, boxes_.begin() + first);
    const std::uint32_t size = node.size;
    release_list(number);
    node.first = first;
    node.size = size;
    node.room = room;
}

void Octree::release_list(std::uint32_t number) {
    Node& node = nodes_[number];
    if (node.room > 0) {
        std::uint32_t& free = free_lists_[static_cast<std::size_t>(std::countr_zero(node.room))];
        listed_[node.first] = free;
        free = node.first;
    }
    node.first = node.size = node.room = 0;
}

// REQUIRES: the box is none of boxes_.
void Octree::add(std::uint32_t number, std::uint32_t object, const Aabb& box) {
    reserve(number, nodes_[number].size + 1);
    Node& node = nodes_[number];
    objects_[object] = {number, node.size};
    listed_[node.first + node.size] = object;
    boxes_[node.first + node.size] = box;
    ++node.size;
    ++entries_;
}

// Takes the object off the list of its node.
void Octree::take_out(std::uint32_t object) {
    const auto [number, slot] = objects_[object];
    Node& node = nodes_[number];
    --node.size;
    const std::uint32_t last = listed_[node.first + node.size];
    listed_[node.first + slot] = last;
    boxes_[node.first + slot] = boxes_[node.first + node.size];
    objects_[last].slot = slot;
    if (node.size < node.split_above / 4) {
        node.split_above = options_.split_above;
    }
}

}  // namespace halfspace
