// SPDX-License-Identifier: MIT
#include "query/descent.h"

#include <array>

namespace halfspace {
namespace {

// The bits that all leaves below `child` that touch the point share, for a point on its splitter.
// It goes to both sides; the back sides wait on the stack, at most one for each node above.
// bits_of(leaf): of one leaf. none_left(shared): no leaf can change the answer any more.
template <class Bits, class BitsOf>
[[gnu::noinline]] Bits shared_bits(
    const Level& level, std::int32_t child, const Vec3& point, Bits all, const BitsOf& bits_of) {
    const double bound = level.filter_bound();
    std::array<std::int32_t, kMaxTreeDepth> pending;
    std::size_t pending_count = 0;
    Bits shared = all;
    for (;;) {
        while (child >= 0) {
            const NodeRecord& node = node_of(level, child);
            const Side side = node_side(level, node, point, bound);
            if (side == Side::On) {
                pending[pending_count++] = node.child[1];
            }
            child = node.child[side == Side::Back ? 1 : 0];
        }
        shared = static_cast<Bits>(shared & bits_of(leaf_of(child)));
        if (pending_count == 0 || shared == Bits{}) {
            return shared;
        }
        child = pending[--pending_count];
    }
}

// The same for a point anywhere.
template <class Bits, class BitsOf>
Bits bits_below(
    const Level& level, std::int32_t child, const Vec3& point, Bits all, const BitsOf& bits_of) {
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
                return shared_bits(level, child, point, all, bits_of);
            }
            child = node.child[side == Side::Back ? 1 : 0];
        }
    }
    return bits_of(leaf_of(child));
}

}  // namespace

[[gnu::noinline]] Side exact_side(const Level& level, const NodeRecord& node, const Vec3& point) {
    return side(point, plane_of(level, node), level.grid_exponent());
}

Contents contents_below(const Level& level, std::int32_t child, const Vec3& point) {
    return bits_below(
        level, child, point, kLeafContents, [&](LeafId leaf) { return level.contents(leaf); });
}

// Detail, sky and the void stand under solid with bodies; a mask of sky alone is not meant to stop
// them at every wall.
std::uint32_t Blocking::mask_bits(Contents mask) {
    std::uint32_t bits = any(mask & Contents::Solid) ? kBlockerSolid : 0;
    bits |= blocker_bits(mask & (Contents::Fence | Contents::PlayerClip | Contents::MonsterClip));
    return bits;
}

bool is_blocked_below(const Level& level,
                      std::int32_t child,
                      const Vec3& point,
                      const Blocking& blocking) {
    return bits_below(level, child, point, true, [&](LeafId leaf) {
        return blocking.blocks(level.leaves()[leaf.value]);
    });
}

}  // namespace halfspace
