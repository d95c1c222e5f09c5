// SPDX-License-Identifier: MIT
// One step of the quick walk, for one segment or for several in turns.
//
// The walk visits every leaf that the segment may touch, near leaves first. For each it has an
// interval of the segment's parameter, which is never too short. If no leaf blocks, the segment is
// free. If a leaf that blocks has an interval longer than all errors together, the segment really
// meets it, behind the last plane that was crossed before. For the first change this has to be the
// first leaf that blocks; for sight any leaf will do. All else is left to the exact walk: about one
// random segment in 10^5, and segments that lie in splitters.
#pragma once

#include "query/quick_change.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace halfspace {

// The part [t0, t1] of the segment that may lie in a cell, entered through the plane of `entry`.
// Each end is at most 2 * error outside of the true one; an infinite error says that even the side
// is a guess.
struct Interval {  // without initialisers: stacks of them must not be cleared for every query
    double t0;
    double t1;
    double error;
    std::uint32_t entry;
};

inline constexpr Interval kWholeSegment{0, 1, 0, kNone};

inline constexpr double kUnknownError = std::numeric_limits<double>::infinity();

// Two numbers, one for each end of an interval.
typedef double Pair __attribute__((vector_size(16)));
typedef long long Truths __attribute__((vector_size(16)));

// Bit 0 and 1: whether a comparison holds of either.
inline unsigned both_bits(Truths truths) {
#ifdef __SSE2__
    return static_cast<unsigned>(_mm_movemask_pd(std::bit_cast<__m128d>(truths)));
#else
    return (truths[0] != 0 ? 1u : 0u) | (truths[1] != 0 ? 2u : 0u);
#endif
}

// The points at both ends of an interval. With u = 2^-53 and no coordinate above R their roundings
// are below 5uR each, so that distances are off by at most 15uR < distance_error more than those of
// src and dest.
struct Ends {
    Pair x, y, z;
};

// What stays the same in the walk of one segment.
class QuickSegmentBase {
public:
    // False for ends so far outside of the level that doubles cannot place a change, or overflow:
    // then nothing else here may be asked.
    bool is_near() const { return error_ < most_error_; }

    // The part that may be in the model's box; t0 > t1 if there is none.
    Interval start() const { return is_inside_ ? kWholeSegment : clipped_to_box(); }

    Ends ends_of(const Interval& at) const {
        const Pair t{at.t0, at.t1};
        return {src_.x + t * motion_.x, src_.y + t * motion_.y, src_.z + t * motion_.z};
    }

    // Cuts the near part off at the plane and returns the far one. a and b: the distances of the
    // interval's ends.
    Interval cross(double a, double b, std::uint32_t node, Interval& near) const;

    bool blocks(std::int32_t leaf) const { return blocking_->blocks(leaves_[leaf_of(leaf).value]); }
    // Beyond it both ends are certainly on their sides, and so are their roundings.
    Pair margin() const { return margin_; }
    std::int32_t root() const { return root_; }
    const NodeRecord* nodes() const { return nodes_; }

protected:
    [[gnu::always_inline]] QuickSegmentBase(const Walked& tree,
                                            const Blocking& blocking,
                                            const Vec3& src,
                                            const Vec3& dest,
                                            double most_error)
        : shift_(2 * blocking.space().value),
          trusted_((blocking.trusts_free() ? kBodyFree : 0) |
                   (blocking.trusts_solid() ? kBodySolid : 0)),
          nodes_(tree.level.nodes().data()),
          leaves_(tree.level.leaves().data()),
          model_(&tree.model),
          blocking_(&blocking),
          root_(tree.root),
          src_(src),
          dest_(dest),
          motion_(dest - src),
          is_inside_(is_inside(tree.model, src) && is_inside(tree.model, dest)),
          most_error_(most_error) {
        error_ = is_inside_ ? tree.level.filter_bound()
                            : distance_error(tree.level, tree.model, src, dest);
        margin_ = Pair{4 * error_, 4 * error_};
    }

    std::uint32_t shift_;
    std::uint32_t trusted_;
    double error_;

private:
    Interval clipped_to_box() const;
    bool clip_to_wall(Interval& interval, double a, double b) const;

