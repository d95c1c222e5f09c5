// SPDX-License-Identifier: MIT
#include "math/shared/vec_order.h"

#include <gtest/gtest.h>

#include <concepts>

namespace halfspace {
namespace {

TEST(CoordinatesOf, AreSortedByXThenByYThenByZ) {
    EXPECT_LT(coordinates_of({0, 9, 9}), coordinates_of({1, 0, 0}));
    EXPECT_LT(coordinates_of({1, 0, 9}), coordinates_of({1, 1, 0}));
    EXPECT_LT(coordinates_of({1, 1, -1}), coordinates_of({1, 1, 0}));
    EXPECT_EQ(coordinates_of({0, 1, 2}), coordinates_of({-0.0, 1, 2}));
}

// std::max(a, b) of two vectors, for halfspace::max(a, b), compiled and compared x first.
TEST(Vec3, HasNoOrderForUsers) {
    static_assert(std::equality_comparable<Vec3>);
    static_assert(!std::totally_ordered<Vec3>);
}

}  // namespace
}  // namespace halfspace
