// SPDX-License-Identifier: MIT
#include "halfspace/geometry/hull_distance.h"

#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace halfspace::test {
namespace {

std::vector<Vec3> box_corners(const Vec3& half) {
    std::vector<Vec3> corners;
    for (int c = 0; c < 8; ++c) {
        corners.push_back({(c & 1) != 0 ? half.x : -half.x,
                           (c & 2) != 0 ? half.y : -half.y,
                           (c & 4) != 0 ? half.z : -half.z});
    }
    return corners;
}

TEST(HullDistance, OfABoxIsThatOfItsFormula) {
    Random random(7);
    for (int i = 0; i < 2000; ++i) {
        const Vec3 half{random.real(0.01, 100), random.real(0.01, 100), random.real(0.01, 100)};
        const Vec3 p{random.real(-200, 200), random.real(-200, 200), random.real(-200, 200)};
        const Vec3 out{std::max(0.0, std::fabs(p.x) - half.x),
                       std::max(0.0, std::fabs(p.y) - half.y),
                       std::max(0.0, std::fabs(p.z) - half.z)};
        EXPECT_NEAR(hull_distance(p, box_corners(half)), length(out), 1e-5) << i;
    }
}

TEST(HullDistance, IsNothingForCornersAndPointsBetween) {
    const std::vector<Vec3> corners = box_corners({3, 4, 5});
    for (const Vec3& corner : corners) {
        EXPECT_LT(hull_distance(corner, corners), 1e-7);
    }
    EXPECT_LT(hull_distance({1, -2, 3}, corners), 1e-6);
    EXPECT_LT(hull_distance({3, 0, 0}, corners), 1e-6);
}

// Points a hair outside of large thin boxes: what is measured must not drown in their size.
TEST(HullDistance, FindsHairsOfLargeHulls) {
    Random random(8);
    for (int i = 0; i < 2000; ++i) {
        const Vec3 half{random.real(1e4, 3e5), random.real(1e4, 3e5), random.real(8, 1e3)};
        const double hair = random.real(1e-5, 1e-2);
        const Vec3 p{random.real(-half.x, half.x), random.real(-half.y, half.y), half.z + hair};
        EXPECT_NEAR(hull_distance(p, box_corners(half)), hair, 1e-6) << i;
    }
}

TEST(HullDistance, OfFlatAndSingleHulls) {
    EXPECT_EQ(hull_distance({3, 4, 0}, std::vector<Vec3>{{0, 0, 0}}), 5);
    const std::vector<Vec3> line{{0, 0, 0}, {10, 0, 0}, {5, 0, 0}};
    EXPECT_NEAR(hull_distance({4, 3, 4}, line), 5, 1e-9);
    const std::vector<Vec3> square{{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 10, 0}};
    EXPECT_NEAR(hull_distance({4, 3, 7}, square), 7, 1e-9);
}

}  // namespace
}  // namespace halfspace::test
