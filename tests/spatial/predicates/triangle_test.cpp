// SPDX-License-Identifier: MIT
#include "halfspace/spatial/triangle.h"

#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

namespace halfspace {
namespace {

using test::Random;
using test::repeats;

constexpr double kSlack = 1e-9;

double whole(Random& random, int most) {
    return static_cast<double>(random.integer(-most, most));
}

// Of size 1. Some have no area.
Vec3 point(Random& random, bool is_whole) {
    if (is_whole) {
        return {whole(random, 2), whole(random, 2), whole(random, 2)};
    }
    return {random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
}

Triangle triangle(Random& random, bool is_whole) {
    Triangle made{point(random, is_whole), point(random, is_whole), point(random, is_whole)};
    if (random.one_in(20)) {
        made.c = lerp(made.a, made.b, 0.5);
    }
    return made;
}

std::array<Vec3, 3> corners(const Triangle& t) {
    return {t.a, t.b, t.c};
}

// The farthest corner along a direction.
double reach(const Triangle& t, const Vec3& along) {
    return std::max({dot(t.a, along), dot(t.b, along), dot(t.c, along)});
}

// The distance of p from the triangle by a search on a fine mesh of its points.
double searched_distance(const Triangle& t, const Vec3& p) {
    constexpr int kSteps = 60;
    double least = 1e300;
    for (int i = 0; i <= kSteps; ++i) {
        for (int k = 0; k + i <= kSteps; ++k) {
            const Vec3 q =
                t.a + (t.b - t.a) * (1.0 * i / kSteps) + (t.c - t.a) * (1.0 * k / kSteps);
            least = std::min(least, distance(p, q));
        }
    }
    return least;
}

TEST(ClosestPoint, IsInTheTriangleAndNoOtherPointIsNearer) {
    for (std::size_t i = 0; i < repeats(5000); ++i) {
        Random random(i);
        const bool is_whole = random.one_in(2);
        const Triangle t = triangle(random, is_whole);
        const Vec3 p = point(random, is_whole);
        const Vec3 nearest = closest_point(t, p);
        // No corner lies on the side of p of the plane through the nearest point.
        for (const Vec3& corner : corners(t)) {
            ASSERT_LE(dot(corner - nearest, p - nearest), kSlack) << i;
        }
        const double apart = distance(p, nearest);
        ASSERT_LE(apart, searched_distance(t, p) + kSlack) << i;
        ASSERT_GE(apart, searched_distance(t, p) - 0.15) << i;
        ASSERT_LE(distance(closest_point(t, nearest), nearest), kSlack) << i;
    }
}

// A needle is nearly one line, so that its area is mere rounding.
TEST(ClosestPoint, OfANeedleIsOnItsLongestEdge) {
    for (std::size_t i = 0; i < repeats(5000); ++i) {
        Random random(i);
        const Vec3 a = point(random, false);
        const Vec3 b = point(random, false);
        const Vec3 p = random.one_in(2) ? point(random, false) : lerp(a, b, random.real(-0.2, 1.2));
        const Triangle needle{a, b, lerp(a, b, random.real(0, 1))};
        const double t = std::clamp(dot(p - a, b - a) / dot(b - a, b - a), 0.0, 1.0);
        ASSERT_NEAR(distance(closest_point(needle, p), p), distance(lerp(a, b, t), p), kSlack) << i;
    }
}

TEST(TouchSphere, IsTrueUpToTheDistance) {
    const Triangle t{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    EXPECT_TRUE(touch_sphere(t, {1, 1, 2}, 2));
    EXPECT_FALSE(touch_sphere(t, {1, 1, 2}, 1.999));
    EXPECT_TRUE(touch_sphere(t, {-3, -4, 0}, 5));
    EXPECT_FALSE(touch_sphere(t, {-3, -4, 0}, 4.999));
    EXPECT_TRUE(touch_sphere(t, {1, 1, 0}, 0));
}

// For triangles that are apart, the plane across the nearest points proves the distance.
TEST(TriangleDistance, IsProvenByItsPoints) {
    std::size_t apart = 0;
    for (std::size_t i = 0; i < repeats(20000); ++i) {
        Random random(i);
        const bool is_whole = random.one_in(2);
        const Triangle a = triangle(random, is_whole);
        const Triangle b = triangle(random, is_whole);
        const TriangleDistance found = distance(a, b);
        ASSERT_EQ(found.distance == 0, touch(a, b)) << i;
        ASSERT_NEAR(found.distance, distance(found.point_a, found.point_b), kSlack) << i;
        ASSERT_LE(distance(closest_point(a, found.point_a), found.point_a), kSlack) << i;
        ASSERT_LE(distance(closest_point(b, found.point_b), found.point_b), kSlack) << i;
        if (found.distance > 1e-3) {
            ++apart;
            const Vec3 along = (found.point_b - found.point_a) / found.distance;
            ASSERT_LE(reach(a, along) - reach(b, -along) * -1, -found.distance + 1e-6) << i;
        }
    }
    EXPECT_GT(apart, repeats(20000) / 3);
}

// Edges that cross at a small angle, 1e-12 apart.
TEST(TriangleDistance, OfNearlyParallelEdgesIsExactEnough) {
    constexpr double kApart = 1e-12;
    for (std::size_t i = 0; i < repeats(2000); ++i) {
        Random random(i);
        const double angle = std::pow(10, -random.real(0, 15));
        const double x = random.real(-0.5, 0.5);  // where they cross
        const double up = angle * (1 - x);
        const double down = -angle * (1 + x);
        const Triangle a{{-1, 0, 0}, {1, 0, 0}, {x, 0, -1}};
        const Triangle b{{-1, down, kApart}, {1, up, kApart}, {x, 0, 1}};
        ASSERT_NEAR(distance(a, b).distance, kApart, 1e-15) << i << " " << angle;
        ASSERT_NEAR(distance(b, a).distance, kApart, 1e-15) << i << " " << angle;
    }
}

// All of the question is multiplied by a power of two: so is the answer, bit by bit.
TEST(TriangleDistance, IsTheSameAtEveryScale) {
    for (std::size_t i = 0; i < repeats(2000); ++i) {
        Random random(i);
        const Triangle a = triangle(random, false);
        const Triangle b = triangle(random, false);
        const Vec3 p = point(random, false);
        const TriangleDistance found = distance(a, b);
        const Vec3 nearest = closest_point(a, p);
        for (const int exponent : {-280, -240, -101, -99, 99, 101, 240, 299}) {
            const double by = std::ldexp(1.0, exponent);
            const Triangle scaled_a{a.a * by, a.b * by, a.c * by};
            const Triangle scaled_b{b.a * by, b.b * by, b.c * by};
            const TriangleDistance scaled = distance(scaled_a, scaled_b);
            ASSERT_EQ(closest_point(scaled_a, p * by), nearest * by) << i << " " << exponent;
            ASSERT_EQ(scaled.distance, found.distance * by) << i << " " << exponent;
            ASSERT_EQ(scaled.point_a, found.point_a * by) << i << " " << exponent;
            ASSERT_EQ(scaled.point_b, found.point_b * by) << i << " " << exponent;
        }
    }
}

// The sizes of the triangle and of its distance differ as much as they may.
TEST(ClosestPoint, OfASmallTriangleFarAwayIsItsNearestCorner) {
    for (const double size : {0x1p-299, 0x1p-150, 1.0, 0x1p150, 0x1p299}) {
        const Triangle t{{0, 0, 0}, {size, 0, 0}, {0, size, 0}};
        for (const double away : {0x1p-299, 0x1p-150, 1.0, 0x1p150, 0x1p299}) {
            EXPECT_EQ(closest_point(t, {size + away, -away, away}), t.b) << size << " " << away;
            EXPECT_EQ(closest_point(t, {size / 4, size / 4, away}), Vec3(size / 4, size / 4, 0))
                << size << " " << away;
        }
    }
}

TEST(RayHit, TakesDirectionsOfEveryLength) {
    const Triangle t{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    for (const double speed : {1e-300, 1e-100, 1e-50, 1.0, 1e50, 1e100, 1e300}) {
        for (const Vec3& place : {Vec3{0.5, 0, 1}, Vec3{0.25, 0.25, 1}, Vec3{0, 0, 1}}) {
            const auto hit = ray_hit(t, {place, {0, 0, -speed}});
            ASSERT_TRUE(hit) << speed;
            EXPECT_NEAR(*hit * speed, 1, 1e-15);
            EXPECT_TRUE(ray_hit(t, {place, {0, 0, -speed}, 1.5 / speed}));
            EXPECT_FALSE(ray_hit(t, {place, {0, 0, -speed}, 0.5 / speed}));
        }
        EXPECT_FALSE(ray_hit(t, {{0.5, -0.001, 1}, {0, 0, -speed}}));
    }
}

TEST(RayHit, AgreesWithSegmentsThatAreLongEnough) {
    std::size_t hits = 0;
    for (std::size_t i = 0; i < repeats(20000); ++i) {
        Random random(i);
        const Triangle t{point(random, true), point(random, true), point(random, true)};
        const Vec3 normal = cross(t.b - t.a, t.c - t.a);
        const Vec3 origin = point(random, true);
        const Vec3 direction = point(random, true);
        if (direction == Vec3{}) {
            continue;
        }
        const std::optional<double> t_hit = ray_hit(t, {origin, direction});
        const bool is_met =
            dot(normal, direction) != 0 && touch(t, origin, origin + direction * 64);
        ASSERT_EQ(t_hit.has_value(), is_met) << i;
        if (t_hit) {
            ++hits;
            const Vec3 met = origin + direction * *t_hit;
            ASSERT_LE(distance(closest_point(t, met), met), kSlack) << i;
            ASSERT_FALSE(ray_hit(t, {origin, direction, *t_hit - 1e-6})) << i;
        }
    }
    EXPECT_GT(hits, 100U);
}

TEST(ToWorld, TakesEachCorner) {
    const Transform pose{{2, 0, 0}, {0, -1, 0}, {1, 0, 1}, {5, 6, 7}};
    const Triangle moved = to_world(pose, Triangle{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    EXPECT_EQ(moved.a, Vec3(7, 6, 7));
    EXPECT_EQ(moved.b, Vec3(5, 5, 7));
    EXPECT_EQ(moved.c, Vec3(6, 6, 8));
    EXPECT_EQ(box_of(moved), (Aabb{{5, 5, 7}, {7, 6, 8}}));
}

}  // namespace
}  // namespace halfspace
