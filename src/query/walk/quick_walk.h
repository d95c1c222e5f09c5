// SPDX-License-Identifier: MIT
// The quick walk along a segment, in doubles. Sight and traces ask it first.
//
// The walk visits every leaf that the segment may touch, near leaves first. For each leaf it has an
// interval of the segment, and the interval is never too short. If no leaf blocks, the segment is
// free. If the interval of a leaf that blocks is longer than all errors together, the segment
// really meets this leaf, behind the plane that it crossed last. For a first change this leaf must
// be the first one that blocks; for sight any leaf will do. In all other cases the answer is
// Doubtful, and the caller asks the exact walk: for about one random segment in 10^5, and for
// segments that lie in splitters.
#pragma once

#include "query/walk/quick_step.h"

namespace halfspace {

// Puts a walk at its start. False if the walk ends there: then `change` is its answer. In line,
// because the compiler then keeps the place in registers.
template <Aim What>
[[gnu::always_inline]] inline bool begin_walk(const QuickSegment<What>& segment,
                                              WalkPlace& place,
                                              QuickChange& change) {
    if (!segment.is_near()) {
        return false;
    }
    const Interval start = segment.start();
    if (start.t0 > start.t1) {
        change.kind = QuickChange::Kind::AllEmpty;
        return false;
    }
    if (is_leaf(segment.root())) {
        change.kind = segment.blocks(segment.root()) ? QuickChange::Kind::Doubtful
                                                     : QuickChange::Kind::AllEmpty;
        return false;
    }
    if (segment.state_of(segment.root()) == kBodyFree) {
        change.kind = QuickChange::Kind::AllEmpty;
        return false;
    }
    place = {start, segment.ends_of(start), segment.root()};
    return true;
}

// Walks along one segment. AllEmpty: no leaf that blocks touches the segment. EmptyToBlocked, for a
// first change: no such leaf touches the part up to 4 * error before the plane. Both are also true
// for points of the segment whose coordinates are rounded to doubles.
// In line, because the compiler then keeps most of a QuickSegment in registers: a call of its own
// cost sight a tenth more instructions.
// REQUIRES for Aim::Sight: `blocking` was made of SpaceId(0) and kSightBlockers.
template <Aim What>
[[gnu::always_inline]] inline QuickChange quick_change(const Walked& tree,
                                                       const Blocking& blocking,
                                                       const Vec3& from,
                                                       const Vec3& to) {
    const QuickSegment<What> segment(tree, blocking, from, to);
    WalkPlace place;
    QuickChange change;
    if (begin_walk(segment, place, change)) {
        WaitingSides<QuickSegment<What>::kWaiting> waiting;
        while (step<Choice::ByJump>(segment, place, waiting, change) == Step::Node) {
        }
    }
    return change;
}

}  // namespace halfspace
