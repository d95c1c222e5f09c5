// SPDX-License-Identifier: MIT
#include "halfspace/spatial/aabb_bvh.h"

#include "spatial/bvh/bvh4_queries.h"

#include <cassert>
#include <string>
#include <utility>

namespace halfspace {

struct AabbBvh::Data {
    std::vector<Aabb> boxes;
    Bvh4 tree;

    // visit(object) for each object of a block, until it gives false.
    template <class Visit>
    [[gnu::always_inline]] void each(std::uint32_t block, const Visit& visit) const {
        for (std::size_t i = 0; i < kLeafSize; ++i) {
            const std::uint32_t object = tree.objects[block * kLeafSize + i];
            if (object == kNone || !visit(object)) {
                return;
            }
        }
    }
};

namespace {

bool is_usable(const Aabb& box) {
    return is_within(box.min, kMaxBvhCoordinate) && is_within(box.max, kMaxBvhCoordinate) &&
           has_points(box);
}

Result<Aabb> bounds_of(std::span<const Aabb> boxes) {
    Aabb bounds;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Aabb& box = boxes[i];
        if (!is_usable(box)) {
            return std::unexpected(
                Error{ErrorCode::Range,
                      "box " + std::to_string(i) + " is empty, not finite, or reaches beyond 1e37",
                      {}});
        }
        bounds = merge(bounds, box);
    }
    return bounds;
}

std::vector<FloatBox> rounded(std::span<const Aabb> boxes, const BvhFrame& frame) {
    std::vector<FloatBox> result;
    result.reserve(boxes.size());
    for (const Aabb& box : boxes) {
        result.push_back(rounded_outwards(box, frame));
    }
    return result;
}

}  // namespace

AabbBvh::AabbBvh(std::unique_ptr<Data> data) : data_(std::move(data)) {}
AabbBvh::AabbBvh(AabbBvh&&) noexcept = default;
AabbBvh& AabbBvh::operator=(AabbBvh&&) noexcept = default;
AabbBvh::~AabbBvh() = default;

Result<AabbBvh> AabbBvh::build(std::span<const Aabb> boxes,
                               const BvhOptions& options,
                               const Executor& executor) {
    if (boxes.size() > kMaxBvhObjects) {
        return std::unexpected(Error{ErrorCode::Limit, "there are too many boxes for a tree", {}});
    }
    const auto bounds = bounds_of(boxes);
    if (!bounds) {
        return std::unexpected(bounds.error());
    }
    auto data = std::make_unique<Data>();
    data->boxes.assign(boxes.begin(), boxes.end());
    if (!boxes.empty()) {
        const BvhFrame frame = frame_of(*bounds);
        data->tree = build_tree(rounded(boxes, frame), frame, options.builder, executor);
    }
    return AabbBvh(std::move(data));
}

Result<void> AabbBvh::refit(std::span<const Aabb> boxes) {
    if (boxes.size() != size()) {
        return std::unexpected(Error{ErrorCode::Range,
                                     "the tree has " + std::to_string(size()) +
                                         " boxes, but refit got " + std::to_string(boxes.size()),
                                     {}});
    }
    const auto bounds = bounds_of(boxes);
    if (!bounds) {
        return std::unexpected(bounds.error());
    }
    data_->boxes.assign(boxes.begin(), boxes.end());
    if (!boxes.empty()) {
        data_->tree.frame = frame_of(*bounds);
        fit(data_->tree, rounded(boxes, data_->tree.frame));
    }
    return {};
}

std::size_t AabbBvh::size() const {
    return data_->boxes.size();
}

// walk: BoxRay or BoxPoint.
template <class Walk>
void AabbBvh::improve(const Walk& walk, double most, const Improve& improved) const {
    walk_in_order(
        data_->tree,
        walk.limit(most),
        [&](const Bvh4Node& node, float limit) { return walk.measure(node, limit); },
        [&](std::uint32_t block, float) {
            data_->each(block, [&](std::uint32_t object) {
                most = improved(object, most);
                return most >= 0;
            });
            return most >= 0 ? walk.limit(most) : -1.0F;
        },
        [](std::uint32_t) {});
}

void AabbBvh::on_ray(const Ray& ray, const Improve& improved) const {
    assert(is_finite(ray.origin) && length(ray.direction) >= 1e-30 &&
           length(ray.direction) <= 1e30);
    improve(BoxRay(ray.origin, ray.direction, data_->tree.frame), ray.max_t, improved);
}

void AabbBvh::near_point(const Vec3& p, const Improve& improved, double most) const {
    improve(BoxPoint(p, data_->tree.frame), most, improved);
}

void AabbBvh::in_box(const Aabb& box, const Take& take) const {
    if (!has_points(box)) {
        return;
    }
    const FloatBox rounded = rounded_outwards(box, data_->tree.frame);
    walk_through(
        data_->tree,
        [&](const Bvh4Node& node) { return may_touch(rounded, node); },
        [&](std::uint32_t block) {
            bool goes_on = true;
            data_->each(block, [&](std::uint32_t object) {
                goes_on = !touch(data_->boxes[object], box) || take(object);
                return goes_on;
            });
            return goes_on;
        },
        [](std::uint32_t) {});
}

}  // namespace halfspace
