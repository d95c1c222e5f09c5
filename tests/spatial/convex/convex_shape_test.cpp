// SPDX-License-Identifier: MIT
#include "halfspace/spatial/convex_shape.h"

#include "support/known_shapes.h"
#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>

namespace halfspace::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(ConvexShape, RefusesSizesThatAreNoSizes) {
    for (const double bad : {-1.0, kNan, kInfinity, -kInfinity, kMaxShapeSize * 2}) {
        for (const auto& made : {ConvexShape::box({bad, 1, 1}),
                                 ConvexShape::box({1, bad, 1}),
                                 ConvexShape::box({1, 1, bad}),
                                 ConvexShape::sphere(bad),
                                 ConvexShape::capsule(bad, 1),
                                 ConvexShape::capsule(1, bad),
                                 ConvexShape::cylinder(bad, 1),
                                 ConvexShape::cylinder(1, bad)}) {
            ASSERT_FALSE(made) << bad;
            EXPECT_EQ(made.error().code, ErrorCode::Range);
        }
    }
    EXPECT_TRUE(ConvexShape::box({0, 0, 0}));
    EXPECT_TRUE(ConvexShape::sphere(kMaxShapeSize));
}

TEST(ConvexShape, RefusesPointsThatAreNoPoints) {
    EXPECT_EQ(ConvexShape::points({}).error().code, ErrorCode::Geometry);
    for (const double bad : {kNan, kInfinity, -2 * kMaxShapeSize}) {
        const std::vector<Vec3> points{{1, 2, 3}, {4, bad, 5}};
        const auto made = ConvexShape::points(points);
        ASSERT_FALSE(made);
        EXPECT_EQ(made.error().code, ErrorCode::Range);
        EXPECT_NE(made.error().message.find("point 1"), std::string::npos);
    }
}

TEST(ConvexShape, HasASupportThatReachesAsFarAsTheShape) {
    Random random(4);
    for (std::size_t i = 0; i < repeats(10'000); ++i) {
        const auto kind = random.one_in(2) ? PairKind::Random : PairKind::Degenerate;
        KnownShape known = random_pair(kind, random).a;
        known.transform = {};
        const ConvexShape shape = known.shape();
        const Vec3 direction = random_unit(random) * random.real(1e-9, 1e9);
        const Vec3 unit = normalized(direction);
        const Vec3 support = shape.core_support(direction);
        const double tolerance = 1e-12 * known.size();
        ASSERT_NEAR(dot(support, unit) + shape.radius(), known.reach(unit), tolerance) << i;
        ASSERT_LE(known.distance_to(support), tolerance) << i;
        ASSERT_LE(known.distance_to(shape.core_support({})), tolerance) << i;
        ASSERT_LE(known.distance_to(shape.middle()), tolerance) << i;
    }
}

TEST(ConvexShape, HasTheSmallestBoxAsBounds) {
    Random random(5);
    for (std::size_t i = 0; i < repeats(1'000); ++i) {
        KnownShape known = random_pair(PairKind::Random, random).a;
        known.transform = {};
        const Aabb bounds = known.shape().bounds();
        const double tolerance = 1e-12 * known.size();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            Vec3 direction;
            direction[axis] = 1;
            ASSERT_NEAR(bounds.max[axis], known.reach(direction), tolerance) << i;
            ASSERT_NEAR(bounds.min[axis], -known.reach(-direction), tolerance) << i;
        }
    }
}

TEST(ConvexShape, OwnsItsPoints) {
    std::vector<Vec3> points{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const ConvexShape shape = *ConvexShape::points(points);
    points.assign(3, {100, 100, 100});
    EXPECT_EQ(shape.core_support({0, 0, 1}), (Vec3{0, 0, 1}));
    EXPECT_EQ(shape.fours().size(), 1u);
}

// A placed shape once held a reference, which dangled after a temporary.
static_assert(std::is_copy_assignable_v<PlacedShape>);

TEST(PlacedShape, OwnsAShapeThatWasATemporary) {
    std::vector<PlacedShape> placed;
    for (const double size : {8.0, 16.0, 24.0}) {
        const std::vector<Vec3> points{{size, 0, 0}, {0, size, 0}, {0, 0, size}};
        placed.push_back(PlacedShape{*ConvexShape::points(points)});
        placed.push_back(PlacedShape{ConvexShape::points(points)->grown(1)});
        placed.push_back(PlacedShape{*ConvexShape::sphere(size)});
    }
    for (std::size_t i = 0; i < placed.size(); ++i) {
        const std::size_t set = i / 3;
        const double size = 8 + 8 * static_cast<double>(set);
        const double most = i % 3 == 1 ? size + 1 : size;
        EXPECT_EQ(placed[i].shape.bounds().max, (Vec3{most, most, most})) << i;
    }
}

}  // namespace
}  // namespace halfspace::test
