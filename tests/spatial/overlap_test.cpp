// SPDX-License-Identifier: MIT
// Yes is proven by a point in both shapes, no by a direction along which there is a gap. Depths are
// compared with those along the facets that the difference of the shapes may have.
#include "halfspace/spatial/convex.h"

#include "support/known_shapes.h"
#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace halfspace::test {
namespace {

constexpr std::array kKinds{
    PairKind::Random, PairKind::Touching, PairKind::Deep, PairKind::Degenerate};

void check(const KnownPair& pair, std::size_t i, std::size_t& overlapping) {
    const auto& [a, b, size] = pair;
    const double tolerance = 1e-9 * size;
    const ConvexShape shape_a = a.shape();
    const ConvexShape shape_b = b.shape();
    const PlacedShape placed_a{shape_a, a.transform};
    const PlacedShape placed_b{shape_b, b.transform};
    const auto found = overlap(placed_a, placed_b);
    ASSERT_EQ(overlaps(placed_a, placed_b), found.has_value()) << i;
    if (!found) {
        const Separation apart = separation(placed_a, placed_b);
        if (apart.normal != Vec3{} && !(gap_along(a, b, apart.normal) >= -tolerance)) {
            Random random(i);
            ASSERT_GE(best_gap(a, b, apart.normal, random), -tolerance) << i;
        }
    } else {
        ++overlapping;
        ASSERT_NEAR(length(found->normal), 1, 1e-12) << i;
        ASSERT_GT(found->depth, 0) << i;
        // The depth is that along the normal.
        ASSERT_NEAR(gap_along(a, b, found->normal), -found->depth, tolerance) << i;
        ASSERT_LE(a.distance_to(found->point), tolerance) << i;
        ASSERT_LE(b.distance_to(found->point), tolerance) << i;
    }
    if (a.kind == ConvexShape::Kind::Cylinder || b.kind == ConvexShape::Kind::Cylinder) {
        return;
    }
    const PairTruth truth = truth_of(a, b);
    ASSERT_TRUE(found || truth.depth <= tolerance) << i << " depth " << truth.depth;
    ASSERT_TRUE(!found || truth.distance <= tolerance) << i << " distance " << truth.distance;
    if (found) {
        ASSERT_GE(found->depth, truth.depth - tolerance) << i;
    }
    const bool are_boxes = a.kind == ConvexShape::Kind::Box && b.kind == ConvexShape::Kind::Box;
    const double radii = a.radius + b.radius;
    if (found && ((are_boxes && radii == 0) || truth.depth < radii * (1 - 1e-9))) {
        ASSERT_LE(found->depth, truth.depth + tolerance) << i;
    }
}

class OverlapOf : public testing::TestWithParam<PairKind> {};

TEST_P(OverlapOf, IsProvenAndAsDeepAsItsFacets) {
    Random random(static_cast<std::uint64_t>(GetParam()));
    std::size_t overlapping = 0;
    const std::size_t rounds = repeats(10'000);
    for (std::size_t i = 0; i < rounds && !HasFatalFailure(); ++i) {
        check(random_pair(GetParam(), random), i, overlapping);
    }
    if (GetParam() == PairKind::Random || GetParam() == PairKind::Deep) {
        EXPECT_GT(overlapping, rounds / 20);
        EXPECT_LT(overlapping, rounds);
    }
}

const char* kind_name(const testing::TestParamInfo<PairKind>& kind) {
    constexpr std::array kNames{"Random", "Touching", "Deep", "Degenerate"};
    return kNames[static_cast<std::size_t>(kind.param)];
}

INSTANTIATE_TEST_SUITE_P(All, OverlapOf, testing::ValuesIn(kKinds), kind_name);

// No length is small by itself: a power of two changes no bit of an answer but its exponent.
TEST(Overlap, IsTheSameForSmallAndLargeShapes) {
    Random random(11);
    for (std::size_t i = 0; i < repeats(2'000); ++i) {
        const KnownPair pair = random_pair(kKinds[i % kKinds.size()], random);
        const ConvexShape shape_a = pair.a.shape();
        const ConvexShape shape_b = pair.b.shape();
        const auto here = overlap({shape_a, pair.a.transform}, {shape_b, pair.b.transform});
        for (const double factor : {0x1p-60, 0x1p-20, 0x1p14}) {
            const KnownShape a = scaled(pair.a, factor);
            const KnownShape b = scaled(pair.b, factor);
            const ConvexShape other_a = a.shape();
            const ConvexShape other_b = b.shape();
            const auto there = overlap({other_a, a.transform}, {other_b, b.transform});
            ASSERT_EQ(here.has_value(), there.has_value()) << i << " " << factor;
            if (here) {
                // A depth that rounding hides is the smallest number, whatever the shapes' size.
                constexpr double kHidden = std::numeric_limits<double>::min();
                const double depth = here->depth > kHidden ? here->depth * factor : kHidden;
                ASSERT_EQ(depth, there->depth) << i << " " << factor;
                ASSERT_EQ(here->normal, there->normal) << i << " " << factor;
                ASSERT_EQ(here->point * factor, there->point) << i << " " << factor;
            }
        }
    }
}

TEST(Overlap, OfBoxesThatShareAFaceIsNone) {
    const ConvexShape box = *ConvexShape::box({4, 5, 6});
    for (const Vec3& way : {Vec3{8, 0, 0}, Vec3{0, -10, 3}, Vec3{1, 1, 12}}) {
        EXPECT_FALSE(overlaps({box}, {box, moved_by(way)}));
        EXPECT_FALSE(overlap({box, moved_by(way)}, {box}));
        EXPECT_TRUE(overlaps({box}, {box, moved_by(way * 0.999)}));
    }
}

TEST(Overlap, OfACrateFarFromTheMiddleOfAFloorIsUpwards) {
    const std::vector<Vec3> corners{{-9, -9, -9},
                                    {9, -9, -9},
                                    {-9, 9, -9},
                                    {9, 9, -9},
                                    {-9, -9, 9},
                                    {9, -9, 9},
                                    {-9, 9, 9},
                                    {9, 9, 9}};
    const ConvexShape floor = *ConvexShape::box({500, 500, 5});
    for (const ConvexShape& crate : {*ConvexShape::box({9, 9, 9}),
                                     *ConvexShape::cylinder(9, 9),
                                     *ConvexShape::points(corners)}) {
        const auto found = overlap({crate, moved_by({400, 30, 13})}, {floor});
        ASSERT_TRUE(found);
        EXPECT_NEAR(found->depth, 1, 1e-12);
        EXPECT_NEAR(found->normal.z, 1, 1e-12);
    }
}

TEST(Overlap, OfShapesAtTheSamePlaceIsFound) {
    Random random(9);
    for (int i = 0; i < 200; ++i) {
        KnownPair pair = random_pair(PairKind::Random, random);
        pair.b.transform = pair.a.transform;
        std::size_t overlapping = 0;
        check(pair, static_cast<std::size_t>(i), overlapping);
    }
}

TEST(Overlap, OfAMillionPointsIsThatOfTheirHull) {
    Random random(10);
    std::vector<Vec3> points(1'000'000);
    for (Vec3& p : points) {
        p = random_vec(random, 8);
    }
    for (int c = 0; c < 8; ++c) {
        points[static_cast<std::size_t>(c) * 1000] = {
            (c & 1) != 0 ? 8.0 : -8.0, (c & 2) != 0 ? 8.0 : -8.0, (c & 4) != 0 ? 8.0 : -8.0};
    }
    const ConvexShape many = *ConvexShape::points(points);
    const ConvexShape box = *ConvexShape::box({8, 8, 8});
    const auto found = overlap({many}, {box, moved_by({1, 2, 15})});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->depth, 1);
    EXPECT_EQ(found->normal, (Vec3{0, 0, -1}));
    EXPECT_EQ(separation({many}, {box, moved_by({1, 2, 17})}).distance, 1);
}

}  // namespace
}  // namespace halfspace::test
