// SPDX-License-Identifier: MIT
// An octree of things that move: which boxes are here, in view, on a ray, near one another?
//
// The tree needs no size of the world and no depth. It grows, splits, merges and shrinks by itself.
// It serves culling, collision and physics alike.
//
// Words. A cell is a cube whose edge is a power of two and whose corners are multiples of the edge.
// A node has a cell. An object lies in a node if the centre of its box is in the cell and no side
// of its box is longer than the cell's edge. So the box reaches at most half an edge out of the
// cell: the tree is loose (Ulrich, Loose Octrees, Game Programming Gems, 2000). An object that
// moves within its cell changes nothing in the tree. A child's cell may be many times smaller than
// its parent's: chains of nodes with a single child do not exist. The root's cell is all of space.
// docs/decisions/0042-a-loose-octree.md says why.
//
// Every answer depends on the boxes and the ids of the objects alone, not on what was inserted,
// moved or removed before.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/id.h"
#include "halfspace/math/aabb.h"
#include "halfspace/math/frustum.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace halfspace {

using ObjectId = Id<struct ObjectTag>;  // an object of an Octree

// Coordinates of objects are at most this large.
inline constexpr double kMostObjectPlace = 1e37;

struct OctreeOptions {
    // The edges of cells are at least this long, rounded up to a power of two [units, 1e-30 to
    // 1e30]. Many objects at one position then share a cell.
    double smallest_cell = 0.1;
    // A leaf with more objects becomes a node with children [2 to 1000]. Higher: fewer nodes and
    // cheaper moves; queries test more boxes.
    std::uint32_t split_above = 32;
    // A node with this many objects below it, or fewer, becomes a leaf [0 to split_above / 2].
    // Higher: fewer nodes; objects that come and go split and merge it more often.
    std::uint32_t merge_below = 12;
};

struct ObjectPair {
    ObjectId a;  // the smaller id
    ObjectId b;

    friend auto operator<=>(const ObjectPair&, const ObjectPair&) = default;
};

struct ObjectHit {
    ObjectId id;
    // How far along the segment it enters the box: 0 at its start, also if it starts inside.
    double fraction = 0;

    friend bool operator==(const ObjectHit&, const ObjectHit&) = default;
};

// Memory for questions. Each thread has one of its own. An answer lies in it until the next
// question. Once it is large enough, questions allocate nothing.
struct OctreeRoom {
    std::vector<ObjectId> ids;
    std::vector<ObjectPair> pairs;
    std::vector<ObjectHit> hits;
    std::vector<std::uint64_t> marks;  // a bit for each object; all are 0 between questions
};

class Octree {
public:
    // Errors: Range, an option is out of its range.
    static Result<Octree> create(const OctreeOptions& options = {});

    Octree(const Octree&);
    Octree(Octree&&) noexcept;
    Octree& operator=(const Octree&);
    Octree& operator=(Octree&&) noexcept;
    ~Octree();

    // The boxes are closed; a box may be flat or a point. Errors: Range, if a coordinate is not
    // finite or above kMostObjectPlace, or if min > max on an axis. Then nothing has changed.
    // Cost: one step for each level of the tree. Allocates only if more memory is used than
    // ever before.
    Result<ObjectId> insert(const Aabb& box);
    // REQUIRES of update, update_all, remove and box: an id is that of an object in the tree.
    //
    // Cost: nothing but the new box while the object stays in its cell. Otherwise the levels up to
    // the node that holds both places, and down again.
    Result<void> update(ObjectId id, const Aabb& box);
    // The same for many objects, in this order. REQUIRES: as many boxes as ids. Errors: as of
    // update; then nothing has changed. Cost: that of an update for each. Where the tree is larger
    // than the processor's cache, it is up to three times faster, because it asks for the memory of
    // the next objects early.
    Result<void> update_all(std::span<const ObjectId> ids, std::span<const Aabb> boxes);
    // The next insert may give the same id again.
    void remove(ObjectId id);

