// SPDX-License-Identifier: MIT
// When a convex shape that moves meets another one: Newton's method on their distance, and long
// motions in parts (time_of_impact in convex.h).
#pragma once

#include "halfspace/spatial/convex.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace halfspace {

// A body that is not a box along the axes touches what it meets if it is at most this far from it,
// or this deep in it [units].
inline constexpr double kShapeTouch = 0x1p-24;

// How near two shapes are, and which way.
struct Nearness {
    double distance = 0;  // at most the distance; negative is a depth
    Vec3 normal;          // from the shape that stands to the one that moves, length 1
    Vec3 point;           // of the shape that stands
};

// A touch behind the fraction `until` may count as none. near_at(moved): the Nearness when the
// shape is moved by so much. tolerance: see time_of_impact. The point is near_at's.
template <class NearAt>
std::optional<TimeOfImpact> advance(const Vec3& way,
                                    double tolerance,
                                    double until,
                                    const NearAt& near_at) {
    // A motion goes along a surface if it comes nearer by a smaller part of its length.
    constexpr double kAlong = 0x1p-40;
    const double along = kAlong * length(way);
    double fraction = 0;
    while (true) {
        const Nearness near = near_at(way * fraction);
        const double approach = -dot(near.normal, way);
        const bool is_deep = near.distance < -tolerance;
        if (approach <= along && !is_deep) {
            return std::nullopt;
        }
        const double next = fraction + (near.distance - tolerance / 2) / approach;
        // Where the shapes are near already, they may pass each other without a touch.
        const double miss =
            fraction == 0 && near.distance <= tolerance ? near.distance / approach : next;
        if (miss > 1 && !is_deep) {
            return std::nullopt;
        }
        // Without a next fraction, the gap is smaller than what a fraction can say.
        if (near.distance <= tolerance || !(next > fraction)) {
            return TimeOfImpact{fraction, near.distance, near.normal, near.point};
        }
        if (next > until) {
            return std::nullopt;
        }
        fraction = next;
    }
}

// The errors of `advance` grow with the size of the shapes and of the motion: among shapes of 2^13
// units they pass 2^-24. So longer motions than this are made in parts, and of larger shapes only
// that is met which lies in the box that the body sweeps in a part [units].
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
