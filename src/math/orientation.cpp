// SPDX-License-Identifier: MIT
#include "math/shared/orientation.h"

#include "base/shared/sign.h"
#include "math/shared/expansion.h"

#include <cmath>

namespace halfspace {
namespace {

// The bounds of rounding are A of Shewchuk 1997, sections 4.3 and 4.4, rounded up. The second term
// bounds what products below the smallest normal double lose.
constexpr double kVolumeError = 8 * 0x1p-53;
constexpr double kAreaError = 4 * 0x1p-53;
constexpr double kUnderflow = 0x1p-1000;

[[gnu::noinline]] int exact_orientation(const Vec3& a,
                                        const Vec3& b,
                                        const Vec3& c,
                                        const Vec3& d) {
    return triple_product(exact_difference(a, d), exact_difference(b, d), exact_difference(c, d))
        .sign();
}

[[gnu::noinline]] int exact_area(double ax, double ay, double bx, double by, double cx, double cy) {
    return (exact_difference(ax, cx) * exact_difference(by, cy) -
            exact_difference(ay, cy) * exact_difference(bx, cx))
        .sign();
}

}  // namespace

int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const Vec3 p = a - d;
    const Vec3 q = b - d;
    const Vec3 r = c - d;
    const double qyrz = q.y * r.z;
    const double qzry = q.z * r.y;
    const double qzrx = q.z * r.x;
    const double qxrz = q.x * r.z;
    const double qxry = q.x * r.y;
    const double qyrx = q.y * r.x;
    const double volume = p.x * (qyrz - qzry) + p.y * (qzrx - qxrz) + p.z * (qxry - qyrx);
    const double size = std::abs(p.x) * (std::abs(qyrz) + std::abs(qzry)) +
                        std::abs(p.y) * (std::abs(qzrx) + std::abs(qxrz)) +
                        std::abs(p.z) * (std::abs(qxry) + std::abs(qyrx));
    if (std::abs(volume) > kVolumeError * size + kUnderflow) {
        return sign_of(volume);
    }
    return exact_orientation(a, b, c, d);
}

int orientation_along(std::size_t along, const Vec3& a, const Vec3& b, const Vec3& c) {
    const std::size_t x = along == 2 ? 0 : along + 1;
    const std::size_t y = along == 0 ? 2 : along - 1;
    const double ax = a[x] - c[x];
    const double ay = a[y] - c[y];
    const double bx = b[x] - c[x];
    const double by = b[y] - c[y];
    const double left = ax * by;
    const double right = ay * bx;
    const double area = left - right;
    if (std::abs(area) > kAreaError * (std::abs(left) + std::abs(right)) + kUnderflow) {
        return sign_of(area);
    }
    // The signs of differences are exact. So is the sign of the area if one product is 0, as it
    // often is among walls along the axes.
    const int first = sign_of(ax) * sign_of(by);
    const int second = sign_of(ay) * sign_of(bx);
    if (first == 0 || second == 0) {
        return first - second;
    }
    return exact_area(a[x], a[y], b[x], b[y], c[x], c[y]);
}

}  // namespace halfspace
