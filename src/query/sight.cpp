// SPDX-License-Identifier: MIT
//
// The quick walk visits every leaf that the segment may touch, with intervals of its parameter
// that are never too short. If all of them are clear, the segment is. If a blocking one has an
// interval that is longer than all errors together, the segment is blocked. All else, about one
// random segment in 10^5 and those that lie in splitters, goes to exact_change.
#include "halfspace/query/sight.h"

#include "query/descent.h"
#include "query/exact_walk.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

namespace halfspace {
namespace {

enum class Answer : std::uint8_t { Clear, Blocked, Doubtful };

// The part [t0, t1] of the segment that may lie in a cell. Each end is at most 2 * error outside
// of the true one; an infinite error says that even the side is a guess.
struct Interval {  // without initialisers: the stack must not be cleared for every query
    double t0;
    double t1;
    double error;
};

constexpr double kUnknown = std::numeric_limits<double>::infinity();

// Where a plane with the distances a and b is crossed, and how far that may be off. With each
// distance within e and |a - b| > 8e, the exact difference is at least 3/4 of the computed one, so
// t is within (e + |t| 2e) / (3/4 |a - b|) and some roundings; |t| <= 3/2 wherever it is used.
struct CrossingTime {
    double t;
    double error;
};
CrossingTime crossing_time(double a, double b, double distance_error) {
    const double inverse = 1 / (a - b);
    return {a * inverse, 6 * distance_error * std::abs(inverse) + 0x1p-50};
}

class QuickSight {
public:
    QuickSight(const Level& level, const ModelRecord& model, const Vec3& src, const Vec3& dest)
        : level_(level),
          model_(model),
          src_(src),
          dest_(dest),
          distance_error_(distance_error(level, model, src, dest)) {}

    Answer run() {
        // Ends so far out that distances mean nothing, or overflow.
        constexpr double kMostError = 1;
        if (distance_error_ > kMostError) {
            return Answer::Doubtful;
        }
        Interval interval{0, 1, 0};
        if (!(is_inside(model_, src_) && is_inside(model_, dest_)) && !clip_to_box(interval)) {
            return Answer::Clear;
        }
        if (model_.root < 0) {
            return any(level_.contents(leaf_of(model_.root)) & kSightBlockers) ? Answer::Doubtful
                                                                               : Answer::Clear;
        }
        return walk(interval);
    }

private:
    struct Frame {
        std::int32_t node;
        Interval interval;
    };

    // Cuts off what is certainly outside of the box; false if that is all.
    bool clip_to_box(Interval& interval) const {
        const std::array<double, 3> from{src_.x, src_.y, src_.z};
        const std::array<double, 3> to{dest_.x, dest_.y, dest_.z};
        for (std::size_t i = 0; i < 3; ++i) {
            if (!clip_to_wall(interval, from[i] - model_.min[i], to[i] - model_.min[i]) ||
                !clip_to_wall(interval, model_.max[i] - from[i], model_.max[i] - to[i])) {
                return false;
            }
        }
        return true;
    }

    // Keeps what may be in front of a plane.
    bool clip_to_wall(Interval& interval, double a, double b) const {
        if (a > distance_error_ && b > distance_error_) {
            return true;
        }
        if (a < -distance_error_ && b < -distance_error_) {
            return false;
        }
        if (!(std::abs(a - b) > 8 * distance_error_)) {
            interval.error = kUnknown;
            return true;
        }
        const CrossingTime at = crossing_time(a, b, distance_error_);
        interval.error = std::max(interval.error, at.error);
        if (a < b) {
            interval.t0 = std::max(interval.t0, at.t - at.error);
        } else {
            interval.t1 = std::min(interval.t1, at.t + at.error);
        }
        return interval.t0 <= interval.t1;
    }

    Answer walk(Interval interval) {
        const NodeRecord* const nodes = level_.nodes().data();
        const Vec3 src = src_;
        const Vec3 dest = dest_;
        const double margin = 4 * distance_error_;
        std::int32_t child = model_.root;
        for (;;) {
            const NodeRecord& node = nodes[child];
            const double a = approximate_distance(node, src);
            const double b = approximate_distance(node, dest);
            Visit visit;
            if (a > margin && b > margin) {
                visit = enter(node, 0, interval, child);
            } else if (a < -margin && b < -margin) {
                visit = enter(node, 1, interval, child);
            } else {
                visit = divide(node, a, b, interval, child);
            }
            if (visit == Visit::Leaf) {
                if (frame_count_ == 0) {
                    return Answer::Clear;
                }
                const Frame& frame = frames_[--frame_count_];
                child = frame.node;
                interval = frame.interval;
            } else if (visit == Visit::Stop) {
                return stop_;
            }
        }
    }

