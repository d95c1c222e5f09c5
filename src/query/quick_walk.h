// SPDX-License-Identifier: MIT
// The quick walk along a segment.
//
// The walk visits every leaf that the segment may touch, near leaves first. For each it has an
// interval of the segment's parameter, which is never too short. If no leaf blocks, the segment is
// free. If a leaf that blocks has an interval longer than all errors together, the segment really
// meets it, behind the last plane that was crossed before. For the first change this has to be the
// first leaf that blocks; for sight any leaf will do. All else is left to the exact walk: about one
// random segment in 10^5, and segments that lie in splitters.
#pragma once

#include "query/quick_step.h"

namespace halfspace {

// Puts a walk at its start. False if there is nothing to walk through: then `change` is what
// quick_change answers.
// In line, so that the compiler sees all uses of the place and keeps it in registers.
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
    if (segment.root() < 0) {
        change.kind = segment.blocks(segment.root()) ? QuickChange::Kind::Doubtful
                                                     : QuickChange::Kind::AllEmpty;
        return false;
    }
    place = {start, segment.ends_of(start), segment.root()};
    return true;
}

// The segment, up to 4 * error before the plane of the change, and all of it if there is no change,
// is free: no leaf that blocks touches it. The same holds for each of its points when its
// coordinates are rounded to doubles.
// In line, because most of what is known of a segment is then never written to memory.
// REQUIRES for Aim::Sight: `blocking` is that of the point and of kSightBlockers.
template <Aim What>
[[gnu::always_inline]] inline QuickChange quick_change(const Walked& tree,
                                                       const Blocking& blocking,
                                                       const Vec3& src,
                                                       const Vec3& dest) {
    const QuickSegment<What> segment(tree, blocking, src, dest);
    WalkPlace place;
    QuickChange change;
    if (begin_walk(segment, place, change)) {
        WaitingSides waiting;
        while (step<Choice::ByJump>(segment, place, waiting, change) == Step::Node) {
        }
    }
    return change;
}

}  // namespace halfspace
