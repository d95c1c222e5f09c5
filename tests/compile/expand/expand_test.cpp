// SPDX-License-Identifier: MIT
#include "compile/expand/expand.h"

#include "halfspace/compile/compile.h"

#include "exact/shared/bevel.h"
#include "exact/shared/box_sum.h"
#include "support/brushes.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

constexpr std::int64_t kStep = 8;  // of the 1/8 grid in a unit

GridBox body_of(const Units& min, const Units& max) {
    GridBox body{};
    for (std::size_t i = 0; i < 3; ++i) {
        body.min[i] = min[i] * kStep;
        body.max[i] = max[i] * kStep;
    }
    return body;
}

const GridBox kStand = body_of({-15, -15, -24}, {15, 15, 32});
constexpr std::int64_t kReach = 32 * kStep;  // the farthest of kStand

ImportedWorld imported(const World& world) {
    auto result = import_brushes(world, {});
    EXPECT_TRUE(result);
    return std::move(*result);
}

// A wedge with the slope x + z = 64.
Brush ramp() {
    Brush brush = box_brush({0, 0, 0}, {64, 64, 64});
    brush.sides[1] = side_through({64, 0, 0}, {64, 64, 0}, {0, 0, 64});
    brush.sides.pop_back();
    return brush;
}

TEST(Reach, OfAFloorIsTheBodysDepthAndOfACeilingItsHeight) {
    EXPECT_EQ(reach({0, 0, 1}, kStand), 24 * kStep);
    EXPECT_EQ(reach({0, 0, -1}, kStand), 32 * kStep);
    EXPECT_EQ(reach({1, 0, -2}, kStand), (15 + 2 * 32) * kStep);
}

TEST(FindBevels, OfABoxAreNone) {
    ImportedWorld world = imported(world_of({box_brush({0, 0, 0}, {64, 64, 64})}));
    find_bevels(world.brushes, kReach, world.planes, 1);
    EXPECT_TRUE(world.brushes[0].bevels.empty());
}

TEST(FindBevels, OfARampAreTheTwoAxesThatItsSlopeHides) {
    ImportedWorld world = imported(world_of({ramp()}));
    find_bevels(world.brushes, kReach, world.planes, 1);
    std::vector<ExactPlane> found;
    for (const SolidBrush::Bevel& bevel : world.brushes[0].bevels) {
        found.push_back(world.planes.plane(bevel.plane));
        EXPECT_FALSE(bevel.is_rounded);
        EXPECT_EQ(world.planes.plane(world.brushes[0].sides[bevel.side].plane).n,
                  (std::array<std::int64_t, 3>{1, 0, 1}));
    }
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, (std::vector<ExactPlane>{{{0, 0, 1}, 64 * kStep}, {{1, 0, 0}, 64 * kStep}}));
}

TEST(FindBevels, NoneComesFromASideThatOnlyTouches) {
    // A plane through one edge of a box makes no bevel, whose sum with a body would be too small.
    Brush touched = box_brush({0, 0, 0}, {64, 64, 64});
    touched.sides.push_back(side_through({64, 0, 64}, {64, 64, 64}, {0, 0, 128}));
    ImportedWorld world = imported(world_of({touched}));
    ASSERT_EQ(world.brushes[0].sides.size(), 6u);
    find_bevels(world.brushes, kReach, world.planes, 1);
    EXPECT_TRUE(world.brushes[0].bevels.empty());
}

class GrownScene : public testing::TestWithParam<SceneKind> {};

TEST_P(GrownScene, IsTheSumButForTheExcess) {
    ImportedWorld world = imported(make_scene(GetParam(), 120, 5));
    find_bevels(world.brushes, kReach, world.planes, 1);
    Predicates predicates(world.planes);
    for (const SolidBrush& brush : world.brushes) {
        for (const SolidBrush::Bevel& bevel : brush.bevels) {
            for (const ExactPoint& point : brush.solid.points) {
                EXPECT_NE(predicates.side(point, bevel.plane), Side::Front);
            }
        }
    }
    const Grown grown = grow(world.brushes, 1, kStand, world.planes, 2);
    ASSERT_EQ(grown.volumes.size(), world.brushes.size());
    EXPECT_LE(world.planes.predicate_bits(), kMaxPredicateBits);
    EXPECT_LT(grown.excess, 0.5);
    for (const BodyVolume& volume : grown.volumes) {
        const SolidBrush& brush = world.brushes[volume.brush];
        const bool is_exact = std::none_of(
            brush.bevels.begin(), brush.bevels.end(), [](const auto& b) { return b.is_rounded; });
        const double excess =
            excess_over_sum(volume.solid, brush.solid, reflected(kStand), world.planes);
        EXPECT_LE(excess, is_exact ? 1e-6 : grown.excess);
        EXPECT_GE(excess, -1e-6);
    }
}

INSTANTIATE_TEST_SUITE_P(All, GrownScene, testing::ValuesIn(kAllScenes), [](const auto& scene) {
    return to_string(scene.param);
});

TEST(Grow, LeavesOutWhatBlocksNobody) {
    ImportedWorld world =
        imported(world_of({box_brush({0, 0, 0}, {8, 8, 8}, Contents::Water),
                           box_brush({16, 0, 0}, {24, 8, 8}, Contents::Sky),
                           box_brush({32, 0, 0}, {40, 8, 8}, Contents::MonsterClip)}));
    find_bevels(world.brushes, kReach, world.planes, 1);
    const Grown grown = grow(world.brushes, 1, kStand, world.planes, 1);
    ASSERT_EQ(grown.volumes.size(), 2u);
    EXPECT_EQ(grown.volumes[0].contents, Contents::Solid);
    EXPECT_EQ(grown.volumes[1].contents, Contents::MonsterClip);
    EXPECT_EQ(grown.volumes[0].bounds.min, (Vec3{1 * kStep, -15 * kStep, -32 * kStep}));
    EXPECT_EQ(grown.volumes[0].bounds.max, (Vec3{39 * kStep, 23 * kStep, 32 * kStep}));
}

// Bevels of planes near the widest must leave room for what moving them out adds to d.
TEST(FindBevels, LeaveRoomForTheLargestBodies) {
    const ImportOptions options{.grid_exponent = 10};
    const World scene = make_scene(SceneKind::RotatedBoxes, 12, 4);
    const auto result = import_brushes(scene, options);
    ASSERT_TRUE(result);
    ImportedWorld world = *import_brushes(scene, options);
    constexpr std::int64_t kLongest = 4096 * 1024;
    const GridBox giant{{-kLongest, -kLongest, -kLongest}, {kLongest, kLongest, kLongest}};
    ASSERT_TRUE(fits_grown(world.planes, kLongest));
    find_bevels(world.brushes, kLongest, world.planes, 1);
    EXPECT_TRUE(fits_grown(world.planes, kLongest));
    grow(world.brushes, 1, giant, world.planes, 1);
    EXPECT_LE(world.planes.predicate_bits(), kMaxPredicateBits);
}

TEST(FitsGrown, IsFalseWhereTheSumOfWidthsIsTooLarge) {
    PlaneTable planes;
    planes.intern({{(std::int64_t{1} << 57) - 1, 1, 0}, 0});
    EXPECT_TRUE(fits_grown(planes, 0));
    EXPECT_FALSE(fits_grown(planes, std::int64_t{1} << 22));
}

}  // namespace
}  // namespace halfspace::test
