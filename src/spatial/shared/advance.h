// SPDX-License-Identifier: MIT
// When a convex shape that moves meets another one: Newton's method on their distance
// (time_of_impact in convex.h), and long motions in parts.
#pragma once

#include "halfspace/spatial/convex.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace halfspace {

// A body that is not a box along the axes touches what it meets if it is at most this far from it,
// or this deep in it [units].
inline constexpr double kShapeTouch = 0x1p-24;

// A motion goes along a surface if it comes nearer by a smaller part of its length.
inline constexpr double kAlong = 0x1p-40;

// How near two shapes are, and which way.
struct Nearness {
    double distance = 0;  // at most the distance; negative is a depth
    Vec3 normal;          // from the shape that stands to the one that moves, length 1
    Vec3 point;           // of the shape that stands
};

// The distance of a shape that moves along `way`. It is a convex function of the fraction of the
// way, so Newton's method never steps over the first fraction at which it has some value.
// near_at(moved): the Nearness when the shape is moved by so much.
template <class NearAt>
class Approach {
public:
    Approach(const Vec3& way, const NearAt& near_at)
        : way_(way), along_(kAlong * length(way)), near_at_(near_at), near_(near_at(Vec3{})) {}

    double fraction() const { return fraction_; }
    const Nearness& near() const { return near_; }
    // By how much the distance would fall until the end of the way, if it fell as it does here.
    double speed() const { return -dot(near_.normal, way_); }
    bool is_along() const { return speed() <= along_; }

    // Goes on to where the distance is `target`, or at least at most `enough`. False if it does not
    // come so near, or not up to the fraction `until`.
    bool reach(double target, double enough, double until) {
        while (near_.distance > enough) {
            const double next = fraction_ + (near_.distance - target) / speed();
            if (is_along() || next > 1) {
                return false;
            }
            // Without a next fraction, the gap is smaller than what a fraction can say.
            if (!(next > fraction_)) {
                return true;
            }
            if (next > until) {
                return false;
            }
            fraction_ = next;
            near_ = near_at_(way_ * fraction_);
        }
        return true;
    }

private:
    Vec3 way_;
    double along_;
    const NearAt& near_at_;
    double fraction_ = 0;
    Nearness near_;
};

// The errors of time_of_impact grow with the size of the shapes and of the motion: among shapes of
// 2^13 units they pass 2^-24. So longer motions than this are made in parts, and of larger shapes
// only that is met which lies in the box that the body sweeps in a part [units].
inline constexpr double kLargeMotion = 0x1p10;
// This box is larger by so much that its sides never touch the body [units].
inline constexpr double kPartMargin = 1;

// The box that a body sweeps on a part of its way, and the margin. half: of its own box.
inline Aabb box_of_part(const Vec3& from, const Vec3& motion, const Vec3& half) {
    const Vec3 to = from + motion;
    return grown(Aabb{min(from, to) - half, max(from, to) + half}, kPartMargin);
}

// Moves a body in parts of at most `longest` units from the fraction `begin` on; it touches nothing
// before. A touch behind `until` may count as none. cast(moved, part, until): the touch on the part
// of the motion after `moved`; the fractions are of this part.
template <class Cast>
std::optional<TimeOfImpact> cast_in_parts(
    const Vec3& motion, double longest, double begin, double until, const Cast& cast) {
    constexpr double kMinWay = 1;          // so that nothing is divided by 0
    constexpr double kRounding = 0x1p-40;  // of fractions
    const double step = std::min(1.0, longest / std::max(kMinWay, max_abs(motion)));
    while (true) {
        const double length = std::min(step, 1 - begin);
        const double until_here = (until - begin) / length + kRounding;
        std::optional<TimeOfImpact> met = cast(motion * begin, motion * length, until_here);
        if (met) {
            // Only rounding puts the body into what it did not meet before.
            met->distance = begin > 0 ? std::max(met->distance, 0.0) : met->distance;
            met->fraction = begin + met->fraction * length;
            return met;
        }
        if (begin + length >= 1 || begin + length > until) {
            return std::nullopt;
        }
        begin += length;
    }
}

}  // namespace halfspace
