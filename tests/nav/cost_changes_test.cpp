// SPDX-License-Identifier: MIT
#include "nav/cost_changes.h"

#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace halfspace::test {
namespace {

double flat_distance(const Vec3& a, const Vec3& b) {
    return std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

TEST(CheapestCrossing, IsNotBeatenByAnyOtherPlace) {
    Random random(1);
    const auto point = [&] { return Vec3{random.real(-9, 9), random.real(-9, 9), 0}; };
    for (std::size_t i = 0; i < repeats(500); ++i) {
        const Vec3 a = point();
        const Vec3 b = point();
        const Vec3 p = point();
        const Vec3 q = point();
        const double before = random.real(1, 8);
        const double behind = random.real(1, 8);
        const auto cost = [&](const Vec3& x) {
            return before * flat_distance(p, x) + behind * flat_distance(x, q);
        };
        const double found = cost(cheapest_crossing(a, b, p, q, before, behind));
        for (int k = 0; k <= 200; ++k) {
            EXPECT_LE(found, cost(lerp(a, b, k / 200.0)) + 1e-9);
        }
    }
}

// The sines of the angles are as the speeds are (Snell).
TEST(CheapestCrossing, BendsAsLightDoes) {
    const Vec3 p{-3, -4, 0};
    const Vec3 q{5, 2, 0};
    const Vec3 x = cheapest_crossing({-100, 0, 0}, {100, 0, 0}, p, q, 1, 2.5);
    const double in = (x.x - p.x) / flat_distance(p, x);
    const double out = (q.x - x.x) / flat_distance(x, q);
    EXPECT_NEAR(in, 2.5 * out, 1e-9);
}

TEST(CheapestCrossing, IsAnEndWhereTheEdgeIsTooShort) {
    const Vec3 a{10, 0, 0};
    const Vec3 b{20, 0, 0};
    EXPECT_NEAR(cheapest_crossing(a, b, {0, -4, 0}, {1, 4, 0}, 1, 2).x, 10, 1e-9);
    EXPECT_NEAR(cheapest_crossing(b, a, {0, -4, 0}, {1, 4, 0}, 1, 2).x, 10, 1e-9);
    EXPECT_EQ(cheapest_crossing(a, a, {0, -4, 0}, {1, 4, 0}, 1, 2), a);
}

}  // namespace
}  // namespace halfspace::test
