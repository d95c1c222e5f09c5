// SPDX-License-Identifier: MIT
#include "query/nearest_point.h"

#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace halfspace {
namespace {

// However sharp the edges are that the nearest point lies on.
TEST(NearestPoint, IsTheNearestOfManySamples) {
    test::Random random(9);
    const auto direction = [&] {
        for (;;) {
            const Vec3 v{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
            if (length(v) > 0.1 && length(v) < 1) {
                return v * (1 / length(v));
            }
        }
    };
    int held_back = 0;
    for (int round = 0; round < 2000; ++round) {
        // Near the origin, or as far from it as levels reach.
        const Vec3 centre = direction() * (round % 3 == 0 ? 1e6 : 0.0);
        const Vec3 p = centre + direction() * random.real(0, 8);
        const double flat = std::exp2(-random.real(0, 8));
        std::vector<Plane> halves;
        for (int i = 0; i < 12; ++i) {  // all leave the centre at least 1 of room
            const Vec3 v = direction();
            const Vec3 slanted{v.x, v.y, v.z * flat};
            const Vec3 n = slanted * (1 / length(slanted));
            halves.push_back({n, dot(n, centre) - random.real(1, 3)});
        }
        const double margin = round % 2 == 0 ? 0.25 : 0;
        const auto nearest = nearest_point(p, halves, margin);
        ASSERT_TRUE(nearest);
        const auto least_depth = [&](const Vec3& at) {
            double least = 1e9;
            for (const Plane& half : halves) {
                least = std::min(least, signed_distance(half, at));
            }
            return least;
        };
        ASSERT_GE(least_depth(*nearest), margin - 1e-6);
        const double away = length(*nearest - p);
        held_back += away > 0 ? 1 : 0;
        // What is inside of all and nearer would be so near the segment to here, too, since both
        // are inside of a convex cell.
        for (int i = 0; i < 100; ++i) {
            const double step = std::exp2(-random.real(0, 16));
            const Vec3 other = *nearest + direction() * step;
            ASSERT_FALSE(least_depth(other) >= margin && length(other - p) < away - 1e-6);
        }
    }
    EXPECT_GT(held_back, 500);
}

TEST(NearestPoint, IsNoneWhereThereIsNoRoom) {
    const std::vector<Plane> apart{{{1, 0, 0}, 1}, {{-1, 0, 0}, 0}};
    EXPECT_FALSE(nearest_point({0, 0, 0}, apart, 0));
    const std::vector<Plane> thin{{{1, 0, 0}, 0}, {{-1, 0, 0}, -0.5}};
    EXPECT_EQ(nearest_point({-3, 1, 2}, thin, 0), (Vec3{0, 1, 2}));
    EXPECT_FALSE(nearest_point({-3, 1, 2}, thin, 0.375));
    const std::vector<Plane> wedge{{{0, 0, 1}, 0}, {{0.6, 0, -0.8}, 0}, {{-1, 0, 0}, 1}};
    EXPECT_FALSE(nearest_point({0, 0, 0}, wedge, 0)) << "three that no two of them rule out";
}

}  // namespace
}  // namespace halfspace
