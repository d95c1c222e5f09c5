// SPDX-License-Identifier: MIT
#include "support/ray_oracle.h"

#include "support/integer_vector.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace halfspace::test {
namespace {

using Integer = boost::multiprecision::cpp_int;
using Vector = IntegerVector;

// The exponent of the last bit of a number. Large for 0.
int last_bit(double value) {
    int exponent = 0;
    std::frexp(value, &exponent);
    return value == 0 ? 2000 : exponent - 53;
}

int last_bit(const Vec3& v) {
    return std::min({last_bit(v.x), last_bit(v.y), last_bit(v.z)});
}

// The vector as whole numbers of 2 to the power of `unit`. REQUIRES: unit <= last_bit(v).
Vector whole(const Vec3& v, int unit) {
    const auto number = [&](double value) {
        int exponent = 0;
        const double mantissa = std::frexp(value, &exponent);
        const auto bits = static_cast<std::int64_t>(std::ldexp(mantissa, 53));
        return bits == 0 ? Integer(0) : Integer(Integer(bits) << (exponent - 53 - unit));
    };
    return {number(v.x), number(v.y), number(v.z)};
}

Rational power_of_two(int exponent) {
    const Rational power(Integer(1) << std::abs(exponent));
    return exponent < 0 ? Rational(1 / power) : power;
}

// Leaves out triangles that lie wholly beside the ray's line: seen along the line, all corners are
// on one side of some line through it, and not close to it.
class Beside {
public:
    explicit Beside(const Ray& ray) : origin_(ray.origin) {
        const Vec3 ahead = normalized(ray.direction / max_abs(ray.direction));
        const Vec3 right =
            normalized(std::abs(ahead.x) < 0.5 ? cross(ahead, {1, 0, 0}) : cross(ahead, {0, 1, 0}));
        const Vec3 up = cross(ahead, right);
        sides_ = {right, up, right + up, right - up};
    }

    bool holds(const Triangle& triangle) const {
        const Vec3 a = triangle.a - origin_;
        const Vec3 b = triangle.b - origin_;
        const Vec3 c = triangle.c - origin_;
        const Vec3 farthest = max(max(a, -a), max(max(b, -b), max(c, -c)));
        const double close = 1e-9 * (farthest.x + farthest.y + farthest.z);
        return std::ranges::any_of(sides_, [&](const Vec3& side) {
            const double at_a = dot(a, side);
            const double at_b = dot(b, side);
            const double at_c = dot(c, side);
            return (at_a > close && at_b > close && at_c > close) ||
                   (at_a < -close && at_b < -close && at_c < -close);
        });
    }

private:
    Vec3 origin_;
    std::array<Vec3, 4> sides_;
};

}  // namespace

std::optional<Rational> exact_hit(const Triangle& triangle, const Ray& ray) {
    const int unit = std::min(
        {last_bit(triangle.a), last_bit(triangle.b), last_bit(triangle.c), last_bit(ray.origin)});
    const int direction_unit = last_bit(ray.direction);
    const Vector a = whole(triangle.a, unit);
    const Vector b = whole(triangle.b, unit);
    const Vector c = whole(triangle.c, unit);
    const Vector origin = whole(ray.origin, unit);
    const Vector direction = whole(ray.direction, direction_unit);
    const Vector normal = outer(b - a, c - a);
    const Integer speed = inner(normal, direction);
    const Integer away = inner(normal, a - origin);
    if (speed == 0 || (away != 0 && (away < 0) != (speed < 0))) {
        return std::nullopt;
    }
    // The common point of line and plane, times `speed`.
    Vector p;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        p[axis] = origin[axis] * speed + away * direction[axis];
    }
    const auto is_inside = [&](const Vector& from, const Vector& to) {
        const Vector scaled{from[0] * speed, from[1] * speed, from[2] * speed};
        const Integer side = inner(normal, outer(to - from, p - scaled));
        return speed > 0 ? side >= 0 : side <= 0;
    };
    if (!is_inside(a, b) || !is_inside(b, c) || !is_inside(c, a)) {
        return std::nullopt;
    }
    const Rational t = Rational(away) / Rational(speed) * power_of_two(unit - direction_unit);
    return std::isfinite(ray.max_t) && t > Rational(ray.max_t) ? std::nullopt : std::optional(t);
}

std::vector<ExactHit> exact_hits(const TriangleMesh& mesh, const Ray& ray) {
    std::vector<ExactHit> hits;
    const Beside beside(ray);
    for (std::uint32_t i = 0; i < mesh.size(); ++i) {
        const Triangle triangle = mesh.triangle(i);
        if (beside.holds(triangle)) {
            continue;
        }
        if (auto t = exact_hit(triangle, ray)) {
            hits.push_back({i, std::move(*t)});
        }
    }
    return hits;
}

}  // namespace halfspace::test
