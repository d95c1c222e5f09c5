// SPDX-License-Identifier: MIT
// Trees of boxes: how they are built, and the nodes that queries walk. Triangles and any other
// objects with boxes share them.
//
// Boxes are floats. They hold their objects after a move and a scaling by a power of two, which
// bring the whole into about [-1, 1]: products of coordinates then neither overflow nor vanish.
#pragma once

#include "halfspace/base/executor.h"
#include "halfspace/math/aabb.h"
#include "simd4.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace {

// Where the tree's own coordinates lie: tree = (world - centre) * scale.
struct TreeFrame {
    Vec3 centre;
    double scale = 1;  // a power of two
};

// The frame of a box. The centre is 0 where the box is not far from it: then the subtraction is
// exact. REQUIRES: the box is not empty and its coordinates are at most 1e37.
TreeFrame frame_of(const Aabb& bounds);

// The fourth lanes are 0.
struct FloatBox {
    Float4 lo;
    Float4 hi;
};

// The box in the tree's coordinates, rounded outwards.
FloatBox rounded_outwards(const Aabb& box, const TreeFrame& frame);

// A tree with two children for each node. Nodes 0 to n - 1 are the objects; a node's children have
// smaller numbers than the node; the root is the last.
struct BinaryTree {
    std::vector<FloatBox> boxes;
    // children[i] belongs to node n + i.
    std::vector<std::array<std::uint32_t, 2>> children;
};

// Bottom-up: neighbours along a Morton curve whose common box is the smallest become one, until one
// is left (Meister and Bittner, Parallel Locally-Ordered Clustering for Bounding Volume Hierarchy
// Construction, 2018, section 3). Cost: n log n. The same tree for every executor.
BinaryTree build_by_clusters(std::vector<FloatBox> boxes, const Executor& executor);

// Top-down: the split with the least cost by surface area among 16 planes for each axis (Wald, On
// fast Construction of SAH-based Bounding Volume Hierarchies, 2007). The same tree for every executor.
BinaryTree build_by_area(std::vector<FloatBox> boxes, const Executor& executor);

// No tree is deeper than this. The walks' stacks count on it.
inline constexpr std::uint32_t kDeepestNode = 80;

// A child is a leaf if this bit is set; the other bits are the number of its block.
inline constexpr std::uint32_t kLeafBit = 1U << 31U;
// A slot without a child. Its box has lo > hi, so no walk enters it.
inline constexpr std::uint32_t kNoChild = ~0U;
inline constexpr std::size_t kLeafSize = 4;

struct alignas(64) WideNode {
    // The boxes of the four children: lo[0] holds their smallest x, lo[1] their smallest y.
    std::array<Float4, 3> lo;
    std::array<Float4, 3> hi;
    std::array<std::uint32_t, 4> child;
    std::array<std::uint32_t, 4> unused;
};

struct WideTree {
    // Node 0 is the root. A node comes before its children. Empty if no object is there.
    std::vector<WideNode> nodes;
    // Block i holds objects[4 * i] to objects[4 * i + 3]; kNoChild where it holds fewer.
    std::vector<std::uint32_t> objects;
};

WideTree collapsed(const BinaryTree& tree);

// The cost of a query by surface area: the areas of all inner nodes and of all objects, relative to
// the root's. A measure of a tree's quality: lower is better.
double surface_cost(const BinaryTree& tree);

}  // namespace halfspace
