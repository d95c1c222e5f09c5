// SPDX-License-Identifier: MIT
#include "spatial/convex/body_triangle.h"

#include "spatial/convex/shape_impact.h"
#include "spatial/convex/small_polygon.h"
#include "spatial/convex/triangle_plane.h"
#include "spatial/predicates/ray_triangle.h"

#include <algorithm>
#include <limits>
#include <span>

namespace halfspace {
namespace {

double size_of(const Triangle& seen) {
    return std::max({max_abs(seen.a), max_abs(seen.b), max_abs(seen.c)});
}

}  // namespace

MovingBody::MovingBody(const PlacedShape& body, const Vec3& motion, BlockingSides sides)
    : swept_(body.shape, body.transform),
      box_{swept_.centre(), motion, swept_.half()},
      sides_(sides),
      kind_(kind_of(body, swept_)) {
    if (kind_ == Kind::Point) {
        box_.half = {};
    } else if (kind_ == Kind::Round) {
        round_ = round_body(placed());
    }
}

MovingBody::Kind MovingBody::kind_of(const PlacedShape& body, const SweptBody& swept) {
    // A shape that is wider than a body counts at least is no point.
    if (max_abs(swept.half()) <= kMinThickness) {
        const Aabb box = body.shape.bounds();
        if (box.min == box.max) {
            return Kind::Point;
        }
    }
    return swept.is_box() ? Kind::Box : is_round(body.shape) ? Kind::Round : Kind::Other;
}

BoxMotion MovingBody::early_box() const {
    const bool is_exact = kind_ == Kind::Box || kind_ == Kind::Point;
    const double touch = is_exact ? 0 : kShapeTouch;
    return {box_.middle, box_.motion, box_.half + Vec3{touch, touch, touch}};
}

Triangle MovingBody::seen(const Triangle& triangle) const {
    return {triangle.a - box_.middle, triangle.b - box_.middle, triangle.c - box_.middle};
}

std::optional<BodyTouch> MovingBody::touch(const Triangle& triangle, double most) const {
    return sides_ == BlockingSides::Both || kind_ == Kind::Point ? touch_of_both(triangle, most)
                                                                 : touch_of_front(triangle, most);
}

std::optional<BodyTouch> MovingBody::touch_of_front(const Triangle& triangle, double most) const {
    // Cosines below this are rounding: the body meets the rim of the sheet.
    constexpr double kEdgeOn = 0x1p-20;
    const std::optional<BodyTouch> touch = touch_of_both(triangle, most);
    if (!touch || touch->start_blocked) {
        return std::nullopt;
    }
    const Vec3 face = cross(triangle.b - triangle.a, triangle.c - triangle.a);
    const double size = length(face);
    return size > 0 && dot(face, touch->normal) >= -kEdgeOn * size ? touch : std::nullopt;
}

std::optional<BodyTouch> MovingBody::touch_of_both(const Triangle& triangle, double most) const {
    switch (kind_) {
        case Kind::Point:
            return touch_of_point(triangle, most);
        case Kind::Box:
            return touch_of_box(triangle, most);
        case Kind::Round:
            return touch_of_round(triangle, most);
        case Kind::Other:
            break;
    }
    return touch_of_shape(triangle, most);
}

Vec3 MovingBody::point_of(const BodyTouch& touch, const Triangle& triangle) const {
    const Vec3 middle = box_.middle + box_.motion * touch.fraction;
    return kind_ == Kind::Box ? touched_point(triangle, middle, box_.half, touch.normal)
                              : touch.point;
}

std::optional<BodyTouch> MovingBody::touch_of_point(const Triangle& triangle, double most) const {
    const Vec3& motion = box_.motion;
    const auto t = motion == Vec3{} ? std::nullopt : ray_hit(triangle, {box_.middle, motion, most});
    if (!t) {
        return std::nullopt;
    }
    const bool is_front = comes_from_front(triangle, motion);
    if (!is_front && sides_ == BlockingSides::Front) {
        return std::nullopt;
    }
    const Vec3 front = normalized(cross(triangle.b - triangle.a, triangle.c - triangle.a));
    return BodyTouch{
        .fraction = *t, .normal = is_front ? front : -front, .point = box_.middle + motion * *t};
}

std::optional<BodyTouch> MovingBody::touch_of_box(const Triangle& triangle, double most) const {
    const BoxTouch met = cast_box(triangle, box_, most);
    if (met.kind == BoxTouch::Kind::Miss) {
        return std::nullopt;
    }
    if (met.kind == BoxTouch::Kind::StartBlocked) {
        return BodyTouch{.start_blocked = true};
    }
    return BodyTouch{.fraction = met.fraction, .normal = normal_of(triangle, met.plane)};
}

std::optional<BodyTouch> MovingBody::touch_of_round(const Triangle& triangle, double most) const {
    const Triangle it = seen(triangle);
    const RoundBody& body = round_;
    const TrianglePlane plane(it, size_of(it) + max_abs(box_.half));
    const double low = std::min(plane.height(body.from), plane.height(body.to));
    const double high = std::max(plane.height(body.from), plane.height(body.to));
    const double begin = plane.reach(low - body.radius, high + body.radius, box_.motion);
    if (begin > most) {
        return std::nullopt;
    }
    // The distance of a round body is exact enough on motions of any length.
    constexpr double kWhole = std::numeric_limits<double>::infinity();
    const auto met = cast_in_parts(
        box_.motion, kWhole, begin, most, [&](const Vec3& moved, const Vec3& part, double until) {
            const RoundBody there{body.from + moved, body.to + moved, body.radius};
            return time_of_impact_until(there, it, part, kShapeTouch, until);
        });
    return met ? std::optional(touch_of(*met)) : std::nullopt;
}

std::optional<BodyTouch> MovingBody::touch_of_shape(const Triangle& triangle, double most) const {
    const PlacedShape body = placed();
    const Triangle it = seen(triangle);
    const TrianglePlane plane(it, size_of(it) + max_abs(box_.half));
    const auto height = [&](const Vec3& direction) {
        const Vec3 local = direction_to_local(body.transform, direction);
        return plane.height(to_world(body.transform, body.shape.core_support(local)));
    };
    const double radius = body.shape.radius();
    double begin =
        plane.reach(height(-plane.normal()) - radius, height(plane.normal()) + radius, box_.motion);
    if (begin > most) {
        return std::nullopt;
    }
    // The body touches a little before the box around it does.
    const BoxTouch by_box = cast_box(triangle, box_, 1);
    if (by_box.kind == BoxTouch::Kind::Hit) {
        begin = std::max(begin, begin_of(triangle, by_box));
    }
    if (by_box.kind == BoxTouch::Kind::Miss || begin > most) {
        return std::nullopt;
    }
    const auto met = cast_in_parts(box_.motion,
                                   kLargeMotion,
                                   begin,
                                   most,
                                   [&](const Vec3& moved, const Vec3& part, double until) {
                                       return cast_part(body, it, moved, part, until);
                                   });
    return met ? std::optional(touch_of(*met)) : std::nullopt;
}

// Where the box around the body is so near to the triangle's plane or edge that it touches as other
// bodies do. The body touches no earlier.
double MovingBody::begin_of(const Triangle& triangle, const BoxTouch& by_box) const {
    const double speed = -dot(normal_of(triangle, by_box.plane), box_.motion);
    return speed > 0 ? std::max(0.0, by_box.fraction - kShapeTouch / 2 / speed) : 0;
}

std::optional<TimeOfImpact> MovingBody::cast_part(const PlacedShape& body,
                                                  const Triangle& seen,
                                                  const Vec3& moved,
                                                  const Vec3& part,
                                                  double until) const {
    SmallPolygon near{{seen.a, seen.b, seen.c}, 3};
    const Aabb box = box_of(seen);
    if (max_abs(box.max - box.min) > kLargeMotion) {
        near.clip(box_of_part(moved, part, box_.half), 0);
    }
    if (near.count == 0) {
        return std::nullopt;
    }
    std::array<FourPoints, 3> room;
    PlacedShape there = body;
    there.transform.translation += moved;
    const std::span<const Vec3> corners(near.corners.data(), near.count);
    return time_of_impact_until(
        there, {ConvexShape::points(corners, room)}, part, kShapeTouch, until);
}

BodyTouch MovingBody::touch_of(const TimeOfImpact& met) const {
    const bool is_blocked = met.distance < -kShapeTouch;
    return {met.fraction, is_blocked ? Vec3{} : met.normal, box_.middle + met.point, is_blocked};
}

}  // namespace halfspace
