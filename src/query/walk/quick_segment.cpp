// SPDX-License-Identifier: MIT
#include "query/walk/quick_segment.h"

namespace halfspace {
namespace {

// Cuts off the part of the interval that is certainly behind a wall; false if nothing is left. a,
// b: the distances of `from` and `to` from the wall. The error is derived as for
// QuickSegmentBase::cross, with distances that are off by at most distance_error.
bool clip_to_wall(Interval& interval, double a, double b, double distance_error) {
    if (a > distance_error && b > distance_error) {
        return true;
    }
    if (a < -distance_error && b < -distance_error) {
        return false;
    }
    if (!(std::abs(a - b) > 8 * distance_error)) {
        interval.error = kUnknownError;
        return true;
    }
    const double inverse = 1 / (a - b);
    const double error = 6 * distance_error * std::abs(inverse) + 0x1p-50;
    interval.error = std::max(interval.error, error);
    if (a < b) {
        interval.t0 = std::max(interval.t0, a * inverse - error);
    } else {
        interval.t1 = std::min(interval.t1, a * inverse + error);
    }
    return interval.t0 <= interval.t1;
}

}  // namespace

Interval clipped_to_box(const ModelRecord& model, Vec3 from, Vec3 to, double error) {
    Interval interval = kWholeSegment;
    for (std::int32_t i = 0; i < 6; ++i) {
        const BoxWall wall = wall_of(model, kFirstWall - i);
        if (!clip_to_wall(interval, wall.inside(from), wall.inside(to), error)) {
            return {1, 0, 0, kNone};
        }
    }
    return interval;
}

}  // namespace halfspace
