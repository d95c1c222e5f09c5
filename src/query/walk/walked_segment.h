// SPDX-License-Identifier: MIT
// A segment on its way down a walk tree: its intervals in cells, and its distances from planes.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/vec.h"

#include "level/shared/walk_nodes.h"
#include "math/shared/simd.h"

#include <array>
#include <cstdint>
#include <limits>

namespace halfspace {

// The part [t0, t1] of the segment `from` + t * (`to` - `from`) that may lie in a cell. It holds
// all of the part that does lie there. Fields have no initialisers, because a query must not clear
// its stack of intervals.
struct Interval {
    double t0;
    double t1;
    // Each end is at most 2 * error outside of the true end. Infinite: the segment runs along a
    // plane, and doubles cannot tell on which side.
    double error;
    // The walk node through whose plane the segment enters the interval; kNone at the segment's
    // start.
    std::uint32_t entry;
};

inline constexpr Interval kWholeSegment{0, 1, 0, kNone};

inline constexpr double kUnknownError = std::numeric_limits<double>::infinity();

// The points at both ends of an interval. Let u = 2^-53, and let no coordinate be above R. Then
// each coordinate here is rounded by less than 5uR, and a distance from a plane is off by at most
// 15uR more than that of `from` or `to`. 15uR is less than distance_error.
using Ends = std::array<Double2, 3>;

// What a walk along a segment needs at every node, whether a point moves along it or a body.
class WalkedSegment {
public:
    Ends ends_of(const Interval& at) const {
        const Double2 t{at.t0, at.t1};
        return {from_.x + t * motion_.x, from_.y + t * motion_.y, from_.z + t * motion_.z};
    }

    // The distances of both ends from the node's plane. axis: that of the plane.
    Double2 distances(const WalkNodeRecord& node, std::uint32_t axis, const Ends& ends) const {
        if (axis < 3) {
            const double coordinate = walk_coordinate(node);
            return ends[axis] - Double2{coordinate, coordinate};
        }
        const ScaledPlaneRecord& plane = planes_[node.plane];
        return (plane.n[0] * ends[0] - plane.d) + (plane.n[1] * ends[1] + plane.n[2] * ends[2]);
    }

    // REQUIRES: the child is no leaf.
    const WalkNodeRecord& node(WalkChild child) const { return nodes_[node_index(child)]; }

    // Asks the processor to load the child. A leaf has no place in memory: its address is
    // meaningless, but to ask for it does no harm.
    void prefetch(WalkChild child) const {
        const std::uintptr_t place =
            reinterpret_cast<std::uintptr_t>(nodes_) + node_index(child) * sizeof(WalkNodeRecord);
        // NOLINTNEXTLINE(performance-no-int-to-ptr): nothing is read here.
        __builtin_prefetch(reinterpret_cast<const void*>(place));
    }

    // True for a node of which the word does not say that all leaves below block, or that none
    // does.
    bool is_mixed_node(WalkChild child) const { return (child & stops_) == 0; }

    // What the child's word says of the leaves below, for the mask. kBodyFree: no leaf blocks.
    // kBodySolid: every leaf blocks. kBodyMixed: neither, or the word does not say.
    BodyState state_of(WalkChild child) const { return child >> kWalkStateShift & trusted_; }

protected:
    // trusted: the states that answer the question of this walk.
    [[gnu::always_inline]] WalkedSegment(const Level& level,
                                         BodyState trusted,
                                         const Vec3& from,
                                         const Vec3& motion)
        : trusted_(trusted),
          stops_(trusted << kWalkStateShift | kWalkLeaf),
          nodes_(level.walk_nodes().data()),
          planes_(level.scaled_planes().data()),
          from_(from),
          motion_(motion) {}

    const ScaledPlaneRecord& plane(const WalkNodeRecord& node) const { return planes_[node.plane]; }
    const Vec3& from() const { return from_; }

private:
    BodyState trusted_;
    std::uint32_t stops_;  // bits of a child that end the way down
    const WalkNodeRecord* nodes_;
    const ScaledPlaneRecord* planes_;
    Vec3 from_;
    Vec3 motion_;
};

}  // namespace halfspace
