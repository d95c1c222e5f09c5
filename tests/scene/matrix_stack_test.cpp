// SPDX-License-Identifier: MIT
#include "halfspace/scene/matrix_stack.h"

#include "halfspace/scene/camera.h"

#include "support/random.h"

#include <gtest/gtest.h>

#include <vector>

namespace halfspace {
namespace {

// The three matrices of a level; everything else is computed anew for each comparison.
struct Plain {
    Matrix4 model;
    Matrix4 view;
    Matrix4 projection;
};

Matrix4 random_placement(test::Random& random) {
    return matrix_of(turned_about({random.real(-9, 9), random.real(-9, 9), 0},
                                  {.pitch = random.real(-80, 80), .yaw = random.real(0, 360)}));
}

// Reads one of the matrices and compares it with the plain ones.
void expect_one(MatrixStack& stack, const Plain& plain, std::int64_t which) {
    const Matrix4 model_view = plain.view * plain.model;
    switch (which) {
        case 0:
            EXPECT_EQ(stack.model(), plain.model);
            break;
        case 1:
            EXPECT_EQ(stack.view(), plain.view);
            break;
        case 2:
            EXPECT_EQ(stack.projection(), plain.projection);
            break;
        case 3:
            EXPECT_EQ(stack.model_view(), model_view);
            break;
        case 4:
            EXPECT_EQ(stack.view_projection(), plain.projection * plain.view);
            break;
        case 5:
            EXPECT_EQ(stack.model_view_projection(), plain.projection * model_view);
            break;
        case 6:
            EXPECT_EQ(stack.inverse_model(), inverse(plain.model));
            break;
        case 7:
            EXPECT_EQ(stack.inverse_view(), inverse(plain.view));
            break;
        case 8:
            EXPECT_EQ(stack.inverse_projection(), inverse(plain.projection));
            break;
        case 9:
            EXPECT_EQ(stack.inverse_model_view(), inverse(model_view));
            break;
        case 10:
            EXPECT_EQ(stack.inverse_model_view_projection(),
                      inverse(plain.projection * model_view));
            break;
        default:
            EXPECT_EQ(stack.normal(), normal_matrix(model_view));
            break;
    }
}

TEST(MatrixStack, AnswersAsIfEveryMatrixWereComputedAnew) {
    test::Random random(1);
    constexpr std::size_t kLevels = 6;
    MatrixStack stack(kLevels);
    std::vector<Plain> plain(1);
    for (int step = 0; step < 20000; ++step) {
        const Matrix4 matrix = random_placement(random);
        switch (random.integer(0, 9)) {
            case 0:
                stack.set_model(matrix);
                plain.back().model = matrix;
                break;
            case 1:
                stack.set_view(matrix);
                plain.back().view = matrix;
                break;
            case 2:
                stack.set_projection(matrix);
                plain.back().projection = matrix;
                break;
            case 3:
                stack.multiply_model(matrix);
                plain.back().model = plain.back().model * matrix;
                break;
            case 4:
                if (stack.depth() < kLevels) {
                    stack.push();
                    plain.push_back(plain.back());
                }
                break;
            case 5:
                if (stack.depth() > 1) {
                    stack.pop();
                    plain.pop_back();
                }
                break;
            default:
                expect_one(stack, plain.back(), random.integer(0, 12));
                break;
        }
        ASSERT_EQ(stack.depth(), plain.size());
        ASSERT_FALSE(HasFailure()) << "step " << step;
    }
}

TEST(MatrixStack, KeepsWhatWasComputedBelowAPush) {
    MatrixStack stack;
    stack.set_view(matrix_of(moved_by({1, 2, 3})));
    const Matrix4* const below = &stack.view_projection();
    stack.push();
    stack.multiply_model(scaled_by({2, 2, 2}));
    EXPECT_EQ(&stack.view_projection(), below);
    EXPECT_NE(&stack.model_view_projection(), below);
}

TEST(MatrixStack, ReportsSingularMatrices) {
    MatrixStack stack;
    stack.push();
    stack.multiply_model(scaled_by({1, 1, 0}));
    EXPECT_FALSE(stack.inverse_model());
    EXPECT_FALSE(stack.inverse_model_view());
    EXPECT_FALSE(stack.inverse_model_view_projection());
    EXPECT_FALSE(stack.normal());
    EXPECT_TRUE(stack.inverse_view());
    stack.pop();
    EXPECT_TRUE(stack.inverse_model());
    EXPECT_TRUE(stack.normal());
}

}  // namespace
}  // namespace halfspace
