// SPDX-License-Identifier: MIT
// An octree of things that move: which boxes are here, in view, on a ray, near one another?
//
// The tree needs no size of the world and no depth. It grows, splits, merges and shrinks by itself.
// It serves culling, collision and physics alike.
//
// Words. A cell is a cube whose edge is a power of two and whose corners are multiples of the edge.
// A node has a cell. An object is in a node if the centre of its box is in the cell and no side
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
#include "halfspace/math/aabb.h"
#include "halfspace/math/frustum.h"
#include "halfspace/spatial/query_scratch.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// Coordinates of objects are at most this large.
inline constexpr double kMaxObjectPlace = 1e37;

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

// A question skips the objects whose mask has no bit in common with the question's mask. So an
// object with the mask 0 is never found.
using ObjectMask = std::uint32_t;
inline constexpr ObjectMask kAllObjects = 0xffffffffu;

// What a caller keeps with an object. A tree in which no object has any of it has no memory for it.
struct ObjectData {
    std::uint64_t user = 0;  // the caller's: a pointer, for example, or a handle
    ObjectMask mask = kAllObjects;
};

class Octree {
public:
    // Errors: Range, an option is out of its range.
    static Result<Octree> create(const OctreeOptions& options = {});

    Octree(const Octree&);
    Octree(Octree&&) noexcept;  // the other one is empty then, with its options
    Octree& operator=(const Octree&);
    Octree& operator=(Octree&&) noexcept;
    ~Octree();

    // The boxes are closed; a box may be flat or a point. Errors: Range, if a coordinate is not
    // finite or above kMaxObjectPlace, or if min > max on an axis. Then nothing has changed.
    // Cost: one step for each level of the tree. Allocates only if more memory is used than
    // ever before.
    Result<ObjectId> insert(const Aabb& box, const ObjectData& data = {});
    // Errors: as of insert, and Range, if the tree has no object with this id. Cost: nothing but
    // the new box while the object stays in its cell. Otherwise the levels up to the node that
    // holds both places, and down again.
    Result<void> update(ObjectId id, const Aabb& box);
    // The same for many objects, in this order. Errors: as of update, and Range, if there are not
    // as many boxes as ids; then nothing has changed. Cost: as of an update for each. Where the
    // tree is larger than the processor's cache, it is up to three times faster, because it asks
    // for the memory of the next objects early.
    Result<void> update_all(std::span<const ObjectId> ids, std::span<const Aabb> boxes);
    // False: the tree has no object with this id. The next insert may give the same id again.
    bool remove(ObjectId id);

    // True if an object of the tree has this id.
    bool holds(ObjectId id) const;
    // The number of objects.
    std::size_t size() const;
    // REQUIRES: holds(id).
    Aabb box(ObjectId id) const;
    std::uint64_t user(ObjectId id) const;
    ObjectMask mask(ObjectId id) const;
    void set_user(ObjectId id, std::uint64_t user);
    void set_mask(ObjectId id, ObjectMask mask);

    // Questions. Ids come in ascending order. REQUIRES: no coordinate and no radius is NaN; segment
    // coordinates are at most kMaxObjectPlace. Cost: the nodes whose objects may be found, and
    // their objects. A node that is wholly in the box, in the sphere or in view gives all
    // objects below it without a test. Stack: at most 64 kB.

    // The objects whose boxes touch a closed box. A box with min > max on an axis finds none.
    AnswerList<ObjectId> in_box(const Aabb& box,
                                QueryScratch& scratch,
                                ObjectMask mask = kAllObjects) const;
    // The objects whose boxes touch a closed ball. REQUIRES: radius >= 0.
    AnswerList<ObjectId> in_sphere(const Vec3& centre,
                                   double radius,
                                   QueryScratch& scratch,
                                   ObjectMask mask = kAllObjects) const;
    // The objects whose boxes are behind none of the planes.
    AnswerList<ObjectId> in_view(const Frustum& frustum,
                                 QueryScratch& scratch,
                                 ObjectMask mask = kAllObjects) const;
    // The objects whose boxes meet the segment, by fraction and then by id.
    AnswerList<ObjectHit> on_segment(const Vec3& from,
                                     const Vec3& to,
                                     QueryScratch& scratch,
                                     ObjectMask mask = kAllObjects) const;
    // All pairs of objects whose boxes are at most `margin` apart on each axis, by a and then by b.
    // The mask must find both. REQUIRES: margin >= 0.
    AnswerList<ObjectPair> near_pairs(double margin,
                                      QueryScratch& scratch,
                                      ObjectMask mask = kAllObjects) const;

    struct Statistics {
        std::size_t nodes = 0;    // the root counts; 0 if there was never an object
        std::size_t deepest = 0;  // the most nodes from the root to a leaf
        std::size_t bytes = 0;    // memory, with what is kept for later use
        // How often an object was put into a node since the tree was made: when it was inserted,
        // when it left its cell, and when a node was split or merged.
        std::uint64_t entries = 0;
    };
    // Cost: all nodes.
    Statistics statistics() const;

private:
    struct Node;
    struct Object;
    struct Body;
    struct Editor;
    class Search;
    friend class OctreeCheck;  // for tests

    explicit Octree(const OctreeOptions& options);
    bool has(ObjectId id) const;

    OctreeOptions options_;
    int smallest_exponent_ = 0;  // the edge of the smallest cells is 2 to this power
    std::vector<Object> objects_;
    std::vector<std::uint32_t> free_objects_;
    // By object. Those behind the end have none of the caller's data.
    std::vector<std::uint64_t> users_;
    std::vector<ObjectMask> masks_;
    std::vector<Node> nodes_;  // the root is the first; the first insert makes it
    std::vector<std::uint32_t> free_nodes_;
    // The lists of all nodes: objects, and their boxes at the same indices. The capacity of a
    // list is a power of two.
    std::vector<std::uint32_t> listed_;
    std::vector<Aabb> boxes_;
    // The first free list with the capacity 2 to the power of the index. listed_ has the first
    // object of the next one at the place of its own first object.
    std::array<std::uint32_t, 32> free_lists_{};
    std::uint64_t entries_ = 0;
};

}  // namespace halfspace
