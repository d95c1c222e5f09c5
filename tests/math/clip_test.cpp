// SPDX-License-Identifier: MIT
#include "math/shared/clip.h"

#include <gtest/gtest.h>

#include <vector>

namespace halfspace {
namespace {

const std::vector<Plane> kBox{{{-1, 0, 0}, 0},
                              {{1, 0, 0}, 8},
                              {{0, -1, 0}, 0},
                              {{0, 1, 0}, 16},
                              {{0, 0, -1}, 0},
                              {{0, 0, 1}, 24}};
constexpr FaceClip kClip{.half_width = 1024, .tolerance = 1e-9};

Vec3 area(const std::vector<Vec3>& polygon) {
    Vec3 sum;
    for (std::size_t i = 2; i < polygon.size(); ++i) {
        sum = sum + cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]) * 0.5;
    }
    return sum;
}

TEST(FaceCorners, AreCounterClockwiseFromOutside) {
    for (std::size_t i = 0; i < kBox.size(); ++i) {
        const std::vector<Vec3> corners = face_corners(kBox, i, kClip);
        ASSERT_EQ(corners.size(), 4u);
        const double size = 8 * 16 * 24 / (i / 2 == 0 ? 8.0 : i / 2 == 1 ? 16.0 : 24.0);
        EXPECT_NEAR(dot(area(corners), kBox[i].n), size, 1e-6);
    }
}

TEST(FaceCorners, AreNoneForAPlaneThatMissesTheVolume) {
    std::vector<Plane> planes = kBox;
    planes.push_back({{1, 0, 0}, 9});
    EXPECT_TRUE(face_corners(planes, 6, kClip).empty());
    EXPECT_EQ(face_corners(planes, 1, kClip).size(), 4u);
}

TEST(Clipped, KeepsThePartBehind) {
    const std::vector<Vec3> square{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
    EXPECT_NEAR(area(clipped(square, {{1, 0, 0}, 0.5}, 0)).z, 1, 1e-12);
    EXPECT_EQ(clipped(square, {{1, 0, 0}, 3}, 0), square);
    EXPECT_TRUE(clipped(square, {{1, 0, 0}, -1}, 0).empty());
}

}  // namespace
}  // namespace halfspace
