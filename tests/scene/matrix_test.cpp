// SPDX-License-Identifier: MIT
#include "halfspace/scene/matrix.h"

#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace halfspace {
namespace {

Matrix4 random_matrix(test::Random& random) {
    Matrix4 matrix;
    for (double& number : matrix.numbers) {
        number = random.real(-10, 10);
    }
    return matrix;
}

double largest_difference(const Matrix4& a, const Matrix4& b) {
    double largest = 0;
    for (std::size_t i = 0; i < 16; ++i) {
        largest = std::max(largest, std::fabs(a.numbers[i] - b.numbers[i]));
    }
    return largest;
}

TEST(MatrixOf, DoesWhatTheTransformDoes) {
    test::Random random(1);
    for (int i = 0; i < 100; ++i) {
        const Transform transform =
            turned_about({random.real(-9, 9), 3, -4},
                         {random.real(-180, 180), random.real(-180, 180), random.real(-180, 180)});
        const Vec3 point{random.real(-99, 99), random.real(-99, 99), random.real(-99, 99)};
        const Vec3 expected = to_world(transform, point);
        const auto moved = matrix_of(transform) * point;
        EXPECT_NEAR(moved[0], expected.x, 1e-12);
        EXPECT_NEAR(moved[1], expected.y, 1e-12);
        EXPECT_NEAR(moved[2], expected.z, 1e-12);
        EXPECT_EQ(moved[3], 1);
    }
}

TEST(Product, DoesTheInnerMatrixFirst) {
    const Matrix4 product = matrix_of(moved_by({1, 2, 3})) * scaled_by({10, 100, 1000});
    EXPECT_EQ((product * Vec3{1, 1, 1}), (std::array<double, 4>{11, 102, 1003, 1}));
}

TEST(Product, IsRowsTimesColumns) {
    test::Random random(2);
    const Matrix4 a = random_matrix(random);
    const Matrix4 b = random_matrix(random);
    const Matrix4 product = a * b;
    for (std::size_t row = 0; row < 4; ++row) {
        for (std::size_t column = 0; column < 4; ++column) {
            double sum = 0;
            for (std::size_t i = 0; i < 4; ++i) {
                sum += a.at(row, i) * b.at(i, column);
            }
            EXPECT_NEAR(product.at(row, column), sum, 1e-12);
        }
    }
}

TEST(Inverse, UndoesTheMatrixFromBothSides) {
    test::Random random(3);
    for (int i = 0; i < 1000; ++i) {
        const Matrix4 matrix = random_matrix(random);
        const auto undo = inverse(matrix);
        ASSERT_TRUE(undo);
        EXPECT_LT(largest_difference(*undo * matrix, Matrix4{}), 1e-8);
        EXPECT_LT(largest_difference(matrix * *undo, Matrix4{}), 1e-8);
    }
}

TEST(Inverse, ReportsSingularMatricesOfWholeNumbersAndRoundedOnes) {
    EXPECT_FALSE(inverse(scaled_by({1, 0, 1})));
    EXPECT_FALSE(inverse(Matrix4{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}}));
    test::Random random(4);
    for (int i = 0; i < 1000; ++i) {
        // One column is a sum of two others, rounded.
        Matrix4 matrix = random_matrix(random);
        const auto [from, other, to] = std::array<std::size_t, 3>{0, 4, 8};
        const double factor = random.real(-3, 3);
        for (std::size_t row = 0; row < 4; ++row) {
            matrix.numbers[to + row] =
                factor * matrix.numbers[from + row] + matrix.numbers[other + row];
        }
        // Rounding the column may move the determinant by more than computing it does.
        const auto undo = inverse(matrix);
        EXPECT_TRUE(!undo || std::fabs(undo->numbers[0]) > 1e10);
    }
}

TEST(Inverse, TakesCamerasFarFromTheOriginAndTinyScales) {
    const Matrix4 far = matrix_of(moved_by({0x1p+27, -0x1p+27, 0x1p+26}));
    ASSERT_TRUE(inverse(far));
    EXPECT_EQ(*inverse(far), matrix_of(moved_by({-0x1p+27, 0x1p+27, -0x1p+26})));
    EXPECT_EQ(inverse(scaled_by({0x1p-60, 1, 0x1p+60})), scaled_by({0x1p+60, 1, 0x1p-60}));
}

TEST(Inverse, ReportsWhatIsNotFinite) {
    EXPECT_FALSE(inverse(scaled_by({HUGE_VAL, 1, 1})));
    EXPECT_FALSE(inverse(scaled_by({std::numeric_limits<double>::quiet_NaN(), 1, 1})));
    // The determinant is 2^-900, the inverse would have 2^1100.
    EXPECT_FALSE(inverse(scaled_by({0x1p-1000, 0x1p+50, 0x1p+50})) &&
                 !std::isfinite(inverse(scaled_by({0x1p-1000, 0x1p+50, 0x1p+50}))->numbers[0]));
    EXPECT_FALSE(inverse(scaled_by({0x1p-1060, 0x1p+500, 1})));
}

TEST(NormalMatrix, KeepsNormalsPerpendicularToTheSurface) {
    test::Random random(5);
    for (int i = 0; i < 1000; ++i) {
        const Matrix4 matrix =
            matrix_of(turned_about({1, 2, 3}, {.pitch = random.real(-90, 90), .yaw = 30})) *
            scaled_by({random.real(0.1, 5), random.real(-5, -0.1), random.real(0.1, 5)});
        const auto normals = normal_matrix(matrix);
        ASSERT_TRUE(normals);
        const Vec3 along{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
        const Vec3 normal = cross(along, {random.real(-1, 1), random.real(-1, 1), 0.5});
        double product = 0;
        for (std::size_t row = 0; row < 3; ++row) {
            const double moved = matrix.at(row, 0) * along.x + matrix.at(row, 1) * along.y +
                                 matrix.at(row, 2) * along.z;
            const auto& n = normals->numbers;
            product += moved * (n[row] * normal.x + n[3 + row] * normal.y + n[6 + row] * normal.z);
        }
        EXPECT_NEAR(product, 0, 1e-11);
    }
}

TEST(NormalMatrix, OfAScaleDividesByTheScale) {
    EXPECT_EQ(normal_matrix(scaled_by({2, 4, -8})),
              (Matrix3{{0.5, 0, 0, 0, 0.25, 0, 0, 0, -0.125}}));
}

TEST(NormalMatrix, ReportsSingularMatrices) {
    EXPECT_FALSE(normal_matrix(scaled_by({1, 1, 0})));
    EXPECT_FALSE(normal_matrix(scaled_by({1, HUGE_VAL, 1})));
}

}  // namespace
}  // namespace halfspace