    enum class Visit : std::uint8_t { Node, Leaf, Stop };

    // Goes on to a child: a node to look at, a leaf (or a subtree of clear leaves) that is done
    // with, or the end of the walk.
    Visit enter(const NodeRecord& node, int side, const Interval& interval, std::int32_t& child) {
        const std::uint32_t state = node.flags >> (kNodeSightShift + 2 * side) & kNodeSightMask;
        if (state == kSightMixed) {
            child = node.child[side];
            return Visit::Node;
        }
        return state == kSightClear ? Visit::Leaf : block(interval);
    }

    Visit block(const Interval& interval) {
        stop_ = interval.t1 - interval.t0 > 4 * interval.error ? Answer::Blocked : Answer::Doubtful;
        return Visit::Stop;
    }

    // The segment may be on both sides, the interval on one: the distances at its ends are linear
    // in a and b, which are known within distance_error_, and the roundings of the interpolation
    // are no more than as much again.
    Visit divide(
        const NodeRecord& node, double a, double b, Interval& interval, std::int32_t& child) {
        const double rise = b - a;
        const double v0 = a + interval.t0 * rise;
        const double v1 = a + interval.t1 * rise;
        const double margin = 4 * distance_error_;
        if (v0 > margin && v1 > margin) {
            return enter(node, 0, interval, child);
        }
        if (v0 < -margin && v1 < -margin) {
            return enter(node, 1, interval, child);
        }
        return cross(node, a, b, interval, child);
    }

    // Both sides may be met: the far one waits on the stack.
    Visit cross(
        const NodeRecord& node, double a, double b, Interval& interval, std::int32_t& child) {
        Interval near = interval;
        Interval far = interval;
        const int near_side = a > b ? 0 : 1;
        if (std::abs(a - b) > 8 * distance_error_) {
            const CrossingTime at = crossing_time(a, b, distance_error_);
            near.error = far.error = std::max(interval.error, at.error);
            near.t1 = std::min(near.t1, at.t + at.error);
            far.t0 = std::max(far.t0, at.t - at.error);
        } else {
            near.error = far.error = kUnknown;
        }
        if (near.t0 > near.t1) {
            interval = far;
            return enter(node, 1 - near_side, far, child);
        }
        if (far.t0 <= far.t1) {
            const Visit visit = defer(node, 1 - near_side, far);
            if (visit == Visit::Stop) {
                return visit;
            }
        }
        interval = near;
        return enter(node, near_side, near, child);
    }

    Visit defer(const NodeRecord& node, int side, const Interval& interval) {
        std::int32_t child = 0;
        const Visit visit = enter(node, side, interval, child);
        if (visit != Visit::Node) {
            return visit;
        }
        if (frame_count_ == frames_.size()) {
            stop_ = Answer::Doubtful;
            return Visit::Stop;
        }
        frames_[frame_count_++] = {child, interval};
        return visit;
    }

    const Level& level_;
    const ModelRecord& model_;
    const Vec3& src_;
    const Vec3& dest_;
    double distance_error_;
    Answer stop_ = Answer::Doubtful;
    std::size_t frame_count_ = 0;
    std::array<Frame, 64> frames_;
};

}  // namespace

bool line_of_sight(const Level& level, const Vec3& src, const Vec3& dest, ModelId model) {
    assert(is_finite(src) && is_finite(dest) && model.value < level.models().size());
    const ModelRecord& record = level.models()[model.value];
    const Answer answer = QuickSight(level, record, src, dest).run();
    if (answer == Answer::Doubtful) {
        const Blocking blocking(SpaceId(0), kSightBlockers);
        return exact_change({level, record, record.root}, blocking, src, dest).kind ==
               Transition::Kind::AllEmpty;
    }
    return answer == Answer::Clear;
}

}  // namespace halfspace
