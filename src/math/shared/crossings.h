// SPDX-License-Identifier: MIT
// When a moving box enters a convex shape that does not move: separating axes over time.
//
// Let d_i(t) be the distance of plane i of the shape from the box at time t. The box is clear of
// the shape as long as one d_i is at least -touch. So:
//
// - A plane that the box is clear of at the start, and towards which the box does not move, parts
//   both for the whole motion.
// - A plane that the box is clear of at the start is entered where d_i = 0, or at once if d_i is
//   below 0 there. The shape is entered with the last of these planes.
// - A plane that the box is behind at the start is left where d_i = 0. If the box leaves one plane
//   before it has entered all others, it misses the shape.
#pragma once

#include "math/shared/simd.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace halfspace {

// The times at which a box enters and leaves the planes of a convex shape. Two planes are added at
// once, and no jump depends on a distance: a processor would guess most of these jumps wrongly.
class Crossings {
public:
    // touch: distances up to this one count as 0.
    explicit Crossings(double touch) : touch_(both(-touch)) {}

    // Takes two planes into account. from, to: the distances of the box from each plane at the
    // start and at the end of the motion, times `scale`. number: of each plane.
    [[gnu::always_inline]] void add(const Double2& from,
                                    const Double2& to,
                                    const Mask2& number,
                                    const Double2& scale = both(1)) {
        const Mask2 is_clear = is_at_most(touch_ * scale, from);
        is_parted_ |= is_clear & (is_at_most(from, to) | is_at_most(both(0), to));
        const Double2 time = from / (from - to);
        const Double2 in = choice(is_less(both(0), from), time, both(0));
        const Mask2 is_later = is_clear & is_less(enter_, in);
        enter_ = choice(is_later, in, enter_);
        plane_ = choice(is_later, number, plane_);
        const Mask2 is_sooner = ~is_clear & is_less(both(0), to) & is_less(time, leave_);
        leave_ = choice(is_sooner, time, leave_);
    }

    // True if a plane parts box and hull for the whole motion, or if the box leaves one plane
    // before it has entered all others.
    bool misses() const {
        return both_bits(is_parted_) != 0 || !(enter() < std::min(leave_[0], leave_[1]));
    }
    // The time at which the last plane is entered; -1 if no plane is entered.
    double enter() const { return std::max(enter_[0], enter_[1]); }
    // The plane that is entered last; of several such planes, the first.
    std::uint32_t plane() const {
        const bool is_second =
            enter_[1] > enter_[0] || (enter_[1] == enter_[0] && plane_[1] < plane_[0]);
        return static_cast<std::uint32_t>(plane_[is_second ? 1 : 0]);
    }

private:
    Double2 touch_;
    Double2 enter_ = both(-1);
    Double2 leave_ = both(std::numeric_limits<double>::infinity());
    Mask2 plane_{};
    Mask2 is_parted_{};
};

}  // namespace halfspace
