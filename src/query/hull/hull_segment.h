// SPDX-License-Identifier: MIT
// A moving body on its way down a hull tree (quick_step.h). The box around the body moves along the
// segment. At each node it is in front of the plane, behind it, or on both sides, each for an
// interval of the motion. An interval is never too short, because a box that is at most `touch`
// beyond a plane still counts as on both sides.
#pragma once

#include "query/hull/hull_cast.h"
#include "query/walk/quick_step.h"

#include <cmath>

namespace halfspace {

// meet(hull) is called for each hull that the box may meet. It returns the fraction of the motion
// behind which no hull counts any more; a negative number ends the walk.
template <class Meet>
class HullSegment : public WalkedSegment {
public:
    static constexpr Aim kAim = Aim::FirstChange;
    // There is room for the sides of all nodes from a root to a leaf.
    static constexpr std::size_t kWaiting = kMaxTreeDepth;

    // until: the first value of what `meet` returns.
    HullSegment(const Level& level, const HullMotion& motion, double until, Meet& meet)
        : WalkedSegment(level, kBodyFree, motion.from, motion.motion),
          half_(motion.half),
          touch_(motion.touch),
          reach_{both(motion.half.x + touch_),
                 both(motion.half.y + touch_),
                 both(motion.half.z + touch_)},
          until_(until),
          meet_(&meet) {}

    // How far the box reaches from its centre across the plane, and the touch. The same number
    // twice.
    Double2 margin(const WalkNodeRecord& node, std::uint32_t axis) const {
        if (axis < 3) {
            return reach_[axis];
        }
        const auto& n = plane(node).n;
        const double reach =
            std::abs(n[0]) * half_.x + std::abs(n[1]) * half_.y + std::abs(n[2]) * half_.z + touch_;
        return both(reach);
    }

    static Interval cross(const Double2& distance,
                          const Double2& margin,
                          std::uint32_t,
                          Interval& near) {
        Interval far = near;
        const double run = distance[0] - distance[1];
        if (std::abs(run) > 0) {
            const double scale = (near.t1 - near.t0) / run;
            const double middle = near.t0 + distance[0] * scale;
            const double around = margin[0] * std::abs(scale);
            far.t0 = std::max(near.t0, middle - around);
            near.t1 = std::min(near.t1, middle + around);
        }
        return far;
    }

    bool blocks(WalkChild leaf) const { return hull_of(leaf) != kNone; }
    bool is_reached(const Interval& at) const { return at.t0 <= until_; }
    Interval reached_part(Interval at) const {
        at.t1 = std::min(at.t1, until_);
        return at;
    }
    bool ends_at(const Interval&, WalkChild leaf, QuickChange&) const {
        until_ = (*meet_)(hull_of(leaf));
        return until_ < 0;
    }

private:
    Vec3 half_;
    double touch_;
    std::array<Double2, 3> reach_;
    mutable double until_;
    Meet* meet_;
};

}  // namespace halfspace
