// SPDX-License-Identifier: MIT
#include "halfspace/spatial/octree.h"

#include "halfspace_spatial.h"
#include "handle.h"
#include "spatial.h"

#include <cstddef>
#include <new>
#include <span>
#include <utility>

struct halfspace_octree {
    halfspace::Octree tree;
};

namespace halfspace::c {
namespace {

static_assert(kIsSame<Aabb, double[6]> && offsetof(Aabb, max) == 3 * sizeof(double));
static_assert(kIsSame<ObjectPair, halfspace_octree_pair> &&
              offsetof(ObjectPair, b) == offsetof(halfspace_octree_pair, b));
static_assert(kIsSame<ObjectHit, halfspace_octree_hit> &&
              offsetof(ObjectHit, fraction) == offsetof(halfspace_octree_hit, fraction));

ObjectData data_from(const halfspace_octree_data& data) {
    return {data.user, data.mask};
}

template <class Value, class Failure>
halfspace_status status_of_result(const std::expected<Value, Failure>& result) {
    return result ? HALFSPACE_OK : HALFSPACE_BAD_ARGUMENT;
}

}  // namespace
}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_octree* halfspace_new_octree(const halfspace_octree_options* options) {
    return pointer_of([&]() -> halfspace_octree* {
        OctreeOptions wanted;
        if (options != nullptr) {
            wanted = {options->smallest_cell, options->split_above, options->merge_below};
        }
        auto made = Octree::create(wanted);
        return made ? new halfspace_octree{*std::move(made)} : nullptr;
    });
}

void halfspace_free_octree(halfspace_octree* octree) {
    delete octree;
}

halfspace_answer* halfspace_new_answer() {
    return new (std::nothrow) halfspace_answer;
}

void halfspace_free_answer(halfspace_answer* answer) {
    delete answer;
}

halfspace_status halfspace_octree_insert(halfspace_octree* octree,
                                         const double min[3],
                                         const double max[3],
                                         const halfspace_octree_data* data,
                                         uint32_t* id) {
    if (octree == nullptr || !is_point(min) || !is_point(max) || id == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        const auto made = octree->tree.insert(box_from(min, max),
                                              data == nullptr ? ObjectData{} : data_from(*data));
        if (made) {
            *id = made->value;
        }
        return status_of_result(made);
    });
}

halfspace_status halfspace_octree_update(halfspace_octree* octree,
                                         uint32_t id,
                                         const double min[3],
                                         const double max[3]) {
    if (octree == nullptr || !is_point(min) || !is_point(max)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of(
        [&] { return status_of_result(octree->tree.update(ObjectId(id), box_from(min, max))); });
}

halfspace_status halfspace_octree_update_all(halfspace_octree* octree,
                                             const uint32_t* ids,
                                             const double* boxes,
                                             size_t count) {
    if (octree == nullptr || (count > 0 && ids == nullptr) || !are_segments(boxes, count)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        const std::span objects(reinterpret_cast<const ObjectId*>(ids), count);
        const std::span wanted(reinterpret_cast<const Aabb*>(boxes), count);
        return status_of_result(octree->tree.update_all(objects, wanted));
    });
}

halfspace_status halfspace_octree_remove(halfspace_octree* octree, uint32_t id) {
    if (octree == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        return octree->tree.remove(ObjectId(id)) ? HALFSPACE_OK : HALFSPACE_NOT_FOUND;
    });
}

