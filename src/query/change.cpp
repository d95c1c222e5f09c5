// SPDX-License-Identifier: MIT
#include "query/change.h"

#include "query/surface.h"
#include "query/walk/quick_walk.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace halfspace {
namespace {

using Kind = Transition::Kind;

Vec3 unit_along(std::size_t axis) {
    return {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
}

// True if the point is on the empty side of the plane, or on the plane.
bool is_on_empty_side(const Walked& tree, const CrossedPlane& plane, const Vec3& point) {
    if (is_wall(plane.plane)) {
        const BoxWall wall = wall_of(tree.model, plane.plane);
        return plane.empty_side * wall.inside(point) >= 0;
    }
    const Side side = exact_side(tree.level, node_of(tree, plane), point);
    return static_cast<int>(side) * plane.empty_side >= 0;
}

// Puts the point onto the plane if the plane is axial. Else moves the point back if rounding has
// put it behind the plane. The first step is about the error of one coordinate, and each step is
// twice the one before. Few steps are made, because the point is nearly on the plane.
Vec3 moved_to_empty_side(const Walked& tree, const CrossedPlane& plane, Vec3 point) {
    if (plane.plane == kStartCrossing) {
        return point;
    }
    if (const std::optional<AxialPlane> axial = axial_plane_of(tree, plane)) {
        return on_plane(point, *axial);
    }
    if (is_on_empty_side(tree, plane, point)) {
        return point;
    }
    const Vec3 normal = normal_of(tree, plane);
    double step = std::max(max_abs(point), 0x1p-900) * 0x1p-53;
    for (int i = 0; i < 53; ++i, step *= 2) {
        const Vec3 moved = point + normal * step;
        if (is_on_empty_side(tree, plane, moved)) {
            return moved;
        }
    }
    return point;
}

// Of the planes that are crossed at one place, the one with the brush to which the place is
// nearest.
CrossedPlane best_plane(const Walked& tree, const Blocking& blocking, const ExactChange& exact) {
    CrossedPlane best = exact.planes[0];
    if (exact.plane_count > 1) {
        const auto outside_of = [&](const CrossedPlane& plane) {
            return find_surface(
                       tree.level, blocking.space(), surface_plane(tree.level, plane), exact.point)
                .outside;
        };
        double least = outside_of(best);
        for (std::size_t i = 1; i < exact.plane_count; ++i) {
            const CrossedPlane& plane = exact.planes[i];
            const double outside = outside_of(plane);
            if (outside < least) {
                least = outside;
                best = plane;
            }
        }
    }
    return best;
}

// The contents that block below `child` where the segment meets it, up to rounding. REQUIRES: all
// leaves below block.
Contents contents_at(const Walked& tree,
                     const Blocking& blocking,
                     WalkChild child,
                     const Vec3& point,
                     const Vec3& direction) {
    while (!is_leaf(child)) {
        const WalkNodeRecord& node = node_of(tree.level, child);
        const double distance = approximate_distance(tree.level, node, point);
        const bool is_near = std::abs(distance) <= 16 * tree.level.filter_bound();
        const Vec3 n = tree.level.plane(node).n;
        child = node.child[(is_near ? dot(n, direction) : distance) < 0 ? 1 : 0];
    }
    return blocking.blocked_contents(child);
}

// The change of a quick walk. An axial plane: its point is where the segment crosses the plane,
// with the plane's coordinate. Another plane: its point lies 4 errors before the plane, so that
// doubles can tell its side, also after rounding. In both cases the point lies on the segment, up
// to rounding: a body that slides along a wall does not get into it.
Change placed_change(const Walked& tree,
                     const Blocking& blocking,
                     const Vec3& from,
                     const Vec3& to,
                     const QuickChange& quick) {
    const WalkNodeRecord& node = tree.level.walk_nodes()[quick.node];
    const auto [fraction, empty_side] = crossing_of(tree, from, to, quick);
    const Vec3 motion = to - from;
    Change change{Kind::EmptyToBlocked,
                  true,
                  fraction,
                  from + motion * fraction,
                  {static_cast<std::int32_t>(quick.node), empty_side},
                  Contents::Empty};
    if (const std::optional<AxialPlane> axial = axial_plane_of(node)) {
        change.point = on_plane(change.point, *axial);
    } else if (!(empty_side * approximate_distance(tree.level, node, change.point) > quick.error)) {
        change.point = moved_to_empty_side(tree, change.plane, change.point);
    }
    change.contents = contents_at(tree, blocking, quick.child, change.point, motion);
    return change;
}

}  // namespace

QuickCrossing crossing_of(const Walked& tree,
                          const Vec3& from,
                          const Vec3& to,
                          const QuickChange& quick) {
    const WalkNodeRecord& node = tree.level.walk_nodes()[quick.node];
    const double a = approximate_distance(tree.level, node, from);
    const double b = approximate_distance(tree.level, node, to);
    const int empty_side = a > b ? 1 : -1;
    const double before = walk_axis(node) < 3 ? 0 : 4 * empty_side * quick.error;
    return {(a - before) / (a - b), empty_side};
}

Vec3 normal_of(const Walked& tree, const CrossedPlane& plane) {
    if (is_wall(plane.plane)) {
        const BoxWall wall = wall_of(tree.model, plane.plane);
        return unit_along(wall.axis) * (wall.sign * plane.empty_side);
    }
    const WalkNodeRecord& node = node_of(tree, plane);
    if (const std::uint32_t axis = walk_axis(node); axis < 3) {
        return unit_along(axis) * plane.empty_side;
    }
    const Vec3 n = tree.level.plane(node).n;
    return n * (plane.empty_side / length(n));
}

std::optional<AxialPlane> axial_plane_of(const Walked& tree, const CrossedPlane& plane) {
    if (is_wall(plane.plane)) {
        const BoxWall wall = wall_of(tree.model, plane.plane);
        return AxialPlane{static_cast<std::uint32_t>(wall.axis), wall.place};
    }
    return plane.plane < 0 ? std::nullopt : axial_plane_of(node_of(tree, plane));
}

Change find_change_exactly(const Walked& tree,
                           const Blocking& blocking,
                           const Vec3& from,
                           const Vec3& to) {
    const ExactChange exact = exact_change(tree, blocking, from, to);
    Change change{exact.kind, false, exact.fraction, exact.point, {}, Contents::Empty};
    if (exact.plane_count != 0) {
        change.plane = best_plane(tree, blocking, exact);
        change.point = moved_to_empty_side(tree, change.plane, exact.point);
        change.contents = blocking.blocked_contents(exact.leaf);
    }
    return change;
}

Change change_of(const Walked& tree,
                 const Blocking& blocking,
                 const Vec3& from,
                 const Vec3& to,
                 const QuickChange& quick) {
    switch (quick.kind) {
        case QuickChange::Kind::AllEmpty:
            return {Kind::AllEmpty, true, 1, to, {}, Contents::Empty};
        case QuickChange::Kind::EmptyToBlocked:
            return placed_change(tree, blocking, from, to, quick);
        case QuickChange::Kind::Doubtful:
            break;
    }
    return find_change_exactly(tree, blocking, from, to);
}

Change find_change(const Walked& tree, const Blocking& blocking, const Vec3& from, const Vec3& to) {
    return change_of(
        tree, blocking, from, to, quick_change<Aim::FirstChange>(tree, blocking, from, to));
}

}  // namespace halfspace
