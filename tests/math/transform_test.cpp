// SPDX-License-Identifier: MIT
#include "halfspace/math/transform.h"

#include "support/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace halfspace {
namespace {

Vec3 random_point(test::Random& random, double reach) {
    return {random.real(-reach, reach), random.real(-reach, reach), random.real(-reach, reach)};
}

Transform random_transform(test::Random& random) {
    return turned_about(random_point(random, 100),
                        {.pitch = random.real(-400, 400),
                         .yaw = random.real(-400, 400),
                         .roll = random.real(-400, 400)}) *
           moved_by(random_point(random, 100));
}

void expect_near(const Vec3& a, const Vec3& b, double error) {
    EXPECT_LE(length(a - b), error) << a.x << ' ' << a.y << ' ' << a.z;
}

TEST(TurnedAbout, TurnsADoorAboutItsHinge) {
    const Transform open = turned_about({10, 20, 0}, {.yaw = 90});
    EXPECT_EQ(to_world(open, Vec3{10, 20, 7}), (Vec3{10, 20, 7}));
    EXPECT_EQ(to_world(open, Vec3{42, 20, 7}), (Vec3{10, 52, 7}));
    EXPECT_EQ(to_local(open, Vec3{10, 52, 7}), (Vec3{42, 20, 7}));
}

TEST(TurnedAbout, LooksDownForAPositivePitchAndRollsTheLeftSideUp) {
    EXPECT_EQ(direction_to_world(turned_about({}, {.pitch = 90}), {1, 0, 0}), (Vec3{0, 0, -1}));
    EXPECT_EQ(direction_to_world(turned_about({}, {.roll = 90}), {0, 1, 0}), (Vec3{0, 0, 1}));
}

// The three turns one after the other, by the C library's functions.
Vec3 turned_step_by_step(Vec3 p, const Angles& angles) {
    constexpr double kRadian = std::numbers::pi / 180;
    const double roll = angles.roll * kRadian;
    p = {p.x,
         p.y * std::cos(roll) - p.z * std::sin(roll),
         p.y * std::sin(roll) + p.z * std::cos(roll)};
    const double pitch = angles.pitch * kRadian;
    p = {p.x * std::cos(pitch) + p.z * std::sin(pitch),
         p.y,
         p.z * std::cos(pitch) - p.x * std::sin(pitch)};
    const double yaw = angles.yaw * kRadian;
    return {
        p.x * std::cos(yaw) - p.y * std::sin(yaw), p.x * std::sin(yaw) + p.y * std::cos(yaw), p.z};
}

TEST(AnglesTowards, AreThoseOfTheDirectionTheyFace) {
    test::Random random(11);
    for (int i = 0; i < 20'000; ++i) {
        const Vec3 direction = random_point(random, i % 2 == 0 ? 1 : 1e5);
        const Angles angles = angles_towards(direction);
        expect_near(facing(angles), direction / length(direction), 1e-14);
        EXPECT_EQ(angles.roll, 0);
        const auto degrees = [](long double y, long double x) {
            return std::atan2(y, x) * (180 / std::numbers::pi_v<long double>);
        };
        const auto across = std::hypot(static_cast<long double>(direction.x),
                                       static_cast<long double>(direction.y));
        EXPECT_LE(std::fabs(angles.pitch - degrees(-direction.z, across)), 0x1p-43L);
        EXPECT_LE(std::fabs(angles.yaw - degrees(direction.y, direction.x)), 0x1p-43L);
    }
}

TEST(AnglesTowards, AreExactAlongAxesAndForTinyAndHugeDirections) {
    constexpr double kMost = std::numeric_limits<double>::max();
    constexpr double kLeast = std::numeric_limits<double>::denorm_min();
    for (const double size : {1.0, 0.3, kMost, kLeast}) {
        EXPECT_EQ(angles_towards({size, 0, 0}), Angles{});
        EXPECT_EQ(angles_towards({0, size, 0}), (Angles{.yaw = 90}));
        EXPECT_EQ(angles_towards({-size, 0, 0}), (Angles{.yaw = 180}));
        EXPECT_EQ(angles_towards({0, -size, 0}), (Angles{.yaw = -90}));
        EXPECT_EQ(angles_towards({0, 0, size}), (Angles{.pitch = -90}));
        EXPECT_EQ(angles_towards({0, 0, -size}), (Angles{.pitch = 90}));
        EXPECT_EQ(angles_towards({size, -size, 0}), (Angles{.yaw = -45}));
    }
    EXPECT_EQ(angles_towards({}), Angles{});
    EXPECT_EQ(angles_towards({kLeast, kLeast, kMost}), (Angles{.pitch = -90, .yaw = 45}));
    EXPECT_FALSE(std::signbit(angles_towards({1, 0, 0}).pitch));
}

TEST(Facing, FollowsYawAndPitchAndNotRoll) {
    EXPECT_EQ(facing({}), (Vec3{1, 0, 0}));
    EXPECT_EQ(facing({.yaw = 90}), (Vec3{0, 1, 0}));
    EXPECT_EQ(facing({.pitch = 90}), (Vec3{0, 0, -1}));
    EXPECT_EQ(facing({.pitch = 20, .yaw = 50, .roll = 70}), facing({.pitch = 20, .yaw = 50}));
    EXPECT_NEAR(length(facing({.pitch = 20, .yaw = 50})), 1, 1e-15);
}

TEST(TurnedAbout, TurnsByRollThenPitchThenYaw) {
    test::Random random(1);
    for (int i = 0; i < 1000; ++i) {
        const Angles angles{random.real(-400, 400), random.real(-400, 400), random.real(-400, 400)};
        const Vec3 p = random_point(random, 100);
        const Vec3 origin = random_point(random, 100);
        const Transform transform = turned_about(origin, angles);
        EXPECT_TRUE(is_rigid(transform));
        expect_near(
            to_world(transform, p), turned_step_by_step(p - origin, angles) + origin, 1e-11);
    }
}

TEST(Composition, FirstTakesTheInnerTransform) {
    test::Random random(2);
    for (int i = 0; i < 1000; ++i) {
        const Transform outer = random_transform(random);
        const Transform inner = random_transform(random);
        const Vec3 p = random_point(random, 100);
        expect_near(to_world(outer * inner, p), to_world(outer, to_world(inner, p)), 1e-11);
    }
}

TEST(Inverse, TakesBackWhatTheTransformDoes) {
    test::Random random(3);
    for (int i = 0; i < 1000; ++i) {
        const Transform transform = random_transform(random);
        const Vec3 p = random_point(random, 100);
        expect_near(to_world(inverse(transform), to_world(transform, p)), p, 1e-11);
        expect_near(to_world(inverse(transform), p), to_local(transform, p), 1e-11);
        expect_near(direction_to_local(transform, direction_to_world(transform, p)), p, 1e-11);
    }
}

TEST(IsRigid, RefusesWhatScalesMirrorsShearsOrIsNotFinite) {
    EXPECT_TRUE(is_rigid({}));
    Transform scaled;
    scaled.y = {0, 2, 0};
    EXPECT_FALSE(is_rigid(scaled));
    Transform mirrored;
    mirrored.z = {0, 0, -1};
    EXPECT_FALSE(is_rigid(mirrored));
    Transform sheared;
    sheared.y = {0.6, 0.8, 0};
    EXPECT_FALSE(is_rigid(sheared));
    sheared = {};
    sheared.z = {0.6, 0, 0.8};
    EXPECT_FALSE(is_rigid(sheared));
    sheared = {};
    sheared.z = {0, 0.6, 0.8};
    EXPECT_FALSE(is_rigid(sheared));
    EXPECT_FALSE(is_rigid(moved_by({std::numeric_limits<double>::quiet_NaN(), 0, 0})));
    EXPECT_FALSE(is_rigid(moved_by({0, HUGE_VAL, 0})));
}

TEST(IsRigid, StaysTrueForALongProduct) {
    const Transform step = turned_about({1, 2, 3}, {.pitch = 3, .yaw = 5, .roll = 7});
    Transform product;
    for (int i = 0; i < 100000; ++i) {
        product = step * product;
    }
    EXPECT_TRUE(is_rigid(product));
}

TEST(PlaneToWorld, PlanesKeepTheirPointsAndBoxesHoldTheirCorners) {
    test::Random random(4);
    for (int i = 0; i < 1000; ++i) {
        const Transform transform = random_transform(random);
        const Plane plane{normalized(random_point(random, 1)), random.real(-50, 50)};
        const Vec3 p = random_point(random, 100);
        EXPECT_NEAR(signed_distance(plane, p),
                    signed_distance(plane_to_world(transform, plane), to_world(transform, p)),
                    1e-11);
        const Aabb box = merge(merge(Aabb{}, p), random_point(random, 100));
        const Aabb moved = box_to_world(transform, box);
        Aabb corners;
        for (unsigned c = 0; c < 8; ++c) {
            corners = merge(corners,
                            to_world(transform,
                                     Vec3{(c & 1) != 0 ? box.max.x : box.min.x,
                                          (c & 2) != 0 ? box.max.y : box.min.y,
                                          (c & 4) != 0 ? box.max.z : box.min.z}));
        }
        expect_near(moved.min, corners.min, 1e-11);
        expect_near(moved.max, corners.max, 1e-11);
    }
}

TEST(Vec3, HasWhatPeopleExpect) {
    Vec3 v{1, 2, 3};
    EXPECT_EQ(-v, (Vec3{-1, -2, -3}));
    EXPECT_EQ(2 * v, v * 2);
    EXPECT_EQ(v / 2, (Vec3{0.5, 1, 1.5}));
    v += {1, 1, 1};
    v -= {0, 0, 1};
    v *= 4;
    v /= 2;
    EXPECT_EQ(v, (Vec3{4, 6, 6}));
    v[1] = 5;
    EXPECT_EQ(v[0] + v[1] + v[2], 15);
    EXPECT_EQ(lerp({0, 0, 0}, {2, 4, 8}, 0.25), (Vec3{0.5, 1, 2}));
    EXPECT_EQ(min({1, 5, 3}, {2, 4, 3}), (Vec3{1, 4, 3}));
    EXPECT_EQ(max({1, 5, 3}, {2, 4, 3}), (Vec3{2, 5, 3}));
    EXPECT_EQ(normalized({0, 3, 4}), (Vec3{0, 3.0 * 0.2, 4.0 * 0.2}));
    EXPECT_EQ(distance({1, 1, 1}, {1, 4, 5}), 5);
    EXPECT_EQ(abs(Vec3{-1, 2, -0.5}), (Vec3{1, 2, 0.5}));
}

TEST(WithUnitNormal, IsTheSamePlane) {
    EXPECT_EQ(with_unit_normal({{0, -4, 0}, 8}), (Plane{{0, -1, 0}, 2}));
}

}  // namespace
}  // namespace halfspace
