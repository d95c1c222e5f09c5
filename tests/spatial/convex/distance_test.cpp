// SPDX-License-Identifier: MIT
// Every distance comes with a proof: two points and a direction. The tests check the proof with
// shapes that they know by themselves, and the distance against all features of both shapes.
#include "halfspace/spatial/convex.h"

#include "support/known_shapes.h"
#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>

namespace halfspace::test {
namespace {

constexpr std::array kKinds{
    PairKind::Random, PairKind::Touching, PairKind::Deep, PairKind::Degenerate};

PlacedShape placed(const ConvexShape& shape, const KnownShape& known) {
    return {shape, known.transform};
}

TEST(Distance, IsProvenByItsPointsAndItsNormal) {
    Random random(1);
    std::size_t apart = 0;
    for (std::size_t i = 0; i < repeats(10'000); ++i) {
        const auto [a, b, size] = random_pair(kKinds[i % kKinds.size()], random);
        const double tolerance = 1e-9 * size;
        const ConvexShape shape_a = a.shape();
        const ConvexShape shape_b = b.shape();
        const Distance found = distance(placed(shape_a, a), placed(shape_b, b));
        ASSERT_LE(found.error, tolerance) << i;
        ASSERT_NEAR(distance(found.point_a, found.point_b), found.distance, tolerance) << i;
        ASSERT_LE(a.distance_to(found.point_a), tolerance) << i;
        ASSERT_LE(b.distance_to(found.point_b), tolerance) << i;
        if (found.distance > tolerance) {
            ++apart;
            ASSERT_NEAR(length(found.normal), 1, 1e-12) << i;
            ASSERT_GE(gap_along(a, b, found.normal), found.distance - tolerance) << i;
        }
    }
    EXPECT_GT(apart, repeats(10'000) / 4);
}

TEST(Distance, IsTheLeastDistanceOfAllFeatures) {
    Random random(2);
    std::size_t compared = 0;
    for (std::size_t i = 0; i < repeats(10'000); ++i) {
        const auto [a, b, size] = random_pair(kKinds[i % kKinds.size()], random);
        if (a.kind == ConvexShape::Kind::Cylinder || b.kind == ConvexShape::Kind::Cylinder) {
            continue;
        }
        ++compared;
        const ConvexShape shape_a = a.shape();
        const ConvexShape shape_b = b.shape();
        const Distance found = distance(placed(shape_a, a), placed(shape_b, b));
        ASSERT_NEAR(found.distance, truth_of(a, b).distance, 1e-9 * size) << i;
    }
    EXPECT_GT(compared, repeats(10'000) / 2);
}

TEST(Distance, OfSpheresIsThatOfTheirCentresLessTheirRadii) {
    const ConvexShape a = *ConvexShape::sphere(2);
    const ConvexShape b = *ConvexShape::sphere(0.5);
    const Distance found = distance({a}, {b, moved_by({3, 0, 4})});
    EXPECT_EQ(found.distance, 2.5);
    EXPECT_EQ(found.normal, (Vec3{-0.6, 0, -0.8}));
    EXPECT_EQ(distance({a}, {b, moved_by({1, 0, 0})}).distance, 0);
}

TEST(Distance, OfACylinderAndAPointIsThatOfRimSideOrCap) {
    const ConvexShape cylinder = *ConvexShape::cylinder(3, 5);
    const ConvexShape point = *ConvexShape::sphere(0);
    EXPECT_NEAR(distance({cylinder}, {point, moved_by({0, 8, 7})}).distance, 5, 1e-12);
    EXPECT_NEAR(distance({cylinder}, {point, moved_by({0, 8, 1})}).distance, 3, 1e-12);
    EXPECT_NEAR(distance({cylinder}, {point, moved_by({1, 2, -4})}).distance, 1, 1e-12);
}

// The direction across a short distance is unsure. But it is square to the edge, so the plane that
// it gives parts the corner from the whole edge.
TEST(Distance, OfACornerCloseToALongEdgeHasASmallError) {
    constexpr double kHalf = 50;
    constexpr double kAcross = 0.6;
    constexpr double kUp = 0.8;
    const ConvexShape box = *ConvexShape::box({kHalf, kHalf, kHalf});
    Random random(4);
    for (std::size_t i = 0; i < repeats(1'000); ++i) {
        const double gap = std::ldexp(random.real(1, 2), static_cast<int>(random.integer(-24, 0)));
        const Vec3 tip{random.real(-0.9, 0.9) * kHalf, kHalf + gap * kAcross, kHalf + gap * kUp};
        const auto above = [&](double side) {
            return tip +
                   Vec3{random.real(-1, 1), 9 * kAcross - side * kUp, 9 * kUp + side * kAcross};
        };
        const ConvexShape spike =
            *ConvexShape::points(std::array{tip, above(-1), above(1), above(2)});
        const Transform turn =
            turned_about({}, {.pitch = random.real(-90, 90), .yaw = random.real(0, 360)});
        const Distance found = distance({spike, turn}, {box, turn});
        ASSERT_NEAR(found.distance, gap, 1e-12 * kHalf) << i;
        ASSERT_LE(found.error, 1e-12 * kHalf) << i;
    }
}

TEST(Distance, OfTurnedAndMovedPairsIsTheSame) {
    Random random(3);
    for (std::size_t i = 0; i < repeats(1'000); ++i) {
        const auto [a, b, size] = random_pair(PairKind::Random, random);
        const ConvexShape shape_a = a.shape();
        const ConvexShape shape_b = b.shape();
        const Transform moved = moved_by(random_vec(random, 1000)) *
                                turned_about({}, {.pitch = 20, .yaw = random.real(0, 360)});
        const Distance here = distance(placed(shape_a, a), placed(shape_b, b));
        const Distance there =
            distance({shape_b, moved * b.transform}, {shape_a, moved * a.transform});
        ASSERT_NEAR(here.distance, there.distance, 1e-9 * (size + 1000)) << i;
    }
}

}  // namespace
}  // namespace halfspace::test
