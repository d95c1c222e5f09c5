// SPDX-License-Identifier: MIT
// An impact is neither too late, for a direction proves a gap until then, nor too early: the shapes
// are as near as the tolerance there.
#include "halfspace/spatial/convex.h"

#include "support/known_shapes.h"
#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace halfspace::test {
namespace {

constexpr std::array kKinds{
    PairKind::Random, PairKind::Touching, PairKind::Deep, PairKind::Degenerate};

constexpr double kTolerance = 1.0 / 1024;
// Two searches that rounding ends beside curved faces may differ by this much [units].
constexpr double kDistanceError = 1e-6;

TEST(TimeOfImpact, IsNeitherTooEarlyNorTooLate) {
    Random random(3);
    std::size_t hits = 0;
    std::size_t misses = 0;
    for (std::size_t i = 0; i < repeats(10'000); ++i) {
        const auto [a, b, size] = random_pair(kKinds[i % kKinds.size()], random);
        const ConvexShape shape_a = a.shape();
        const ConvexShape shape_b = b.shape();
        const Vec3 motion = random_vec(random, 200);
        const double tolerance = 1e-9 * (size + 200);
        const auto found = time_of_impact({shape_a, a.transform}, {shape_b, b.transform}, motion);
        const auto at = [&](double fraction) {
            return PlacedShape{shape_a, moved_by(motion * fraction) * a.transform};
        };
        const auto at_known = [&, known = a](double fraction) {
            KnownShape moved = known;
            moved.transform.translation += motion * fraction;
            return moved;
        };
        const PlacedShape placed_b{shape_b, b.transform};
        if (!found) {
            ++misses;
            for (int s = 0; s <= 10; ++s) {
                const auto deep = penetration(at(s / 10.0), placed_b);
                ASSERT_LE(deep ? deep->depth : 0, kTolerance + tolerance) << i;
            }
            continue;
        }
        ASSERT_NEAR(length(found->normal), 1, 1e-12) << i;
        ASSERT_LE(b.distance_to(found->point), tolerance) << i;
        const double gap = gap_along(at_known(found->fraction), b, found->normal);
        ASSERT_NEAR(gap, found->distance, tolerance) << i;
        if (found->distance < -kTolerance) {
            ASSERT_EQ(found->fraction, 0) << i;
            continue;
        }
        ++hits;
        ASSERT_LE(found->distance, kTolerance) << i;
        ASSERT_NEAR(distance(at(found->fraction), placed_b).distance,
                    std::max(0.0, found->distance),
                    kDistanceError)
            << i;
        for (int s = 0; s < 4; ++s) {
            const auto deep = penetration(at(found->fraction * s / 4), placed_b);
            ASSERT_LE(deep ? deep->depth : 0, found->fraction > 0 ? tolerance : kTolerance) << i;
        }
        ASSERT_LT(dot(found->normal, motion), 0) << i;
    }
    EXPECT_GT(hits, repeats(10'000) / 20);
    EXPECT_GT(misses, repeats(10'000) / 20);
}

TEST(TimeOfImpact, OfABallThatFallsOnABoxIsWhenItsLowestPointArrives) {
    const ConvexShape ball = *ConvexShape::sphere(2);
    const ConvexShape box = *ConvexShape::box({50, 50, 1});
    const auto found = time_of_impact({ball, moved_by({3, 4, 13})}, {box}, {0, 0, -20}, 1e-9);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->fraction, 0.5, 1e-9);
    EXPECT_EQ(found->normal, (Vec3{0, 0, 1}));
    EXPECT_NEAR(distance(found->point, {3, 4, 1}), 0, 1e-9);
}

TEST(TimeOfImpact, DoesNotStopWhatSlidesAlongOrMovesAway) {
    const ConvexShape box = *ConvexShape::box({4, 4, 4});
    EXPECT_FALSE(time_of_impact({box, moved_by({8, 0, 0})}, {box}, {0, 50, 50}));
    EXPECT_FALSE(time_of_impact({box, moved_by({8, 0, 0})}, {box}, {1, 0, 0}));
    EXPECT_FALSE(time_of_impact({box, moved_by({20, 0, 0})}, {box}, {}));
    const auto found = time_of_impact({box, moved_by({8, 0, 0})}, {box}, {-1, 0, 0});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->fraction, 0);
    EXPECT_EQ(found->normal, (Vec3{1, 0, 0}));
}

TEST(TimeOfImpact, OfBoxesLeavesHalfOfTheToleranceAndASureNormal) {
    const ConvexShape box = *ConvexShape::box({4, 4, 4});
    const auto found = time_of_impact({box, moved_by({1, 2, 20})}, {box}, {3, -2, -24});
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->distance, 1.0 / 2048, 1e-12);
    EXPECT_NEAR(found->normal.z, 1, 1e-12);
    // So it slides on from there.
    const Vec3 there = Vec3{1, 2, 20} + Vec3{3, -2, -24} * found->fraction;
    EXPECT_FALSE(time_of_impact({box, moved_by(there)}, {box}, {3, -2, 0}));
    EXPECT_TRUE(time_of_impact({box, moved_by(there)}, {box}, {3, -2, -1}));
}

TEST(TimeOfImpact, MeetsAThinPlateAtAnySpeed) {
    const ConvexShape plate = *ConvexShape::box({100, 100, 0});
    const ConvexShape bullet = *ConvexShape::sphere(0);
    const auto found =
        time_of_impact({bullet, moved_by({1, 2, 1000})}, {plate}, {0, 0, -1e6}, 1e-6);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->fraction, 1e-3, 1e-11);
}

}  // namespace
}  // namespace halfspace::test
