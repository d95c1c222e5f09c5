// SPDX-License-Identifier: MIT
// A segment for the quick walk: the parts of it that lie in cells, and how far doubles may be off.
#pragma once

#include "query/quick_change.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

// The points at both ends of an interval. With u = 2^-53 and no coordinate above R their roundings
// are below 5uR each, so that distances are off by at most 15uR < distance_error more than those of
// src and dest.
struct Ends {
    Pair x, y, z;
};

// The part of a segment that may be in the model's box; t0 > t1 if there is none. `error` is that
// of the distances, as distance_error has it. By value, so that no address of a QuickSegment is
// taken and the compiler keeps one in registers.
Interval clipped_to_box(const ModelRecord& model, Vec3 src, Vec3 dest, double error);

// What stays the same in the walk of one segment.
class QuickSegmentBase {
public:
    // False for ends so far outside of the level that doubles cannot place a change, or overflow:
    // then nothing else here may be asked.
    bool is_near() const { return error_ < most_error_; }

    // The part that may be in the model's box; t0 > t1 if there is none.
    Interval start() const {
        return is_inside_ ? kWholeSegment : clipped_to_box(*model_, src_, dest_, error_);
    }

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

}  // namespace halfspace
