// SPDX-License-Identifier: MIT
// Trees of boxes: how they are built, and the nodes that queries walk. Triangles and any other
// objects with boxes share them.
//
// Boxes are floats. They hold their objects after a move and a scaling by a power of two, which
// bring the whole into about [-1, 1]: products of coordinates then neither overflow nor vanish.
#pragma once

#include "halfspace/base/executor.h"
#include "halfspace/math/aabb.h"
#include "halfspace/spatial/tree_options.h"

#include "simd4.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace halfspace {

// Where the tree's own coordinates lie: tree = (world - centre) * scale.
struct TreeFrame {
    Vec3 centre;
    double scale = 1;  // a power of two

    Vec3 to_tree(const Vec3& world) const { return (world - centre) * scale; }
};

// The frame of a box. The centre is 0 where the box is not far from it: then the subtraction is
// exact. REQUIRES: the box is not empty and its coordinates are at most 1e37.
TreeFrame frame_of(const Aabb& bounds);

// The fourth lanes hold anything.
struct FloatBox {
    Float4 lo = all_lanes(std::numeric_limits<float>::infinity());
    Float4 hi = all_lanes(-std::numeric_limits<float>::infinity());

    void add(const FloatBox& other) {
        lo = lesser(lo, other.lo);
        hi = greater(hi, other.hi);
    }
    // 0 for a point. REQUIRES: the box is not empty.
    float half_area() const {
        const Float4 edge = hi - lo;
        return edge[0] * edge[1] + edge[1] * edge[2] + edge[2] * edge[0];
    }
};

// The box in the tree's coordinates, rounded outwards.
FloatBox rounded_outwards(const Aabb& box, const TreeFrame& frame);

// A tree with two children for each node. Nodes 0 to n - 1 are the n objects; the inner nodes n to
// 2n - 2 follow. The root is the last; a node's number is greater than its children's.
struct BinaryTree {
    // Of node n + i.
    struct Inner {
        FloatBox box;
        std::array<std::uint32_t, 2> children;
    };
    std::vector<Inner> inner;
};

// Bottom-up: of neighbours along a Morton curve, those nearest to one another become one, again and
// again (Meister and Bittner, Parallel Locally-Ordered Clustering for Bounding Volume Hierarchy
// Construction, 2018, section 3); the last clusters are divided as by build_by_area.
// Cost: n log n. The same tree for every executor.
BinaryTree build_by_clusters(std::span<const FloatBox> boxes, const Executor& executor);

// Top-down: the split with the least cost by surface area, among planes between 16 bins along each
// axis (Wald, On fast Construction of SAH-based Bounding Volume Hierarchies, 2007).
// Cost: n log n. The same tree for every executor.
BinaryTree build_by_area(std::span<const FloatBox> boxes, const Executor& executor);

// Divides clusters of objects as build_by_area divides objects, and adds the inner nodes to the
// tree. boxes: of all objects. roots: the nodes of the tree that have no parent yet.
void divide_by_area(BinaryTree& tree,
                    std::span<const FloatBox> boxes,
                    std::span<const std::uint32_t> roots,
                    const Executor& executor);

// A child is a leaf if this bit is set; the other bits are the number of its block.
inline constexpr std::uint32_t kLeafBit = 1U << 31U;
// A slot without a child or without an object. The box of a slot without a child has lo > hi, so no
// walk enters it.
inline constexpr std::uint32_t kNoChild = ~0U;
inline constexpr std::size_t kLeafSize = 4;  // objects of a block

struct alignas(64) WideNode {
    // The boxes of the four children: lo[0] holds their smallest x, lo[1] their smallest y.
    std::array<Float4, 3> lo;
    std::array<Float4, 3> hi;
    std::array<std::uint32_t, 4> child;
    std::array<std::uint32_t, 4> unused;
};

struct WideTree {
    TreeFrame frame;
    // Node 0 is the root. A node comes before its children. Empty if there is no object.
    std::vector<WideNode> nodes;
    // Block i holds objects[4 * i] to objects[4 * i + 3]; kNoChild where it holds fewer.
    std::vector<std::uint32_t> objects;
    std::size_t depth = 0;  // the most nodes from the root to a leaf
};

// The tree with up to four children for each node, without boxes.
WideTree collapsed(const BinaryTree& tree, std::size_t objects);

// A tree of the objects, with boxes, in a frame that `boxes` are in.
WideTree build_tree(std::span<const FloatBox> boxes,
                    const TreeFrame& frame,
                    TreeMethod method,
                    const Executor& executor);

// Gives the nodes the boxes of their children. boxes: of all objects.
void fit(WideTree& tree, std::span<const FloatBox> boxes);

// The box of one child. REQUIRES: the slot has a child.
FloatBox box_of_slot(const WideNode& node, std::size_t slot);
// The box of all children.
FloatBox box_of_node(const WideNode& node);

// What a query costs by surface area: the nodes and blocks that a random line is expected to enter
// if it enters the root. Lower is better. REQUIRES: fit.
double surface_cost(const WideTree& tree);

// body(i) for each i < count, in pieces that the executor may take in parallel.
template <class Body>
void for_pieces(std::size_t count, const Executor& executor, Body&& body) {
    constexpr std::size_t kPiece = 8192;
    executor((count + kPiece - 1) / kPiece, [&](std::size_t piece) {
        const std::size_t to = std::min(count, (piece + 1) * kPiece);
        for (std::size_t i = piece * kPiece; i < to; ++i) {
            body(i);
        }
    });
}

}  // namespace halfspace