halfspace_status halfspace_octree_box(const halfspace_octree* octree,
                                      uint32_t id,
                                      double min[3],
                                      double max[3]) {
    if (octree == nullptr || min == nullptr || max == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (!octree->tree.holds(ObjectId(id))) {
        return HALFSPACE_NOT_FOUND;
    }
    const Aabb box = octree->tree.box(ObjectId(id));
    store(box.min, min);
    store(box.max, max);
    return HALFSPACE_OK;
}

halfspace_status halfspace_octree_data_of(const halfspace_octree* octree,
                                          uint32_t id,
                                          halfspace_octree_data* data) {
    if (octree == nullptr || data == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (!octree->tree.holds(ObjectId(id))) {
        return HALFSPACE_NOT_FOUND;
    }
    *data = {octree->tree.user(ObjectId(id)), octree->tree.mask(ObjectId(id)), 0};
    return HALFSPACE_OK;
}

halfspace_status halfspace_octree_set_data(halfspace_octree* octree,
                                           uint32_t id,
                                           const halfspace_octree_data* data) {
    if (octree == nullptr || data == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (!octree->tree.holds(ObjectId(id))) {
        return HALFSPACE_NOT_FOUND;
    }
    return status_of([&]() -> halfspace_status {
        octree->tree.set_user(ObjectId(id), data->user);
        octree->tree.set_mask(ObjectId(id), data->mask);
        return HALFSPACE_OK;
    });
}

size_t halfspace_octree_size(const halfspace_octree* octree) {
    return octree == nullptr ? 0 : octree->tree.size();
}

halfspace_status halfspace_octree_in_box(const halfspace_octree* octree,
                                         const double min[3],
                                         const double max[3],
                                         uint32_t mask,
                                         halfspace_answer* answer,
                                         const uint32_t** ids,
                                         size_t* count) {
    if (!is_point(min) || !is_point(max)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return answer_of(octree, answer, ids, count, [&](const Octree& tree, QueryScratch& scratch) {
        return tree.in_box(box_from(min, max), scratch, mask);
    });
}

halfspace_status halfspace_octree_in_sphere(const halfspace_octree* octree,
                                            const double centre[3],
                                            double radius,
                                            uint32_t mask,
                                            halfspace_answer* answer,
                                            const uint32_t** ids,
                                            size_t* count) {
    if (!is_point(centre) || !is_distance(radius)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return answer_of(octree, answer, ids, count, [&](const Octree& tree, QueryScratch& scratch) {
        return tree.in_sphere(vec3(centre), radius, scratch, mask);
    });
}

halfspace_status halfspace_octree_in_view(const halfspace_octree* octree,
                                          const halfspace_frustum* frustum,
                                          uint32_t mask,
                                          halfspace_answer* answer,
                                          const uint32_t** ids,
                                          size_t* count) {
    if (frustum == nullptr || !is_frustum(*frustum)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return answer_of(octree, answer, ids, count, [&](const Octree& tree, QueryScratch& scratch) {
        return tree.in_view(frustum_from(*frustum), scratch, mask);
    });
}

halfspace_status halfspace_octree_on_segment(const halfspace_octree* octree,
                                             const double from[3],
                                             const double to[3],
                                             uint32_t mask,
                                             halfspace_answer* answer,
                                             const halfspace_octree_hit** hits,
                                             size_t* count) {
    if (!is_point(from, kMaxObjectPlace) || !is_point(to, kMaxObjectPlace)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return answer_of(octree, answer, hits, count, [&](const Octree& tree, QueryScratch& scratch) {
        return tree.on_segment(vec3(from), vec3(to), scratch, mask);
    });
}

halfspace_status halfspace_octree_near_pairs(const halfspace_octree* octree,
                                             double margin,
                                             uint32_t mask,
                                             halfspace_answer* answer,
                                             const halfspace_octree_pair** pairs,
                                             size_t* count) {
    if (!is_distance(margin)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return answer_of(octree, answer, pairs, count, [&](const Octree& tree, QueryScratch& scratch) {
        return tree.near_pairs(margin, scratch, mask);
    });
}

halfspace_status halfspace_octree_statistics_of(const halfspace_octree* octree,
                                                halfspace_octree_statistics* statistics) {
    if (octree == nullptr || statistics == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        const Octree::Statistics found = octree->tree.statistics();
        *statistics = {found.nodes, found.deepest, found.bytes, found.entries};
        return HALFSPACE_OK;
    });
}
