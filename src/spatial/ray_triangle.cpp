// SPDX-License-Identifier: MIT
#include "ray_triangle.h"

#include "expansion.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace halfspace {
namespace {

constexpr double kRounding = 0x1p-53;
constexpr std::array<std::size_t, 3> kNext{1, 2, 0};

// By exact arithmetic alone.
[[gnu::noinline]] std::optional<double> exact_crossing(const RayFrame& ray, const Triangle& triangle) {
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

}  // namespace

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

std::optional<double> crossing(const RayFrame& ray, const Triangle& triangle) {
    struct Sheared {
        double x;
        double y;
        double z;
        double size;  // of the corner relative to the origin
    };
    const auto sheared = [&](const Vec3& corner) {
        const std::array<double, 3> p{corner.x - ray.origin.x, corner.y - ray.origin.y,
                                      corner.z - ray.origin.z};
        const double z = p[ray.z];
        return Sheared{p[ray.x] - ray.shear_x * z, p[ray.y] - ray.shear_y * z, z,
                       std::abs(p[ray.x]) + std::abs(p[ray.y]) + std::abs(z)};
    };
    const Sheared a = sheared(triangle.a);
    const Sheared b = sheared(triangle.b);
    const Sheared c = sheared(triangle.c);
    const double u = b.x * c.y - b.y * c.x;
    const double v = c.x * a.y - c.y * a.x;
    const double w = a.x * b.y - a.y * b.x;
    // Each sheared coordinate is wrong by at most 4 roundings of `size`; products of two of them, by
    // that times their sum, and by two roundings of the product, which is no larger.
    const double size = std::max({a.size, b.size, c.size});
    const double spread = std::max({std::abs(a.x) + std::abs(a.y), std::abs(b.x) + std::abs(b.y),
                                    std::abs(c.x) + std::abs(c.y)});
    const double error = 20 * kRounding * size * (spread + kRounding * size);
    const double least = std::min({u, v, w});
    const double most = std::max({u, v, w});
    if (!(size >= 0x1p-230)) {
        return exact_crossing(ray, triangle);
    }
    if (least < -error && most > error) {
        return std::nullopt;
    }
    if (least <= error && most >= -error) {
        return exact_crossing(ray, triangle);
    }
    const double all = u + v + w;
    const double away = u * a.z + v * b.z + w * c.z;
    const double away_error = 8 * error * std::max({std::abs(a.z), std::abs(b.z), std::abs(c.z)});
    if (std::abs(away) <= away_error || std::abs(all) < error * 0x1p36) {
        return exact_crossing(ray, triangle);
    }
    const double t = away / all / ray.speed;
    if (t < 0) {
        return std::nullopt;
    }
    return t;
}

}  // namespace halfspace
