// SPDX-License-Identifier: MIT
// The quick walk of a trace: by doubles alone, certain or doubtful.
#pragma once

#include "query/exact_walk.h"

namespace halfspace {

// What doubles are certain of. A start that is blocked is always left to the exact walk.
struct QuickChange {
    enum class Kind : std::uint8_t { Doubtful, AllEmpty, EmptyToBlocked };
    Kind kind = Kind::Doubtful;
    // Of a change: the node whose plane is crossed, the child that blocks behind it (a leaf, or a
    // node all leaves below which do), and the distance_error.
    std::uint32_t node = kNone;
    std::int32_t child = 0;
    double error = 0;
};

// Places on the segment up to 4 * distance_error before the plane of the change, and all of it
// without one, are touched by no leaf that blocks, even when they are rounded to doubles.
QuickChange quick_change(const Walked& tree,
                         const Blocking& blocking,
                         const Vec3& src,
                         const Vec3& dest);

}  // namespace halfspace
