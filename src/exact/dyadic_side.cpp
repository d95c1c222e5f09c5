// SPDX-License-Identifier: MIT
#include "exact/shared/dyadic.h"
#include "exact/shared/predicates.h"

#include <array>
#include <cmath>
#include <optional>

namespace halfspace {
namespace {

Side to_side(int sign) {
    return static_cast<Side>(sign);
}

template <int Limbs>
Side wide_side(const Vec3& point, const ExactPlane& plane, const DyadicUnit& unit) {
    return to_side(distance<Limbs>(plane, in_unit<Limbs>(point, unit), unit).sign());
}

// 2^exponent. REQUIRES: -1022 <= exponent <= 1023.
double power_of_two(int exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

// The side of a point, if one coordinate decides without rounding: n is plus or minus an axis, and
// d is a double. These are the most frequent planes, and points lie on them most often.
std::optional<Side> axial_side(const Vec3& point, const ExactPlane& plane, double step) {
    const std::array<double, 3> p{point.x, point.y, point.z};
    if (!is_exact_double(plane.d)) {
        return std::nullopt;
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t n = plane.n[axis];
        if ((n == 1 || n == -1) && plane.n[(axis + 1) % 3] == 0 && plane.n[(axis + 2) % 3] == 0) {
            const double d = static_cast<double>(plane.d) * step;  // exact
            const double x = n == 1 ? p[axis] : -p[axis];
            return to_side(static_cast<int>(x > d) - static_cast<int>(x < d));
        }
    }
    return std::nullopt;
}

// The side of a point, if doubles decide. Each of the four terms has a relative error of at most 2
// * 2^-53 (conversion and product). The three sums add at most 3 * 2^-53 of the sum of the
// magnitudes. The computation of the bound loses less than one part in 2^50. 8 * 2^-53 covers all
// of this. A product of a double and an integer never loses bits to underflow. After an overflow
// both comparisons are false.
std::optional<Side> filtered_side(const Vec3& point, const ExactPlane& plane, double step) {
    const double x = static_cast<double>(plane.n[0]) * point.x;
    const double y = static_cast<double>(plane.n[1]) * point.y;
    const double z = static_cast<double>(plane.n[2]) * point.z;
    const double d = static_cast<double>(plane.d) * step;
    const double bound = (std::abs(x) + std::abs(y) + std::abs(z) + std::abs(d)) * 0x1p-50;
    const double value = x + y + z - d;
    if (value > bound) {
        return Side::Front;
    }
    if (value < -bound) {
        return Side::Back;
    }
    return std::nullopt;
}

}  // namespace

Side side(const Vec3& point, const ExactPlane& plane, int grid_exponent) {
    const double step = power_of_two(-grid_exponent);
    if (const auto decided = axial_side(point, plane, step)) {
        return *decided;
    }
    if (const auto decided = filtered_side(point, plane, step)) {
        return *decided;
    }
    const std::array<double, 3> coordinates{point.x, point.y, point.z};
    const DyadicUnit unit = dyadic_unit(coordinates, grid_exponent);
    if (holds_distances<4>(unit)) {
        return wide_side<4>(point, plane, unit);
    }
    return wide_side<kAnyDistanceLimbs>(point, plane, unit);
}

}  // namespace halfspace
