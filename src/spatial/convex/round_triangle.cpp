// SPDX-License-Identifier: MIT
#include "spatial/convex/round_triangle.h"

#include "spatial/predicates/segment_triangle.h"

namespace halfspace {
namespace {

Nearness nearness(const RoundBody& body, const Triangle& triangle, const Vec3& moved) {
    const Vec3 from = body.from + moved;
    Vec3 on_core = from;
    Vec3 on_triangle;
    if (body.from == body.to) {
        on_triangle = closest_point(triangle, from);
    } else {
        const TriangleDistance found = distance(from, body.to + moved, triangle);
        on_core = found.point_a;
        on_triangle = found.point_b;
    }
    const Vec3 apart = on_core - on_triangle;
    const double size = length(apart);
    // A core that touches the triangle is deep in it, whichever way.
    return {size - body.radius, size > 0 ? apart / size : Vec3{0, 0, 1}, on_triangle};
}

// True if the nearest points alone come nearer than `least` on the rest of the way. Then the body
// does, too. REQUIRES: they come nearer at first.
bool comes_nearer(const Nearness& near, double radius, const Vec3& rest, double least) {
    const double apart = near.distance + radius;
    const double approach = -dot(near.normal, rest);
    const double square = dot(rest, rest);
    const double t = apart * approach < square ? apart * approach / square : 1;
    return apart * apart + t * (t * square - 2 * apart * approach) < least * least;
}

}  // namespace

bool is_round(const ConvexShape& shape) {
    return shape.kind() == ConvexShape::Kind::Sphere || shape.kind() == ConvexShape::Kind::Capsule;
}

RoundBody round_body(const PlacedShape& placed) {
    const auto& [shape, transform] = placed;
    const Vec3 end = transform.z * shape.half().z;
    return {transform.translation - end, transform.translation + end, shape.radius()};
}

std::optional<TimeOfImpact> time_of_impact_until(const RoundBody& body,
                                                 const Triangle& triangle,
                                                 const Vec3& motion,
                                                 double tolerance,
                                                 double until) {
    const auto near_at = [&](const Vec3& moved) { return nearness(body, triangle, moved); };
    Approach approach(motion, near_at);
    if (!approach.reach(tolerance / 2, tolerance, until)) {
        return std::nullopt;
    }
    const TimeOfImpact met{approach.fraction(),
                           approach.near().distance,
                           approach.near().normal,
                           approach.near().point};
    if (met.distance < -tolerance) {
        return met;
    }
    // A body that passes by, or slides over an edge, comes no nearer.
    const Vec3 rest = motion * (1 - met.fraction);
    const bool is_met =
        !approach.is_along() &&
        (comes_nearer(approach.near(), body.radius, rest, body.radius - tolerance / 2) ||
         approach.reach(-tolerance / 2, -tolerance * 3 / 8, 1));
    return is_met ? std::optional(met) : std::nullopt;
}

}  // namespace halfspace