    const NodeRecord* nodes_;
    const LeafRecord* leaves_;
    const ModelRecord* model_;
    const Blocking* blocking_;
    std::int32_t root_;
    Vec3 src_;
    Vec3 dest_;
    Vec3 motion_;
    bool is_inside_;
    double most_error_;
    Pair margin_;
};

template <Aim What>
class QuickSegment : public QuickSegmentBase {
public:
    QuickSegment(const Walked& tree, const Blocking& blocking, const Vec3& src, const Vec3& dest)
        : QuickSegmentBase(tree, blocking, src, dest, kMostError) {}

    // What the node says of all leaves below a child: kBodyFree, kBodySolid (every one blocks), or
    // kBodyMixed, also where the mask cannot trust it.
    BodyState state_of(const NodeRecord& node, std::size_t side) const {
        if constexpr (What == Aim::Sight) {
            static_assert(kSightClear == kBodyFree && kSightBlocked == kBodySolid);
            return node.flags >> (kNodeSightShift + 2 * side) & kNodeSightMask;
        } else {
            return node.body_states[side] >> shift_ & trusted_;
        }
    }

    // What a child that blocks makes of the walk.
    QuickChange blocked(const Interval& at, std::int32_t child) const {
        bool is_certain = at.t1 - at.t0 > 4 * at.error;
        if constexpr (What == Aim::FirstChange) {
            is_certain = is_certain && at.t0 > 0 && at.entry != kNone;
        }
        return is_certain ? QuickChange{QuickChange::Kind::EmptyToBlocked, at.entry, child, error_}
                          : QuickChange{};
    }

private:
    // A change has to be placed within 1e-6 units of its plane: 4 errors before it, measured by
    // normals that are at least 1/2 long, with another error for the rounding. For sight it is
    // enough that distances mean something.
    static constexpr double kMostError = What == Aim::Sight ? 1 : 1e-7;
};

// The distances of an interval's ends are within 2e, e being error_. If |a - b| > 16e, the exact
// difference is at least 3/4 of the computed one, so the crossing, counted along the interval, is
// within (2e + |t| 4e) / (3/4 |a - b|), and |t| <= 4/3 since neither end is more than 4e on the
// wrong side. That is less than 12e / |a - b|; then come some roundings.
[[gnu::always_inline]] inline Interval QuickSegmentBase::cross(double a,
                                                               double b,
                                                               std::uint32_t node,
                                                               Interval& near) const {
    const double run = a - b;
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
        far.entry = node;
    }
    return far;
}

// Where a walk is.
struct WalkPlace {
    Interval at;
    Ends ends;
    std::int32_t child;  // a node
};

// Far sides that wait. More than that many are left to the exact walk.
class WaitingSides {
public:
    struct Side {
        Interval interval;
        std::int32_t child;
        bool blocks;  // all of it does
    };

    bool is_empty() const { return count_ == 0; }
    bool is_full() const { return count_ == sides_.size(); }
    void push(const Side& side) { sides_[count_++] = side; }
    const Side& pop() { return sides_[--count_]; }
    void clear() { count_ = 0; }

private:
    std::size_t count_ = 0;
    std::array<Side, 48> sides_;
};

enum class Step : std::uint8_t { Node, Done };

// How a node chooses the side of an interval that lies on one side. A jump is guessed right half of
// the time and then costs nothing; without it every step waits for the distance, in which time the
// steps of other segments are made.
enum class Choice : std::uint8_t { ByJump, ByIndex };

