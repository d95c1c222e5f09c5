// SPDX-License-Identifier: MIT
#include "halfspace/spatial/triangle.h"

#include "spatial/predicates/ray_triangle.h"
#include "spatial/predicates/segment_triangle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace halfspace {
namespace {

using Corners = std::array<Vec3, 3>;

// A power of two by which vectors are multiplied before fourth powers of their size are needed:
// these then neither overflow nor lose bits. 1 for usual sizes. size: of the largest coordinate.
double scale_for(double size) {
    constexpr double kSmall = 0x1p-100;
    constexpr double kLarge = 0x1p100;
    if ((size >= kSmall && size <= kLarge) || size == 0) {
        return 1;
    }
    int exponent = 0;
    std::frexp(size, &exponent);
    return std::ldexp(1.0, std::min(-exponent, 1000));
}

// Where a point is nearest on a segment; its ends may be equal.
Vec3 closest_on_segment(const Vec3& a, const Vec3& b, const Vec3& p) {
    const Vec3 along = b - a;
    const double square = dot(along, along);
    const double t = square > 0 ? std::clamp(dot(p - a, along) / square, 0.0, 1.0) : 0;
    return t == 1 ? b : lerp(a, b, t);
}

void keep_nearer(TriangleDistance& best, const Vec3& on_a, const Vec3& on_b) {
    const double apart = distance(on_a, on_b);
    if (apart < best.distance) {
        best = {apart, on_a, on_b};
    }
}

// The nearest points of two segments, unless an end is nearest (as Ericson, section 5.1.9, but by
// cross products, which lose less in nearly parallel segments).
void try_insides(
    TriangleDistance& best, const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b) {
    const Vec3 along = q - p;
    const Vec3 other = (b - a) * scale_for(max_abs(b - a));
    const Vec3 normal = cross(along, other);
    const double square = dot(normal, normal);
    if (!(square > 0)) {
        return;
    }
    const double s = dot(cross(a - p, other), normal) / square;
    if (s > 0 && s < 1) {
        const Vec3 on_a = lerp(p, q, s);
        keep_nearer(best, on_a, closest_on_segment(a, b, on_a));
    }
}

// A common point of triangles that touch: of the points where an edge of one crosses the plane of
// the other, and of the corners, the one that is nearest to the other triangle.
void try_crossings(TriangleDistance& best, const Triangle& a, const Triangle& b, bool are_swapped) {
    const Corners edges{a.a, a.b, a.c};
    const double scale = scale_for(std::max(max_abs(b.b - b.a), max_abs(b.c - b.a)));
    const Vec3 normal = cross((b.b - b.a) * scale, (b.c - b.a) * scale);
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3& p = edges[i];
        const Vec3& q = edges[i == 2 ? 0 : i + 1];
        const double from = dot(normal, p - b.a);
        const double to = dot(normal, q - b.a);
        if (from != to) {
            const Vec3 on_edge = lerp(p, q, std::clamp(from / (from - to), 0.0, 1.0));
            const Vec3 on_face = closest_point(b, on_edge);
            keep_nearer(best, are_swapped ? on_face : on_edge, are_swapped ? on_edge : on_face);
        }
    }
}

// REQUIRES: has_usual_length of the direction.
std::optional<double> usual_hit(const Triangle& triangle, const Ray& ray) {
    const std::optional<double> t = crossing(ray_frame(ray.origin, ray.direction), triangle);
    return t && *t <= ray.max_t ? t : std::nullopt;
}

}  // namespace

Triangle to_world(const Transform& transform, const Triangle& triangle) {
    return {to_world(transform, triangle.a),
            to_world(transform, triangle.b),
            to_world(transform, triangle.c)};
}

Aabb box_of(const Triangle& triangle) {
    return {min(triangle.a, min(triangle.b, triangle.c)),
            max(triangle.a, max(triangle.b, triangle.c))};
}

bool touch_sphere(const Triangle& triangle, const Vec3& centre, double radius) {
    return distance(closest_point(triangle, centre), centre) <= radius;
}

