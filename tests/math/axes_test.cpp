// SPDX-License-Identifier: MIT
#include "math/shared/axes.h"

#include "halfspace/math/vec.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace halfspace {
namespace {

TEST(AxisOf, IsTheOnlyAxisAlongWhichAVectorRuns) {
    EXPECT_EQ(axis_of(Vec3{-2, 0, 0}), 0U);
    EXPECT_EQ(axis_of(Vec3{0, 0.5, -0.0}), 1U);
    EXPECT_EQ(axis_of(std::array<std::int64_t, 3>{0, 0, 7}), 2U);
    EXPECT_FALSE(axis_of(Vec3{}));
    EXPECT_FALSE(axis_of(Vec3{1, 0, 1e-300}));
    EXPECT_FALSE(axis_of(std::array<std::int64_t, 3>{1, 2, 3}));
}

TEST(LongestAxis, IsTheFirstOfSeveral) {
    EXPECT_EQ(longest_axis(Vec3{1, -3, 2}), 1U);
    EXPECT_EQ(longest_axis(Vec3{-2, 2, 2}), 0U);
    EXPECT_EQ(longest_axis(std::array<std::int64_t, 3>{1, 5, -5}), 1U);
    EXPECT_EQ(longest_axis(Vec3{}), 0U);
}

}  // namespace
}  // namespace halfspace
