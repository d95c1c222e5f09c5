// SPDX-License-Identifier: MIT
#include "level/scaled_plane.h"

#include "exact/shared/wide_int.h"
#include "level/shared/derive.h"
#include "support/small_level.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace halfspace::test {
namespace {

using Integer = boost::multiprecision::cpp_int;

// Numbers are compared as integers after a shift by this many bits: every double here is a
// multiple of 2^-kShift.
constexpr int kShift = 400;

Integer shifted(double value) {
    int exponent = 0;
    const double fraction = std::frexp(value, &exponent);
    return Integer(static_cast<std::int64_t>(std::ldexp(fraction, 53))) << (exponent - 53 + kShift);
}

Integer integer(Int128 value) {
    Integer result = static_cast<std::int64_t>(value >> 64);
    result = result * (Integer(1) << 64);
    return result + static_cast<std::uint64_t>(value);
}

int bits_of_normal(const ExactPlane& plane) {
    int bits = 0;
    while (bits < 63 &&
           std::max({std::abs(plane.n[0]), std::abs(plane.n[1]), std::abs(plane.n[2])}) >> bits !=
               0) {
        ++bits;
    }
    return bits;
}

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    std::uint64_t below(std::uint64_t limit) { return engine_() % limit; }
    // Any number of at most so many bits, with a sign; every width is equally likely.
    Int128 signed_bits(int most) {
        const auto bits = static_cast<int>(below(static_cast<std::uint64_t>(most) + 1));
        const Uint128 mask = (Uint128{1} << bits) - 1;
        const Uint128 value = ((Uint128{engine_()} << 64) | engine_()) & mask;
        return below(2) == 0 ? static_cast<Int128>(value) : -static_cast<Int128>(value);
    }
    ExactPlane plane(int normal_bits, int distance_bits) {
        ExactPlane plane;
        do {
            for (std::int64_t& n : plane.n) {
                n = static_cast<std::int64_t>(signed_bits(normal_bits));
            }
        } while (plane.n == std::array<std::int64_t, 3>{});
        plane.d = signed_bits(distance_bits);
        return plane;
    }
    // In [-limit, limit], with all bits of a double.
    double within(double limit) {
        const auto numerator = static_cast<double>(static_cast<std::int64_t>(engine_()) >> 10);
        return std::ldexp(numerator, -53) * limit;
    }

private:
    std::mt19937_64 engine_;
};

// True if no double is nearer to exact * 2^-kShift, and the even one was taken of two.
bool is_nearest(double value, const Integer& exact) {
    const double below = std::nextafter(value, -HUGE_VAL);
    const double above = std::nextafter(value, HUGE_VAL);
    const Integer error = abs(shifted(value) - exact);
    const Integer error_below = abs(shifted(below) - exact);
    const Integer error_above = abs(shifted(above) - exact);
    const bool tie = error == error_below || error == error_above;
    const bool even = shifted(value) == 0 || (std::bit_cast<std::uint64_t>(value) & 1) == 0;
    return error <= error_below && error <= error_above && (!tie || even);
}

TEST(ScaledPlane, GivesTheNearestDoublesOfTheScaledNumbers) {
    Random random(1);
    for (int round = 0; round < 100000; ++round) {
        const ExactPlane plane = random.plane(63, 120);
        const auto exponent = static_cast<int>(random.below(11));
        const Plane scaled = scaled_plane(plane, exponent);
        const int bits = bits_of_normal(plane);
        double largest = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            if (scaled.n[i] != 0 || plane.n[i] != 0) {
                ASSERT_TRUE(is_nearest(scaled.n[i], Integer(plane.n[i]) << (kShift - bits)));
            }
            largest = std::max(largest, std::abs(scaled.n[i]));
        }
        ASSERT_GE(largest, 0.5);
        ASSERT_LE(largest, 1.0);
        if (plane.d == 0) {
            ASSERT_EQ(scaled.d, 0.0);
        } else {
            ASSERT_TRUE(is_nearest(scaled.d, integer(plane.d) << (kShift - bits - exponent)));
        }
    }
}

