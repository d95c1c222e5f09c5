// SPDX-License-Identifier: MIT
// A tree of boxes that come, move and go: which of them may touch a box or a motion? A binary tree
// whose nodes hold the boxes of both children, balanced by height. A box that moves within its leaf
// changes nothing; a leaf is a little larger than its box.
//
// Source: Catto, Dynamic Bounding Volume Hierarchies, GDC 2019. Ours keeps the boxes of both
// children in their parent: one cache line for each visited node.
#pragma once

#include "halfspace/level/tree_records.h"
#include "halfspace/math/aabb.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace {

// Takes memory for so many elements; more, so that many small steps stay cheap.
template <class Element>
void reserve_at_least(std::vector<Element>& list, std::size_t count) {
    if (list.capacity() < count) {
        list.reserve(std::max(count, 2 * list.capacity()));
    }
}

class BoxIndex {
public:
    // A box of floats that holds a box of doubles.
    struct Box {
        std::array<float, 3> lo{};
        std::array<float, 3> hi{};
    };

    bool empty() const { return root_ == kNone; }

    // Takes memory for objects with numbers below `count`. Their changes then allocate nothing.
    void make_room(std::size_t count) {
        reserve_at_least(nodes_, count);
        reserve_at_least(free_nodes_, count);
        reserve_at_least(parents_, count);
    }

    // Adds the object. REQUIRES: no other object has this number.
    void insert(std::uint32_t object, const Aabb& box);
    // REQUIRES of both: the object is in the tree.
    void update(std::uint32_t object, const Aabb& box);
    void remove(std::uint32_t object);

    // Calls visit(object) for each object whose leaf passes. passes(box): false only if nothing in
    // the box is wanted.
    template <class Passes, class Visit>
    void visit(const Passes& passes, const Visit& visit) const;

private:
    struct Node {
        std::array<Box, 2> boxes;  // of the children
        std::array<std::uint32_t, 2> child{kNone, kNone};
        std::uint32_t parent = kNone;
        std::uint32_t height = 1;  // of the tallest way down to an object
    };
    // A child is an object if this bit is set.
    static constexpr std::uint32_t kObject = 1u << 31;
    // Heights differ by at most one, so a tree of 2^31 objects is at most 1.44 * 31 nodes high.
    static constexpr std::size_t kMaxDepth = 48;

    std::uint32_t height(std::uint32_t child) const;
    std::uint32_t new_node();
    std::size_t slot_of(std::uint32_t node, std::uint32_t child) const;
    void set_parent(std::uint32_t child, std::uint32_t parent);
    void put(std::uint32_t node, std::size_t slot, std::uint32_t child, const Box& box);
    void replace(std::uint32_t parent, std::uint32_t old_child, std::uint32_t child);
    std::uint32_t balanced(std::uint32_t node);
    void repair(std::uint32_t node);

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> free_nodes_;
    std::vector<std::uint32_t> parents_;  // of objects
    std::uint32_t root_ = kNone;          // a node or an object
    Box root_box_;                        // of the only object
};

// True if the boxes share a point.
inline bool touch(const BoxIndex::Box& a, const BoxIndex::Box& b) {
    return (static_cast<unsigned>(a.lo[0] <= b.hi[0]) & static_cast<unsigned>(b.lo[0] <= a.hi[0]) &
            static_cast<unsigned>(a.lo[1] <= b.hi[1]) & static_cast<unsigned>(b.lo[1] <= a.hi[1]) &
            static_cast<unsigned>(a.lo[2] <= b.hi[2]) &
            static_cast<unsigned>(b.lo[2] <= a.hi[2])) != 0;
}

// A box of floats around the box. Coordinates beyond the floats become the largest float.
BoxIndex::Box rounded_outwards(const Aabb& box);

// A box of floats for `visit`. A leaf is at least a unit larger than its box. So nearest floats
// find all that the box touches, where floats are less than a unit apart.
inline BoxIndex::Box rounded_for_visit(const Aabb& box) {
    constexpr double kDense = 0x1p22;
    const bool is_dense = (box.min.x > -kDense) & (box.max.x < kDense) & (box.min.y > -kDense) &
                          (box.max.y < kDense) & (box.min.z > -kDense) & (box.max.z < kDense);
    if (!is_dense) {
        return rounded_outwards(box);
    }
    const auto rounded = [](const Vec3& p) {
        return std::array{
            static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
    };
    return {rounded(box.min), rounded(box.max)};
}

template <class Passes, class Visit>
void BoxIndex::visit(const Passes& passes, const Visit& visit) const {
    if (root_ == kNone) {
        return;
    }
    if ((root_ & kObject) != 0) {
        if (passes(root_box_)) {
            visit(root_ & ~kObject);
        }
        return;
    }
    std::array<std::uint32_t, kMaxDepth + 1> waiting;
    std::size_t count = 0;
    std::uint32_t at = root_;
    for (;;) {
        const Node& node = nodes_[at];
        std::uint32_t next = kNone;
        for (std::size_t slot = 0; slot < 2; ++slot) {
            if (!passes(node.boxes[slot])) {
                continue;
            }
            const std::uint32_t child = node.child[slot];
            if ((child & kObject) != 0) {
                visit(child & ~kObject);
            } else if (next == kNone) {
                next = child;
            } else {
                waiting[count++] = child;
            }
        }
        if (next == kNone) {
            if (count == 0) {
                return;
            }
            next = waiting[--count];
        }
        at = next;
    }
}

}  // namespace halfspace
