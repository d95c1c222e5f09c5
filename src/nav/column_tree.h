// SPDX-License-Identifier: MIT
// A binary tree of the boxes of polygons, for points and for what is below them. It is smaller than
// AabbBvh (spatial) and calls no std::function: a look straight down meets about twenty nodes.
#pragma once

#include "halfspace/math/aabb.h"

#include "math/shared/simd.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

class ColumnTree {
public:
    ColumnTree() = default;
    // Splits have the least cost by the sum of the sizes in x and y: most questions look along z.
    // Cost: n log^2 n. REQUIRES: finite coordinates below 2^101.
    explicit ColumnTree(std::span<const Aabb> boxes);

    // Calls visit(polygon) for each polygon whose box has (x, y) and meets [low, high] in z.
    template <class Visit>
    void on_column(double x, double y, double low, double high, const Visit& visit) const;

    // Calls visit(polygon) for polygons in an order that is nearly that of their distance to p. It
    // leaves out those whose box is farther away than limit(), which may fall meanwhile.
    template <class Limit, class Visit>
    void near(const Vec3& p, const Limit& limit, const Visit& visit) const;

private:
    // The boxes of two children in floats, rounded outwards. A child below kLeaf is a node, else
    // kLeaf + a polygon. Lanes 0 and 2 belong to child 0, lanes 1 and 3 to child 1.
    struct Node {
        Float4 min{};  // x, x, y, y
        Float4 max{};  // x, x, y, y
        Float4 z{};    // min, min, -max, -max
        std::array<std::uint32_t, 2> children{};

        void set_box(std::size_t child, const Aabb& box);
        double distance(std::size_t child, const Vec3& p) const;
    };
    // A column as a node compares it. No float lies between a double and its rounding: so floats
    // compare as the doubles do.
    struct Column {
        Column(double x, double y, double low, double high);

        // Bit i is set if the column meets the box of child i.
        std::uint32_t met(const Node& node) const {
            const std::uint32_t lanes =
                bits_of((node.min <= from) & (to <= node.max) & (node.z <= z));
            return lanes & lanes >> 2U;
        }

        Float4 from;  // x, x, y, y, rounded down
        Float4 to;    // rounded up
        Float4 z;     // high, high, -low, -low
    };
    static constexpr std::uint32_t kLeaf = 0x80000000u;
    // A subtree of n polygons is at most this deep: see split_of.
    static constexpr std::size_t kMaxDepth = 96;

    struct Builder;

    std::vector<Node> nodes_;  // node 0 is the root; none for fewer than two polygons
    std::size_t count_ = 0;    // of polygons
};

template <class Visit>
void ColumnTree::on_column(double x, double y, double low, double high, const Visit& visit) const {
    if (count_ == 1) {
        visit(0u);
    }
    if (nodes_.empty()) {
        return;
    }
    const Column column(x, y, low, high);
    std::array<std::uint32_t, kMaxDepth + 1> stack;
    std::size_t size = 0;
    stack[size++] = 0;
    while (size > 0) {
        const Node& node = nodes_[stack[--size]];
        const std::uint32_t met = column.met(node);
        for (std::size_t i = 0; i < 2; ++i) {
            if ((met >> i & 1U) == 0) {
                continue;
            }
            if (node.children[i] >= kLeaf) {
                visit(node.children[i] - kLeaf);
            } else {
                stack[size++] = node.children[i];
            }
        }
    }
}

template <class Limit, class Visit>
void ColumnTree::near(const Vec3& p, const Limit& limit, const Visit& visit) const {
    if (count_ == 1) {
        visit(0u);
    }
    if (nodes_.empty()) {
        return;
    }
    struct Entry {
        double distance;
        std::uint32_t child;
    };
    std::array<Entry, kMaxDepth + 1> stack;
    std::size_t size = 0;
    stack[size++] = {0, 0};
    while (size > 0) {
        const Entry entry = stack[--size];
        if (entry.distance > limit()) {
            continue;
        }
        if (entry.child >= kLeaf) {
            visit(entry.child - kLeaf);
            continue;
        }
        const Node& node = nodes_[entry.child];
        const std::array<double, 2> distances{node.distance(0, p), node.distance(1, p)};
        const std::size_t first = distances[1] < distances[0] ? 1 : 0;
        stack[size++] = {distances[1 - first], node.children[1 - first]};
        stack[size++] = {distances[first], node.children[first]};
    }
}

}  // namespace halfspace
