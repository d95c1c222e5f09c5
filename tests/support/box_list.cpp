// SPDX-License-Identifier: MIT
#include "support/box_list.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace halfspace::test {
namespace {

constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

double gap(const Aabb& a, const Aabb& b, std::size_t axis) {
    return std::max(a.min[axis] - b.max[axis], b.min[axis] - a.max[axis]);
}

bool is_in_view(const Frustum& frustum, const Aabb& box) {
    return std::ranges::none_of(frustum.planes, [&](const Plane& plane) {
        double farthest = -std::numeric_limits<double>::infinity();
        for (unsigned corner = 0; corner < 8; ++corner) {
            const Vec3 p{(corner & 1) != 0 ? box.max.x : box.min.x,
                         (corner & 2) != 0 ? box.max.y : box.min.y,
                         (corner & 4) != 0 ? box.max.z : box.min.z};
            farthest = std::max(farthest, dot(plane.n, p));
        }
        return farthest < plane.d;
    });
}

}  // namespace

void BoxList::set(ObjectId id, const Aabb& box) {
    if (!holds(id)) {
        places_.resize(std::max<std::size_t>(places_.size(), id.value + 1), kNowhere);
        boxes_.resize(places_.size());
        places_[id.value] = ids_.size();
        ids_.push_back(id);
    }
    boxes_[id.value] = box;
}

void BoxList::erase(ObjectId id) {
    const std::size_t place = places_[id.value];
    ids_[place] = ids_.back();
    places_[ids_.back().value] = place;
    places_[id.value] = kNowhere;
    ids_.pop_back();
}

bool BoxList::holds(ObjectId id) const {
    return id.value < places_.size() && places_[id.value] != kNowhere;
}

ObjectId BoxList::any(Random& random) const {
    const auto last = static_cast<std::int64_t>(ids_.size()) - 1;
    return ids_[static_cast<std::size_t>(random.integer(0, last))];
}

template <class Test>
std::vector<ObjectId> BoxList::those(const Test& test) const {
    std::vector<ObjectId> found;
    std::ranges::copy_if(
        ids_, std::back_inserter(found), [&](ObjectId id) { return test(boxes_[id.value]); });
    std::ranges::sort(found);
    return found;
}

std::vector<ObjectId> BoxList::in_box(const Aabb& box) const {
    return those([&](const Aabb& each) { return touch(each, box); });
}

std::vector<ObjectId> BoxList::in_sphere(const Vec3& centre, double radius) const {
    return those([&](const Aabb& each) {
        const Vec3 near = max(each.min, min(each.max, centre));
        return dot(near - centre, near - centre) <= radius * radius;
    });
}

std::vector<ObjectId> BoxList::in_view(const Frustum& frustum) const {
    return those([&](const Aabb& each) { return is_in_view(frustum, each); });
}

// On each axis the segment is between two sides of a box from one fraction to another.
std::vector<ObjectHit> BoxList::on_segment(const Vec3& from, const Vec3& to) const {
    std::vector<ObjectHit> found;
    for (const ObjectId id : ids_) {
        const Aabb& box = boxes_[id.value];
        double first = 0;
        double last = 1;
        bool is_out = false;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double way = to[axis] - from[axis];
            if (way == 0) {
                is_out |= from[axis] < box.min[axis] || from[axis] > box.max[axis];
                continue;
            }
            const double a = (box.min[axis] - from[axis]) / way;
            const double b = (box.max[axis] - from[axis]) / way;
            first = std::max(first, std::min(a, b));
            last = std::min(last, std::max(a, b));
        }
        if (!is_out && first <= last) {
            found.push_back({id, first});
        }
    }
    std::ranges::sort(found, [](const ObjectHit& a, const ObjectHit& b) {
        return a.fraction != b.fraction ? a.fraction < b.fraction : a.id < b.id;
    });
    return found;
}

std::vector<ObjectPair> BoxList::near_pairs(double margin) const {
    std::vector<ObjectPair> pairs;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
        const Aabb& a = boxes_[ids_[i].value];
        for (std::size_t k = i + 1; k < ids_.size(); ++k) {
            const Aabb& b = boxes_[ids_[k].value];
            if (gap(a, b, 0) <= margin && gap(a, b, 1) <= margin && gap(a, b, 2) <= margin) {
                pairs.push_back({std::min(ids_[i], ids_[k]), std::max(ids_[i], ids_[k])});
            }
        }
    }
    std::ranges::sort(pairs);
    return pairs;
}

}  // namespace halfspace::test
