// SPDX-License-Identifier: MIT
// Trees of boxes: how they are built, and the nodes that queries walk. Triangles and any other
// objects with boxes share them.
//
// Boxes are floats. They hold their objects after a move and a scaling by a power of two, which
// bring the whole into about [-1, 1]: products of coordinates then neither overflow nor vanish.
#pragma once

#include "halfspace/base/executor.h"
#include "halfspace/base/id.h"
#include "halfspace/math/aabb.h"
#include "halfspace/spatial/bvh_options.h"

#include "math/shared/simd.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace halfspace {

// Where the tree's own coordinates lie: tree = (world - centre) * scale.
struct BvhFrame {
    Vec3 centre;
    double scale = 1;  // a power of two

    Vec3 to_tree(const Vec3& world) const { return (world - centre) * scale; }
};

// The frame of a box. The centre is 0 where the box is not far from it: then the subtraction is
// exact. REQUIRES: the box is not empty and its coordinates are at most 1e37.
BvhFrame frame_of(const Aabb& bounds);

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
FloatBox rounded_outwards(const Aabb& box, const BvhFrame& frame);

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
// Construction, 2018, section 3); the last clusters are divided as by build_sah.
// Cost: n log n. The same tree for every executor.
BinaryTree build_ploc(std::span<const FloatBox> boxes, const Executor& executor);

// Top-down: the split with the least cost by surface area, among planes between 16 bins along each
// axis (Wald, On fast Construction of SAH-based Bounding Volume Hierarchies, 2007).
// Cost: n log n. The same tree for every executor.
BinaryTree build_sah(std::span<const FloatBox> boxes, const Executor& executor);

// Divides clusters of objects as build_sah divides objects, and adds the inner nodes to the
// tree. boxes: of all objects. roots: the nodes of the tree that have no parent yet.
void divide_by_sah(BinaryTree& tree,
                   std::span<const FloatBox> boxes,
                   std::span<const std::uint32_t> roots,
                   const Executor& executor);

// A child is a leaf if this bit is set; the other bits are the number of its block.
inline constexpr std::uint32_t kLeafBit = 1U << 31U;
inline constexpr std::size_t kLeafSize = 4;  // objects of a block

struct alignas(64) Bvh4Node {
    // The boxes of the four children: lo[0] holds their smallest x, lo[1] their smallest y.
    std::array<Float4, 3> lo;
    std::array<Float4, 3> hi;
    // kNone for a slot without a child. Its box has lo > hi, so no walk enters it.
    std::array<std::uint32_t, 4> child;
    // The number of the oriented boxes of the children (obb4.h); kNone: none.
    std::uint32_t obbs;
    std::array<std::uint32_t, 3> unused;
};

struct Bvh4 {
    BvhFrame frame;
    FloatBox bounds;  // of all objects
    // Node 0 is the root. A node comes before its children. Empty if there is no object.
    std::vector<Bvh4Node> nodes;
    // Block i holds objects[4 * i] to objects[4 * i + 3]; kNone where it holds fewer.
    std::vector<std::uint32_t> objects;
    std::size_t depth = 0;  // the most nodes from the root to a leaf
};

// The tree with up to four children for each node, without boxes.
Bvh4 collapsed(const BinaryTree& tree, std::size_t objects);

// A tree of the objects, with boxes, in a frame that `boxes` are in.
Bvh4 build_tree(std::span<const FloatBox> boxes,
                const BvhFrame& frame,
                BvhBuilder method,
                const Executor& executor);

// Gives the nodes the boxes of their children, and the tree its bounds. boxes: of all objects.
void fit(Bvh4& tree, std::span<const FloatBox> boxes);

// The box of one child. REQUIRES: the slot has a child.
FloatBox box_of_slot(const Bvh4Node& node, std::size_t slot);

// What a query costs by surface area: the nodes and blocks that a random line is expected to enter
// if it enters the root. Lower is better. REQUIRES: fit.
double surface_cost(const Bvh4& tree);

}  // namespace halfspace
