// SPDX-License-Identifier: MIT
#include "halfspace/scene/camera.h"

#include "support/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace halfspace {
namespace {

Vec3 random_point(test::Random& random, double reach) {
    return {random.real(-reach, reach), random.real(-reach, reach), random.real(-reach, reach)};
}

View random_view(test::Random& random) {
    return *look_along(random_point(random, 1000),
                       {random.real(-90, 90), random.real(-180, 180), random.real(-180, 180)},
                       random.real(20, 150),
                       random.real(0.5, 2));
}

Vec3 divided(const std::array<double, 4>& clip) {
    return {clip[0] / clip[3], clip[1] / clip[3], clip[2] / clip[3]};
}

void expect_near(const Vec3& a, const Vec3& b, double error) {
    EXPECT_NEAR(a.x, b.x, error);
    EXPECT_NEAR(a.y, b.y, error);
    EXPECT_NEAR(a.z, b.z, error);
}

TEST(ViewMatrix, TakesTheEyeToTheOriginAndForwardToMinusZ) {
    test::Random random(1);
    for (int i = 0; i < 100; ++i) {
        const View view = random_view(random);
        const Matrix4 matrix = view_matrix(view);
        const auto point = [&](const Vec3& p) {
            const auto moved = matrix * p;
            return Vec3{moved[0], moved[1], moved[2]};
        };
        expect_near(point(view.eye), {0, 0, 0}, 1e-9);
        expect_near(point(view.eye + view.forward), {0, 0, -1}, 1e-9);
        expect_near(point(view.eye + view.right), {1, 0, 0}, 1e-9);
        expect_near(point(view.eye + view.up), {0, 1, 0}, 1e-9);
    }
}

TEST(ProjectionMatrix, TakesTheCornersOfTheViewToTheCornersOfTheCube) {
    test::Random random(2);
    for (int i = 0; i < 100; ++i) {
        const View view = random_view(random);
        const double near = random.real(0.1, 10);
        const double far = near * random.real(2, 1000);
        const Matrix4 both = *projection_matrix(view, near, far) * view_matrix(view);
        for (const double x : {-1, 1}) {
            for (const double y : {-1, 1}) {
                const Vec3 way = view.forward + view.right * (x * view.tan_half_width) +
                                 view.up * (y * view.tan_half_height);
                expect_near(divided(both * (view.eye + way * near)), {x, y, -1}, 1e-6);
                expect_near(divided(both * (view.eye + way * far)), {x, y, 1}, 1e-6);
            }
        }
    }
}

TEST(ProjectionMatrix, HasNoFarPlaneIfFarIsInfinite) {
    const View view;
    const Matrix4 both = *projection_matrix(view, 2, HUGE_VAL) * view_matrix(view);
    for (const double way : {2.0, 1e3, 1e9, 1e30}) {
        const std::array<double, 4> clip = both * (view.eye + view.forward * way);
        EXPECT_EQ(clip[3], way);
        EXPECT_EQ(clip[2], way - 4);
    }
    EXPECT_TRUE(inverse(both));
    EXPECT_TRUE(frustum_of(both));
}

TEST(ProjectionMatrix, RefusesDistancesOutOfOrder) {
    const View view;
    EXPECT_TRUE(projection_matrix(view, 1, 2));
    EXPECT_FALSE(projection_matrix(view, 0, 2));
    EXPECT_FALSE(projection_matrix(view, -1, 2));
    EXPECT_FALSE(projection_matrix(view, 2, 2));
    EXPECT_FALSE(projection_matrix(view, HUGE_VAL, HUGE_VAL));
    EXPECT_FALSE(projection_matrix(view, std::numeric_limits<double>::quiet_NaN(), 1));
}

TEST(MatricesOf, AreThoseOfTheViewAlongTheAngles) {
    const FirstPersonCamera camera{.eye = {1, 2, 3}, .angles = {.pitch = 10, .yaw = 20}};
    const auto view = look_along(camera.eye, camera.angles, 90, 2);
    const auto matrices = matrices_of(camera, 2);
    ASSERT_TRUE(matrices);
    EXPECT_EQ(matrices->view, view_matrix(*view));
    EXPECT_EQ(matrices->projection, projection_matrix(*view, 1, 0x1p+18));
    EXPECT_FALSE(matrices_of({.field_of_view = 180}, 2));
    EXPECT_FALSE(matrices_of({.near_distance = 0}, 2));
    EXPECT_FALSE(matrices_of({}, 0));
}

TEST(FrustumOf, AMatrixIsTheFrustumOfItsView) {
    test::Random random(3);
    for (int i = 0; i < 100; ++i) {
        const View view = random_view(random);
        const Matrix4 both = *projection_matrix(view, 2, 1000) * view_matrix(view);
        const auto frustum = frustum_of(both);
        ASSERT_TRUE(frustum);
        Frustum expected = frustum_of(view);
        // The last plane is the near one.
        expected.planes[4].d += 2;
        for (std::size_t side = 0; side < 5; ++side) {
            expect_near(frustum->planes[side].n, expected.planes[side].n, 1e-9);
            EXPECT_NEAR(frustum->planes[side].d, expected.planes[side].d, 1e-6);
        }
    }
}

TEST(FrustumOf, AMatrixWithoutASideIsNothing) {
    EXPECT_FALSE(frustum_of(Matrix4{{}}));
    EXPECT_FALSE(frustum_of(scaled_by({1, 0, 1})));
    EXPECT_FALSE(frustum_of(scaled_by({1, HUGE_VAL, 1})));
    // Without perspective: planes around a cube.
    const auto cube = frustum_of(Matrix4{});
    ASSERT_TRUE(cube);
    EXPECT_EQ(cube->planes[0], (Plane{{1, 0, 0}, -1}));
    EXPECT_EQ(cube->planes[3], (Plane{{0, -1, 0}, -1}));
}

}  // namespace
}  // namespace halfspace