    Aabb box(ObjectId id) const;
    // True if an object of the tree has this id.
    bool holds(ObjectId id) const;
    // The number of objects.
    std::size_t size() const;

    // Questions. Ids come in ascending order. REQUIRES: no coordinate and no radius is NaN; those
    // of a segment are at most kMostObjectPlace. Cost: the nodes whose objects may be found, and
    // their objects. A node that lies in the box, in the sphere or in view as a whole gives all
    // objects below it without a test. Stack: at most 64 kB.

    // The objects whose boxes touch a closed box. A box with min > max on an axis finds none.
    std::span<const ObjectId> in_box(const Aabb& box, OctreeRoom& room) const;
    // The objects whose boxes touch a closed ball. REQUIRES: radius >= 0.
    std::span<const ObjectId> in_sphere(const Vec3& centre, double radius, OctreeRoom& room) const;
    // The objects whose boxes lie behind none of the planes.
    std::span<const ObjectId> in_view(const Frustum& frustum, OctreeRoom& room) const;
    // The objects whose boxes meet the segment, by fraction and then by id.
    std::span<const ObjectHit> on_segment(const Vec3& src,
                                          const Vec3& dest,
                                          OctreeRoom& room) const;
    // All pairs of objects whose boxes are at most `margin` apart on each axis, by a and then by b.
    // REQUIRES: margin >= 0.
    std::span<const ObjectPair> near_pairs(double margin, OctreeRoom& room) const;

    struct Statistics {
        std::size_t nodes = 0;    // the root counts
        std::size_t deepest = 0;  // the most nodes from the root to a leaf
        std::size_t bytes = 0;    // memory, with what is kept for later use
        // How often an object was put into a node since the tree was made: when it was inserted,
        // when it left its cell, and when a node was split or merged.
        std::uint64_t entries = 0;
    };
    // Cost: all nodes.
    Statistics statistics() const;
    // Empty, or what is wrong in the tree: for tests of this class. Cost: all nodes and objects.
    std::string first_fault() const;

private:
    struct Node;
    struct Object;
    struct Body;
    class Search;

    explicit Octree(const OctreeOptions& options);

    static Body body_of(const Aabb& box);
    void set_box(std::uint32_t object, const Aabb& box);
    int least_exponent(const Body& body) const;
    std::uint32_t new_node(std::uint32_t parent, const Vec3& centre, double half);
    void free_node(std::uint32_t node);
    void set_cell(std::uint32_t node, const Vec3& centre, double half);
    void set_widest(std::uint32_t node, double widest);
    void reserve(std::uint32_t node, std::uint32_t count);
    void release_list(std::uint32_t node);
    void add(std::uint32_t node, std::uint32_t object, const Aabb& box);
    void take_out(std::uint32_t object);
    void place(std::uint32_t object, const Aabb& box, const Body& body, std::uint32_t node);
    std::uint32_t child_for(std::uint32_t parent, const Body& body);
    void shrink_cell(std::uint32_t node);
    void split(std::uint32_t node);
    void tidy(std::uint32_t node);
    void collapse(std::uint32_t node);
    std::string object_fault(std::uint32_t node, std::uint32_t slot) const;
    std::string node_fault(std::uint32_t node) const;

    OctreeOptions options_;
    int smallest_exponent_ = 0;  // the edge of the smallest cells is 2 to this power
    std::vector<Object> objects_;
    std::vector<std::uint32_t> free_objects_;
    std::vector<Node> nodes_;  // the root is the first
    std::vector<std::uint32_t> free_nodes_;
    // The lists of all nodes: objects, and their boxes at the same indices. A list has room for a
    // power of two.
    std::vector<std::uint32_t> listed_;
    std::vector<Aabb> boxes_;
    // The first free list with room for 2 to the power of the index. listed_ has the first object
    // of the next one at the place of its own first object.
    std::array<std::uint32_t, 32> free_lists_{};
    std::uint64_t entries_ = 0;
};

}  // namespace halfspace
