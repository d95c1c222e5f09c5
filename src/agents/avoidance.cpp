// SPDX-License-Identifier: MIT
#include "agents/avoidance.h"

#include "agents/follow_points.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace halfspace {
namespace {

double area(const Vec3& a, const Vec3& b) {
    return a.x * b.y - a.y * b.x;
}

// The line through a point whose permitted side is where the normal points.
VelocityLine line_with_normal(const Vec3& point, const Vec3& normal) {
    return {point, {normal.y, -normal.x, 0}};
}

// A ray or a segment of the boundary of forbidden velocities.
struct Side {
    Vec3 from;
    Vec3 direction;  // of length 1
    double most = 0;
    Vec3 normal;  // outwards
};

}  // namespace

VelocityLine avoid(const AvoidedDisc& self, const AvoidedDisc& other, double horizon, double step) {
    const Vec3 to_other = flat(other.position - self.position);
    const Vec3 approach = flat(self.velocity - other.velocity);
    const double radius = self.radius + other.radius;
    const double square = dot(to_other, to_other);
    const bool do_overlap = square <= radius * radius;
    const double seconds = do_overlap ? step : horizon;
    // From the centre of the disc of relative velocities that lead to a contact in this time.
    const Vec3 from_centre = approach - to_other / seconds;
    const double size = length(from_centre);
    const double along = dot(from_centre, to_other);
    if (do_overlap || (along < 0 && along * along > radius * radius * size * size)) {
        const Vec3 normal = size > 0 ? from_centre / size : Vec3{1, 0, 0};
        const Vec3 change = normal * (radius / seconds - size);
        return line_with_normal(flat(self.velocity) + change / 2, normal);
    }
    // The sides of the cone are tangents of the disc around the other one.
    const double leg = std::sqrt(square - radius * radius);
    const double side = area(to_other, from_centre) > 0 ? 1 : -1;
    const Vec3 tangent = Vec3{to_other.x * leg - side * to_other.y * radius,
                              side * to_other.x * radius + to_other.y * leg,
                              0} /
                         square;
    const Vec3 change = tangent * dot(approach, tangent) - approach;
    return {flat(self.velocity) + change / 2, tangent * side};
}

std::optional<VelocityLine> avoid_border(
    const Vec3& position, const Vec3& a, const Vec3& b, const Vec3& wanted, double horizon) {
    const Vec3 along = flat_direction(a, b);
    const Vec3 inwards{-along.y, along.x, 0};
    const double distance = dot(position - a, inwards);
    if (!(distance > 0)) {
        return std::nullopt;
    }
    if (distance <= kBorderMargin) {
        const double way = dot(position - a, along);
        return way >= 0 && way <= flat_distance(a, b)
                   ? std::optional(line_with_normal(
                         inwards * ((kBorderMargin - distance) / horizon), inwards))
                   : std::nullopt;
    }
    const Vec3 right = flat(a + inwards * kBorderMargin - position) / horizon;
    const Vec3 left = flat(b + inwards * kBorderMargin - position) / horizon;
    const double size = length(left - right);
    const Vec3 right_ray = right / length(right);
    const Vec3 left_ray = left / length(left);
    constexpr double kEndless = 1e30;
    const std::array<Side, 3> sides{
        Side{right, along, size, {-along.y, along.x, 0}},
        Side{right, right_ray, kEndless, {right_ray.y, -right_ray.x, 0}},
        Side{left, left_ray, kEndless, {-left_ray.y, left_ray.x, 0}}};
    double nearest = kEndless;
    Vec3 point;
    Vec3 normal;
    bool is_inside = true;
    for (const Side& side : sides) {
        const double way = std::clamp(dot(wanted - side.from, side.direction), 0.0, side.most);
        const Vec3 on_side = side.from + side.direction * way;
        const double away = flat_distance(wanted, on_side);
        is_inside = is_inside && dot(wanted - side.from, side.normal) < 0;
        if (away < nearest) {
            nearest = away;
            point = on_side;
            normal = side.normal;
        }
    }
    constexpr double kTouching = 1e-6;
    if (nearest > kTouching) {
        normal = (is_inside ? point - wanted : wanted - point) / nearest;
    }
    return line_with_normal(point, normal);
}

}  // namespace halfspace
