// SPDX-License-Identifier: MIT
#include "query/descent.h"

#include "query/leaf_visit.h"

namespace halfspace {
namespace {

// Goes down while doubles can tell the side. Returns a leaf, or the first node whose side they
// cannot tell. It calls nothing, so the compiler keeps the point and the bound in registers.
inline std::int32_t leaf_or_open_node(const Level& level, std::int32_t child, const Vec3& point) {
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
            break;
        }
    }
    return child;
}

// Goes down while the point lies on no splitter. Returns a leaf, or the first node on whose plane
// the point lies.
std::int32_t leaf_or_splitter(const Level& level, std::int32_t child, const Vec3& point) {
    while ((child = leaf_or_open_node(level, child, point)) >= 0) {
        const NodeRecord& node = node_of(level, child);
        const Side side = exact_side(level, node, point);
        if (side == Side::On) {
            return child;
        }
        child = node.child[side == Side::Back ? 1 : 0];
    }
    return child;
}

// Calls visit(leaf) for all leaves below `child` that touch the point, until a call returns false.
// True if none did.
template <class Visit>
[[gnu::noinline]] bool visit_touching(const Level& level,
                                      std::int32_t child,
                                      const Vec3& point,
                                      const Visit& visit) {
    const double bound = level.filter_bound();
    return visit_leaves_at(
        level,
        child,
        [&](std::int32_t node) {
            const Side side = node_side(level, node_of(level, node), point, bound);
            return side == Side::On ? both_from(0) : only(side == Side::Back ? 1 : 0);
        },
        [&](std::int32_t leaf) { return visit(leaf_of(leaf)); });
}

// contents_below for a node whose side doubles cannot tell.
[[gnu::noinline]] Contents contents_below_exactly(const Level& level,
                                                  std::int32_t child,
                                                  const Vec3& point) {
    child = leaf_or_splitter(level, child, point);
    if (child < 0) {
        return level.contents(leaf_of(child));
    }
    Contents shared = kLeafContents;
    visit_touching(level, child, point, [&](LeafId leaf) {
        shared = shared & with_absorbed(level.contents(leaf));
        return any(shared);
    });
    return normalize(shared);
}

}  // namespace

[[gnu::noinline]] Side exact_side(const Level& level, const NodeRecord& node, const Vec3& point) {
    return side(point, plane_of(level, node), level.grid_exponent());
}

Contents contents_below(const Level& level, std::int32_t child, const Vec3& point) {
    child = leaf_or_open_node(level, child, point);
    return child < 0 ? level.contents(leaf_of(child)) : contents_below_exactly(level, child, point);
}

// For bodies, blocker bits count detail, sky and void as solid. So a mask without Solid does not
// set kBlockerSolid: a mask of sky alone must not stop a body at every wall.
std::uint32_t Blocking::mask_bits(Contents mask) {
    std::uint32_t bits = any(mask & Contents::Solid) ? kBlockerSolid : 0;
    bits |= blocker_bits(mask & (Contents::Fence | Contents::PlayerClip | Contents::MonsterClip));
    return bits;
}

bool is_blocked_below(const Level& level,
                      std::int32_t child,
                      const Vec3& point,
                      const Blocking& blocking) {
    const auto blocks = [&](LeafId leaf) { return blocking.blocks(level.leaves()[leaf.value]); };
    child = leaf_or_splitter(level, child, point);
    return child < 0 ? blocks(leaf_of(child)) : visit_touching(level, child, point, blocks);
}

}  // namespace halfspace