std::optional<double> ray_hit(const Triangle& triangle, const Ray& ray) {
    if (has_usual_length(ray.direction)) {
        return usual_hit(triangle, ray);
    }
    const UsualRay usual(ray);
    const std::optional<double> t = usual_hit(triangle, usual.ray);
    return t ? std::optional(usual.given_t(*t)) : std::nullopt;
}

Vec3 closest_point(const Triangle& triangle, const Vec3& p) {
    constexpr double kThin = 0x1p-40;  // squared sine of an angle that rounding makes useless
    const auto& [a, b, c] = triangle;
    const double scale = scale_for(std::max(max_abs(b - a), max_abs(c - a)));
    const Vec3 ab = (b - a) * scale;
    const Vec3 ac = (c - a) * scale;
    const Vec3 ap = (p - a) * scale;
    const Vec3 normal = cross(ab, ac);
    const double square = dot(normal, normal);
    // Weights of b and c where p is straight above the triangle.
    const double v = dot(cross(ap, ac), normal);
    const double w = dot(cross(ab, ap), normal);
    if (square > kThin * dot(ab, ab) * dot(ac, ac) && v >= 0 && w >= 0 && v + w <= square) {
        return a + (b - a) * (v / square) + (c - a) * (w / square);
    }
    const std::array<Vec3, 3> tries{
        closest_on_segment(a, b, p), closest_on_segment(b, c, p), closest_on_segment(c, a, p)};
    return *std::ranges::min_element(
        tries, {}, [&](const Vec3& on_edge) { return distance(on_edge, p); });
}

TriangleDistance distance(const Vec3& from, const Vec3& to, const Triangle& triangle) {
    constexpr double kRounding = 1 + 0x1p-48;
    constexpr double kThin = 0x1p-20;  // squared sine of an angle that makes the normal unsure
    TriangleDistance best{std::numeric_limits<double>::infinity(), {}, {}};
    const auto& [a, b, c] = triangle;
    const Vec3 normal = cross(b - a, c - a);
    const double square = dot(normal, normal);
    const bool is_thin = !(square > kThin * dot(b - a, b - a) * dot(c - a, c - a));
    const double before = dot(normal, from - a);
    const double behind = dot(normal, to - a);
    const bool is_from_lower = std::abs(before) < std::abs(behind);
    const Vec3& lower = is_from_lower ? from : to;
    const Vec3& upper = is_from_lower ? to : from;
    keep_nearer(best, lower, closest_point(triangle, lower));
    if ((before < 0) != (behind < 0)) {
        const Vec3 crossing = lerp(from, to, before / (before - behind));
        keep_nearer(best, crossing, closest_point(triangle, crossing));
    } else if (!is_thin && best.distance * std::sqrt(square) <=
                               std::min(std::abs(before), std::abs(behind)) * kRounding) {
        return best;  // straight above the triangle, and nothing is nearer to its plane
    }
    for (const auto& [begin, end] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)}) {
        keep_nearer(best, upper, closest_on_segment(begin, end, upper));
        keep_nearer(best, closest_on_segment(from, to, begin), begin);
        try_insides(best, from, to, begin, end);
    }
    return best;
}

TriangleDistance distance(const Triangle& a, const Triangle& b) {
    const Corners of_a{a.a, a.b, a.c};
    const Corners of_b{b.a, b.b, b.c};
    TriangleDistance best{std::numeric_limits<double>::infinity(), {}, {}};
    for (std::size_t i = 0; i < 3; ++i) {
        keep_nearer(best, of_a[i], closest_point(b, of_a[i]));
        keep_nearer(best, closest_point(a, of_b[i]), of_b[i]);
        for (std::size_t k = 0; k < 3; ++k) {
            try_insides(best, of_a[i], of_a[(i + 1) % 3], of_b[k], of_b[(k + 1) % 3]);
        }
    }
    if (touch(a, b)) {
        try_crossings(best, a, b, false);
        try_crossings(best, b, a, true);
        best.distance = 0;
    } else {
        best.distance = std::max(best.distance, std::numeric_limits<double>::denorm_min());
    }
    return best;
}

}  // namespace halfspace
