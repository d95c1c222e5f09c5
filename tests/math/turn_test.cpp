// SPDX-License-Identifier: MIT
#include "halfspace/math/turn.h"

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
    const Turn turn = turn_by(degrees);
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
            EXPECT_EQ(turn_by(whole).sine, 0);
            EXPECT_EQ(turn_by(whole).cosine, 1);
            if (turns > 0x1p41) {
                continue;  // no room for a quarter behind it
            }
            EXPECT_EQ(turn_by(whole + 90).sine, 1);
            EXPECT_EQ(turn_by(whole + 90).cosine, 0);
            EXPECT_EQ(turn_by(whole + 180).sine, 0);
            EXPECT_EQ(turn_by(whole + 180).cosine, -1);
            EXPECT_EQ(turn_by(whole - 90).sine, -1);
            EXPECT_EQ(turn_by(whole - 90).cosine, 0);
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

}  // namespace
}  // namespace halfspace