TEST(ScaledPlane, RoundsTiesToEvenAndUpToOne) {
    const std::int64_t all = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(scaled_plane({{all, 0, 0}, 0}, 0).n[0], 1.0);
    const std::int64_t tie = (std::int64_t{1} << 53) + 1;
    EXPECT_EQ(scaled_plane({{tie, 0, 0}, 0}, 0).n[0], 0.5);
    EXPECT_EQ(scaled_plane({{tie + 2, 0, 0}, 0}, 0).n[0], std::ldexp((1ll << 53) + 4, -54));
    EXPECT_EQ(scaled_plane({{1, 0, 0}, (Int128{1} << 100) + 1}, 0).d, std::ldexp(1.0, 99));
    EXPECT_EQ(scaled_plane({{1, 0, 0}, (Int128{1} << 53) + 1}, 10).d, std::ldexp(1.0, 42));
}

TEST(ScaledPlane, DividesByTheGridAndByThePowerOfTheNormal) {
    const Plane scaled = scaled_plane({{3, -4, 0}, 40}, 3);
    EXPECT_EQ(scaled.n[0], 3.0 / 8);
    EXPECT_EQ(scaled.n[1], -0.5);
    EXPECT_EQ(scaled.n[2], 0.0);
    EXPECT_EQ(scaled.d, 5.0 / 8);
}

// A plane that passes near the point, so that the terms cancel and rounding shows.
ExactPlane through(Random& random, const double (&p)[3], int exponent) {
    ExactPlane plane = random.plane(58, 0);
    Integer d = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        d += Integer(plane.n[i]) * shifted(p[i]);
    }
    d >>= kShift - exponent;
    plane.d = d.convert_to<Int128>();
    return plane;
}

TEST(FilterBound, HoldsForRandomPlanesAndPointsAndIsNoWildGuess) {
    Random random(2);
    double tightest = 0;
    for (int round = 0; round < 100000; ++round) {
        const auto exponent = static_cast<int>(random.below(11));
        const double reach = std::ldexp(1.0, 27 - exponent - static_cast<int>(random.below(20)));
        ModelRecord model{};
        for (int i = 0; i < 3; ++i) {
            model.min[i] = -reach;
            model.max[i] = reach;
        }
        const double p[3] = {random.within(reach), random.within(reach), random.within(reach)};
        const ExactPlane plane =
            round % 4 == 0 ? random.plane(60, 100) : through(random, p, exponent);
        const PlaneRecord record{{plane.n[0], plane.n[1], plane.n[2]},
                                 static_cast<std::uint64_t>(plane.d),
                                 static_cast<std::int64_t>(plane.d >> 64)};
        const double bound = filter_bound({&record, 1}, {&model, 1}, exponent);

        const Plane s = scaled_plane(plane, exponent);
        const double computed = s.n[0] * p[0] + s.n[1] * p[1] + s.n[2] * p[2] - s.d;
        const int bits = bits_of_normal(plane);
        Integer exact = -(integer(plane.d) << (kShift - bits - exponent));
        for (std::size_t i = 0; i < 3; ++i) {
            exact += (Integer(plane.n[i]) * shifted(p[i])) >> bits;
        }
        const Integer error = abs(shifted(computed) - exact);
        ASSERT_LE(error, shifted(bound));
        tightest =
            std::max(tightest, error.convert_to<double>() / shifted(bound).convert_to<double>());
    }
    EXPECT_GT(tightest, 0.05);
}

TEST(FilterBound, GrowsWithTheFarthestPlaneOfTheFile) {
    LevelData data = small_level();
    const Result<Level> before = Level::from_data(data);
    ASSERT_TRUE(before);
    // 6 * 2^-53 * (3 * 144 + |x = 144, scaled|)
    EXPECT_EQ(before->filter_bound(), std::ldexp(6.0, -53) * (3 * 144.0 + 72.0));
    data.planes.push_back({{1, 0, 0}, std::uint64_t{1} << 40, 0});
    derive(data);
    const Result<Level> after = Level::from_data(data);
    ASSERT_TRUE(after);
    EXPECT_EQ(after->filter_bound(), std::ldexp(6.0, -53) * (3 * 144.0 + std::ldexp(1.0, 36)));
}

}  // namespace
}  // namespace halfspace::test
