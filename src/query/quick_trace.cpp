// SPDX-License-Identifier: MIT
//
// The walk visits every leaf that the segment may touch, near ones first, with intervals of its
// parameter that are never too short. If none of them blocks, nothing does. If the first that blocks
// has an interval that is longer than all errors together, it is really met, behind the last plane
// that was crossed on the way to it. All else goes to the exact walk.
#include "query/quick_trace.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace halfspace {
namespace {

using Kind = QuickChange::Kind;

// The part [t0, t1] of the segment that may lie in a cell, entered through the plane of `entry`.
// Each end is at most 2 * error outside of the true one; an infinite error says that even the side
// is a guess.
struct Interval {  // without initialisers: the stack must not be cleared for every query
    double t0;
    double t1;
    double error;
    std::uint32_t entry;
};

constexpr double kUnknown = std::numeric_limits<double>::infinity();

// With larger errors of distances, from ends far outside of the level, the quick walk cannot place
// a contact within the promised 1e-6 units of its plane: a place 4 errors before it, measured by
// normals that are at least 1/2 long, with another error for the rounding.
constexpr double kMostError = 1e-7;

class QuickTrace {
public:
    QuickTrace(const Walked& tree, const Blocking& blocking, const Vec3& src, const Vec3& dest)
        : tree_(tree),
          blocking_(blocking),
          src_(src),
          dest_(dest),
          shift_(2 * blocking.space().value),
          trusted_((blocking.trusts_free() ? kBodyFree : 0) |
                   (blocking.trusts_solid() ? kBodySolid : 0)),
          error_(distance_error(tree.level, tree.model, src, dest)) {}

    QuickChange run() {
        Interval interval{0, 1, 0, kNone};
        if (!(is_inside(tree_.model, src_) && is_inside(tree_.model, dest_)) &&
            !clip_to_box(interval)) {
            return {Kind::AllEmpty};
        }
        if (tree_.root < 0) {
            return {blocks(tree_.root) ? Kind::Doubtful : Kind::AllEmpty};
        }
        return walk(interval);
    }

private:
    struct Frame {
        Interval interval;
        std::int32_t child;
        bool blocks;  // all of it does
    };
    enum class Visit : std::uint8_t { Node, Clear, Stop };

    bool blocks(std::int32_t leaf) const {
        return blocking_.blocks(tree_.level.leaves()[leaf_of(leaf).value]);
    }

    // Cuts off what is certainly outside of the box; false if that is all.
    bool clip_to_box(Interval& interval) const {
        for (std::int32_t i = 0; i < 6; ++i) {
            const BoxWall wall = wall_of(tree_.model, kFirstWall - i);
            const auto inside = [&](const Vec3& p) {
                const double x = wall.axis == 0 ? p.x : wall.axis == 1 ? p.y : p.z;
                return wall.sign * (x - wall.place);
            };
            if (!clip_to_wall(interval, inside(src_), inside(dest_))) {
                return false;
            }
        }
        return true;
    }

