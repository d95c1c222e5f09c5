// SPDX-License-Identifier: MIT
// A body that moves, and one triangle: boxes along the axes by box_triangle.h, balls and capsules
// by round_triangle.h, points by ray_hit, all others by time_of_impact.
#pragma once

#include "spatial/convex/box_triangle.h"
#include "spatial/convex/round_triangle.h"
#include "spatial/shared/swept_body.h"

#include <cstdint>
#include <optional>

namespace halfspace {

// The first touch of one triangle.
struct BodyTouch {
    double fraction = 0;
    Vec3 normal;  // towards the body, length 1; zero with start_blocked
    Vec3 point;   // of the triangle; of a box zero, see point_of
    bool start_blocked = false;
};

// A body in its swept form. It refers to the shape and to the transform that it is made of.
class MovingBody {
public:
    MovingBody(const PlacedShape& body, const Vec3& motion, BlockingSides sides);

    // The box around the body.
    const BoxMotion& box() const { return box_; }
    // A box that reaches each triangle no later than the body touches it.
    BoxMotion early_box() const;

    // nullopt without a touch up to the fraction `most`. The point of a box is left out, because
    // only the first triangle's is wanted.
    std::optional<BodyTouch> touch(const Triangle& triangle, double most) const;
    // The point of a touch.
    Vec3 point_of(const BodyTouch& touch, const Triangle& triangle) const;

    // The body, relative to the middle of the box.
    PlacedShape placed() const { return swept_.at(-swept_.centre()); }
    Triangle seen(const Triangle& triangle) const;

private:
    enum class Kind : std::uint8_t { Point, Box, Round, Other };
    static Kind kind_of(const PlacedShape& body, const SweptBody& swept);

    std::optional<BodyTouch> touch_of_both(const Triangle& triangle, double most) const;
    std::optional<BodyTouch> touch_of_front(const Triangle& triangle, double most) const;
    std::optional<BodyTouch> touch_of_point(const Triangle& triangle, double most) const;
    std::optional<BodyTouch> touch_of_box(const Triangle& triangle, double most) const;
    std::optional<BodyTouch> touch_of_round(const Triangle& triangle, double most) const;
    std::optional<BodyTouch> touch_of_shape(const Triangle& triangle, double most) const;
    double begin_of(const Triangle& triangle, const BoxTouch& by_box) const;
    std::optional<TimeOfImpact> cast_part(const PlacedShape& body,
                                          const Triangle& seen,
                                          const Vec3& moved,
                                          const Vec3& part,
                                          double until) const;
    BodyTouch touch_of(const TimeOfImpact& met) const;

    SweptBody swept_;
    BoxMotion box_;  // of a point, it has no size
    BlockingSides sides_;
    Kind kind_;
    RoundBody round_;  // of a round body, relative to the middle of the box
};

}  // namespace halfspace
