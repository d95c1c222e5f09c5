// SPDX-License-Identifier: MIT
#include "spatial/predicates/ray_triangle.h"

#include "math/shared/expansion.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace halfspace {
namespace {

constexpr std::array<std::size_t, 3> kNext{1, 2, 0};

// value * 2^by, in two steps: 2^by may be too large for a double.
double scaled(double value, int by) {
    return std::ldexp(std::ldexp(value, by / 2), by - by / 2);
}

}  // namespace

std::optional<double> exact_crossing(const RayFrame& ray, const Triangle& triangle) {
    const ExactVec3 direction = exact_difference(ray.direction, Vec3{});
    const ExactVec3 a = exact_difference(triangle.a, ray.origin);
    const ExactVec3 b = exact_difference(triangle.b, ray.origin);
    const ExactVec3 c = exact_difference(triangle.c, ray.origin);
    const Expansion u = triple_product(direction, b, c);
    const Expansion v = triple_product(direction, c, a);
    const Expansion w = triple_product(direction, a, b);
    const int least = std::min({u.sign(), v.sign(), w.sign()});
    const int most = std::max({u.sign(), v.sign(), w.sign()});
    if (least < 0 && most > 0) {
        return std::nullopt;
    }
    const ExactVec3 ab = exact_difference(triangle.b, triangle.a);
    const ExactVec3 ac = exact_difference(triangle.c, triangle.a);
    const Expansion ahead = triple_product(direction, ab, ac);
    const Expansion away = triple_product(a, ab, ac);
    if (ahead.sign() == 0 || away.sign() * ahead.sign() < 0) {
        return std::nullopt;
    }
    return away.value() / ahead.value();
}

bool comes_from_front(const Triangle& triangle, const Vec3& direction) {
    const Vec3 ab = triangle.b - triangle.a;
    const Vec3 ac = triangle.c - triangle.a;
    const double along = dot(cross(ab, ac), direction);
    // Six products, each of three numbers that are off by less than five roundings.
    const double error = 0x1p-46 * max_abs(ab) * max_abs(ac) * max_abs(direction);
    if (std::abs(along) > error && error > 0x1p-900) {
        return along < 0;
    }
    const Expansion exact = triple_product(exact_difference(direction, Vec3{}),
                                           exact_difference(triangle.b, triangle.a),
                                           exact_difference(triangle.c, triangle.a));
    return exact.sign() < 0;
}

UsualRay::UsualRay(const Ray& given) : ray(given) {
    std::frexp(max_abs(given.direction), &exponent_);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        ray.direction[axis] = scaled(given.direction[axis], -exponent_);
    }
    ray.max_t = scaled(given.max_t, exponent_);
}

double UsualRay::given_t(double t) const {
    return scaled(t, -exponent_);
}

RayFrame ray_frame(const Vec3& origin, const Vec3& direction) {
    RayFrame ray{origin, direction};
    const std::array<double, 3> speed{direction.x, direction.y, direction.z};
    const std::size_t faster = std::abs(speed[1]) > std::abs(speed[0]) ? 1 : 0;
    ray.z = std::abs(speed[2]) > std::abs(speed[faster]) ? 2 : faster;
    ray.x = kNext[ray.z];
    ray.y = kNext[ray.x];
    ray.speed = speed[ray.z];
    ray.shear_x = speed[ray.x] / ray.speed;
    ray.shear_y = speed[ray.y] / ray.speed;
    return ray;
}

}  // namespace halfspace
