// SPDX-License-Identifier: MIT
// What every way down a level's trees needs: the side of a point at a node, exact for every finite
// double, and what a leaf means for a body.
#pragma once

#include "halfspace/exact/predicates.h"
#include "halfspace/level/bodies.h"
#include "halfspace/level/level.h"

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

// n.p - d in doubles. For a point in a model's box it is off by at most Level::filter_bound. A
// descent waits at every node for the longest chain of operations; in this order the chain is
// shortest.
inline double approximate_distance(const NodeRecord& node, const Vec3& p) {
    return (node.n[0] * p.x - node.d) + (node.n[1] * p.y + node.n[2] * p.z);
}

inline LeafId leaf_of(std::int32_t child) {
    return LeafId(static_cast<std::uint32_t>(-1 - child));
}

inline const NodeRecord& node_of(const Level& level, std::int32_t child) {
    return level.nodes()[static_cast<std::size_t>(child)];
}

// A plane that is square to an axis.
struct AxialPlane {
    std::uint32_t axis;  // 0, 1 or 2: the plane is x, y or z = coordinate
    double coordinate;   // [map units]
};

// The plane of a node if it is axial, exactly. nullopt for other planes, and beyond 2^43 units,
// where the coordinate may not be a double.
inline std::optional<AxialPlane> axial_plane_of(const NodeRecord& node) {
    const std::uint32_t axis = node.flags & kNodeAxisMask;
    // The record of an axial plane is scaled by 1/2. The distance is a whole number of grid steps,
    // at most 2^53 of them, so it is a double without rounding.
    const double coordinate = 2 * node.d;
    return axis < 3 && std::abs(coordinate) < 0x1p43 ? std::optional(AxialPlane{axis, coordinate})
                                                     : std::nullopt;
}

inline ExactPlane plane_of(const Level& level, const NodeRecord& node) {
    return level.plane(PlaneId{node.plane * 2});
}

// The bound for the computed distances of this point. Outside of the model's box
// Level::filter_bound does not hold. There the bound is infinite, and every side is decided
// exactly.
inline double filter_bound_at(const Level& level, const ModelRecord& model, const Vec3& p) {
    return is_inside(model, p) ? level.filter_bound() : std::numeric_limits<double>::infinity();
}

// 1 if the point is behind the plane, else 0. It is the bit of the sign: a jump would be guessed
// wrong half of the time. REQUIRES: distance is not 0.
inline std::uint32_t is_behind(double distance) {
    return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(distance) >> 63);
}

// The side of a point, in whole numbers. For points whose side doubles cannot tell.
Side exact_side(const Level& level, const NodeRecord& node, const Vec3& point);

// The contents at a point below `child`. In a leaf: those of the leaf. On splitters: what each leaf
// that touches the point holds or absorbs, normalized.
Contents contents_below(const Level& level, std::int32_t child, const Vec3& point);

// Which leaves block the body of a space, by a mask of contents.
class Blocking {
public:
    // The point (space 0) is blocked by a leaf whose contents have a bit of the mask. A body is
    // blocked by LeafRecord::blockers.
    Blocking(SpaceId space, Contents mask)
        : space_(space),
          bits_(space.value == 0 ? 0 : mask_bits(mask)),
          mask_(space.value == 0 ? mask : Contents::Empty) {}

    bool blocks(const LeafRecord& leaf) const {
        return (blockers_in(leaf, space_) & bits_) != 0 ||
               any(static_cast<Contents>(leaf.contents) & mask_);
    }

    // The contents of a leaf that block. For a body: what the leaf's blocker bits stand for.
    Contents blocked_contents(const LeafRecord& leaf) const {
        return blocker_contents(blockers_in(leaf, space_) & bits_) |
               (static_cast<Contents>(leaf.contents) & mask_);
    }

    // True if kBodyFree in NodeRecord::body_states says, for this mask, that no leaf below blocks.
    bool trusts_free() const { return !any(mask_ & ~kBodyBlockers); }
    // True if kBodySolid there says, for this mask, that every leaf below blocks.
    bool trusts_solid() const {
        return (bits_ & kBlockerSolid) != 0 || (mask_ & kOpaque) == kOpaque;
    }

    SpaceId space() const { return space_; }

private:
    static std::uint32_t mask_bits(Contents mask);

    SpaceId space_;
    std::uint32_t bits_;
    Contents mask_;
};

// True if every leaf below `child` that touches the point blocks. The point is then in the interior
// of the union of all leaves that block.
bool is_blocked_below(const Level& level,
                      std::int32_t child,
                      const Vec3& point,
                      const Blocking& blocking);

// The side of a point, exactly. bound: that of filter_bound_at.
inline Side node_side(const Level& level, const NodeRecord& node, const Vec3& point, double bound) {
    const double distance = approximate_distance(node, point);
    if (std::abs(distance) > bound) {
        return distance > 0 ? Side::Front : Side::Back;
    }
    return exact_side(level, node, point);
}

}  // namespace halfspace
