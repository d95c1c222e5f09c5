// SPDX-License-Identifier: MIT
// What every way down a walk tree or a draw tree needs: the side of a point at a node, exact for
// every finite double, and what a leaf means for a body.
#pragma once

#include "halfspace/level/level.h"

#include "exact/shared/predicates.h"
#include "level/shared/walk_nodes.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace halfspace {

// True if the point is strictly inside the box of the model. A point on the surface of the box
// touches the outside, which is empty. So the point counts as outside.
inline bool is_inside(const ModelRecord& model, const Vec3& p) {
    return (model.min[0] < p.x) & (p.x < model.max[0]) & (model.min[1] < p.y) &
           (p.y < model.max[1]) & (model.min[2] < p.z) & (p.z < model.max[2]);
}

// A point whose coordinates are taken by number.
using Coordinates = std::array<double, 3>;

inline double approximate_distance(const ScaledPlaneRecord& plane, const Coordinates& p) {
    return (plane.n[0] * p[0] - plane.d) + (plane.n[1] * p[1] + plane.n[2] * p[2]);
}

// The distance of a point from a node's plane, in doubles. For a point in a model's box it is off
// by at most Level::filter_bound. A descent waits at every node for the longest chain of
// operations; in this order the chain is shortest.
//
// axis: that of the node's plane.
[[gnu::always_inline]] inline double approximate_distance(const ScaledPlaneRecord* planes,
                                                          const WalkNodeRecord& node,
                                                          std::uint32_t axis,
                                                          const Coordinates& p) {
    if (axis < 3) {
        return p[axis] - walk_coordinate(node);
    }
    return approximate_distance(planes[node.plane], p);
}

inline double approximate_distance(const Level& level, const WalkNodeRecord& node, const Vec3& p) {
    return approximate_distance(
        level.scaled_planes().data(), node, walk_axis(node), {p.x, p.y, p.z});
}

// REQUIRES: the child is no leaf.
inline const WalkNodeRecord& node_of(const Level& level, WalkChild child) {
    return level.walk_nodes()[node_index(child)];
}

// A plane that is square to an axis.
struct AxialPlane {
    std::uint32_t axis;  // 0, 1 or 2: the plane is x, y or z = coordinate
    double coordinate;   // [map units]
};

// The point moved along the axis onto the plane. Each coordinate is chosen by value: a write by
// number would send the point through memory.
inline Vec3 on_plane(const Vec3& p, const AxialPlane& plane) {
    return {plane.axis == 0 ? plane.coordinate : p.x,
            plane.axis == 1 ? plane.coordinate : p.y,
            plane.axis == 2 ? plane.coordinate : p.z};
}

// The plane of a node if it is axial, exactly; nullopt for other planes.
inline std::optional<AxialPlane> axial_plane_of(const WalkNodeRecord& node) {
    const std::uint32_t axis = walk_axis(node);
    return axis < 3 ? std::optional(AxialPlane{axis, walk_coordinate(node)}) : std::nullopt;
}

// The exact plane of a node. Its front is child 0.
ExactPlane plane_of(const Level& level, const WalkNodeRecord& node);

// The bound for the computed distances of this point. Level::filter_bound holds in the boxes of all
// models. Most points outside of a door's box are in the world's box. Outside of both boxes the
// bound is infinite, and every side is decided exactly.
inline double filter_bound_at(const Level& level, const ModelRecord& model, const Vec3& p) {
    const bool holds = is_inside(model, p) || is_inside(level.models().front(), p);
    return holds ? level.filter_bound() : std::numeric_limits<double>::infinity();
}

// 1 if the point is behind the plane, else 0. It is the bit of the sign: a jump would be guessed
// wrong half of the time. REQUIRES: distance is not 0.
inline std::uint32_t is_behind(double distance) {
    return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(distance) >> 63);
}

// The side of a point, exactly. For points whose side approximate_distance cannot tell.
Side exact_side(const Level& level, const WalkNodeRecord& node, const Vec3& point);

// The contents at a point below `child`. In a leaf: those of the leaf. On splitters: what each leaf
// that touches the point holds or absorbs, normalized.
Contents contents_below(const Level& level, WalkChild child, const Vec3& point);

// Which leaves of a space's walk trees block, by a mask of contents.
class Blocking {
public:
    // Leaves of the point (space 0) have any contents. Those of a body have kContentsOfBodies only,
    // and no other bit of the mask counts.
    Blocking(SpaceId space, Contents mask)
        : space_(space), mask_(space.value == 0 ? mask : mask & kContentsOfBodies) {}

    bool blocks(WalkChild leaf) const { return any(blocked_contents(leaf)); }

    // The contents of a leaf that block.
    Contents blocked_contents(WalkChild leaf) const { return leaf_contents(leaf) & mask_; }

    // True if kBodyFree says, for this mask, that no leaf below blocks.
    bool trusts_free() const { return !any(mask_ & ~kBlockers); }
    // True if kBodySolid says, for this mask, that every leaf below blocks.
    bool trusts_solid() const {
        const Contents solid = space_.value == 0 ? kOpaque : Contents::Solid;
        return (mask_ & solid) == solid;
    }

    SpaceId space() const { return space_; }

private:
    SpaceId space_;
    Contents mask_;
};

// True if every leaf below `child` that touches the point blocks. The point is then in the interior
// of the union of all leaves that block.
bool is_blocked_below(const Level& level,
                      WalkChild child,
                      const Vec3& point,
                      const Blocking& blocking);

// The side of a point, exactly. bound: that of filter_bound_at.
inline Side node_side(const Level& level,
                      const WalkNodeRecord& node,
                      const Vec3& point,
                      double bound) {
    const double distance = approximate_distance(level, node, point);
    if (std::abs(distance) > bound) {
        return distance > 0 ? Side::Front : Side::Back;
    }
    return exact_side(level, node, point);
}

}  // namespace halfspace
