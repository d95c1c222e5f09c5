// SPDX-License-Identifier: MIT
#include "halfspace/math/sin_cos.h"

#include "support/hash.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <random>

namespace halfspace {
namespace {

constexpr double kBound = 0x1p-52;

// By the C library in more precision, after an exact reduction.
void expect_near(double degrees) {
    const long double within = std::fmod(static_cast<long double>(degrees), 360.0L);
    const long double angle = within * (std::numbers::pi_v<long double> / 180);
    const SinCos turn = sin_cos(degrees);
    ASSERT_LE(std::fabs(turn.sine - std::sin(angle)), kBound) << degrees;
    ASSERT_LE(std::fabs(turn.cosine - std::cos(angle)), kBound) << degrees;
}

// Uniform in -1 to 1.
double real(std::mt19937_64& random) {
    return static_cast<double>(static_cast<std::int64_t>(random())) * 0x1p-63;
}

TEST(TurnBy, IsExactForQuarterTurns) {
    for (const double turns : {0.0, 1.0, 2.0, 5.0, 1e6, 0x1p40, 0x1p52}) {
        for (const double sign : {1.0, -1.0}) {
            const double whole = sign * turns * 360;
            EXPECT_EQ(sin_cos(whole).sine, 0);
            EXPECT_EQ(sin_cos(whole).cosine, 1);
            if (turns > 0x1p41) {
                continue;  // no room for a quarter behind it
            }
            EXPECT_EQ(sin_cos(whole + 90).sine, 1);
            EXPECT_EQ(sin_cos(whole + 90).cosine, 0);
            EXPECT_EQ(sin_cos(whole + 180).sine, 0);
            EXPECT_EQ(sin_cos(whole + 180).cosine, -1);
            EXPECT_EQ(sin_cos(whole - 90).sine, -1);
            EXPECT_EQ(sin_cos(whole - 90).cosine, 0);
        }
    }
}

TEST(TurnBy, IsNearTheTruthForOrdinaryAngles) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 200'000; ++i) {
        expect_near(real(random) * 720);
    }
    for (int degrees = -3600; degrees <= 3600; ++degrees) {
        expect_near(degrees * 0.5);
    }
}

TEST(TurnBy, IsNearTheTruthForHugeAndTinyAngles) {
    std::mt19937_64 random(2);
    for (int i = 0; i < 50'000; ++i) {
        const int exponent = static_cast<int>(random() % 2000) - 1000;
        expect_near(std::ldexp(real(random), exponent));
    }
    expect_near(std::numeric_limits<double>::max());
    expect_near(std::numeric_limits<double>::denorm_min());
}

TEST(TurnBy, IsNearTheTruthAroundEighthsOfATurn) {
    for (int eighth = -16; eighth <= 16; ++eighth) {
        const double angle = eighth * 45.0;
        for (const double toward : {-1e9, 1e9}) {
            double next = angle;
            for (int i = 0; i < 20; ++i) {
                expect_near(next);
                next = std::nextafter(next, toward);
            }
        }
    }
}

// By the C library in more precision.
void expect_angle(double y, double x) {
    const long double truth = std::atan2(static_cast<long double>(y), static_cast<long double>(x)) *
                              (180 / std::numbers::pi_v<long double>);
    ASSERT_LE(std::fabs(angle_of(y, x) - truth), 0x1p-44L) << y << ' ' << x;
}

TEST(AngleOf, IsExactForEighthsOfATurn) {
    for (const double size : {1.0, 0.1, 1e300, 1e-310, std::numeric_limits<double>::max()}) {
        EXPECT_EQ(angle_of(0, size), 0);
        EXPECT_EQ(angle_of(size, size), 45);
        EXPECT_EQ(angle_of(size, 0), 90);
        EXPECT_EQ(angle_of(size, -size), 135);
        EXPECT_EQ(angle_of(0, -size), 180);
        EXPECT_EQ(angle_of(-0.0, -size), 180);
        EXPECT_EQ(angle_of(-size, -size), -135);
        EXPECT_EQ(angle_of(-size, 0), -90);
        EXPECT_EQ(angle_of(-size, size), -45);
    }
    for (const double y : {0.0, -0.0}) {
        EXPECT_FALSE(std::signbit(angle_of(y, 1)));
        EXPECT_FALSE(std::signbit(angle_of(y, 0.0)));
        EXPECT_EQ(angle_of(y, -0.0), 0);
    }
}

TEST(AngleOf, IsNearTheTruth) {
    std::mt19937_64 random(3);
    for (int i = 0; i < 200'000; ++i) {
        expect_angle(real(random), real(random));
    }
    for (int i = 0; i < 100'000; ++i) {
        const auto exponent = [&] { return static_cast<int>(random() % 2000) - 1000; };
        expect_angle(std::ldexp(real(random), exponent()), std::ldexp(real(random), exponent()));
    }
    // Where one part of the table ends and the next begins.
    for (int sixteenth = 0; sixteenth <= 16; ++sixteenth) {
        for (const double toward : {-1e9, 1e9}) {
            double next = sixteenth / 16.0;
            for (int i = 0; i < 20; ++i) {
                expect_angle(next, 1);
                expect_angle(1, next);
                expect_angle(-1, -next);
                next = std::nextafter(next, toward);
            }
        }
    }
    expect_angle(std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::max());
    expect_angle(std::numeric_limits<double>::max(), std::numeric_limits<double>::denorm_min());
}

TEST(AngleOf, HasTheSameBitsOnEveryMachine) {
    std::mt19937_64 random(4);
    std::uint64_t hash = test::kEmptyHash;
    for (int i = 0; i < 10'000; ++i) {
        const double y = real(random);
        hash = test::hash_with(hash, angle_of(y, real(random)));
    }
    EXPECT_EQ(hash, 0xe4b3342c3efc41e7u);
}

}  // namespace
}  // namespace halfspace
