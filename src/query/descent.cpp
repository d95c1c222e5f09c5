// SPDX-License-Identifier: MIT
#include "query/descent.h"

#include <array>

namespace halfspace {
namespace {

// contents_below for a point on the splitter of `child`. It goes to both sides; the back sides
// wait on the stack, at most one for each node above.
[[gnu::noinline]] Contents shared_contents(const Level& level,
                                           std::int32_t child,
                                           const Vec3& point) {
    const double bound = level.filter_bound();
    std::array<std::int32_t, kMaxTreeDepth> pending;
    std::size_t pending_count = 0;
    Contents shared = kLeafContents;
    for (;;) {
        while (child >= 0) {
            const NodeRecord& node = node_of(level, child);
            const Side side = node_side(level, node, point, bound);
            if (side == Side::On) {
                pending[pending_count++] = node.child[1];
            }
            child = node.child[side == Side::Back ? 1 : 0];
        }
        shared = shared & level.contents(leaf_of(child));
        if (pending_count == 0 || !any(shared)) {
            return shared;
        }
        child = pending[--pending_count];
    }
}

}  // namespace

[[gnu::noinline]] Side exact_side(const Level& level, const NodeRecord& node, const Vec3& point) {
    return side(point, plane_of(level, node), level.grid_exponent());
}

Contents contents_below(const Level& level, std::int32_t child, const Vec3& point) {
    const double bound = level.filter_bound();
    const NodeRecord* const nodes = level.nodes().data();
    while (child >= 0) {
        const NodeRecord& node = nodes[child];
        const double distance = approximate_distance(node, point);
        if (distance > bound) {
            child = node.child[0];
        } else if (distance < -bound) {
            child = node.child[1];
        } else {
            const Side side = exact_side(level, node, point);
            if (side == Side::On) {
                return shared_contents(level, child, point);
            }
            child = node.child[side == Side::Back ? 1 : 0];
        }
    }
    return level.contents(leaf_of(child));
}

}  // namespace halfspace