// Goes on to the side that comes first and is not done with; the other waits.
enum class Parting : std::uint8_t { Entered, Clear, NoRoom, Blocked };
struct Parted {
    Parting parting;
    std::size_t side;
};
template <Aim What>
[[gnu::always_inline]] inline Parted part(const QuickSegment<What>& segment,
                                          const Pair& distance,
                                          WalkPlace& place,
                                          WaitingSides& waiting) {
    const NodeRecord& node = segment.nodes()[place.child];
    const Interval far =
        segment.cross(distance[0], distance[1], static_cast<std::uint32_t>(place.child), place.at);
    const std::size_t near_side = distance[0] > distance[1] ? 0 : 1;
    const std::size_t far_side = 1 - near_side;
    const bool is_far_met = far.t0 <= far.t1;
    if (segment.state_of(node, near_side) == kBodyFree || !(place.at.t0 <= place.at.t1)) {
        place.at = far;
        place.ends = segment.ends_of(far);
        return {is_far_met ? Parting::Entered : Parting::Clear, far_side};
    }
    const BodyState far_state = segment.state_of(node, far_side);
    if (is_far_met && far_state != kBodyFree) {
        if (What == Aim::Sight && far_state != kBodyMixed) {
            place.at = far;
            return {Parting::Blocked, far_side};
        }
        if (waiting.is_full()) {
            return {Parting::NoRoom, near_side};
        }
        waiting.push({far, node.child[far_side], far_state != kBodyMixed});
    }
    place.ends = segment.ends_of(place.at);
    return {Parting::Entered, near_side};
}

// Goes on to a side that waits. Done: the walk ends with `change`.
template <Aim What>
[[gnu::always_inline]] inline Step resume(const QuickSegment<What>& segment,
                                          WalkPlace& place,
                                          WaitingSides& waiting,
                                          QuickChange& change) {
    while (!waiting.is_empty()) {
        const WaitingSides::Side& next = waiting.pop();
        if (next.blocks || (next.child < 0 && segment.blocks(next.child))) {
            change = segment.blocked(next.interval, next.child);
            return Step::Done;
        }
        if (next.child >= 0) {
            place = {next.interval, segment.ends_of(next.interval), next.child};
            return Step::Node;
        }
    }
    change = {QuickChange::Kind::AllEmpty};
    return Step::Done;
}

// Goes on to a side of the node, if that is not done with.
template <Aim What>
[[gnu::always_inline]] inline Step enter(const QuickSegment<What>& segment,
                                         const NodeRecord& node,
                                         std::size_t side,
                                         WalkPlace& place,
                                         WaitingSides& waiting,
                                         QuickChange& change) {
    const BodyState state = segment.state_of(node, side);
    const std::int32_t child = node.child[side];
    // No leaf is mixed for sight.
    if (state == kBodyMixed && (What == Aim::Sight || child >= 0)) [[likely]] {
        place.child = child;
        return Step::Node;
    }
    if (state != kBodyFree &&
        (What == Aim::Sight || state != kBodyMixed || segment.blocks(child))) {
        change = segment.blocked(place.at, child);
        return Step::Done;
    }
    return resume(segment, place, waiting, change);
}

// Looks at one node. Done: the walk ends with `change`.
template <Choice How, Aim What>
[[gnu::always_inline]] inline Step step(const QuickSegment<What>& segment,
                                        WalkPlace& place,
                                        WaitingSides& waiting,
                                        QuickChange& change) {
    const NodeRecord& node = segment.nodes()[place.child];
    const Ends& ends = place.ends;
    const Pair margin = segment.margin();
    const Pair distance = (node.n[0] * ends.x - node.d) + (node.n[1] * ends.y + node.n[2] * ends.z);
    if constexpr (How == Choice::ByIndex) {
        const unsigned sides = both_bits(distance > margin) | both_bits(distance < -margin) << 2;
        if ((0x1008u >> sides & 1) != 0) {  // 3 or 12: one jump, not two
            return enter(segment, node, sides >> 3, place, waiting, change);
        }
    } else {
        if (distance[0] > margin[0] && distance[1] > margin[0]) {
            return enter(segment, node, 0, place, waiting, change);
        }
        if (distance[0] < -margin[0] && distance[1] < -margin[0]) {
            return enter(segment, node, 1, place, waiting, change);
        }
    }
    const Parted parted = part(segment, distance, place, waiting);
    if (parted.parting == Parting::Clear) {
        return resume(segment, place, waiting, change);
    }
    if (parted.parting == Parting::NoRoom) {
        change = {};
        return Step::Done;
    }
    if (What == Aim::Sight && parted.parting == Parting::Blocked) {
        change = segment.blocked(place.at, node.child[parted.side]);
        return Step::Done;
    }
    return enter(segment, node, parted.side, place, waiting, change);
}

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

}  // namespace halfspace
