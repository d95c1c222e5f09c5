// SPDX-License-Identifier: MIT
// The nodes and the objects of an octree.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/spatial/octree.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace halfspace {

constexpr std::uint32_t kRoot = 0;

// Where an object belongs.
struct Octree::Body {
    Vec3 centre;
    double extent = 0;  // its longest side
};

// Where an object lies. Its box is in the node's list, beside the boxes that questions test with
// it.
struct Octree::Object {
    std::uint32_t node = kNone;  // kNone: the object is not in the tree
    std::uint32_t slot = 0;      // its index in the node's list
};

// Two lines of a processor's cache; an update within the cell reads the first one.
struct alignas(64) Octree::Node {
    // The cell holds p if -half <= p - centre < half on each axis. The root's half is infinite.
    Vec3 centre;
    double half = 0;
    // The boxes of all objects in the node and below it reach at most this far from the centre, on
    // each axis.
    double reach = 0;
    // No object in the node or below it has a longer side.
    double widest = 0;
    std::uint32_t parent = kNone;
    std::uint32_t child_count = 0;
    std::uint32_t count = 0;  // objects in the node and below it
    // The list of its own objects: of a leaf all, else those that are too large for its children.
    std::uint32_t first = 0;
    std::uint32_t size = 0;
    std::uint32_t room = 0;
    std::uint32_t split_above = 0;
    // By octant: bit 0 is set where x >= centre.x, bit 1 where y >= centre.y, bit 2 for z.
    std::array<std::uint32_t, 8> children{};

    bool is_leaf() const { return child_count == 0; }

    bool holds(const Vec3& p) const {
        return p.x >= centre.x - half && p.x < centre.x + half && p.y >= centre.y - half &&
               p.y < centre.y + half && p.z >= centre.z - half && p.z < centre.z + half;
    }

    bool fits(const Body& body) const { return body.extent <= 2 * half && holds(body.centre); }

    std::size_t octant_of(const Vec3& p) const {
        return static_cast<std::size_t>(p.x >= centre.x) |
               static_cast<std::size_t>(p.y >= centre.y) << 1 |
               static_cast<std::size_t>(p.z >= centre.z) << 2;
    }

    Aabb loose_box() const {
        const Vec3 by{reach, reach, reach};
        return {centre - by, centre + by};
    }
};

// The changes of an octree.
struct Octree::Editor {
    // The place of an object with this box.
    static Body body_of(const Aabb& box) {
        const Vec3 size = box.max - box.min;
        return {centre_of(box), std::max({size.x, size.y, size.z})};
    }

    static void make_root(Octree& tree);
    static int least_exponent(const Octree& tree, const Body& body);
    static void place(Octree& tree,
                      std::uint32_t object,
                      const Aabb& box,
                      const Body& body,
                      std::uint32_t number);
    static std::uint32_t child_for(Octree& tree, std::uint32_t parent, const Body& body);
    static void shrink_cell(Octree& tree, std::uint32_t number);
    static void split(Octree& tree, std::uint32_t number);
    static void tidy(Octree& tree, std::uint32_t number);
    static void collapse(Octree& tree, std::uint32_t number);
    static void set_box(Octree& tree, std::uint32_t object, const Aabb& box);
    static std::uint32_t new_node(Octree& tree,
                                  std::uint32_t parent,
                                  const Vec3& centre,
                                  double half);
    static void free_node(Octree& tree, std::uint32_t node);
    static void set_cell(Octree& tree, std::uint32_t node, const Vec3& centre, double half);
    static void set_widest(Octree& tree, std::uint32_t number, double widest);
    static void reserve(Octree& tree, std::uint32_t number, std::uint32_t count);
    static void release_list(Octree& tree, std::uint32_t number);
    static void add(Octree& tree, std::uint32_t number, std::uint32_t object, const Aabb& box);
    static void take_out(Octree& tree, std::uint32_t object);
};

// What `holds` says. Here, so that the compiler puts it into every move.
inline bool Octree::has(ObjectId id) const {
    return id.value < objects_.size() && objects_[id.value].node != kNone;
}

}  // namespace halfspace
