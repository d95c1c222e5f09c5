// SPDX-License-Identifier: MIT
#include "import/brushes/written_plane.h"

#include "support/brushes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace halfspace::test {
namespace {

BrushSide decimal_side(double x0, double y0, double x1, double y1, int decimals) {
    BrushSide side = side_through({0, 0, 0}, {1, 0, 0}, {0, 0, 1});
    const Decimal low = decimal_from_integer(0);
    const Decimal x = rounded_decimal(x0, decimals);
    const Decimal y = rounded_decimal(y0, decimals);
    side.points = {DecimalPoint{x, y, low},
                   DecimalPoint{rounded_decimal(x1, decimals), rounded_decimal(y1, decimals), low},
                   DecimalPoint{x, y, decimal_from_integer(64)}};
    return side;
}

TEST(WrittenPlane, LooksToWhereItsPointsAreCounterClockwise) {
    const auto plane = written_plane(side_through({0, 0, 5}, {8, 0, 5}, {0, 8, 5}), 3);
    ASSERT_TRUE(plane);
    EXPECT_EQ(plane->n, (Vec3{0, 0, 1}));
    EXPECT_EQ(plane->d, 40);
    const auto turned = written_plane(side_through({0, 0, 5}, {0, 8, 5}, {8, 0, 5}), 3);
    ASSERT_TRUE(turned);
    EXPECT_EQ(turned->n, (Vec3{0, 0, -1}));
    EXPECT_EQ(turned->d, -40);
}

TEST(WrittenPlane, OfPointsOnALineIsNone) {
    EXPECT_FALSE(written_plane(side_through({0, 0, 0}, {1, 2, 3}, {-2, -4, -6}), 3));
    EXPECT_FALSE(written_plane(side_through({1, 1, 1}, {1, 1, 1}, {5, 0, 0}), 3));
}

// In doubles these three are on a line.
TEST(WrittenPlane, DecidesExactlyWhetherThePointsLieOnALine) {
    BrushSide side = side_through({0, 0, 0}, {100'000, 100'000, 0}, {200'000, 200'000, 0});
    EXPECT_FALSE(written_plane(side, 3));
    side.points[2][2].scaled += 1;
    const auto plane = written_plane(side, 3);
    ASSERT_TRUE(plane);
    EXPECT_NEAR(length(plane->n), 1, 1e-15);
    EXPECT_EQ(plane->n.z, 0);
}

TEST(ExactPlane, IsThereOnlyIfAllPointsAreOnTheGrid) {
    const BrushSide side = decimal_side(0.125, 3, 8, 5.5, 3);
    const auto plane = exact_plane(side, 3);
    ASSERT_TRUE(plane);
    PlaneTable table;
    EXPECT_EQ(table.intern(*plane), table.intern_through({1, 24, 0}, {64, 44, 0}, {1, 24, 512}));
    EXPECT_FALSE(exact_plane(side, 2));
}

TEST(ExactPlane, OfPointsOnALineIsNone) {
    EXPECT_FALSE(exact_plane(side_through({0, 0, 0}, {1, 2, 3}, {-2, -4, -6}), 3));
}

// As written by tools that add a long vector along each axis to a point of the side.
TEST(ExactPlane, OfPointsFarAwayIsThatOfNearOnes) {
    constexpr std::int64_t kFar = 128'000'000;
    const auto near = exact_plane(side_through({0, -64, 576}, {3, -60, 576}, {0, -63, 578}), 3);
    const auto far = exact_plane(
        side_through(
            {0, -64, 576}, {3 * kFar, -64 + 4 * kFar, 576}, {0, -64 + kFar, 576 + 2 * kFar}),
        3);
    ASSERT_TRUE(near && far);
    PlaneTable table;
    EXPECT_EQ(table.intern(*near), table.intern(*far));
}

// The normal has more bits than exact geometry takes.
TEST(ExactPlane, OfPointsFarAwayWithLongDirectionsIsNone) {
    constexpr std::int64_t kFar = 1'000'000'007;
    EXPECT_FALSE(exact_plane(side_through({0, 0, 0}, {kFar, 1, 5}, {3, kFar + 2, kFar - 1}), 3));
}

TEST(WrittenPlane, IsTheSameRelativeToAnOrigin) {
    const BrushSide side = decimal_side(0.125, 3, 8, 5.5, 3);
    const auto plane = written_plane(side, 3);
    const auto relative = written_plane(side, 3, {100, -20, 7});
    ASSERT_TRUE(plane && relative);
    EXPECT_EQ(plane->n, relative->n);
    EXPECT_NEAR(relative->d, plane->d - dot(plane->n, Vec3{800, -160, 56}), 1e-11);
    BrushSide rounded;
    rounded.plane = Plane{{0, 0.6, 0.8}, 5};
    EXPECT_NEAR(written_plane(rounded, 3, {1, 2, 3})->d, 8 * (5 - 1.2 - 2.4), 1e-12);
}

std::vector<WrittenPlane> planes_of(const Brush& brush) {
    std::vector<WrittenPlane> planes;
    planes.reserve(brush.sides.size());
    for (const BrushSide& side : brush.sides) {
        planes.push_back(*written_plane(side, 3));
    }
    return planes;
}

TEST(FaceCorners, OfABoxAreItsCorners) {
    const auto faces = face_corners(planes_of(box_brush({0, 0, 0}, {8, 16, 24})));
    ASSERT_EQ(faces.size(), 6u);
    for (const auto& face : faces) {
        ASSERT_EQ(face.size(), 4u);
        for (const Vec3& p : face) {
            EXPECT_LT(std::min(std::abs(p.x), std::abs(p.x - 64)), 1e-5);
            EXPECT_LT(std::min(std::abs(p.y), std::abs(p.y - 128)), 1e-5);
            EXPECT_LT(std::min(std::abs(p.z), std::abs(p.z - 192)), 1e-5);
        }
    }
}

TEST(FaceCorners, OfASideThatMissesTheVolumeAreNone) {
    Brush brush = box_brush({0, 0, 0}, {8, 8, 8});
    brush.sides.push_back(side_through({0, 0, 9}, {1, 0, 9}, {0, 1, 9}));
    const auto faces = face_corners(planes_of(brush));
    EXPECT_TRUE(faces.back().empty());
    EXPECT_EQ(std::count_if(faces.begin(), faces.end(), [](const auto& f) { return !f.empty(); }),
              6);
}

TEST(Deviation, IsTheLargestDistanceOfACorner) {
    const ExactPlane plane{{0, 3, 4}, 10};
    EXPECT_EQ(deviation(plane, {{0, 0, 0}}), 2);
    EXPECT_EQ(deviation(plane, {{7, 2, 1}}), 0);
    EXPECT_EQ(deviation(plane, {{0, 0, 0}, {0, 6, 8}, {0, 2, 1}}), 8);
    EXPECT_EQ(deviation(plane, {}), 0);
}

}  // namespace
}  // namespace halfspace::test
