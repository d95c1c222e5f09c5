// SPDX-License-Identifier: MIT
// Doubles as what they are: whole numbers of a small enough unit. With it, the distance of a
// double point from an integer plane is an integer too, and its sign a fact.
#pragma once

#include "halfspace/exact/plane_table.h"
#include "halfspace/exact/wide_int.h"
#include "halfspace/math/vec.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

namespace halfspace {

// mantissa * 2^exponent with an odd mantissa of at most 53 bits; zero is 0 * 2^0.
struct Dyadic {
    std::int64_t mantissa = 0;
    int exponent = 0;
};

// REQUIRES: value is finite.
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

// A unit of 2^-shift grid steps, and the size of what is measured in it.
struct DyadicUnit {
    int grid_exponent = 0;  // a grid step is 2^-grid_exponent map units [-64..64]
    int shift = 0;          // >= 0, so that whole grid steps are whole numbers too
    int bits = 0;           // magnitude of the largest value
};

// The largest unit in which all the values (map units) are whole. REQUIRES: they are finite.
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

// Limbs that hold the distance of any finite double point from any ExactPlane: coordinates span
// at most 2^1024 / 2^-1074 map units, so with a normal of 64 bits and the sum of four terms
// 1024 + 1074 + 64 + 64 + 3 bits.
inline constexpr int kAnyDistanceLimbs = 36;

// True if `Limbs` hold the distance from any ExactPlane of points that are measured in the unit:
// three products with a normal of 64 bits, and d, of 128 bits and shifted.
template <int Limbs>
constexpr bool holds_distances(const DyadicUnit& unit) {
    return std::max(unit.bits + 64, unit.shift + 128) + 3 <= 64 * Limbs;
}

// The value in the unit. REQUIRES: it was among the unit's values, and Limbs hold unit.bits.
template <int Limbs>
constexpr WideInt<Limbs> in_unit(double value, const DyadicUnit& unit) {
    const Dyadic dyadic = to_dyadic(value);
    return WideInt<Limbs>(dyadic.mantissa)
           << (dyadic.mantissa == 0 ? 0 : dyadic.exponent + unit.grid_exponent + unit.shift);
}

template <int Limbs>
using WidePoint = std::array<WideInt<Limbs>, 3>;

template <int Limbs>
constexpr WidePoint<Limbs> in_unit(const Vec3& point, const DyadicUnit& unit) {
    return {in_unit<Limbs>(point.x, unit),
            in_unit<Limbs>(point.y, unit),
            in_unit<Limbs>(point.z, unit)};
}

// n.p - d in the unit, exactly. REQUIRES: holds_distances<Limbs>(unit).
template <int Limbs>
constexpr WideInt<Limbs> distance(const ExactPlane& plane,
                                  const WidePoint<Limbs>& point,
                                  const DyadicUnit& unit) {
    return WideInt<Limbs>(plane.n[0]) * point[0] + WideInt<Limbs>(plane.n[1]) * point[1] +
           WideInt<Limbs>(plane.n[2]) * point[2] - (WideInt<Limbs>(plane.d) << unit.shift);
}

}  // namespace halfspace