    // Keeps what may be in front of a plane.
    bool clip_to_wall(Interval& interval, double a, double b) const {
        if (a > error_ && b > error_) {
            return true;
        }
        if (a < -error_ && b < -error_) {
            return false;
        }
        if (!(std::abs(a - b) > 8 * error_)) {
            interval.error = kUnknown;
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

    QuickChange walk(Interval interval) {
        const NodeRecord* const nodes = tree_.level.nodes().data();
        const Vec3 src = src_;
        const Vec3 dest = dest_;
        const double margin = 4 * error_;
        std::int32_t child = tree_.root;
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
            if (visit == Visit::Clear) {
                if (frame_count_ == 0) {
                    return {Kind::AllEmpty};
                }
                const Frame& frame = frames_[--frame_count_];
                child = frame.child;
                interval = frame.interval;
                if (frame.blocks) {
                    block(interval, child);
                    return stop_;
                }
            } else if (visit == Visit::Stop) {
                return stop_;
            }
        }
    }

    // Goes on to a child: a node to look at, one that is clear, or the end of the walk.
    Visit enter(const NodeRecord& node, int side, const Interval& interval, std::int32_t& child) {
        const std::uint32_t state = node.body_states[side] >> shift_ & trusted_;
        child = node.child[side];
        if (state == 0 && child >= 0) {
            return Visit::Node;
        }
        if (state == kBodyFree || (state == 0 && !blocks(child))) {
            return Visit::Clear;
        }
        return block(interval, child);
    }

    Visit block(const Interval& interval, std::int32_t child) {
        if (interval.t0 > 0 && interval.t1 - interval.t0 > 4 * interval.error &&
            interval.entry != kNone && error_ < kMostError) {
            stop_ = {Kind::EmptyToBlocked, interval.entry, child, interval.t0};
        }
        return Visit::Stop;
    }

    // The segment may be on both sides, the interval on one: the distances at its ends are linear
    // in a and b, which are known within error_, and the roundings of the interpolation are no more
    // than as much again.
    Visit divide(
        const NodeRecord& node, double a, double b, Interval& interval, std::int32_t& child) {
        const double rise = b - a;
        const double v0 = a + interval.t0 * rise;
        const double v1 = a + interval.t1 * rise;
        const double margin = 4 * error_;
        if (v0 > margin && v1 > margin) {
            return enter(node, 0, interval, child);
        }
        if (v0 < -margin && v1 < -margin) {
            return enter(node, 1, interval, child);
        }
        return cross(node, a, b, interval, child);
    }

    // Both sides may be met: the far one waits on the stack. With each distance within e and
    // |a - b| > 8e, the exact difference is at least 3/4 of the computed one, so t is within
    // (e + |t| 2e) / (3/4 |a - b|) and some roundings; |t| <= 3/2 wherever it is used.
    Visit cross(
        const NodeRecord& node, double a, double b, Interval& interval, std::int32_t& child) {
        Interval far = interval;
        const int near_side = a > b ? 0 : 1;
        const auto number = static_cast<std::uint32_t>(&node - tree_.level.nodes().data());
        if (std::abs(a - b) > 8 * error_) {
            const double inverse = 1 / (a - b);
            const double t = a * inverse;
            const double error = 6 * error_ * std::abs(inverse) + 0x1p-50;
            interval.error = far.error = std::max(interval.error, error);
            interval.t1 = std::min(interval.t1, t + error);
            if (t - error >= far.t0) {
                far.t0 = t - error;
                far.entry = number;
            }
        } else {
            interval.error = far.error = kUnknown;
        }
        const bool is_near = interval.t0 <= interval.t1;
        if (far.t0 > far.t1) {
            return is_near ? enter(node, near_side, interval, child) : Visit::Clear;
        }
        if (!is_near) {
            interval = far;
            return enter(node, 1 - near_side, interval, child);
        }
        if (!defer(node, 1 - near_side, far)) {
            return Visit::Stop;
        }
        return enter(node, near_side, interval, child);
    }

    // A far side that is clear is done with; one that blocks waits for its turn as well.
    bool defer(const NodeRecord& node, int side, const Interval& interval) {
        const std::uint32_t state = node.body_states[side] >> shift_ & trusted_;
        const std::int32_t child = node.child[side];
        const bool is_done = state != 0 || child < 0;
        if (state == kBodyFree || (is_done && state == 0 && !blocks(child))) {
            return true;
        }
        if (frame_count_ == frames_.size()) {
            return false;
        }
        frames_[frame_count_++] = {interval, child, is_done};
        return true;
    }

    const Walked& tree_;
    const Blocking& blocking_;
    const Vec3& src_;
    const Vec3& dest_;
    std::uint32_t shift_;
    std::uint32_t trusted_;
    double error_;
    QuickChange stop_;
    std::size_t frame_count_ = 0;
    std::array<Frame, 64> frames_;
};

}  // namespace

QuickChange quick_change(const Walked& tree,
                         const Blocking& blocking,
                         const Vec3& src,
                         const Vec3& dest) {
    return QuickTrace(tree, blocking, src, dest).run();
}

}  // namespace halfspace
