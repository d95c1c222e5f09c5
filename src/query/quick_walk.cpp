// SPDX-License-Identifier: MIT
#include "query/quick_walk.h"

namespace halfspace {

// Cuts off what is certainly outside of the box.
Interval QuickSegmentBase::clipped_to_box() const {
    Interval interval = kWholeSegment;
    for (std::int32_t i = 0; i < 6; ++i) {
        const BoxWall wall = wall_of(*model_, kFirstWall - i);
        if (!clip_to_wall(interval, wall.inside(src_), wall.inside(dest_))) {
            return {1, 0, 0, kNone};
        }
    }
    return interval;
}

// Keeps what may be in front of a plane; false if that is nothing. See cross for the error, here of
// distances that are within error_ themselves.
bool QuickSegmentBase::clip_to_wall(Interval& interval, double a, double b) const {
    if (a > error_ && b > error_) {
        return true;
    }
    if (a < -error_ && b < -error_) {
        return false;
    }
    if (!(std::abs(a - b) > 8 * error_)) {
        interval.error = kUnknownError;
        return true;
    }
    const double inverse = 1 / (a - b);
    const double error = 6 * error_ * std::abs(inverse) + 0x1p-50;
    interval.error = std::max(interval.error, error);
    if (a < b) {
        interval.t0 = std::max(interval.t0, a * inverse - error);
    } else {
        interval.t1 = std::min(interval.t1, a * inverse + error);
    }
    return interval.t0 <= interval.t1;
}

template <Aim What>
QuickChange quick_change(const Walked& tree,
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

template QuickChange quick_change<Aim::FirstChange>(const Walked&,
                                                    const Blocking&,
                                                    const Vec3&,
                                                    const Vec3&);
template QuickChange quick_change<Aim::Sight>(const Walked&,
                                              const Blocking&,
                                              const Vec3&,
                                              const Vec3&);

}  // namespace halfspace
