// SPDX-License-Identifier: MIT
// What all descents of a level's trees share: sides of nodes, exact for every finite double.
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

// True if the point is strictly inside the box of the model. On its surface it touches the
// outside, so all leaves there share nothing.
inline bool is_inside(const ModelRecord& model, const Vec3& p) {
    return (model.min[0] < p.x) & (p.x < model.max[0]) & (model.min[1] < p.y) &
           (p.y < model.max[1]) & (model.min[2] < p.z) & (p.z < model.max[2]);
}

// n.p - d in doubles; Level::filter_bound says how far it may be off for points in a model's box.
// In this order no term meets more roundings than the bound allows for, and the longest chain of
// operations, for which a descent waits at every node, is as short as can be.
inline double approximate_distance(const NodeRecord& node, const Vec3& p) {
    return (node.n[0] * p.x - node.d) + (node.n[1] * p.y + node.n[2] * p.z);
}

inline LeafId leaf_of(std::int32_t child) {
    return LeafId(static_cast<std::uint32_t>(-1 - child));
}

inline const NodeRecord& node_of(const Level& level, std::int32_t child) {
    return level.nodes()[static_cast<std::size_t>(child)];
}

// Where a splitter along an axis lies [map units]. nullopt for other splitters, and beyond 2^43
// units, where the coordinate may not be a double.
struct AxialPlane {
    std::uint32_t axis;
    double coordinate;
};
inline std::optional<AxialPlane> axial_plane_of(const NodeRecord& node) {
    const std::uint32_t axis = node.flags & kNodeAxisMask;
    // The record of a plane along an axis is scaled by 1/2. The distance is a whole number of at
    // most 2^53 steps, hence a double as it is.
    const double coordinate = 2 * node.d;
    return axis < 3 && std::abs(coordinate) < 0x1p43 ? std::optional(AxialPlane{axis, coordinate})
                                                     : std::nullopt;
}

inline ExactPlane plane_of(const Level& level, const NodeRecord& node) {
    return level.plane(PlaneId{node.plane * 2});
}

// The bound for the distances of this point: beyond the model's box the level's does not hold, and
// every side is decided exactly.
inline double filter_bound_at(const Level& level, const ModelRecord& model, const Vec3& p) {
    return is_inside(model, p) ? level.filter_bound() : std::numeric_limits<double>::infinity();
}

// 1 if a distance that is not 0 is behind the plane: the sign's bit, since a jump that guesses the
// side would be wrong half of the time.
inline std::uint32_t is_behind(double distance) {
    return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(distance) >> 63);
}

// The side of a point that the filter leaves open.
Side exact_side(const Level& level, const NodeRecord& node, const Vec3& point);

// What all leaves below `child` that touch the point hold or absorb, normalized.
Contents contents_below(const Level& level, std::int32_t child, const Vec3& point);

// Which leaves block the body of a space, by a mask of contents.
class Blocking {
public:
    // The point is blocked by what the mask says word for word, bodies by their spaces' bits.
    Blocking(SpaceId space, Contents mask)
        : space_(space),
          bits_(space.value == 0 ? 0 : mask_bits(mask)),
          mask_(space.value == 0 ? mask : Contents::Empty) {}

    bool blocks(const LeafRecord& leaf) const {
        return (blockers_in(leaf, space_) & bits_) != 0 ||
               any(static_cast<Contents>(leaf.contents) & mask_);
    }

    // Of what a leaf holds, or stands for with bodies, that which blocks.
    Contents blocked_contents(const LeafRecord& leaf) const {
        return blocker_contents(blockers_in(leaf, space_) & bits_) |
               (static_cast<Contents>(leaf.contents) & mask_);
    }

    // Whether the state of a node's child (see NodeRecord::body_states) decides for all leaves
    // below it that none blocks, or that every one does.
    bool trusts_free() const { return !any(mask_ & ~kBodyBlockers); }
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

// True if all leaves below `child` that touch the point block: it is in the interior of the union
// of those that do.
bool is_blocked_below(const Level& level,
                      std::int32_t child,
                      const Vec3& point,
                      const Blocking& blocking);

// The side of a point in the model's box.
inline Side node_side(const Level& level, const NodeRecord& node, const Vec3& point, double bound) {
    const double distance = approximate_distance(node, point);
    if (std::abs(distance) > bound) {
        return distance > 0 ? Side::Front : Side::Back;
    }
    return exact_side(level, node, point);
}

}  // namespace halfspace
