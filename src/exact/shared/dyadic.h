// SPDX-License-Identifier: MIT
// Every finite double is a whole number times a power of two. In a unit that is small enough, the
// coordinates of a point are whole numbers. Its distance from a plane with whole numbers is then
// whole, too, and the sign of the distance is exact.
#pragma once

#include "halfspace/math/vec.h"

#include "exact/shared/plane_table.h"
#include "exact/shared/wide_int.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

namespace halfspace {

// The number mantissa * 2^exponent. The mantissa is odd and has at most 53 bits. Zero is 0 * 2^0.
struct Dyadic {
    std::int64_t mantissa = 0;
    int exponent = 0;
};

// The same number. REQUIRES: value is finite.
constexpr Dyadic to_dyadic(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const int biased = static_cast<int>(bits >> 52 & 0x7ff);
    std::uint64_t magnitude = bits & ((std::uint64_t{1} << 52) - 1);
    if (biased != 0) {
        magnitude |= std::uint64_t{1} << 52;
    }
    if (magnitude == 0) {
        return {};
    }
    const int zeros = std::countr_zero(magnitude);
    const auto odd = static_cast<std::int64_t>(magnitude >> zeros);
    return {bits >> 63 != 0 ? -odd : odd, std::max(biased, 1) - 1075 + zeros};
}

// A unit of 2^-shift grid steps.
struct DyadicUnit {
    // A grid step is 2^-grid_exponent map units [-64..64].
    int grid_exponent = 0;
    // At least 0, so whole numbers of grid steps are whole numbers of units, too.
    int shift = 0;
    // Bits of the largest magnitude among the values that the unit was made for.
    int bits = 0;
};

// The largest unit in which all the values are whole numbers. values: map units. REQUIRES: they are
// finite.
constexpr DyadicUnit dyadic_unit(std::span<const double> values, int grid_exponent) {
    DyadicUnit unit{grid_exponent, 0, 0};
    int top = 0;  // every |value| is below 2^top grid steps
    for (const double value : values) {
        const Dyadic dyadic = to_dyadic(value);
        if (dyadic.mantissa != 0) {
            const int exponent = dyadic.exponent + grid_exponent;
            const auto magnitude = static_cast<std::uint64_t>(
                dyadic.mantissa < 0 ? -dyadic.mantissa : dyadic.mantissa);
            unit.shift = std::max(unit.shift, -exponent);
            top = std::max(top, exponent + static_cast<int>(std::bit_width(magnitude)));
        }
    }
    unit.bits = top + unit.shift;
    return unit;
}

// Limbs of 64 bits that hold the distance of any finite double point from any ExactPlane. The
// coordinates of such points have at most 1024 + 1074 bits; the normal, the grid and the sum of
// four terms add 64 + 64 + 3 bits.
inline constexpr int kAnyDistanceLimbs = 36;

// True if `Limbs` limbs hold the distance of the unit's points from any ExactPlane. The distance is
// the sum of three products with a normal of 64 bits and of d, which has 128 bits and is shifted.
template <int Limbs>
constexpr bool holds_distances(const DyadicUnit& unit) {
    return std::max(unit.bits + 64, unit.shift + 128) + 3 <= 64 * Limbs;
}

// The value as a number of units. REQUIRES: the unit was made for this value among others; Limbs
// limbs hold unit.bits bits.
template <int Limbs>
constexpr WideInt<Limbs> in_unit(double value, const DyadicUnit& unit) {
    const Dyadic dyadic = to_dyadic(value);
    return WideInt<Limbs>(dyadic.mantissa)
           << (dyadic.mantissa == 0 ? 0 : dyadic.exponent + unit.grid_exponent + unit.shift);
}

// The coordinates of a point as numbers of units.
template <int Limbs>
using WidePoint = std::array<WideInt<Limbs>, 3>;

// All three coordinates in units. REQUIRES: the unit was made for them; Limbs limbs hold unit.bits
// bits.
template <int Limbs>
constexpr WidePoint<Limbs> in_unit(const Vec3& point, const DyadicUnit& unit) {
    return {in_unit<Limbs>(point.x, unit),
            in_unit<Limbs>(point.y, unit),
            in_unit<Limbs>(point.z, unit)};
}

// n.p - d in units, exactly. REQUIRES: holds_distances<Limbs>(unit).
template <int Limbs>
constexpr WideInt<Limbs> distance(const ExactPlane& plane,
                                  const WidePoint<Limbs>& point,
                                  const DyadicUnit& unit) {
    return WideInt<Limbs>(plane.n[0]) * point[0] + WideInt<Limbs>(plane.n[1]) * point[1] +
           WideInt<Limbs>(plane.n[2]) * point[2] - (WideInt<Limbs>(plane.d) << unit.shift);
}

}  // namespace halfspace
