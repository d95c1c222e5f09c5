// SPDX-License-Identifier: MIT
// The first change along a segment through one tree, by the quick walk or the exact one.
#pragma once

#include "query/exact_walk.h"
#include "query/quick_trace.h"

namespace halfspace {

struct Change {
    Transition::Kind kind = Transition::Kind::AllEmpty;
    // No place on the way to a change from empty to blocked is blocked, not even when it is rounded
    // to doubles. Without it that holds for exact places only.
    bool is_rounding_safe = false;
    double fraction = 1;
    Vec3 point;
    CrossedPlane plane;
    Contents contents = Contents::Empty;  // of what blocks there, those of the mask
};

Change find_change(const Walked& tree, const Blocking& blocking, const Vec3& src, const Vec3& dest);

// The same when the quick walk has been made.
Change change_of(const Walked& tree,
                 const Blocking& blocking,
                 const Vec3& src,
                 const Vec3& dest,
                 const QuickChange& quick);

// The same without the quick walk.
Change find_change_exactly(const Walked& tree,
                           const Blocking& blocking,
                           const Vec3& src,
                           const Vec3& dest);

// Of length 1, towards the empty side. REQUIRES: not kStartCrossing.
Vec3 normal_of(const Walked& tree, const CrossedPlane& plane);

}  // namespace halfspace
