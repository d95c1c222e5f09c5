// SPDX-License-Identifier: MIT
// A ray against a triangle, without a gap between neighbours: a ray through a common edge or vertex
// meets each triangle that has it.
#pragma once

#include "halfspace/spatial/triangle_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

namespace halfspace {

// A ray, made ready for many triangles. The axis z is the one along which it goes fastest; x and y
// follow. A point p of the triangle is sheared to (x - shear_x * z, y - shear_y * z), relative to
// the ray's origin: the ray is the line (0, 0) then (Woop, Benthin, Wald, Watertight Ray/Triangle
// Intersection, 2013, section 3).
struct RayFrame {
    Vec3 origin;
    Vec3 direction;
    std::size_t x = 0;  // axes: 0 to 2
    std::size_t y = 1;
    std::size_t z = 2;
    double speed = 0;  // of the axis z
    double shear_x = 0;
    double shear_y = 0;
};

// True if products of the direction are exact.
inline bool has_usual_length(const Vec3& direction) {
    constexpr double kShortest = 0x1p-100;
    constexpr double kLongest = 0x1p100;
    const double size = max_abs(direction);
    return size >= kShortest && size <= kLongest;
}

// The same ray with a direction of a usual length: it was multiplied by a power of two.
class UsualRay {
public:
    // REQUIRES: the direction is finite and not 0.
    explicit UsualRay(const Ray& given);

    // The t of the given ray where this one has t.
    double given_t(double t) const;

    Ray ray;

private:
    int exponent_ = 0;  // a t of the given ray, times 2 to this power, is one of this ray
};

// REQUIRES: both are finite; the direction is not 0 and at most 1e150.
RayFrame ray_frame(const Vec3& origin, const Vec3& direction);

// crossing by exact arithmetic alone.
std::optional<double> exact_crossing(const RayFrame& ray, const Triangle& triangle);

// True if a ray with this direction that meets the triangle comes from its front, where the corners
// are counter-clockwise: exact.
bool comes_from_front(const Triangle& triangle, const Vec3& direction);

// The t at which origin + t * direction is in the triangle; nullopt if no t >= 0 is. Triangles are
// closed: their edges belong to them. A triangle whose plane holds the ray is not met, nor is one
// without area. Whether the ray meets it is decided exactly (numbers below 2^-300 count as 0). The
// error of t is at most 2^-32 times the t of the triangle's farthest corner along `z`.
[[gnu::always_inline]] inline std::optional<double> crossing(const RayFrame& ray,
                                                             const Triangle& triangle) {
    constexpr double kRounding = 0x1p-53;
    struct Sheared {
        double x;
        double y;
        double z;
        double size;  // of the corner relative to the origin
    };
    const auto sheared = [&](const Vec3& corner) {
        const std::array<double, 3> p{
            corner.x - ray.origin.x, corner.y - ray.origin.y, corner.z - ray.origin.z};
        const double z = p[ray.z];
        return Sheared{p[ray.x] - ray.shear_x * z,
                       p[ray.y] - ray.shear_y * z,
                       z,
                       std::abs(p[ray.x]) + std::abs(p[ray.y]) + std::abs(z)};
    };
    const Sheared a = sheared(triangle.a);
    const Sheared b = sheared(triangle.b);
    const Sheared c = sheared(triangle.c);
    const double u = b.x * c.y - b.y * c.x;
    const double v = c.x * a.y - c.y * a.x;
    const double w = a.x * b.y - a.y * b.x;
    // Each sheared coordinate is wrong by at most 4 roundings of `size`; products of two of them,
    // by that times their sum, and by two roundings of the product, which is no larger.
    const double size = std::max({a.size, b.size, c.size});
    const double spread = std::max({std::abs(a.x) + std::abs(a.y),
                                    std::abs(b.x) + std::abs(b.y),
                                    std::abs(c.x) + std::abs(c.y)});
    const double error = 32 * kRounding * size * (spread + kRounding * size);
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
    const double t = away / (all * ray.speed);
    if (t < 0) {
        return std::nullopt;
    }
    return t;
}

}  // namespace halfspace
