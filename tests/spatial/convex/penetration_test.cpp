// SPDX-License-Identifier: MIT
// Yes is proven by a point in both shapes, no by a direction along which there is a gap. Depths are
// compared with those along the facets that the difference of the shapes may have.
#include "halfspace/spatial/convex.h"

#include "support/known_shapes.h"
#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

constexpr std::array kKinds{
    PairKind::Random, PairKind::Touching, PairKind::Deep, PairKind::Degenerate};

// What the errors may be, as a part of the size: of polytopes, and of round shapes.
constexpr double kFlatError = 1e-12;
constexpr double kRoundError = 1e-6;

void check(const KnownPair& pair, std::size_t i, std::size_t& overlapping) {
    const auto& [a, b, size] = pair;
    const double tolerance = 1e-9 * size;
    const ConvexShape shape_a = a.shape();
    const ConvexShape shape_b = b.shape();
    const PlacedShape placed_a{shape_a, a.transform};
    const PlacedShape placed_b{shape_b, b.transform};
    const auto found = penetration(placed_a, placed_b);
    ASSERT_EQ(overlaps(placed_a, placed_b), found.has_value()) << i;
    if (!found) {
        const Distance apart = distance(placed_a, placed_b);
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
        // Of flat shapes the truth knows no normal across, and of thin ones a rounded one.
        ASSERT_GE(found->depth, truth.depth - tolerance) << i;
        const bool are_flat = a.radius + b.radius == 0;
        const double allowed = are_flat ? kFlatError * size : kRoundError * size;
        ASSERT_LE(found->depth, truth.depth + kFlatError * size) << i;
        ASSERT_GE(found->error, 0) << i;
        ASSERT_LE(found->error, allowed) << i;
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
TEST(Penetration, IsTheSameForSmallAndLargeShapes) {
    Random random(11);
    for (std::size_t i = 0; i < repeats(2'000); ++i) {
        const KnownPair pair = random_pair(kKinds[i % kKinds.size()], random);
        const ConvexShape shape_a = pair.a.shape();
        const ConvexShape shape_b = pair.b.shape();
        const auto here = penetration({shape_a, pair.a.transform}, {shape_b, pair.b.transform});
        for (const double factor : {0x1p-60, 0x1p-20, 0x1p14}) {
            const KnownShape a = scaled(pair.a, factor);
            const KnownShape b = scaled(pair.b, factor);
            const ConvexShape other_a = a.shape();
            const ConvexShape other_b = b.shape();
            const auto there = penetration({other_a, a.transform}, {other_b, b.transform});
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

TEST(Penetration, OfBoxesThatShareAFaceIsNone) {
    const ConvexShape box = *ConvexShape::box({4, 5, 6});
    for (const Vec3& way : {Vec3{8, 0, 0}, Vec3{0, -10, 3}, Vec3{1, 1, 12}}) {
        EXPECT_FALSE(overlaps({box}, {box, moved_by(way)}));
        EXPECT_FALSE(penetration({box, moved_by(way)}, {box}));
        EXPECT_TRUE(overlaps({box}, {box, moved_by(way * 0.999)}));
    }
}

TEST(Penetration, OfACrateFarFromTheMiddleOfAFloorIsUpwards) {
    const ConvexShape floor = *ConvexShape::box({500, 500, 5});
    for (const ConvexShape& crate : {*ConvexShape::box({9, 9, 9}),
                                     *ConvexShape::cylinder(9, 9),
                                     *ConvexShape::points(corners_of({9, 9, 9}))}) {
        const auto found = penetration({crate, moved_by({400, 30, 13})}, {floor});
        ASSERT_TRUE(found);
        EXPECT_NEAR(found->depth, 1, 1e-12);
        EXPECT_NEAR(found->normal.z, 1, 1e-12);
    }
}

Transform random_turn(Random& random) {
    const auto angle = [&] { return random.real(-180, 180); };
    return turned_about({}, {.pitch = angle(), .yaw = angle(), .roll = angle()});
}

// It was 19 times the least depth on average: a portal's ray left the pole near its end.
TEST(Penetration, OfABallInATurnedPoleIsTheWayOutOfItsSide) {
    Random random(12);
    constexpr double kRadius = 0.5;
    const ConvexShape ball = *ConvexShape::sphere(kRadius);
    const Vec3 half{2, 3, 100};
    const ConvexShape hull = *ConvexShape::points(corners_of(half));
    const ConvexShape box = *ConvexShape::box(half);
    const ConvexShape round = *ConvexShape::cylinder(half.z, half.x);
    for (std::size_t i = 0; i < repeats(1'000); ++i) {
        const Transform turn = moved_by(random_vec(random, 50)) * random_turn(random);
        const Vec3 place{random.real(-1, 1), random.real(-1, 1), random.real(-95, 95)};
        const PlacedShape a{ball, moved_by(to_world(turn, place))};
        const double flat = std::min(half.x - std::abs(place.x), half.y - std::abs(place.y));
        for (const ConvexShape& pole : {hull, box}) {
            const auto found = penetration(a, {pole, turn});
            ASSERT_TRUE(found);
            ASSERT_NEAR(found->depth, flat + kRadius, kFlatError * half.z) << i;
            ASSERT_LE(found->error, kFlatError * half.z) << i;
        }
        const auto found = penetration({round, turn}, a);
        ASSERT_TRUE(found);
        ASSERT_NEAR(found->depth, half.x - std::hypot(place.x, place.y) + kRadius, 1e-12 * half.z);
        ASSERT_LE(found->error, kFlatError * half.z) << i;
    }
}

// Of hull bars it was 2.1 times the least depth as a rule, and up to 20 times.
TEST(Penetration, OfSlenderHullsIsTheLeastOfAllFacets) {
    Random random(13);
    std::size_t overlapping = 0;
    for (std::size_t i = 0; i < repeats(1'000); ++i) {
        KnownPair pair;
        for (KnownShape* const bar : {&pair.a, &pair.b}) {
            bar->kind = ConvexShape::Kind::Points;
            const double wide = random.real(0.01, 4);
            const double length = random.real(20, 100);
            for (std::int64_t p = random.integer(4, 12); p > 0; --p) {
                const Vec3 point = random_vec(random, 1);
                bar->points.push_back({point.x * wide, point.y * wide, point.z * length});
            }
            bar->transform = moved_by(random_vec(random, 4)) * random_turn(random);
        }
        pair.size = pair.a.size() + pair.b.size() + 8;
        check(pair, i, overlapping);
    }
    EXPECT_GT(overlapping, repeats(1'000) / 8);
}

TEST(Penetration, OfTurnedShapesDiffersByNoMoreThanTheError) {
    Random random(14);
    for (std::size_t i = 0; i < repeats(4'000); ++i) {
        const auto [a, b, size] = random_pair(kKinds[i % kKinds.size()], random);
        const Transform turn = random_turn(random);
        const auto here = penetration({a.shape(), a.transform}, {b.shape(), b.transform});
        const auto there =
            penetration({a.shape(), turn * a.transform}, {b.shape(), turn * b.transform});
        const double tolerance = kFlatError * size;  // of turned places
        const double depth = here ? here->depth : 0;
        const double turned = there ? there->depth : 0;
        ASSERT_LE(turned, depth + (there ? there->error : 0) + tolerance) << i;
        ASSERT_LE(depth, turned + (here ? here->error : 0) + tolerance) << i;
    }
}

TEST(Penetration, OfSwappedShapesHasTheSameBits) {
    Random random(15);
    for (std::size_t i = 0; i < repeats(4'000); ++i) {
        KnownPair pair = random_pair(kKinds[i % kKinds.size()], random);
        if (random.one_in(4)) {  // as equal as may be
            const Transform place = pair.b.transform;
            pair.b = pair.a;
            pair.b.transform.translation += place.translation * 0.125 + Vec3{0, 0, 0.3};
        }
        const PlacedShape a{pair.a.shape(), pair.a.transform};
        const PlacedShape b{pair.b.shape(), pair.b.transform};
        const auto found = penetration(a, b);
        const auto swapped = penetration(b, a);
        ASSERT_EQ(found.has_value(), swapped.has_value()) << i;
        ASSERT_EQ(overlaps(a, b), overlaps(b, a)) << i;
        if (found) {
            ASSERT_EQ(found->depth, swapped->depth) << i;
            ASSERT_EQ(found->error, swapped->error) << i;
            ASSERT_EQ(found->normal, -swapped->normal) << i;
            ASSERT_EQ(found->point, swapped->point) << i;
        }
    }
}

TEST(Penetration, EndsWhenTheShapeMovesByTheDepth) {
    Random random(16);
    for (std::size_t i = 0; i < repeats(4'000); ++i) {
        const auto [a, b, size] = random_pair(kKinds[i % kKinds.size()], random);
        const PlacedShape placed_b{b.shape(), b.transform};
        const auto found = penetration({a.shape(), a.transform}, placed_b);
        if (found) {
            const Vec3 way = found->normal * (found->depth + kFlatError * size);
            const auto left = penetration({a.shape(), moved_by(way) * a.transform}, placed_b);
            ASSERT_LE(left ? left->depth : 0, kFlatError * size) << i;
        }
    }
}

// The least depth along thousands of directions, and along better ones near the best of them.
double sampled_depth(const KnownShape& a, const KnownShape& b, Random& random) {
    constexpr int kDirections = 1'000;
    constexpr std::size_t kKept = 6;
    std::vector<std::pair<double, Vec3>> best;
    for (int i = 0; i < kDirections; ++i) {
        const Vec3 direction = random_unit(random);
        best.emplace_back(-gap_along(a, b, direction), direction);
    }
    for (const KnownShape* const known : {&a, &b}) {
        for (const Vec3& axis : {known->transform.x, known->transform.y, known->transform.z}) {
            best.emplace_back(-gap_along(a, b, axis), axis);
            best.emplace_back(-gap_along(a, b, -axis), -axis);
        }
    }
    std::sort(
        best.begin(), best.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
    double least = best[0].first;
    for (std::size_t i = 0; i < kKept; ++i) {
        least = std::min(least, -best_gap(a, b, best[i].second, random));
    }
    return least;
}

TEST(Penetration, WithACylinderIsTheLeastOfManyDirections) {
    Random random(17);
    std::size_t overlapping = 0;
    std::size_t exact = 0;
    for (std::size_t i = 0; i < repeats(400); ++i) {
        KnownPair pair = random_pair(i % 2 == 0 ? PairKind::Random : PairKind::Deep, random);
        while (pair.a.kind != ConvexShape::Kind::Cylinder) {
            pair = random_pair(i % 2 == 0 ? PairKind::Random : PairKind::Deep, random);
        }
        const auto& [a, b, size] = pair;
        const auto found = penetration({a.shape(), a.transform}, {b.shape(), b.transform});
        if (!found) {
            continue;
        }
        ++overlapping;
        ASSERT_LE(found->error, kRoundError * (a.size() + b.size())) << i;
        const double sampled = sampled_depth(a, b, random);
        ASSERT_LE(found->depth, sampled + kRoundError * (a.size() + b.size())) << i;
        ASSERT_GE(sampled, found->depth - found->error - kFlatError * size) << i;
        exact += sampled <= found->depth * (1 + 1e-4) ? 1 : 0;
    }
    EXPECT_GT(overlapping, repeats(400) / 4);
    EXPECT_GT(exact, overlapping * 9 / 10);  // so the directions were good
}

TEST(Penetration, OfBodiesWithOneAxisHasAFormula) {
    Random random(18);
    const ConvexShape body = *ConvexShape::cylinder(28, 16);
    for (std::size_t i = 0; i < repeats(1'000); ++i) {
        const Transform turn = random_turn(random);
        const Vec3 way = i == 0 ? Vec3{} : random_vec(random, 10);
        const double aside = std::hypot(way.x, way.y);
        const PlacedShape a{body, turn};
        const Transform there = turn * moved_by(way);
        const auto with_cylinder = penetration(a, {*ConvexShape::cylinder(10, 5), there});
        const auto with_capsule = penetration(a, {*ConvexShape::capsule(10, 5), there});
        const auto with_ball = penetration(a, {*ConvexShape::sphere(5), there});
        ASSERT_TRUE(with_cylinder && with_capsule && with_ball);
        ASSERT_NEAR(with_cylinder->depth, std::min(21 - aside, 38 - std::abs(way.z)), 1e-11);
        ASSERT_NEAR(with_capsule->depth, std::min(16 - aside, 38 - std::abs(way.z)) + 5, 1e-11);
        ASSERT_NEAR(with_ball->depth, std::min(16 - aside, 28 - std::abs(way.z)) + 5, 1e-11);
        ASSERT_LE(with_cylinder->error, 1e-11);
    }
}

// All directions around a quarter of the rim are as deep.
TEST(Penetration, OfACrateWithACornerOnTheAxisOfACylinderIsItsRadius) {
    const ConvexShape cylinder = *ConvexShape::cylinder(50, 8);
    const ConvexShape crate = *ConvexShape::box({20, 20, 20});
    const auto found = penetration({cylinder}, {crate, moved_by({20, 20, 0})});
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->depth, 8, kRoundError * 100);
    EXPECT_LE(found->error, kRoundError * 100);
}

TEST(Penetration, OfCrossedCapsulesIsAcrossBoth) {
    const ConvexShape capsule = *ConvexShape::capsule(10, 2);
    const Transform lying = turned_about({}, {.pitch = 90});
    for (const double height : {0.0, 1.5}) {
        const auto found = penetration({capsule, lying}, {capsule, moved_by({0, height, 0})});
        ASSERT_TRUE(found);
        EXPECT_NEAR(found->depth, 4 - height, 1e-12);
        EXPECT_NEAR(std::abs(found->normal.y), 1, 1e-12);
    }
}

// Hulls whose difference has more facets than the room on the stack.
TEST(Penetration, OfHullsLikeBallsAtOnePlaceIsTheLeastOfAllDirections) {
    Random random(19);
    std::vector<Vec3> points;
    for (int i = 0; i < 300; ++i) {
        points.push_back(random_unit(random) * 10);
    }
    const ConvexShape ball = *ConvexShape::points(points);
    const PlacedShape a{ball, random_turn(random)};
    const PlacedShape b{ball, random_turn(random)};
    const auto found = penetration(a, b);
    ASSERT_TRUE(found);
    EXPECT_LE(found->error, kFlatError * 20);
    const KnownShape known_a{ConvexShape::Kind::Points, points, 0, a.transform};
    const KnownShape known_b{ConvexShape::Kind::Points, points, 0, b.transform};
    EXPECT_NEAR(-gap_along(known_a, known_b, found->normal), found->depth, 1e-12);
    EXPECT_GE(sampled_depth(known_a, known_b, random), found->depth - found->error);
}

TEST(Penetration, OfShapesAtTheSamePlaceIsFound) {
    Random random(9);
    for (int i = 0; i < 200; ++i) {
        KnownPair pair = random_pair(PairKind::Random, random);
        pair.b.transform = pair.a.transform;
        std::size_t overlapping = 0;
        check(pair, static_cast<std::size_t>(i), overlapping);
    }
}

TEST(Penetration, OfAMillionPointsIsThatOfTheirHull) {
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
    const auto found = penetration({many}, {box, moved_by({1, 2, 15})});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->depth, 1);
    EXPECT_EQ(found->normal, (Vec3{0, 0, -1}));
    EXPECT_EQ(distance({many}, {box, moved_by({1, 2, 17})}).distance, 1);
}

}  // namespace
}  // namespace halfspace::test
