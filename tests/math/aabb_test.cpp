// SPDX-License-Identifier: MIT
#include "halfspace/math/aabb.h"

#include <gtest/gtest.h>

namespace halfspace {
namespace {

constexpr Aabb kBox{{-1, 0, 2}, {3, 4, 8}};

TEST(CommonPart, IsInBothBoxes) {
    const Aabb other{{0, -5, 1}, {9, 2, 5}};
    EXPECT_EQ(intersection(kBox, other), (Aabb{{0, 0, 2}, {3, 2, 5}}));
    EXPECT_EQ(intersection(other, kBox), intersection(kBox, other));
}

TEST(CommonPart, OfBoxesThatAreApartHasNoSize) {
    const Aabb part = intersection(kBox, {{-1, 6, 2}, {3, 7, 8}});
    EXPECT_GT(part.min.y, part.max.y);
}

TEST(CentreOf, IsHalfOfTheSizeFromBothCorners) {
    EXPECT_EQ(centre_of(kBox), (Vec3{1, 2, 5}));
    EXPECT_EQ(half_of(kBox), (Vec3{2, 2, 3}));
}

TEST(Contains, APointThatIsWrittenAsNumbers) {
    EXPECT_TRUE(contains(kBox, {-1, 0, 2}));
    EXPECT_FALSE(contains(kBox, {0, 0, 1}));
}

TEST(Encloses, ABoxThatTouchesTheSurfaceFromInside) {
    EXPECT_TRUE(encloses(kBox, kBox));
    EXPECT_TRUE(encloses(kBox, Aabb{{0, 0, 3}, {3, 1, 4}}));
    EXPECT_FALSE(encloses(kBox, Aabb{{0, 0, 3}, {3.5, 1, 4}}));
    EXPECT_FALSE(encloses(kBox, Aabb{{0, 0, 1}, {3, 1, 4}}));
}

TEST(HasPoints, IsFalseIfOneAxisIsTurned) {
    EXPECT_TRUE(has_points(Aabb{{1, 2, 3}, {1, 2, 3}}));
    EXPECT_FALSE(has_points(Aabb{{1, 2, 3}, {1, 1, 3}}));
    EXPECT_FALSE(has_points(Aabb{}));
}

TEST(Moved, MovesBothCorners) {
    EXPECT_EQ(moved(kBox, {10, -20, 30}), (Aabb{{9, -20, 32}, {13, -16, 38}}));
}

TEST(Grown, IsLargerOnEachSide) {
    EXPECT_EQ(grown(kBox, 0.5), (Aabb{{-1.5, -0.5, 1.5}, {3.5, 4.5, 8.5}}));
}

}  // namespace
}  // namespace halfspace
