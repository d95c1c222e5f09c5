// SPDX-License-Identifier: MIT
// polyhedron_test.cpp asks for the interior points of its random polyhedra, too.
#include "exact/shared/interior_point.h"

#include "exact/sound_polyhedron.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

namespace halfspace {
namespace {

TEST(PointInside, IsTheMeanCornerWithShortCoordinates) {
    PlaneTable table;
    const Polyhedron box = make_box({{0, 0, 0}, {1, 2, 3}}, table);
    const InteriorPoint point = point_inside(box, Predicates(table));
    EXPECT_EQ(point.near, (Vec3{0.5, 1, 1.5}));
    EXPECT_EQ(point.near, mean_corner(box));
    EXPECT_EQ(to_vec3(point.exact), point.near);
}

// No double between the planes x = 1/3 and x = 1/3 + 1/3e13 is surely inside.
TEST(PointInside, IsExactWhereRoundingLeavesThePolyhedron) {
    PlaneTable table;
    const Polyhedron box = make_box({{0, 0, 0}, {1, 2, 3}}, table);
    constexpr std::int64_t kLarge = 10'000'000'000'000;
    const std::vector<PlaneId> sides{table.intern({{-3, 0, 0}, -1}),
                                     table.intern({{3 * kLarge, 0, 0}, kLarge + 1})};
    Predicates predicates(table);
    const auto slice = intersect(box, sides, predicates);
    ASSERT_TRUE(slice);
    EXPECT_FALSE(is_strictly_inside(mean_corner(*slice), *slice, table));
    test::expect_sound(*slice, table);
}

// More corners than an interior point may sum up.
TEST(InteriorPoint, IsInsideAPrismOfTwoHundredSides) {
    PlaneTable table;
    const Polyhedron box = make_box({{-200'000, -200'000, -5}, {200'000, 200'000, 7}}, table);
    std::vector<PlaneId> sides;
    for (int i = 0; i < 200; ++i) {
        const double angle = (i + 0.3) * 2 * std::numbers::pi / 200;
        const auto a = static_cast<std::int64_t>(std::lround(1'000'000 * std::cos(angle)));
        const auto b = static_cast<std::int64_t>(std::lround(1'000'000 * std::sin(angle)));
        sides.push_back(table.intern({{a, b, i % 7}, Int128{100'000} * 1'000'000}));
    }
    const PlaneId through_axis = table.intern({{3, 5, 1000}, 7});
    Predicates predicates(table);
    const auto prism = intersect(box, sides, predicates);
    ASSERT_TRUE(prism);
    ASSERT_EQ(prism->faces.size(), 202U);
    ASSERT_EQ(prism->points.size(), 400U);
    ASSERT_NO_FATAL_FAILURE(test::expect_sound(*prism, table));
    const PolyhedronSplit halves = split(*prism, through_axis, predicates);
    ASSERT_TRUE(halves.front && halves.back);
    ASSERT_NO_FATAL_FAILURE(test::expect_sound(*halves.front, table));
    ASSERT_NO_FATAL_FAILURE(test::expect_sound(*halves.back, table));
}

}  // namespace
}  // namespace halfspace
