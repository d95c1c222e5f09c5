// SPDX-License-Identifier: MIT
// The quick walk along a segment: by doubles alone, certain or doubtful.
#pragma once

#include "query/exact_walk.h"

namespace halfspace {

// What a quick walk looks for.
enum class Aim : std::uint8_t {
    FirstChange,  // the first place that is blocked, for traces
    Sight,        // any place that blocks sight; the tree's bits of sight lead the walk
};

// What doubles are certain of.
struct QuickChange {
    enum class Kind : std::uint8_t {
        Doubtful,        // only the exact walk can tell; also if the start of a trace is blocked
        AllEmpty,        // no place is blocked
        EmptyToBlocked,  // some place is
    };
    Kind kind = Kind::Doubtful;
    // Of a first change. The node whose plane is crossed:
    std::uint32_t node = kNone;
    // The child that blocks behind the plane: a leaf, or a node all leaves below which block.
    std::int32_t child = 0;
    // How far the computed distance of a node from a point of the segment may be off [units].
    double error = 0;
};

}  // namespace halfspace
