// SPDX-License-Identifier: MIT
#include "halfspace/math/frustum.h"

#include "support/random.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>

namespace halfspace {
namespace {

Vec3 random_point(test::Random& random, double reach) {
    return {random.real(-reach, reach), random.real(-reach, reach), random.real(-reach, reach)};
}

TEST(LookAt, MakesThreePerpendicularDirectionsWithZUpright) {
    test::Random random(1);
    for (int i = 0; i < 1000; ++i) {
        const Vec3 eye = random_point(random, 100);
        const Vec3 target =
            random.one_in(10) ? eye + Vec3{0, 0, random.real(-5, 5)} : random_point(random, 100);
        const auto view = look_at(eye, target, 90, 2);
        ASSERT_TRUE(view);
        for (const Vec3& axis : {view->forward, view->right, view->up}) {
            EXPECT_NEAR(length(axis), 1, 1e-12);
        }
        EXPECT_NEAR(dot(view->forward, view->right), 0, 1e-12);
        EXPECT_NEAR(dot(view->forward, view->up), 0, 1e-12);
        EXPECT_NEAR(dot(cross(view->right, view->forward), view->up), 1, 1e-12);
        EXPECT_NEAR(view->right.z, 0, 1e-12);
        EXPECT_GE(view->up.z, -1e-12);
        EXPECT_NEAR(view->tan_half_width, 1, 1e-12);
        EXPECT_NEAR(view->tan_half_height, 0.5, 1e-12);
    }
}

TEST(LookAt, RefusesWhatIsNoView) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(look_at({1, 2, 3}, {1, 2, 3}, 90, 1));
    EXPECT_FALSE(look_at({nan, 2, 3}, {1, 2, 3}, 90, 1));
    EXPECT_FALSE(look_at({0, 2, 3}, {1, HUGE_VAL, 3}, 90, 1));
    EXPECT_FALSE(look_at({0, 2, 3}, {1, 2, 3}, 0, 1));
    EXPECT_FALSE(look_at({0, 2, 3}, {1, 2, 3}, 180, 1));
    EXPECT_FALSE(look_at({0, 2, 3}, {1, 2, 3}, nan, 1));
    EXPECT_FALSE(look_at({0, 2, 3}, {1, 2, 3}, 90, 0));
}

TEST(LookAlong, IsLookAtWhereTheAnglesPoint) {
    test::Random random(3);
    for (int i = 0; i < 1000; ++i) {
        const Vec3 eye = random_point(random, 100);
        const Angles angles{random.real(-80, 80), random.real(-400, 400), 0};
        const auto view = look_along(eye, angles, 70, 1.5);
        const auto same = look_at(eye, eye + facing(angles), 70, 1.5);
        ASSERT_TRUE(view && same);
        EXPECT_EQ(view->eye, eye);
        EXPECT_NEAR(distance(view->forward, same->forward), 0, 1e-12);
        EXPECT_NEAR(distance(view->right, same->right), 0, 1e-12);
        EXPECT_NEAR(distance(view->up, same->up), 0, 1e-12);
        EXPECT_EQ(view->tan_half_width, same->tan_half_width);
        EXPECT_EQ(view->tan_half_height, same->tan_half_height);
    }
}

TEST(LookAlong, KeepsTheYawOfWhoLooksStraightUpAndRolls) {
    const auto up = look_along({}, {.pitch = -90, .yaw = 90}, 90, 1);
    ASSERT_TRUE(up);
    EXPECT_EQ(up->forward, (Vec3{0, 0, 1}));
    EXPECT_EQ(up->right, (Vec3{1, 0, 0}));
    EXPECT_EQ(up->up, (Vec3{0, -1, 0}));
    const auto rolled = look_along({}, {.roll = 90}, 90, 1);
    ASSERT_TRUE(rolled);
    EXPECT_EQ(rolled->up, (Vec3{0, -1, 0})) << "the left side is up";
}

TEST(LookAlong, RefusesWhatIsNoView) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(look_along({nan, 2, 3}, {}, 90, 1));
    EXPECT_FALSE(look_along({}, {.roll = nan}, 90, 1));
    EXPECT_FALSE(look_along({}, {}, 180, 1));
    EXPECT_FALSE(look_along({}, {}, 90, 0));
}

TEST(FrustumOf, HoldsWhatIsInThePicture) {
    test::Random random(2);
    const auto view = look_at({1, 2, 3}, {-4, 5, 6}, 70, 1.6);
    ASSERT_TRUE(view);
    const Frustum frustum = frustum_of(*view);
    int inside = 0;
    for (int i = 0; i < 10000; ++i) {
        const Vec3 p = random_point(random, 20);
        const Vec3 way = p - view->eye;
        const double depth = dot(way, view->forward);
        const double x = dot(way, view->right) / (depth * view->tan_half_width);
        const double y = dot(way, view->up) / (depth * view->tan_half_height);
        const bool expected = depth > 0 && std::abs(x) < 1 && std::abs(y) < 1;
        bool found = true;
        for (const Plane& plane : frustum.planes) {
            found = found && dot(plane.n, p) > plane.d;
        }
        ASSERT_EQ(found, expected);
        inside += found ? 1 : 0;
    }
    EXPECT_GT(inside, 100);
}

// How many of a box's corners lie in front of a plane.
int corners_before(const Plane& plane, const Vec3& min, const Vec3& max) {
    int count = 0;
    for (int c = 0; c < 8; ++c) {
        const Vec3 corner{(c & 1) != 0 ? max.x : min.x,
                          (c & 2) != 0 ? max.y : min.y,
                          (c & 4) != 0 ? max.z : min.z};
        count += dot(plane.n, corner) > plane.d ? 1 : 0;
    }
    return count;
}

std::optional<FrustumMask> expected_crossings(const Frustum& frustum,
                                              const Vec3& min,
                                              const Vec3& max) {
    FrustumMask crossed = 0;
    for (std::size_t p = 0; p < frustum.planes.size(); ++p) {
        const int before = corners_before(frustum.planes[p], min, max);
        if (before == 0) {
            return std::nullopt;
        }
        crossed |= before == 8 ? 0u : 1u << p;
    }
    return crossed;
}

TEST(CrossedPlanes, IsWhatTheEightCornersSay) {
    test::Random random(3);
    int outside = 0;
    int within = 0;
    for (int i = 0; i < 20000; ++i) {
        const auto view =
            look_at(random_point(random, 10), random_point(random, 10), random.real(30, 150), 1.5);
        ASSERT_TRUE(view);
        const Frustum frustum = frustum_of(*view);
        const Vec3 min = random_point(random, 10);
        const Vec3 max = min + Vec3{random.real(0, 4), random.real(0, 4), random.real(0, 4)};
        const auto expected = expected_crossings(frustum, min, max);
        ASSERT_EQ(crossed_planes(frustum, kAllFrustumPlanes, min, max), expected);
        ASSERT_TRUE(!expected || crossed_planes(frustum, *expected, min, max) == expected);
        outside += expected ? 0 : 1;
        within += expected == FrustumMask{0} ? 1 : 0;
    }
    EXPECT_GT(outside, 100);
    EXPECT_GT(within, 100);
}

}  // namespace
}  // namespace halfspace
