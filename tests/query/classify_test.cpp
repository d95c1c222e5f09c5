// SPDX-License-Identifier: MIT
#include "halfspace/query/classify.h"

#include "halfspace/query/sight.h"

#include "support/brushes.h"
#include "support/oracle.h"
#include "support/scene_levels.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace halfspace {
namespace {

using test::kSmallGlass;
using test::kSmallRamp;
using test::kSmallRoom;
using test::kSmallWater;

constexpr double kHair = 0x1p-1000;

Level small_level() {
    return *Level::from_data(test::small_level(), "small");
}

TEST(FindLeaf, NamesTheCellAroundAPoint) {
    const Level level = small_level();
    EXPECT_EQ(find_leaf(level, {0, 0, 64}), kSmallRoom);
    EXPECT_EQ(find_leaf(level, {0, 0, 8}), kSmallWater);
    EXPECT_EQ(find_leaf(level, {70, 0, 64}), kSmallGlass);
    EXPECT_EQ(find_leaf(level, {-60, 0, 8}), kSmallRamp);
}

TEST(FindLeaf, PutsAPointOnASplitterInFrontOfIt) {
    const Level level = small_level();
    EXPECT_EQ(find_leaf(level, {0, 0, 16}), kSmallRoom);
    EXPECT_EQ(find_leaf(level, {64, 0, 64}), kSmallGlass);
    EXPECT_EQ(find_leaf(level, {-48, 0, 16}), kSmallRoom) << "on the ramp and the water";
}

TEST(FindLeaf, TellsPointsApartThatAreAHairFromASplitter) {
    const Level level = small_level();
    EXPECT_EQ(find_leaf(level, {kHair, 0, std::nextafter(16, 0)}), kSmallWater);
    EXPECT_EQ(find_leaf(level, {0, 0, std::nextafter(16, 17)}), kSmallRoom);
    // x + z + 32 = +-kHair, which no sum of doubles shows.
    EXPECT_EQ(find_leaf(level, {-32 - 8.0, 0, 8}), kSmallWater);
    EXPECT_EQ(find_leaf(level, {std::nextafter(-40, -41), 0, 8}), kSmallRamp);
    EXPECT_EQ(find_leaf(level, {-32, 0, -kHair}), find_leaf(level, {0, 0, -8})) << "the floor";
    EXPECT_EQ(find_leaf(level, {-32, 0, kHair}), kSmallWater);
}

TEST(FindLeaf, IsTheOutsideOnAndBeyondTheBox) {
    const Level level = small_level();
    const LeafId outside(0);
    EXPECT_EQ(find_leaf(level, {-80, 0, 64}), outside);
    EXPECT_EQ(find_leaf(level, {0, 80, 64}), outside);
    EXPECT_EQ(find_leaf(level, {0, 0, 1e300}), outside);
    EXPECT_EQ(find_leaf(level, {-std::numeric_limits<double>::max(), 0, 0}), outside);
    EXPECT_NE(find_leaf(level, {std::nextafter(-80, 0), 0, 64}), outside);
}

TEST(PointContents, AreThoseOfTheLeafAroundThePoint) {
    const Level level = small_level();
    EXPECT_EQ(point_contents(level, {0, 0, 64}), Contents::Empty);
    EXPECT_EQ(point_contents(level, {0, 0, 8}), Contents::Water);
    EXPECT_EQ(point_contents(level, {70, 0, 64}), Contents::Fence);
    EXPECT_EQ(point_contents(level, {-70, 0, 64}), Contents::Solid);
}

TEST(PointContents, AreEmptyWhereSomethingMerelyTouches) {
    const Level level = small_level();
    EXPECT_EQ(point_contents(level, {0, 0, 16}), Contents::Empty) << "on the water";
    EXPECT_EQ(point_contents(level, {-64, -64, 128}), Contents::Empty) << "in a corner";
    EXPECT_EQ(point_contents(level, {64, 10, 128}), Contents::Empty) << "the room's edge";
}

TEST(PointContents, OnASolidAreThoseOfWhatTouchesIt) {
    const Level level = small_level();
    EXPECT_EQ(point_contents(level, {0, 0, 0}), Contents::Water) << "water on a floor";
    EXPECT_EQ(point_contents(level, {-40, 0, 8}), Contents::Water) << "water on the ramp";
    EXPECT_EQ(point_contents(level, {70, 10, 128}), Contents::Fence) << "glass under a ceiling";
}

TEST(PointContents, AreSolidInAFaceThatTwoSolidsShare) {
    const Level level = small_level();
    EXPECT_EQ(point_contents(level, {-64, 0, 8}), Contents::Solid) << "wall and ramp";
    EXPECT_EQ(point_contents(level, {-64, 0, 0}), Contents::Solid) << "wall, ramp and floor";
    EXPECT_EQ(point_contents(level, {-64, -64, 8}), Contents::Solid) << "two walls and ramp";
    EXPECT_EQ(point_contents(level, {70, -64, -8}), Contents::Solid) << "wall and floor";
}

TEST(PointContents, AreEmptyOnTheSurfaceOfTheBox) {
    const Level level = small_level();
    EXPECT_EQ(point_contents(level, {-80, 0, 64}), Contents::Empty);
    EXPECT_EQ(point_contents(level, {0, 0, 144}), Contents::Empty);
    EXPECT_EQ(point_contents(level, {-64, 0, 144}), Contents::Empty);
}

// The point (32, 32, 32) is strictly inside the detail brush and on the top plane of the other one.
Contents contents_on_top_inside_detail(Contents other) {
    const auto level = test::compiled_level(
        test::world_of({test::box_brush({0, 0, 0}, {64, 64, 64}, Contents::Detail),
                        test::box_brush({16, 16, -16}, {48, 48, 32}, other)}));
    return point_contents(*level, {32, 32, 32});
}

TEST(PointContents, AreNotEmptyInsideADetailBrushOnTheTopOfASolidOneThatOverlapsIt) {
    EXPECT_EQ(contents_on_top_inside_detail(Contents::Solid), Contents::Detail);
    EXPECT_EQ(contents_on_top_inside_detail(Contents::Sky), Contents::Detail);
    EXPECT_EQ(contents_on_top_inside_detail(Contents::Detail), Contents::Detail);
    EXPECT_EQ(contents_on_top_inside_detail(Contents::Water), Contents::Detail);
}

// The contents at the middle of the face between two boxes.
Contents contents_between(Contents lower, Contents upper) {
    const auto level =
        test::compiled_level(test::world_of({test::box_brush({0, 0, -64}, {64, 64, 0}, lower),
                                             test::box_brush({0, 0, 0}, {64, 64, 64}, upper)}));
    return point_contents(*level, {32, 32, 0});
}

TEST(PointContents, BetweenTwoBoxesAreWhatBothHoldOrHide) {
    EXPECT_EQ(contents_between(Contents::Solid, Contents::Detail), Contents::Detail);
    EXPECT_EQ(contents_between(Contents::Sky, Contents::Solid), Contents::Sky);
    EXPECT_EQ(contents_between(Contents::Solid, Contents::Water), Contents::Water);
    EXPECT_EQ(contents_between(Contents::Solid, Contents::PlayerClip), Contents::PlayerClip);
    EXPECT_EQ(contents_between(Contents::Solid, Contents::Lava | Contents::Fence),
              Contents::Lava | Contents::Fence);
    EXPECT_EQ(contents_between(Contents::Lava, Contents::Slime), Contents::Slime);
    EXPECT_EQ(contents_between(Contents::Lava | Contents::Fence, Contents::Slime), Contents::Slime);
    EXPECT_EQ(contents_between(Contents::Fence, Contents::PlayerClip), Contents::Empty);
}

TEST(PointContents, BlockSightExactlyWhereASightLineOfNoLengthIsBlocked) {
    for (const Contents lower :
         {Contents::Solid, Contents::Detail, Contents::Sky, Contents::Fence}) {
        for (const Contents upper :
             {Contents::Solid, Contents::Detail, Contents::Sky, Contents::Water}) {
            const auto level = test::compiled_level(
                test::world_of({test::box_brush({0, 0, -64}, {64, 64, 0}, lower),
                                test::box_brush({0, 0, 0}, {64, 64, 64}, upper)}));
            const Vec3 between{32, 32, 0};
            EXPECT_EQ(any(point_contents(*level, between) & kSightBlockers),
                      !line_of_sight(*level, between, between))
                << to_string(lower) << " below " << to_string(upper);
        }
    }
}

TEST(PointContents, OfAModelAreItsOwn) {
    const Level level = small_level();
    const ModelId door(1);
    EXPECT_EQ(point_contents({level, door}, {36, 0, 32}), Contents::Detail);
    EXPECT_EQ(point_contents(level, {36, 0, 32}), Contents::Empty);
    EXPECT_EQ(point_contents({level, door}, {32, 0, 32}), Contents::Empty);
    EXPECT_EQ(find_leaf(level, {36, 0, 32}, door), test::kSmallDoor);
}

}  // namespace
}  // namespace halfspace
