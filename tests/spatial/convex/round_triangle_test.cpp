// SPDX-License-Identifier: MIT
// Balls and capsules against a triangle, beside brute force in long doubles and beside the general
// time of impact.
#include "spatial/convex/round_triangle.h"

#include "support/random.h"
#include "support/repeats.h"
#include "support/round_oracle.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>

namespace halfspace {
namespace {

using test::Random;

constexpr double kTouch = kShapeTouch;

Vec3 any(Random& random, double reach) {
    return {random.real(-reach, reach), random.real(-reach, reach), random.real(-reach, reach)};
}

struct Scene {
    RoundBody body;
    Triangle triangle;
    Vec3 motion;
};

// The body comes from `far` away and is aimed at a corner, an edge or a place of the triangle, or
// at what it passes by a hair.
Scene scene(Random& random, double size, double far) {
    Scene s;
    s.triangle = {any(random, size), any(random, size), any(random, size)};
    const Vec3 start = any(random, far);
    const Vec3 end = random.one_in(2) ? Vec3{} : any(random, 8);
    s.body = {start - end, start + end, random.real(0.1, 20)};
    const auto& [a, b, c] = s.triangle;
    const Vec3 aim = random.one_in(3)   ? a
                     : random.one_in(2) ? lerp(a, b, random.real(0, 1))
                                        : lerp(lerp(a, b, random.real(0, 1)), c, random.real(0, 1));
    const Vec3 aside = random.one_in(2) ? any(random, s.body.radius) : Vec3{};
    s.motion = (aim + aside - start) * random.real(0.5, 2);
    return s;
}

// Returns true for a hit.
bool check(const Scene& s, double rounding) {
    using test::real;
    using test::Real;
    using test::RealVec;
    const auto& [body, triangle, motion] = s;
    const auto met = time_of_impact_until(body, triangle, motion, kTouch, 1);
    const RealVec p = real(body.from);
    const RealVec q = real(body.to);
    if (!met) {
        EXPECT_GE(least_distance(p, q, real(motion), triangle) - body.radius, -kTouch - rounding);
        return false;
    }
    const RealVec moved = real(motion) * met->fraction;
    const Real gap = brute_distance(p + moved, q + moved, triangle) - body.radius;
    EXPECT_NEAR(met->distance, static_cast<double>(gap), rounding);
    if (met->distance < -kTouch) {
        EXPECT_EQ(met->fraction, 0);
        return true;
    }
    EXPECT_GE(gap, -rounding);
    EXPECT_LE(gap, kTouch + rounding);
    EXPECT_LT(dot(met->normal, motion), 0);
    // What comes nearer goes on to come nearer.
    EXPECT_LT(least_distance(p + moved, q + moved, real(motion) * (1 - met->fraction), triangle),
              body.radius);
    EXPECT_LE(distance(closest_point(triangle, met->point), met->point), rounding);
    return true;
}

TEST(RoundTriangle, MeetsWhatBruteForceMeets) {
    std::size_t hits = 0;
    for (std::size_t i = 0; i < test::repeats(500); ++i) {
        Random random(i);
        hits += check(scene(random, 30, 100), 0x1p-40) ? 1 : 0;
    }
    EXPECT_GT(hits, test::repeats(500) / 3);
    EXPECT_LT(hits, test::repeats(500) * 9 / 10);
}

TEST(RoundTriangle, IsAsExactOnLongMotionsAgainstLargeTriangles) {
    std::size_t hits = 0;
    for (std::size_t i = 0; i < test::repeats(500); ++i) {
        Random random(i);
        hits += check(scene(random, 0x1p16, 0x1p18), 0x1p-28) ? 1 : 0;
    }
    EXPECT_GT(hits, test::repeats(500) / 3);
}

TEST(RoundTriangle, AgreesWithTheGeneralTimeOfImpact) {
    std::size_t hits = 0;
    for (std::size_t i = 0; i < test::repeats(1000); ++i) {
        Random random(i);
        Scene s = scene(random, 30, 100);
        const double half = random.one_in(2) ? 0 : random.real(0, 9);
        const Vec3 place = s.body.from;
        s.body = {place - Vec3{0, 0, half}, place + Vec3{0, 0, half}, s.body.radius};
        const std::array<Vec3, 3> corners{s.triangle.a, s.triangle.b, s.triangle.c};
        const auto general =
            time_of_impact({*ConvexShape::capsule(half, s.body.radius), moved_by(place)},
                           {*ConvexShape::points(corners)},
                           s.motion,
                           kTouch);
        const auto met = time_of_impact_until(s.body, s.triangle, s.motion, kTouch, 1);
        ASSERT_EQ(met.has_value(), general.has_value());
        if (met) {
            ++hits;
            const double along = std::abs(dot(met->normal, s.motion));
            EXPECT_LE(std::abs(met->fraction - general->fraction) * along, kTouch);
            EXPECT_EQ(met->distance < -kTouch, general->distance < -kTouch);
        }
    }
    EXPECT_GT(hits, test::repeats(1000) / 3);
}

// A body that is 2^-25 above a floor passes over edges that are flush with it.
TEST(RoundTriangle, PassesOverAFlushEdge) {
    const Triangle side{{0, -9, 0}, {0, 9, 0}, {0, 0, -9}};
    const RoundBody ball{{-5, 0, 1 + kTouch / 2}, {-5, 0, 1 + kTouch / 2}, 1};
    EXPECT_FALSE(time_of_impact_until(ball, side, {10, 0, 0}, kTouch, 1));
    const RoundBody lower{{-5, 0, 0.999}, {-5, 0, 0.999}, 1};
    EXPECT_TRUE(time_of_impact_until(lower, side, {10, 0, 0}, kTouch, 1));
}

// A body that is a little deep, which counts as touching, can leave and slide.
TEST(RoundTriangle, LeavesWhatItTouches) {
    const Triangle floor{{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}};
    for (const double depth : {-0.9, -0.45, 0.0, 0.45, 0.9}) {
        const Vec3 place{0, 0, 1 - kTouch * depth};
        const RoundBody ball{place, place, 1};
        EXPECT_FALSE(time_of_impact_until(ball, floor, {0, 0, 5}, kTouch, 1)) << depth;
        EXPECT_FALSE(time_of_impact_until(ball, floor, {3, 0, 0}, kTouch, 1)) << depth;
        const auto down = time_of_impact_until(ball, floor, {0, 0, -5}, kTouch, 1);
        ASSERT_TRUE(down.has_value());
        EXPECT_EQ(down->fraction, 0);
    }
}

// Triangles without area are segments and points.
TEST(RoundTriangle, MeetsTrianglesWithoutArea) {
    for (std::size_t i = 0; i < test::repeats(300); ++i) {
        Random random(i);
        Scene s = scene(random, 30, 100);
        s.triangle.c = random.one_in(2) ? s.triangle.b : lerp(s.triangle.a, s.triangle.b, 0.5);
        s.triangle.b = random.one_in(4) ? s.triangle.a : s.triangle.b;
        check(s, 0x1p-40);
    }
}

}  // namespace
}  // namespace halfspace
