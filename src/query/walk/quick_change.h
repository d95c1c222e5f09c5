// SPDX-License-Identifier: MIT
// The answer of a quick walk along a segment (quick_walk.h), which computes in doubles alone.
#pragma once

#include "query/walk/exact_walk.h"

namespace halfspace {

// What a quick walk looks for.
enum class Aim : std::uint8_t {
    FirstChange,  // the first place that is blocked; for traces
    Sight,        // any place that blocks sight, by the BodyState of children
};

struct QuickChange {
    enum class Kind : std::uint8_t {
        // Only the exact walk can tell. A walk for a first change also answers this if the start
        // is blocked.
        Doubtful,
        AllEmpty,        // no point of the segment is blocked
        EmptyToBlocked,  // some point is blocked
    };
    Kind kind = Kind::Doubtful;
    // Of a first change: the walk node whose plane is crossed.
    std::uint32_t node = kNone;
    // Of a first change: the child that blocks behind the plane. It is a leaf that blocks, or a
    // node, and then every leaf below the node blocks.
    WalkChild child = kWalkLeaf;
    // The distance_error of the segment (exact_walk.h) [units].
    double error = 0;
};

}  // namespace halfspace
