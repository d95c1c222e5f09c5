// SPDX-License-Identifier: MIT
#include "exact/shared/dyadic.h"
#include "exact/shared/predicates.h"
#include "support/random.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace halfspace {
namespace {

using Rational = boost::multiprecision::cpp_rational;
using boost::multiprecision::cpp_int;

constexpr int kCases = 50'000;

Rational to_rational(double value) {
    int exponent = 0;
    const double fraction = std::frexp(value, &exponent);
    const cpp_int mantissa = static_cast<std::int64_t>(std::ldexp(fraction, 53));
    exponent -= 53;
    const cpp_int power = cpp_int(1) << static_cast<unsigned>(std::abs(exponent));
    return exponent < 0 ? Rational(mantissa, power) : Rational(cpp_int(mantissa * power));
}

Rational to_rational(Int128 value) {
    const cpp_int high = static_cast<std::int64_t>(value >> 64);
    return Rational(cpp_int((high << 64) + static_cast<std::uint64_t>(value)));
}

Side expected_side(const Vec3& p, const ExactPlane& plane, int grid_exponent) {
    const Rational steps = to_rational(std::ldexp(1.0, grid_exponent));
    const Rational distance = (plane.n[0] * to_rational(p.x) + plane.n[1] * to_rational(p.y) +
                               plane.n[2] * to_rational(p.z)) *
                                  steps -
                              to_rational(plane.d);
    return static_cast<Side>(distance.sign());
}

// Any finite double: most of moderate size, some at the ends of the range.
double random_double(test::Random& random) {
    switch (random.integer(0, 7)) {
        case 0:
            return static_cast<double>(random.integer(-40'000, 40'000)) / 8;
        case 1:
            return 0;
        case 2: {
            const auto any = std::bit_cast<double>(random.bits());
            return std::isfinite(any) ? any : std::numeric_limits<double>::denorm_min();
        }
        default:
            return random.real(-5000, 5000);
    }
}

std::int64_t random_normal(test::Random& random) {
    const auto bits = static_cast<int>(random.integer(0, 62));
    return random.integer(-(std::int64_t{1} << bits), std::int64_t{1} << bits);
}

TEST(DyadicSide, IsThatOfRationalArithmeticForAnyDoublesAndPlanes) {
    test::Random random(1);
    for (int i = 0; i < kCases; ++i) {
        const auto k = static_cast<int>(random.integer(0, 10));
        const Vec3 p{random_double(random), random_double(random), random_double(random)};
        const Int128 d = (Int128{random_normal(random)} << 64) >> random.integer(0, 100);
        const ExactPlane plane{
            {random_normal(random), random_normal(random), random_normal(random)}, d};
        ASSERT_EQ(side(p, plane, k), expected_side(p, plane, k)) << i;
        ASSERT_EQ(side(p, flipped(plane), k), opposite(side(p, plane, k))) << i;
    }
}

TEST(DyadicSide, IsThatOfRationalArithmeticBesideThePlane) {
    test::Random random(2);
    int on = 0;
    for (int i = 0; i < kCases; ++i) {
        const auto k = static_cast<int>(random.integer(0, 10));
        const Vec3 p{random_double(random), random_double(random), random_double(random)};
        const bool is_axial = random.one_in(3);
        const ExactPlane normal{{is_axial ? 1 : random.integer(-1000, 1000),
                                 is_axial ? 0 : random.integer(-1000, 1000),
                                 is_axial ? 0 : random.integer(-1000, 1000)},
                                0};
        // The plane of this normal nearest to the point, or its neighbour.
        const double scale = std::ldexp(1.0, k);
        const double d =
            (static_cast<double>(normal.n[0]) * p.x + static_cast<double>(normal.n[1]) * p.y +
             static_cast<double>(normal.n[2]) * p.z) *
            scale;
        if (!(std::abs(d) < 0x1p62)) {
            continue;
        }
        const ExactPlane plane{normal.n, std::llround(d) + random.integer(-1, 1)};
        const Side expected = expected_side(p, plane, k);
        on += expected == Side::On ? 1 : 0;
        ASSERT_EQ(side(p, plane, k), expected) << i;
    }
    EXPECT_GT(on, 100) << "the cases miss what they are for";
}

TEST(DyadicSide, SeesTheSmallestDifferencesOfAxialPlanes) {
    const ExactPlane plane{{0, -1, 0}, 0};
    EXPECT_EQ(side({0, std::numeric_limits<double>::denorm_min(), 0}, plane, 3), Side::Back);
    EXPECT_EQ(side({0, -std::numeric_limits<double>::denorm_min(), 0}, plane, 3), Side::Front);
    EXPECT_EQ(side({1e300, -0.0, 1e-300}, plane, 3), Side::On);
}

TEST(ToDyadic, KeepsEveryFiniteDouble) {
    test::Random random(3);
    for (int i = 0; i < kCases; ++i) {
        const auto value = std::bit_cast<double>(random.bits());
        if (!std::isfinite(value)) {
            continue;
        }
        const Dyadic dyadic = to_dyadic(value);
        ASSERT_EQ(std::ldexp(static_cast<double>(dyadic.mantissa), dyadic.exponent), value);
        ASSERT_TRUE(value == 0 || dyadic.mantissa % 2 != 0);
    }
    EXPECT_EQ(to_dyadic(-0.0).mantissa, 0);
    EXPECT_EQ(to_dyadic(std::numeric_limits<double>::denorm_min()).exponent, -1074);
}

TEST(DyadicUnit, MakesAllItsValuesWholeAndIsNoFinerThanNeeded) {
    constexpr std::array kValues{0.375, -1024.0, 0.0};
    const DyadicUnit unit = dyadic_unit(kValues, 1);
    EXPECT_EQ(unit.shift, 2) << "0.375 units are 3/4 of a step of 1/2";
    EXPECT_EQ(unit.bits, 14) << "1024 units are 2^13 quarter steps";
    EXPECT_EQ(in_unit<2>(0.375, unit), WideInt<2>(std::int64_t{3}));
    EXPECT_EQ(in_unit<2>(-1024.0, unit), WideInt<2>(std::int64_t{-8192}));
}

}  // namespace
}  // namespace halfspace
