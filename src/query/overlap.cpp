// SPDX-License-Identifier: MIT
//
// The box goes down the tree. Planes along the axes cut it to a smaller box, exactly; of the others
// those are kept that run through it. Where such planes bound a blocked leaf, the question is
// whether the box and the space behind all of them share volume. A point strictly inside of all
// proves that they do, a combination of two planes with the box on its wrong side that they do not;
// what remains is decided by the corners of the piece in whole numbers (box_piece.h).
#include "halfspace/query/free.h"

#include "query/box_piece.h"
#include "query/descent.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <optional>
#include <span>

namespace halfspace {
namespace {

class BoxOverlap {
public:
    BoxOverlap(const Level& level, Contents mask, ModelId model)
        : level_(level), model_(model), blocking_(SpaceId(0), mask) {}

    bool run(const Aabb& box) {
        const ModelRecord& record = level_.models()[model_.value];
        const std::optional<Aabb> inside = common(box,
                                                  {{record.min[0], record.min[1], record.min[2]},
                                                   {record.max[0], record.max[1], record.max[2]}});
        return inside && search({level_.root(model_, SpaceId(0)), 0, {}, *inside});
    }

private:
    struct Pending {
        std::int32_t child;
        std::size_t planes;  // of path_ that bound the cell, the last among them
        BoundingPlane last;  // that of the parent
        Aabb box;            // what is left of the box
    };

    static std::optional<Aabb> common(const Aabb& a, const Aabb& b) {
        const Aabb both{
            {std::max(a.min.x, b.min.x), std::max(a.min.y, b.min.y), std::max(a.min.z, b.min.z)},
            {std::min(a.max.x, b.max.x), std::min(a.max.y, b.max.y), std::min(a.max.z, b.max.z)}};
        const bool has_volume =
            both.min.x < both.max.x && both.min.y < both.max.y && both.min.z < both.max.z;
        return has_volume ? std::optional(both) : std::nullopt;
    }

    bool search(Pending at) {
        std::size_t pending_count = 0;
        for (;;) {
            if (at.planes > 0) {
                path_[at.planes - 1] = at.last;
            }
            if (at.child < 0) {
                if (blocking_.blocks(level_.leaves()[leaf_of(at.child).value]) &&
                    shares_volume(level_, at.box, std::span(path_).first(at.planes))) {
                    return true;
                }
            } else {
                for (std::size_t child = 2; child-- > 0;) {
                    if (enter(node_of(level_, at.child), child, at, pending_[pending_count])) {
                        ++pending_count;
                    }
                }
            }
            if (pending_count == 0) {
                return false;
            }
            at = pending_[--pending_count];
        }
    }

    // What there is of the box on this side of the node; false if nothing, or nothing that blocks.
    bool enter(const NodeRecord& node, std::size_t child, const Pending& at, Pending& next) const {
        if (blocking_.trusts_free() && body_state(node, child, SpaceId(0)) == kBodyFree) {
            return false;
        }
        next = at;
        next.child = node.child[child];
        const std::uint32_t axis = node.flags & kNodeAxisMask;
        // The record of a plane along an axis is scaled by 1/2. Within 2^43 units its distance, a
        // whole number of at most 2^53 steps, is a double as it is.
        const double limit = 2 * node.d;
        if (axis < 3 && std::abs(limit) < 0x1p43) {
            return cut(next.box, axis, child, limit);
        }
        const BoundingPlane plane{node.plane, child == 0};
        switch (place_of(level_, at.box, plane)) {
            case BoxPlace::Outside:
                return false;
            case BoxPlace::Inside:
                return true;
            case BoxPlace::Across:
                next.last = plane;
                ++next.planes;
                return true;
        }
        return false;
    }

    static bool cut(Aabb& box, std::uint32_t axis, std::size_t child, double limit) {
        const auto along = [axis](Vec3& v) -> double& {
            return axis == 0 ? v.x : (axis == 1 ? v.y : v.z);
        };
        double& min = along(box.min);
        double& max = along(box.max);
        (child == 0 ? min : max) = child == 0 ? std::max(min, limit) : std::min(max, limit);
        return min < max;
    }

    const Level& level_;
    ModelId model_;
    Blocking blocking_;
    std::array<Pending, kMaxTreeDepth + 1> pending_;
    std::array<BoundingPlane, kMaxTreeDepth> path_;
};

}  // namespace

bool overlaps_box(const Level& level, const Aabb& box, Contents mask, ModelId model) {
    assert(is_finite(box.min) && is_finite(box.max) && model.value < level.models().size());
    assert(box.min.x < box.max.x && box.min.y < box.max.y && box.min.z < box.max.z);
    return BoxOverlap(level, mask, model).run(box);
}

}  // namespace halfspace
