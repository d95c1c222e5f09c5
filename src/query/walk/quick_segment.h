// SPDX-License-Identifier: MIT
// A segment for the quick walk (quick_walk.h): how a plane divides an interval of the segment, with
// bounds for the errors of doubles.
#pragma once

#include "query/walk/quick_change.h"
#include "query/walk/walked_segment.h"

#include <algorithm>
#include <cmath>

namespace halfspace {

// The part of a segment that may be in the model's box; t0 > t1 if there is none. error: the
// distance_error of the segment [units]. Points are passed by value: if the function took the
// address of a QuickSegment, the compiler could not keep the segment in registers.
Interval clipped_to_box(const ModelRecord& model, Vec3 from, Vec3 to, double error);

// A bound [units] for the errors of distances from planes, for every point of the segment.
// is_within: both ends are in the model's box.
inline double segment_error(const Walked& tree, const Vec3& from, const Vec3& to, bool is_within) {
    return is_within ? tree.level.filter_bound() : distance_error(tree.level, tree.model, from, to);
}
inline bool is_within(const ModelRecord& model, const Vec3& from, const Vec3& to) {
    return is_inside(model, from) && is_inside(model, to);
}

// The states of children that tell whether their leaves block.
inline BodyState trusted_states(const Blocking& blocking) {
    return (blocking.trusts_free() ? kBodyFree : 0) | (blocking.trusts_solid() ? kBodySolid : 0);
}

// What a walk of a point along one segment needs at every node, whatever its aim.
class QuickSegmentBase : public WalkedSegment {
public:
    // The sides of more nodes wait only in trees that are no good.
    static constexpr std::size_t kWaiting = 48;

    // False if an end is so far outside of the level that doubles overflow or cannot place a
    // change. Then no other function may be called.
    bool is_near() const { return error_ < most_error_; }

    // The interval that may be in the model's box; t0 > t1 if there is none.
    Interval start() const {
        return is_within_ ? kWholeSegment : clipped_to_box(*model_, from(), to_, error_);
    }

    // Divides the interval `near` where the segment crosses the plane of a node. `near` becomes the
    // part before the plane; the result is the part behind it. distance: of the interval's ends
    // from the plane. number: of the node.
    Interval cross(const Double2& distance,
                   const Double2& margin,
                   std::uint32_t number,
                   Interval& near) const;

    bool blocks(WalkChild leaf) const { return blocking_->blocks(leaf); }
    // If the distance of an end is farther from 0 than this, its sign is right, also after rounding
    // the end's coordinates to doubles. The same number twice, for every node.
    Double2 margin(const WalkNodeRecord&, std::uint32_t) const { return margin_; }
    WalkChild root() const { return root_; }
    static constexpr bool is_reached(const Interval&) { return true; }
    static constexpr Interval reached_part(const Interval& at) { return at; }

protected:
    [[gnu::always_inline]] QuickSegmentBase(const Walked& tree,
                                            const Blocking& blocking,
                                            const Vec3& from,
                                            const Vec3& to,
                                            double most_error)
        : WalkedSegment(tree.level, trusted_states(blocking), from, to - from),
          model_(&tree.model),
          blocking_(&blocking),
          root_(tree.root),
          to_(to),
          is_within_(is_within(tree.model, from, to)),
          most_error_(most_error) {
        error_ = segment_error(tree, from, to, is_within_);
        margin_ = Double2{4 * error_, 4 * error_};
    }

    double error_;

private:
    const ModelRecord* model_;
    const Blocking* blocking_;
    WalkChild root_;
    Vec3 to_;
    bool is_within_;
    double most_error_;
    Double2 margin_;
};

template <Aim What>
class QuickSegment : public QuickSegmentBase {
public:
    static constexpr Aim kAim = What;

    QuickSegment(const Walked& tree, const Blocking& blocking, const Vec3& from, const Vec3& to)
        : QuickSegmentBase(tree, blocking, from, to, kMaxError) {}

    // The walk ends at the first child that blocks.
    bool ends_at(const Interval& at, WalkChild child, QuickChange& change) const {
        change = blocked(at, child);
        return true;
    }

private:
    // The answer of a walk that has come to a child that blocks. It is Doubtful if the interval is
    // not longer than the errors. For a first change it is also Doubtful if no plane was crossed.
    QuickChange blocked(const Interval& at, WalkChild child) const {
        bool is_certain = at.t1 - at.t0 > 4 * at.error;
        if constexpr (What == Aim::FirstChange) {
            is_certain = is_certain && at.t0 > 0 && at.entry != kNone;
        }
        return is_certain ? QuickChange{QuickChange::Kind::EmptyToBlocked, at.entry, child, error_}
                          : QuickChange{};
    }

    // The largest distance_error that a walk accepts [units]. A change has to lie within 1e-6 units
    // of its plane. It is placed 4 errors before the plane by a normal at least 1/2 long, thus up
    // to 8 errors away, and rounding adds another error. For sight, distances need not be that
    // good.
    static constexpr double kMaxError = What == Aim::Sight ? 1 : 1e-7;
};

// Let e be error_. The distances a and b are off by at most 2e each. If |a - b| > 16e, the exact
// difference is at least 3/4 of the computed one. So the crossing, as a fraction t of the interval,
// is off by at most (2e + |t| 4e) / (3/4 |a - b|). Neither end is more than 4e on the wrong side,
// hence |t| <= 4/3. The bound is then less than 12e / |a - b|; 2^-49 is for the roundings here.
[[gnu::always_inline]] inline Interval QuickSegmentBase::cross(const Double2& distance,
                                                               const Double2&,
                                                               std::uint32_t number,
                                                               Interval& near) const {
    const double a = distance[0];
    const double run = a - distance[1];
    if (!(std::abs(run) > 16 * error_)) {
        near.error = kUnknownError;
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
        far.entry = number;
    }
    return far;
}

}  // namespace halfspace
