// SPDX-License-Identifier: MIT
#include "query/walk/descent.h"

#include "query/walk/leaf_visit.h"

namespace halfspace {
namespace {

// Goes down while doubles can tell the side. Returns a leaf, or the first node whose side they
// cannot tell. It calls nothing, so the compiler keeps the point and the bound in registers.
inline WalkChild leaf_or_open_node(const Level& level, WalkChild child, const Vec3& point) {
    const double bound = level.filter_bound();
    const WalkNodeRecord* const nodes = level.walk_nodes().data();
    const ScaledPlaneRecord* const planes = level.scaled_planes().data();
    const Coordinates at{point.x, point.y, point.z};
    while (!is_leaf(child)) {
        const WalkNodeRecord& node = nodes[node_index(child)];
        const double distance = approximate_distance(planes, node, child_axis(child), at);
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
WalkChild leaf_or_splitter(const Level& level, WalkChild child, const Vec3& point) {
    while (!is_leaf(child = leaf_or_open_node(level, child, point))) {
        const WalkNodeRecord& node = node_of(level, child);
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
                                      WalkChild child,
                                      const Vec3& point,
                                      const Visit& visit) {
    const double bound = level.filter_bound();
    return visit_leaves_at(
        level,
        child,
        [&](std::uint32_t node) {
            const Side side = node_side(level, level.walk_nodes()[node], point, bound);
            return side == Side::On ? both_from(0) : only(side == Side::Back ? 1 : 0);
        },
        visit);
}

// contents_below for a node whose side doubles cannot tell.
[[gnu::noinline]] Contents contents_below_exactly(const Level& level,
                                                  WalkChild child,
                                                  const Vec3& point) {
    child = leaf_or_splitter(level, child, point);
    if (is_leaf(child)) {
        return leaf_contents(child);
    }
    Contents shared = kLeafContents;
    visit_touching(level, child, point, [&](WalkChild leaf) {
        shared = shared & with_absorbed(leaf_contents(leaf));
        return any(shared);
    });
    return normalize(shared);
}

}  // namespace

ExactPlane plane_of(const Level& level, const WalkNodeRecord& node) {
    const std::uint32_t axis = walk_axis(node);
    if (axis == 3) {
        return level.plane(PlaneId{2 * static_cast<std::uint32_t>(node.plane)});
    }
    ExactPlane plane;
    plane.n[axis] = 1;
    // A whole number of grid steps, at most 2^53 of them.
    plane.d = static_cast<std::int64_t>(std::ldexp(walk_coordinate(node), level.grid_exponent()));
    return plane;
}

[[gnu::noinline]] Side exact_side(const Level& level,
                                  const WalkNodeRecord& node,
                                  const Vec3& point) {
    if (const std::optional<AxialPlane> plane = axial_plane_of(node)) {
        const double at = point[plane->axis];
        return at > plane->coordinate   ? Side::Front
               : at < plane->coordinate ? Side::Back
                                        : Side::On;
    }
    return side(point, plane_of(level, node), level.grid_exponent());
}

Contents contents_below(const Level& level, WalkChild child, const Vec3& point) {
    child = leaf_or_open_node(level, child, point);
    return is_leaf(child) ? leaf_contents(child) : contents_below_exactly(level, child, point);
}

bool is_blocked_below(const Level& level,
                      WalkChild child,
                      const Vec3& point,
                      const Blocking& blocking) {
    const auto blocks = [&](WalkChild leaf) { return blocking.blocks(leaf); };
    child = leaf_or_splitter(level, child, point);
    return is_leaf(child) ? blocks(child) : visit_touching(level, child, point, blocks);
}

}  // namespace halfspace
