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

#include "math/shared/simd.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
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

// A box that many boxes are compared with, for `touch`. Its lanes lie as the first and the last
// four numbers of a Box do; the fourth lane passes every number.
struct WantedBox {
    Float4 hi;  // x, y, z, any
    Float4 lo;  // any, x, y, z

    explicit WantedBox(const BoxIndex::Box& box) : WantedBox(box.lo, box.hi) {}
    WantedBox(const std::array<float, 3>& low, const std::array<float, 3>& high)
        : hi{high[0], high[1], high[2], kAny}, lo{-kAny, low[0], low[1], low[2]} {}

private:
    static constexpr float kAny = std::numeric_limits<float>::infinity();
};

// True if the boxes share a point.
inline bool touch(const WantedBox& wanted, const BoxIndex::Box& box) {
    static_assert(sizeof(box) == 24);
    const char* const numbers = reinterpret_cast<const char*>(&box);
    Float4 low;   // of lo: x, y, z; of hi: x
    Float4 high;  // of lo: z; of hi: x, y, z
    std::memcpy(&low, numbers, sizeof(low));
    std::memcpy(&high, numbers + 8, sizeof(high));
    return is_none((low > wanted.hi) | (wanted.lo > high));
}

// A box of floats around the box. Coordinates beyond the floats become the largest float.
BoxIndex::Box rounded_outwards(const Aabb& box);

// The box of doubles for `touch`. A leaf is at least a unit larger than its box. So nearest floats
// find all that the box touches, where floats are less than a unit apart.
inline WantedBox wanted_box(const Vec3& min, const Vec3& max) {
    constexpr double kDense = 0x1p22;
    const bool is_dense = (min.x > -kDense) & (max.x < kDense) & (min.y > -kDense) &
                          (max.y < kDense) & (min.z > -kDense) & (max.z < kDense);
    if (!is_dense) {
        return WantedBox(rounded_outwards({min, max}));
    }
    const auto rounded = [](const Vec3& p) {
        return std::array{
            static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
    };
    return {rounded(min), rounded(max)};
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
    std::array<std::uint32_t, kMaxDepth + 2> waiting;
    std::size_t count = 0;
    std::uint32_t at = root_;
    // One jump for each node that the processor may guess wrong: whether a child passes.
    for (;;) {
        if ((at & kObject) != 0) {
            visit(at & ~kObject);
        } else {
            const Node& node = nodes_[at];
            const bool is_first = passes(node.boxes[0]);
            const bool is_second = passes(node.boxes[1]);
            if (is_first | is_second) {
                waiting[count] = node.child[1];
                count += static_cast<std::size_t>(is_first & is_second);
                at = node.child[is_first ? 0 : 1];
                continue;
            }
        }
        if (count == 0) {
            return;
        }
        at = waiting[--count];
    }
}

}  // namespace halfspace
