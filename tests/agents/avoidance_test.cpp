// SPDX-License-Identifier: MIT
#include "agents/avoidance.h"

#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace halfspace::test {
namespace {

constexpr double kHorizon = 0.5;

double room(const VelocityLine& line, const Vec3& v) {
    return dot(Vec3{-line.direction.y, line.direction.x, 0}, v - line.point);
}

Vec3 random_vector(Random& random, double most) {
    return {random.real(-most, most), random.real(-most, most), 0};
}

// The least distance of two points in [0, seconds].
double least_distance(const Vec3& way, const Vec3& velocity, double seconds) {
    const double square = dot(velocity, velocity);
    const double t = square > 0 ? std::clamp(-dot(way, velocity) / square, 0.0, seconds) : 0;
    return length(way + velocity * t);
}

TEST(Avoid, KeepsTwoApartWhoBothTakeTheirHalf) {
    Random random(1);
    std::size_t threatened = 0;
    for (std::size_t i = 0; i < repeats(2000); ++i) {
        const AvoidedDisc a{random_vector(random, 100), random_vector(random, 300), 16};
        const AvoidedDisc b{random_vector(random, 100), random_vector(random, 300), 20};
        if (distance(a.position, b.position) < 37) {
            continue;
        }
        const VelocityLine line_a = avoid(a, b, kHorizon, 0.1);
        const VelocityLine line_b = avoid(b, a, kHorizon, 0.1);
        threatened += room(line_a, a.velocity) < 0 ? 1 : 0;
        // Any two permitted velocities.
        const Vec3 va = random_vector(random, 300);
        const Vec3 vb = random_vector(random, 300);
        if (room(line_a, va) >= 0 && room(line_b, vb) >= 0) {
            EXPECT_GE(least_distance(b.position - a.position, vb - va, kHorizon), 36 - 1e-6);
        }
    }
    EXPECT_GT(threatened, repeats(2000) / 20);
}

TEST(Avoid, PartsThoseWhoOverlap) {
    const AvoidedDisc a{{0, 0, 0}, {}, 16};
    const AvoidedDisc b{{20, 0, 0}, {}, 16};
    EXPECT_LT(room(avoid(a, b, kHorizon, 0.1), {0, 0, 0}), 0);
    EXPECT_GT(room(avoid(a, b, kHorizon, 0.1), {-61, 0, 0}), 0);
    EXPECT_LT(room(avoid(a, b, kHorizon, 0.1), {-59, 0, 0}), 0);
}

// True if the way of this velocity meets the segment.
bool does_meet(const Vec3& p, const Vec3& v, const Vec3& a, const Vec3& b) {
    const Vec3 end = p + v * kHorizon;
    const auto side = [](const Vec3& x, const Vec3& y, const Vec3& z) {
        return cross(y - x, z - x).z;
    };
    return side(a, b, p) * side(a, b, end) < 0 && side(p, end, a) * side(p, end, b) < 0;
}

// Before a border there is a margin.
TEST(AvoidBorder, PermitsNoWayIntoTheBorderAndTheWantedOneIfItIsFree) {
    Random random(2);
    std::size_t free = 0;
    std::size_t into = 0;
    for (std::size_t i = 0; i < repeats(5000); ++i) {
        Vec3 a = random_vector(random, 50);
        Vec3 b = random_vector(random, 50);
        const Vec3 inwards = normalized(Vec3{a.y - b.y, b.x - a.x, 0});
        const Vec3 p = i % 50 == 0 ? (a + b) / 2 + inwards * random.real(0.001, kBorderMargin)
                                   : random_vector(random, 50);
        const Vec3 wanted = random_vector(random, 300);
        const auto line = avoid_border(p, a, b, wanted, kHorizon);
        if (i % 50 == 0) {
            ASSERT_TRUE(line);
            EXPECT_LT(room(*line, {}), 1e-6);
            EXPECT_GT(room(*line, inwards), 0);
            EXPECT_LT(room(*line, -inwards), 0);
            continue;
        }
        a += inwards * kBorderMargin;
        b += inwards * kBorderMargin;
        if (line) {
            EXPECT_GT(dot(p - a, inwards), -kBorderMargin);
        } else {
            EXPECT_LE(dot(p - a, inwards), 0);
        }
        if (!line || dot(p - a, inwards) <= 0) {
            continue;
        }
        (does_meet(p, wanted, a, b) ? into : free) += 1;
        EXPECT_EQ(room(*line, wanted) >= -1e-6, !does_meet(p, wanted, a, b));
        EXPECT_GE(room(*line, {}), -1e-6);
        for (int k = 0; k < 20; ++k) {
            const Vec3 v = random_vector(random, 300);
            if (room(*line, v) > 1e-6) {
                EXPECT_FALSE(does_meet(p, v, a, b));
            }
        }
    }
    EXPECT_GT(free, repeats(5000) / 10);
    EXPECT_GT(into, repeats(5000) / 25);
}

}  // namespace
}  // namespace halfspace::test
