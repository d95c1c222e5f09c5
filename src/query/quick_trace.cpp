// SPDX-License-Identifier: MIT
//
// The walk visits every leaf that the segment may touch, near ones first, with intervals of its
// parameter that are never too short. If none of them blocks, nothing does. If the first that
// blocks has an interval that is longer than all errors together, it is really met, behind the last
// plane that was crossed on the way to it. All else goes to the exact walk.
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

// Distances of both ends at once.
typedef double Pair __attribute__((vector_size(16)));

struct Piece {
    Pair x, y, z;
};

class QuickTrace {
public:
    QuickTrace(const Walked& tree, const Blocking& blocking, const Vec3& src, const Vec3& dest)
        : tree_(tree),
          blocking_(blocking),
          src_(src),
          dest_(dest),
          way_(dest - src),
          shift_(2 * blocking.space().value),
          trusted_((blocking.trusts_free() ? kBodyFree : 0) |
                   (blocking.trusts_solid() ? kBodySolid : 0)),
          is_inside_(is_inside(tree.model, src) && is_inside(tree.model, dest)),
          error_(is_inside_ ? tree.level.filter_bound()
                            : distance_error(tree.level, tree.model, src, dest)) {}

    QuickChange run() {
        Interval interval{0, 1, 0, kNone};
        if (!is_inside_ && !clip_to_box(interval)) {
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

    // One loop for all, so that what it needs stays in registers.
    QuickChange walk(Interval at) {
        const NodeRecord* const nodes = tree_.level.nodes().data();
        const double margin = 4 * error_;
        const std::uint32_t shift = shift_;
        const std::uint32_t trusted = trusted_;
        Frame* frame = frames_.data();
        Piece piece = piece_of(at);
        std::int32_t child = tree_.root;
        for (;;) {
            const NodeRecord& node = nodes[child];
            const Pair distance =
                (node.n[0] * piece.x - node.d) + (node.n[1] * piece.y + node.n[2] * piece.z);
            const double a = distance[0];
            const double b = distance[1];
            std::size_t side = 0;
            if (a > margin && b > margin) {
                side = 0;
            } else if (a < -margin && b < -margin) {
                side = 1;
            } else {
                // Both may be met: the far side waits on the stack, unless the near one is done
                // with.
                const Interval far = cross(a, b, static_cast<std::uint32_t>(child), at);
                side = a > b ? 0 : 1;
                const bool is_near_done =
                    (node.body_states[side] >> shift & trusted) == kBodyFree || !(at.t0 <= at.t1);
                if (is_near_done) {
                    if (!(far.t0 <= far.t1)) {
                        goto next;
                    }
                    at = far;
                    side = 1 - side;
                } else if (far.t0 <= far.t1) {
                    const std::uint32_t state = node.body_states[1 - side] >> shift & trusted;
                    if (state != kBodyFree) {
                        if (frame == frames_.data() + frames_.size()) {
                            return {};
                        }
                        *frame++ = {far, node.child[1 - side], state != 0};
                    }
                }
                piece = piece_of(at);
            }
            {
                const std::uint32_t state = node.body_states[side] >> shift & trusted;
                child = node.child[side];
                if (state == 0 && child >= 0) [[likely]] {
                    continue;
                }
                if (state != kBodyFree && (state != 0 || blocks(child))) {
                    return block(at, child);
                }
            }
        next:
            do {
                if (frame == frames_.data()) {
                    return {Kind::AllEmpty};
                }
                --frame;
                at = frame->interval;
                child = frame->child;
                if (frame->blocks) {
                    return block(at, child);
                }
                if (child < 0 && blocks(child)) {
                    return block(at, child);
                }
            } while (child < 0);
            piece = piece_of(at);
        }
    }

    // The ends of the part.
    Piece piece_of(const Interval& at) const {
        const Pair t{at.t0, at.t1};
        return {src_.x + t * way_.x, src_.y + t * way_.y, src_.z + t * way_.z};
    }

    QuickChange block(const Interval& at, std::int32_t child) const {
        if (at.t0 > 0 && at.t1 - at.t0 > 4 * at.error && at.entry != kNone && error_ < kMostError) {
            return {Kind::EmptyToBlocked, at.entry, child, at.t0};
        }
        return {};
    }

    // Cuts the near part off at the plane and returns the far one. a and b: the distances of the
    // interval's ends.
    Interval cross(double a, double b, std::uint32_t node, Interval& near) const {
        const double run = a - b;
        if (!(std::abs(run) > 16 * error_)) {
            near.error = kUnknown;
            return near;
        }
        const double scale = (near.t1 - near.t0) / run;
        const double t = near.t0 + a * scale;
        const double error = 12 * error_ * std::abs(scale) + 0x1p-49;
        near.error = std::max(near.error, error);
        Interval far = near;
        near.t1 = std::min(near.t1, t + error);
        if (t - error >= far.t0) {
            far.t0 = t - error;
            far.entry = node;
        }
        return far;
    }

    const Walked& tree_;
    const Blocking& blocking_;
    const Vec3& src_;
    const Vec3& dest_;
    Vec3 way_;
    std::uint32_t shift_;
    std::uint32_t trusted_;
    bool is_inside_;
    double error_;
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
