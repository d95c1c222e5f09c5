// SPDX-License-Identifier: MIT
#include "halfspace/query/free.h"

#include "halfspace/query/space.h"

#include "query/nearest_point.h"
#include "support/brushes.h"
#include "support/oracle.h"
#include "support/queries.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/scene_levels.h"
#include "support/scenes.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <vector>

namespace halfspace {
namespace {

using test::box_brush;
using test::side_through;
using test::world_of;

Level small_level() {
    return *Level::from_data(test::small_level(), "small");
}

// A floor with its top at z = 0 and a wall on it with its face at x = 0.
Level corner() {
    return *test::compiled_level(world_of(
        {box_brush({-512, -512, -32}, {512, 512, 0}), box_brush({-64, -512, 0}, {0, 512, 256})}));
}

TEST(IsFree, KnowsWhereABodyTouches) {
    const Level level = corner();
    const SpaceId stand = *find_space(level, "stand");
    EXPECT_TRUE(is_free(level, stand, {15, 0, 24})) << "in the corner";
    EXPECT_FALSE(is_free(level, stand, {std::nextafter(15, 0), 0, 24}));
    EXPECT_FALSE(is_free(level, stand, {15, 0, std::nextafter(24, 0)}) &&
                 is_free(level, stand, {100, 0, std::nextafter(24, 0)}));
    EXPECT_TRUE(is_free(level, SpaceId(0), {0, 0, 0}));
    EXPECT_TRUE(is_free(level, *find_space(level, "large"), {31, 0, 24}));
    EXPECT_FALSE(is_free(level, *find_space(level, "large"), {15, 0, 24}));
}

TEST(IsFree, AsksWhatTheMaskBlocks) {
    const Level level =
        *test::compiled_level(world_of({box_brush({0, 0, 0}, {64, 64, 64}, Contents::PlayerClip),
                                        box_brush({0, 0, 64}, {64, 64, 128}, Contents::Water)}));
    const SpaceId stand = *find_space(level, "stand");
    EXPECT_FALSE(is_free(level, stand, {32, 32, 32}));
    EXPECT_TRUE(is_free(level, stand, {32, 32, 32}, Contents::Solid | Contents::MonsterClip));
    EXPECT_TRUE(is_free(level, stand, {32, 32, 100}));
    EXPECT_FALSE(is_free(level, SpaceId(0), {32, 32, 100}, Contents::Water));
}

TEST(IsFree, AsksOneModelAndNothingOutsideOfItsBox) {
    const Level level = small_level();
    EXPECT_TRUE(is_free(level, SpaceId(0), {36, 0, 32}));
    EXPECT_FALSE(is_free({level, ModelId(1)}, SpaceId(0), {36, 0, 32}));
    EXPECT_TRUE(is_free(level, SpaceId(0), {-80, 0, 64}));
    EXPECT_TRUE(is_free(level, SpaceId(0), {1e300, 0, 64}));
}

using SceneParameter = std::tuple<test::SceneKind, std::uint64_t>;
class FreeInScene : public testing::TestWithParam<SceneParameter> {};

TEST_P(FreeInScene, IsAnsweredAsByBruteForce) {
    const auto& [kind, seed] = GetParam();
    const auto level = test::compiled_level(
        test::make_scene(kind, test::scene_brushes(40), seed, test::SceneContents::Mixed));
    ASSERT_TRUE(level) << to_string(level.error());
    constexpr Contents kPlayer =
        Contents::Solid | Contents::Detail | Contents::Sky | Contents::Void | Contents::PlayerClip;
    for (const Contents mask : {kBodyBlockers, kPlayer}) {
        for (std::uint32_t s = 0; s < level->spaces().size(); ++s) {
            const test::Oracle oracle = test::Oracle::of_space(*level, SpaceId(s));
            for (const Vec3& point : test::make_points(oracle, 300, seed + s)) {
                ASSERT_EQ(is_free(*level, SpaceId(s), point, mask), !oracle.is_blocked(point, mask))
                    << space_name(*level, SpaceId(s)) << " " << point.x << " " << point.y << " "
                    << point.z;
            }
        }
    }
}

TEST_P(FreeInScene, UnstickFindsTheNearestThatSamplingFinds) {
    const auto& [kind, seed] = GetParam();
    const auto level = test::compiled_level(test::make_scene(kind, test::scene_brushes(40), seed));
    ASSERT_TRUE(level) << to_string(level.error());
    test::Random random(seed);
    const SpaceId stand = *find_space(*level, "stand");
    constexpr double kDistance = 64;
    int blocked = 0;
    int found = 0;
    for (const Vec3& point :
         test::make_points(test::Oracle::of_space(*level, stand), 200, seed + 7)) {
        const auto free = unstick(*level, stand, point, kDistance);
        if (is_free(*level, stand, point)) {
            ASSERT_EQ(free, point);
            continue;
        }
        ++blocked;
        double away = kDistance;
        if (free) {
            ++found;
            away = length(*free - point);
            ASSERT_TRUE(is_free(*level, stand, *free));
            ASSERT_LE(away, kDistance);
        }
        for (int i = 0; i < 200; ++i) {
            const Vec3 way{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
            const double least = away - 0.01;  // twice a hair, in the corner of three planes
            const Vec3 other = point + way * (least * random.real(0, 1) / length(way));
            ASSERT_FALSE(least > 0 && is_free(*level, stand, other))
                << point.x << " " << point.y << " " << point.z << ": " << away << " but "
                << length(other - point);
        }
    }
    EXPECT_GT(blocked, 20);
    EXPECT_GT(found, 5);
}

std::string scene_name(const testing::TestParamInfo<SceneParameter>& info) {
    const auto& [kind, seed] = info.param;
    return test::to_string(kind) + "_" + std::to_string(seed);
}

INSTANTIATE_TEST_SUITE_P(All,
                         FreeInScene,
                         testing::Combine(testing::ValuesIn(test::kAllScenes), testing::Values(1)),
                         scene_name);

TEST(Unstick, LeavesAFloorUpwards) {
    const Level level = corner();
    const SpaceId stand = *find_space(level, "stand");
    const auto free = unstick(level, stand, {100, 3, 20}, 32);
    ASSERT_TRUE(free);
    EXPECT_EQ(free->x, 100);
    EXPECT_EQ(free->y, 3);
    EXPECT_GE(free->z, 24);
    EXPECT_LT(free->z, 24 + 0x1p-9);
}

TEST(Unstick, LeavesACornerAwayFromBothSides) {
    const Level level = corner();
    const auto free = unstick(level, *find_space(level, "stand"), {11, 0, 20}, 8);
    ASSERT_TRUE(free);
    EXPECT_NEAR(free->x, 15, 0x1p-9);
    EXPECT_NEAR(free->z, 24, 0x1p-9);
}

// Under a ceiling that falls to the floor at 45 degrees two hairs would not do.
TEST(Unstick, LeavesASharpEdgeByAHairOverTheSineOfHalfItsAngle) {
    Brush ceiling;
    // Away from the fixed blocks' plane at x = 0, which would cut the cell.
    ceiling.sides = {side_through({36, 64, 64}, {36, 64, -64}, {36, -64, -64}),
                     side_through({36, -64, -64}, {36, 64, -64}, {164, 64, 64}),
                     side_through({36, -64, 64}, {164, -64, 64}, {164, 64, 64}),
                     side_through({36, -64, 64}, {36, -64, -64}, {164, -64, 64}),
                     side_through({164, 64, 64}, {36, 64, -64}, {36, 64, 64})};
    const Level level =
        *test::compiled_level(world_of({box_brush({-512, -512, -32}, {512, 512, 0}), ceiling}));
    const auto free = unstick(level, SpaceId(0), {99, 20, -0.25}, 8);
    ASSERT_TRUE(free);
    constexpr double kHair = 0x1p-10;
    const double from_edge = std::hypot(free->x - 100, free->z);
    EXPECT_NEAR(from_edge, kHair / std::sin(std::atan(1.0) / 2), 1e-9);
    EXPECT_GT(from_edge, 2 * kHair);
    EXPECT_EQ(free->y, 20);
}

TEST(Unstick, FindsNothingNearerThanThereIs) {
    const Level level = corner();
    const SpaceId stand = *find_space(level, "stand");
    EXPECT_FALSE(unstick(level, stand, {100, 0, 20}, 3.9));
    EXPECT_FALSE(unstick(level, stand, {100, 0, 20}, 0));
    EXPECT_TRUE(unstick(level, stand, {100, 0, 24}, 0));
}

// A solid below x = 3 and another one below y = 4. The only free cell has its edge 5 units away.
TEST(Unstick, FindsNothingExactlyAtTheDistance) {
    const Level level = *test::compiled_level(world_of(
        {box_brush({-64, -64, -64}, {3, 64, 64}), box_brush({-64, -64, -64}, {64, 4, 64})}));
    EXPECT_FALSE(unstick(level, SpaceId(0), {0, 0, 0}, 5));
    EXPECT_EQ(unstick(level, SpaceId(0), {0, 0, 0}, std::nextafter(5, 6)), (Vec3{3, 4, 0}));
}

// The tunnel is as high as the body: its middle plane is blocked, as all of the tunnel is.
TEST(Unstick, PassesOverAGapThatTheBodyFitsExactly) {
    const Level level = *test::compiled_level(
        world_of({box_brush({-64, -64, 0}, {64, 64, 8}), box_brush({-64, -64, 64}, {64, 64, 72})}));
    const SpaceId stand = *find_space(level, "stand");
    EXPECT_FALSE(is_free(level, stand, {0, 0, 32}));
    const auto free = unstick(level, stand, {0, 0, 32}, 100);
    ASSERT_TRUE(free);
    EXPECT_NEAR(free->z, -32, 0x1p-9) << "below the floor";
}

TEST(Unstick, LeavesAModelThroughItsBox) {
    const Level level = small_level();
    const auto free = unstick({level, ModelId(1)}, SpaceId(0), {39, 0, 32}, 8);
    ASSERT_TRUE(free);
    EXPECT_NEAR(free->x, 40, 0x1p-9);
}

}  // namespace
}  // namespace halfspace
