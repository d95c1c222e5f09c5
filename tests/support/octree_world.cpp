// SPDX-License-Identifier: MIT
#include "support/octree_world.h"

#include "support/octree_check.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace halfspace::test {
namespace {

constexpr double kExtreme = 1e30;

template <class Value>
bool same(const AnswerList<Value>& a, const std::vector<Value>& b) {
    return std::ranges::equal(a, b);
}

}  // namespace

Aabb box_at(const Vec3& centre, double size) {
    const Vec3 half{size / 2, size / 2, size / 2};
    return {centre - half, centre + half};
}

Octree new_octree(const OctreeOptions& options) {
    auto tree = Octree::create(options);
    return tree ? *std::move(tree) : (std::abort(), *std::move(tree));
}

ObjectId insert(Octree& tree, const Aabb& box) {
    const auto id = tree.insert(box);
    return id ? *id : (std::abort(), *id);
}

OctreeWorld::OctreeWorld(std::uint64_t seed, const OctreeWorldOptions& options)
    : options_(options), random_(seed), tree_(new_octree(options.tree)) {}

void OctreeWorld::fill(std::size_t count) {
    for (; count > 0; --count) {
        insert_one();
    }
}

void OctreeWorld::step() {
    switch (random_.integer(0, 9)) {
        case 0:
            insert_one();
            break;
        case 1:
            if (list_.size() > options_.count || (list_.size() > 0 && random_.one_in(3))) {
                const ObjectId id = list_.any(random_);
                tree_.remove(id);
                list_.erase(id);
            }
            break;
        case 2:  // to another place
            change([&](const Aabb&) { return random_box(); });
            break;
        case 3:  // grown or shrunk
            change(
                [&](const Aabb& box) { return box_at((box.min + box.max) * 0.5, random_size()); });
            break;
        case 4:
            if (options_.has_extremes && random_.one_in(20)) {
                change([&](const Aabb& box) { return moved(box, {kExtreme, 0, -kExtreme}); });
                break;
            }
            [[fallthrough]];
        default:
            change([&](const Aabb& box) { return moved(box, random_place(options_.range / 50)); });
    }
}

std::string OctreeWorld::wrong_answer() {
    if (const std::string fault = OctreeCheck(tree_).first_fault(); !fault.empty()) {
        return fault;
    }
    if (tree_.size() != list_.size()) {
        return "size";
    }
    const double range = options_.range;
    const Aabb box = box_at(random_place(range), random_.real(0, range));
    const ObjectMask mask = random_mask();
    if (!same(tree_.in_box(box, scratch_, mask), wanted(list_.in_box(box), mask))) {
        return "in_box";
    }
    const Vec3 centre = random_place(range);
    const double radius = random_.real(0, range);
    if (!same(tree_.in_sphere(centre, radius, scratch_, mask),
              wanted(list_.in_sphere(centre, radius), mask))) {
        return "in_sphere";
    }
    const Vec3 to = random_place(range);
    std::vector<ObjectHit> hits = list_.on_segment(centre, to);
    std::erase_if(hits, [&](const ObjectHit& hit) { return (masks_[hit.id.value] & mask) == 0; });
    if (!same(tree_.on_segment(centre, to, scratch_, mask), hits)) {
        return "on_segment";
    }
    if (const auto view = look_at(centre, to, random_.real(5, 170), 1.5)) {
        const Frustum frustum = frustum_of(*view);
        if (!same(tree_.in_view(frustum, scratch_, mask), wanted(list_.in_view(frustum), mask))) {
            return "in_view";
        }
    }
    return "";
}

std::string OctreeWorld::wrong_pairs() {
    const double margin = random_.one_in(2) ? 0 : random_.real(0, options_.range / 50);
    const ObjectMask mask = random_mask();
    std::vector<ObjectPair> pairs = list_.near_pairs(margin);
    std::erase_if(pairs, [&](const ObjectPair& pair) {
        return (masks_[pair.a.value] & mask) == 0 || (masks_[pair.b.value] & mask) == 0;
    });
    return same(tree_.near_pairs(margin, scratch_, mask), pairs) ? "" : "near_pairs";
}

Vec3 OctreeWorld::random_place(double range) {
    return {random_.real(-range, range), random_.real(-range, range), random_.real(-range, range)};
}

double OctreeWorld::random_size() {
    if (options_.has_extremes && random_.one_in(2000)) {
        return kExtreme;
    }
    switch (random_.integer(0, 9)) {
        case 0:
            return 0;
        case 1:
            return options_.range * std::exp2(random_.real(-20, options_.has_extremes ? -6 : 1));
        default:
            return options_.range / 100 * random_.real(0.5, 2);
    }
}

Aabb OctreeWorld::random_box() {
    const Vec3 size{random_size(), random_size(), random_size()};
    // Some places are on the edges of cells, some are shared.
    Vec3 centre = random_place(options_.range);
    if (options_.is_in_one_octant) {
        const double shrunk = std::exp2(-random_.real(0, 20));
        centre = Vec3{std::abs(centre.x), std::abs(centre.y), std::abs(centre.z)} * shrunk;
    }
    if (random_.one_in(4)) {
        const double step = std::exp2(std::floor(std::log2(options_.range)) - 3);
        centre = {std::floor(centre.x / step) * step,
                  std::floor(centre.y / step) * step,
                  std::floor(centre.z / step) * step};
    }
    return {centre - size * 0.5, centre + size * 0.5};
}

void OctreeWorld::insert_one() {
    const Aabb box = random_box();
    const ObjectMask mask = random_mask();
    const ObjectId id = tree_.insert(box, {.mask = mask}).value();
    if (list_.holds(id) || tree_.mask(id) != mask) {
        std::abort();  // the tree gave an id twice, or forgot the mask
    }
    list_.set(id, box);
    masks_.resize(std::max<std::size_t>(masks_.size(), id.value + 1));
    masks_[id.value] = mask;
}

ObjectMask OctreeWorld::random_mask() {
    return options_.has_masks && !random_.one_in(3)
               ? static_cast<ObjectMask>(random_.integer(0, 15))
               : kAllObjects;
}

std::vector<ObjectId> OctreeWorld::wanted(std::vector<ObjectId> ids, ObjectMask mask) const {
    std::erase_if(ids, [&](ObjectId id) { return (masks_[id.value] & mask) == 0; });
    return ids;
}

template <class Change>
void OctreeWorld::change(const Change& changed) {
    if (list_.size() == 0) {
        return;
    }
    const ObjectId id = list_.any(random_);
    const Aabb box = changed(list_.box(id));
    // A box may leave the places that a tree can hold; then the tree and the list keep the old one.
    if (tree_.update(id, box)) {
        list_.set(id, box);
    }
    if (options_.has_masks && random_.one_in(4)) {
        masks_[id.value] = random_mask();
        tree_.set_mask(id, masks_[id.value]);
    }
    if (tree_.box(id) != list_.box(id)) {
        std::abort();
    }
}

}  // namespace halfspace::test
