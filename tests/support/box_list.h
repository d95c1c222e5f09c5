// SPDX-License-Identifier: MIT
// Objects with boxes in a plain list: the truth that the answers of an Octree are compared with.
// Each answer looks at every box.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/math/frustum.h"
#include "halfspace/spatial/octree.h"

#include "support/random.h"

#include <cstddef>
#include <vector>

namespace halfspace::test {

class BoxList {
public:
    // Adds an object, or gives one another box.
    void set(ObjectId id, const Aabb& box);
    // REQUIRES: the list holds the object.
    void erase(ObjectId id);

    bool holds(ObjectId id) const;
    std::size_t size() const { return ids_.size(); }
    // In no order.
    const std::vector<ObjectId>& ids() const { return ids_; }
    // REQUIRES: the list holds the object.
    const Aabb& box(ObjectId id) const { return boxes_[id.value]; }
    // REQUIRES: the list is not empty.
    ObjectId any(Random& random) const;

    // As those of Octree, in the same order.
    std::vector<ObjectId> in_box(const Aabb& box) const;
    std::vector<ObjectId> in_sphere(const Vec3& centre, double radius) const;
    std::vector<ObjectId> in_view(const Frustum& frustum) const;
    std::vector<ObjectHit> on_segment(const Vec3& from, const Vec3& to) const;
    std::vector<ObjectPair> near_pairs(double margin) const;

private:
    template <class Test>
    std::vector<ObjectId> those(const Test& test) const;

    std::vector<ObjectId> ids_;
    std::vector<std::size_t> places_;  // by id: its index in ids_, or ids_.max_size()
    std::vector<Aabb> boxes_;          // by id
};

}  // namespace halfspace::test
