// SPDX-License-Identifier: MIT
// An octree whose objects are born, move, jump, grow and die at random, and the same objects in a
// list.
#pragma once

#include "halfspace/spatial/octree.h"

#include "support/box_list.h"
#include "support/random.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace halfspace::test {

// A cube.
Aabb box_at(const Vec3& centre, double size);

// REQUIRES: the options are in their ranges.
Octree new_octree(const OctreeOptions& options = {});

// REQUIRES: the box is one.
ObjectId insert(Octree& tree, const Aabb& box);

struct OctreeWorldOptions {
    std::size_t count = 400;    // about so many objects there are after some time
    double range = 1000;        // coordinates are up to this number
    bool has_extremes = false;  // some objects have sizes of 10^30, or move as far
    // New places have positive coordinates of many sizes, so that cells of one octant must grow.
    bool is_in_one_octant = false;
    bool has_masks = false;  // objects and questions have masks of any four bits
    OctreeOptions tree = {};
};

class OctreeWorld {
public:
    OctreeWorld(std::uint64_t seed, const OctreeWorldOptions& options);

    // Inserts objects.
    void fill(std::size_t count);
    // One object is born or dies, moves a little, jumps, or changes its size.
    void step();
    // Empty, or what the tree answers wrong to a random question of each kind but near_pairs, or
    // what is wrong in the tree.
    std::string wrong_answer();
    // The same for near_pairs.
    std::string wrong_pairs();

    const Octree& tree() const { return tree_; }
    const BoxList& list() const { return list_; }

private:
    Vec3 random_place(double range);
    double random_size();
    Aabb random_box();
    void insert_one();
    ObjectMask random_mask();
    // Those of the list's objects that a mask does not skip.
    std::vector<ObjectId> wanted(std::vector<ObjectId> ids, ObjectMask mask) const;
    template <class Change>
    void change(const Change& changed);

    OctreeWorldOptions options_;
    Random random_;
    Octree tree_;
    BoxList list_;
    std::vector<ObjectMask> masks_;  // by id
    QueryScratch scratch_;
};

}  // namespace halfspace::test
