// SPDX-License-Identifier: MIT
#include "exact/shared/wide_int.h"

#include "support/random.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <limits>

namespace halfspace {
namespace {

using boost::multiprecision::cpp_int;

constexpr int kCases = 20'000;

template <int Limbs>
cpp_int to_cpp(const WideInt<Limbs>& value) {
    cpp_int result = 0;
    for (int i = Limbs - 1; i >= 0; --i) {
        result = (result << 64) + value.limb[static_cast<std::size_t>(i)];
    }
    return value.limb[Limbs - 1] >> 63 != 0 ? cpp_int(result - (cpp_int(1) << 64 * Limbs)) : result;
}

// The number that the limbs mean: reduced to [-2^(bits - 1), 2^(bits - 1)).
template <int Limbs>
cpp_int wrapped(const cpp_int& value) {
    const cpp_int modulus = cpp_int(1) << 64 * Limbs;
    cpp_int rest = value % modulus;
    rest += rest < 0 ? modulus : cpp_int(0);
    return rest >= modulus / 2 ? cpp_int(rest - modulus) : rest;
}

// Few bits, many bits, runs of ones and zeros, and the two ends of the range.
template <int Limbs>
WideInt<Limbs> random_wide(test::Random& random) {
    WideInt<Limbs> value;
    for (std::uint64_t& limb : value.limb) {
        const std::array<std::uint64_t, 6> choices{
            random.bits(), 0, ~std::uint64_t{0}, 1, std::uint64_t{1} << 63, random.bits() & 0xff};
        limb = choices[static_cast<std::size_t>(random.integer(0, choices.size() - 1))];
    }
    const auto used = static_cast<int>(random.integer(1, Limbs));
    const std::uint64_t fill = random.one_in(2) ? 0 : ~std::uint64_t{0};
    for (int i = used; i < Limbs; ++i) {
        value.limb[static_cast<std::size_t>(i)] = fill;
    }
    return value;
}

// The nearest double, ties to even, from the definition.
double nearest_double(const cpp_int& value) {
    const cpp_int magnitude = abs(value);
    if (magnitude == 0) {
        return 0;
    }
    const int drop = std::max(0, static_cast<int>(msb(magnitude)) - 52);
    cpp_int kept = magnitude >> static_cast<unsigned>(drop);
    const cpp_int lost = magnitude - (kept << static_cast<unsigned>(drop));
    const cpp_int half = drop == 0 ? cpp_int(1) : cpp_int(1) << static_cast<unsigned>(drop - 1);
    if (lost > half || (lost == half && drop != 0 && bit_test(kept, 0))) {
        ++kept;
    }
    const double result = std::ldexp(static_cast<double>(kept.convert_to<std::uint64_t>()), drop);
    return value < 0 ? -result : result;
}

template <class T>
class EveryWideInt : public testing::Test {};

template <int N>
using Limbs = std::integral_constant<int, N>;
using Widths =
    testing::Types<Limbs<2>, Limbs<3>, Limbs<4>, Limbs<5>, Limbs<6>, Limbs<7>, Limbs<8>, Limbs<9>>;
TYPED_TEST_SUITE(EveryWideInt, Widths);

TYPED_TEST(EveryWideInt, SumsDifferencesAndProductsAreThoseOfTheIntegersModuloTheWidth) {
    constexpr int kLimbs = TypeParam::value;
    test::Random random(kLimbs);
    for (int i = 0; i < kCases; ++i) {
        const auto a = random_wide<kLimbs>(random);
        const auto b = random_wide<kLimbs>(random);
        ASSERT_EQ(to_cpp(a + b), wrapped<kLimbs>(to_cpp(a) + to_cpp(b)));
        ASSERT_EQ(to_cpp(a - b), wrapped<kLimbs>(to_cpp(a) - to_cpp(b)));
        ASSERT_EQ(to_cpp(a * b), wrapped<kLimbs>(to_cpp(a) * to_cpp(b)));
        ASSERT_EQ(to_cpp(-a), wrapped<kLimbs>(-to_cpp(a)));
    }
}

TYPED_TEST(EveryWideInt, ShiftsMultiplyByPowersOfTwoModuloTheWidth) {
    constexpr int kLimbs = TypeParam::value;
    test::Random random(kLimbs + 100);
    for (int i = 0; i < kCases; ++i) {
        const auto a = random_wide<kLimbs>(random);
        const auto shift = static_cast<int>(random.integer(0, 64 * kLimbs - 1));
        ASSERT_EQ(to_cpp(a << shift), wrapped<kLimbs>(to_cpp(a) << static_cast<unsigned>(shift)))
            << shift;
    }
    const auto a = random_wide<kLimbs>(random);
    EXPECT_EQ(a << 0, a);
    EXPECT_EQ((a << 64 * kLimbs).sign(), 0) << "everything is shifted out";
}

TYPED_TEST(EveryWideInt, OrderSignAndWidthAreThoseOfTheIntegers) {
    constexpr int kLimbs = TypeParam::value;
    test::Random random(kLimbs + 200);
    for (int i = 0; i < kCases; ++i) {
        const auto a = random_wide<kLimbs>(random);
        const auto b = random.one_in(8) ? a : random_wide<kLimbs>(random);
        const cpp_int exact_a = to_cpp(a);
        const cpp_int exact_b = to_cpp(b);
        ASSERT_EQ(a < b, exact_a < exact_b);
        ASSERT_EQ(a == b, exact_a == exact_b);
        ASSERT_EQ(a.sign(), exact_a.sign());
        const int bits = exact_a == 0 ? 0 : static_cast<int>(msb(cpp_int(abs(exact_a)))) + 1;
        ASSERT_EQ(bit_width(a), bits);
    }
}

TYPED_TEST(EveryWideInt, NumbersOfOtherWidthsKeepTheirValueWhereTheyFit) {
    constexpr int kLimbs = TypeParam::value;
    test::Random random(kLimbs + 300);
    for (int i = 0; i < kCases; ++i) {
        const auto a = random_wide<kLimbs>(random);
        ASSERT_EQ(to_cpp(WideInt<kLimbs + 2>(a)), to_cpp(a));
        ASSERT_EQ(WideInt<kLimbs>(WideInt<kLimbs + 2>(a)), a);
        const auto small = static_cast<std::int64_t>(random.bits());
        ASSERT_EQ(to_cpp(WideInt<kLimbs>(small)), cpp_int(small));
        const Int128 medium = Int128{small} * static_cast<std::int64_t>(random.bits());
        const cpp_int high = static_cast<std::int64_t>(medium >> 64);
        const cpp_int expected = (high << 64) + static_cast<std::uint64_t>(medium);
        ASSERT_EQ(to_cpp(WideInt<kLimbs>(medium)), expected);
    }
}

TYPED_TEST(EveryWideInt, ConversionToDoubleRoundsToNearestEven) {
    constexpr int kLimbs = TypeParam::value;
    test::Random random(kLimbs + 400);
    for (int i = 0; i < kCases; ++i) {
        const auto a = random_wide<kLimbs>(random);
        ASSERT_EQ(to_double(a), nearest_double(to_cpp(a))) << to_cpp(a);
    }
}

TYPED_TEST(EveryWideInt, ConversionToDoubleIsRightAtAndBesideEveryTie) {
    constexpr int kLimbs = TypeParam::value;
    test::Random random(kLimbs + 500);
    for (int shift = 1; shift < 64 * kLimbs - 54; ++shift) {
        for (int i = 0; i < 20; ++i) {
            // 53 bits, odd or even, then exactly one half of the last, and one more or less.
            const auto top = static_cast<std::int64_t>((std::uint64_t{1} << 52) |
                                                       (random.bits() & ((1ULL << 52) - 1)));
            const auto half = WideInt<kLimbs>(std::int64_t{1}) << (shift - 1);
            const auto tie = (WideInt<kLimbs>(top) << shift) + half;
            const auto offset = WideInt<kLimbs>(random.integer(-1, 1));
            const auto value = random.one_in(2) ? tie + offset : -(tie + offset);
            ASSERT_EQ(to_double(value), nearest_double(to_cpp(value))) << to_cpp(value);
        }
    }
}

TEST(WideInt, OneLimbMoreThanADoubleCanHoldBecomesInfinite) {
    const WideInt<17> huge = WideInt<17>(std::int64_t{1}) << 1024;
    EXPECT_EQ(to_double(huge), std::numeric_limits<double>::infinity());
    EXPECT_EQ(to_double(-huge), -std::numeric_limits<double>::infinity());
    const WideInt<17> almost = huge - (WideInt<17>(std::int64_t{1}) << 970);
    EXPECT_EQ(to_double(almost - WideInt<17>(std::int64_t{1})), std::numeric_limits<double>::max());
    EXPECT_EQ(to_double(almost), std::numeric_limits<double>::infinity()) << "a tie at the end";
}

TEST(Int128Bits, AreThoseOfTheMagnitude) {
    EXPECT_EQ(bit_width(Int128{0}), 0);
    EXPECT_EQ(bit_width(Int128{-1}), 1);
    EXPECT_EQ(bit_width(-(Int128{1} << 63)), 64);
    EXPECT_EQ(bit_width((Int128{1} << 100) - 1), 100);
    EXPECT_TRUE(magnitude(-(Int128{1} << 100)) == Int128{1} << 100);
    EXPECT_TRUE(is_exact_double(-(Int128{1} << 53)));
    EXPECT_FALSE(is_exact_double((Int128{1} << 53) + 1));
}

}  // namespace
}  // namespace halfspace
