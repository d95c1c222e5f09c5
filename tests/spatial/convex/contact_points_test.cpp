// SPDX-License-Identifier: MIT
#include "halfspace/spatial/contact_points.h"

#include "support/known_shapes.h"
#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace halfspace::test {
namespace {

constexpr Penetration kFromAbove{.depth = 0, .normal = {0, 0, 1}, .point = {}};

// The contacts of a shape with the floor below it, sorted by their places. The floor's top is at 0.
std::vector<Vec3> on_floor(const PlacedShape& placed) {
    const ConvexShape floor = *ConvexShape::box({100, 100, 5});
    const ContactPoints found = contact_points(placed, {floor, moved_by({0, 0, -5})}, kFromAbove);
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < found.count; ++i) {
        points.push_back(found.points[i].point);
    }
    std::sort(points.begin(), points.end(), [](const Vec3& p, const Vec3& q) {
        return p.x != q.x ? p.x < q.x : p.y < q.y;
    });
    return points;
}

void expect_points(const std::vector<Vec3>& found, const std::vector<Vec3>& wanted) {
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_NEAR(distance(found[i], wanted[i]), 0, 1e-9) << i;
    }
}

TEST(ContactPoints, OfACrateOnAFloorAreItsFourCorners) {
    const ConvexShape crate = *ConvexShape::box({3, 4, 5});
    const std::vector<Vec3> corners{{7, 16, 0}, {7, 24, 0}, {13, 16, 0}, {13, 24, 0}};
    expect_points(on_floor({crate, moved_by({10, 20, 5})}), corners);
    // The same with the shapes in the other order.
    const ConvexShape floor = *ConvexShape::box({100, 100, 5});
    const ContactPoints other = contact_points({floor, moved_by({0, 0, -5})},
                                               {crate, moved_by({10, 20, 5})},
                                               {.depth = 0, .normal = {0, 0, -1}, .point = {}});
    EXPECT_EQ(other.count, 4u);
}

TEST(ContactPoints, OfACrateBeyondTheEdgeOfATableAreThoseOfTheSharedRectangle) {
    const ConvexShape box = *ConvexShape::box({4, 4, 4});
    const ContactPoints found =
        contact_points({box, moved_by({3, -2, 7.5})}, {box}, {0.5, {0, 0, 1}, {}});
    ASSERT_EQ(found.count, 4u);
    double area = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto& [point, depth] = found.points[i];
        EXPECT_TRUE(point.x == -1 || point.x == 4) << point.x;
        EXPECT_TRUE(point.y == -4 || point.y == 2) << point.y;
        EXPECT_NEAR(point.z, 3.75, 1e-12);
        EXPECT_NEAR(depth, 0.5, 1e-12);
        area += point.x * point.y;
    }
    EXPECT_EQ(area, (4 - 1) * (2 - 4));  // each corner once
}

TEST(ContactPoints, OfACrossOfTwoFacesSpanMostOfTheirOctagon) {
    const ConvexShape box = *ConvexShape::box({4, 4, 4});
    const Transform turned = moved_by({0, 0, 8}) * turned_about({}, {.yaw = 45});
    const ContactPoints found = contact_points({box, turned}, {box}, {0, {0, 0, 1}, {}});
    ASSERT_EQ(found.count, 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(std::hypot(found.points[i].point.x, found.points[i].point.y), 4.33, 0.01);
    }
}

TEST(ContactPoints, OfEdgesThatCrossAreOnePoint) {
    const ConvexShape box = *ConvexShape::box({4, 4, 4});
    // Edges along y and x, one above the other.
    const Transform above = moved_by({1, 2, 20}) * turned_about({}, {.pitch = 45});
    const Transform below = turned_about({}, {.roll = 45});
    const ContactPoints found = contact_points({box, above}, {box, below}, {0, {0, 0, 1}, {}});
    ASSERT_EQ(found.count, 1u);
    EXPECT_NEAR(found.points[0].point.x, 1, 1e-9);
    EXPECT_NEAR(found.points[0].point.y, 0, 1e-9);
    EXPECT_NEAR(found.points[0].depth, 2 * std::sqrt(32.0) - 20, 1e-9);
}

TEST(ContactPoints, OfRoundShapesOnAFloorAreAPointALineOrARim) {
    const ConvexShape ball = *ConvexShape::sphere(2);
    expect_points(on_floor({ball, moved_by({3, 4, 2})}), {{3, 4, 0}});
    const ConvexShape capsule = *ConvexShape::capsule(6, 2);
    expect_points(on_floor({capsule, moved_by({3, 4, 8})}), {{3, 4, 0}});
    const Transform lying = moved_by({3, 4, 2}) * turned_about({}, {.pitch = 90});
    expect_points(on_floor({capsule, lying}), {{-3, 4, 0}, {9, 4, 0}});
    const ConvexShape cylinder = *ConvexShape::cylinder(6, 2);
    expect_points(on_floor({cylinder, lying}), {{-3, 4, 0}, {9, 4, 0}});
    expect_points(on_floor({cylinder, moved_by({3, 4, 6})}),
                  {{1, 4, 0}, {3, 2, 0}, {3, 6, 0}, {5, 4, 0}});
}

TEST(ContactPoints, OfACrateThatLeansAreMoreWithALargerFaceDepth) {
    const ConvexShape crate = *ConvexShape::box({8, 8, 8});
    const ConvexShape floor = *ConvexShape::box({100, 100, 5});
    const Transform leaning = moved_by({0, 0, 8}) * turned_about({}, {.pitch = 1});
    const auto count = [&](double face_depth) {
        return contact_points(
                   {crate, leaning}, {floor, moved_by({0, 0, -5})}, kFromAbove, face_depth)
            .count;
    };
    EXPECT_EQ(count(0.01), 2u);  // the lower edge
    EXPECT_EQ(count(0.5), 4u);   // the face
}

// Every point lies between the surfaces, as deep as it says.
TEST(ContactPoints, LieOnBothShapes) {
    Random random(6);
    std::size_t several = 0;
    for (std::size_t i = 0; i < repeats(10'000); ++i) {
        const auto kind = random.one_in(2) ? PairKind::Touching : PairKind::Random;
        const auto [a, b, size] = random_pair(kind, random);
        const ConvexShape shape_a = a.shape();
        const ConvexShape shape_b = b.shape();
        const PlacedShape placed_a{shape_a, a.transform};
        const PlacedShape placed_b{shape_b, b.transform};
        const auto deep = penetration(placed_a, placed_b);
        if (!deep) {
            continue;
        }
        const ContactPoints found = contact_points(placed_a, placed_b, *deep, 0);
        ASSERT_GE(found.count, 1u) << i;
        ASSERT_LE(found.count, 4u) << i;
        several += found.count > 1 ? 1 : 0;
        // Two edges in line may lie beside each other.
        const double tolerance = found.count == 2 ? size / 32 : 1e-9 * size;
        for (std::size_t p = 0; p < found.count; ++p) {
            const auto& [point, depth] = found.points[p];
            ASSERT_LE(depth, deep->depth + tolerance) << i;
            if (point == deep->point) {
                continue;
            }
            ASSERT_LE(a.distance_to(point - deep->normal * (depth / 2)), tolerance) << i;
            ASSERT_LE(b.distance_to(point + deep->normal * (depth / 2)), tolerance) << i;
        }
    }
    EXPECT_GT(several, repeats(10'000) / 500);
}

}  // namespace
}  // namespace halfspace::test
