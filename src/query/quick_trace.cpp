// SPDX-License-Identifier: MIT
#include "query/quick_trace.h"

#include "query/quick_walk.h"

namespace halfspace {
namespace {

using Kind = QuickChange::Kind;

}  // namespace

QuickSegment::QuickSegment(const Walked& tree,
                           const Blocking& blocking,
                           const Vec3& src,
                           const Vec3& dest)
    : nodes_(tree.level.nodes().data()),
      leaves_(tree.level.leaves().data()),
      model_(&tree.model),
      blocking_(&blocking),
      root_(tree.root),
      src_(src),
      dest_(dest),
      way_(dest - src),
      shift_(2 * blocking.space().value),
      trusted_((blocking.trusts_free() ? kBodyFree : 0) |
               (blocking.trusts_solid() ? kBodySolid : 0)),
      is_inside_(is_inside(tree.model, src) && is_inside(tree.model, dest)),
      error_(is_inside_ ? tree.level.filter_bound()
                        : distance_error(tree.level, tree.model, src, dest)),
      margin_{4 * error_, 4 * error_} {}

bool QuickSegment::is_near() const {
    // A contact has to be placed within 1e-6 units of its plane: 4 errors before it, measured by
    // normals that are at least 1/2 long, with another error for the rounding.
    constexpr double kMostError = 1e-7;
    return error_ < kMostError;
}

// Cuts off what is certainly outside of the box.
Interval QuickSegment::start() const {
    Interval interval{0, 1, 0, kNone};
    if (is_inside_) {
        return interval;
    }
    for (std::int32_t i = 0; i < 6; ++i) {
        const BoxWall wall = wall_of(*model_, kFirstWall - i);
        const auto inside = [&](const Vec3& p) {
            const double x = wall.axis == 0 ? p.x : wall.axis == 1 ? p.y : p.z;
            return wall.sign * (x - wall.place);
        };
        if (!clip_to_wall(interval, inside(src_), inside(dest_))) {
            return {1, 0, 0, kNone};
        }
    }
    return interval;
}

// Keeps what may be in front of a plane; false if that is nothing. See cross for the error, here of
// distances that are within error_ themselves.
bool QuickSegment::clip_to_wall(Interval& interval, double a, double b) const {
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

QuickChange QuickSegment::blocked(const Interval& at, std::int32_t child) const {
    const bool is_certain = at.t0 > 0 && at.t1 - at.t0 > 4 * at.error;
    if (is_certain && at.entry != kNone) {
        return {Kind::EmptyToBlocked, at.entry, child, error_};
    }
    return {};
}

QuickChange quick_change(const Walked& tree,
                         const Blocking& blocking,
                         const Vec3& src,
                         const Vec3& dest) {
    const QuickSegment segment(tree, blocking, src, dest);
    if (!segment.is_near()) {
        return {};
    }
    const Interval start = segment.start();
    if (start.t0 > start.t1) {
        return {Kind::AllEmpty};
    }
    if (tree.root < 0) {
        return {segment.blocks(tree.root) ? Kind::Doubtful : Kind::AllEmpty};
    }
    WalkPlace place{start, segment.piece_of(start), tree.root};
    WaitingSides waiting;
    QuickChange change;
    while (step<Choice::ByJump>(segment, place, waiting, change) == Step::Node) {
    }
    return change;
}

}  // namespace halfspace
