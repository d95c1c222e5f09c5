// SPDX-License-Identifier: MIT
#include "player.h"

#include "pick.h"
#include "viewer/example_level.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace halfspace::viewer {
namespace {

// In the keep, the player starts at x = 64; a pillar stands from x = 212 on, the door is at x =
// 640.
constexpr Vec3 kStartEye{64, 256, 46};
constexpr Vec3 kBeforeDoor{580, 256, 46};

const Level& keep() {
    return example_level("keep.map").level;
}

void advance(Player& player, Doors& doors, double seconds, const Player::Wish& wish) {
    for (double time = 0; time < seconds; time += 1.0 / 50) {
        player.advance(keep(), doors, 1.0 / 50, wish);
    }
}

const PlacedModel& door_of(const Doors& doors) {
    return doors.placed()[0];
}

TEST(Player, WalksIntoAWallAndTellsWhereItTouched) {
    Doors doors(keep());
    Player player(keep(), kStartEye, {});
    ASSERT_FALSE(player.flies());
    advance(player, doors, 2, {.forward = 1});
    const double x = player.camera().eye.x;
    EXPECT_GT(x, 150);
    ASSERT_FALSE(player.touched().empty());
    const TouchedPlace& touched = player.touched().back();
    EXPECT_EQ(touched.normal, (Vec3{-1, 0, 0}));
    EXPECT_NEAR(touched.point.x, x + 15, 0.1);
    EXPECT_EQ(touched.half, (Vec3{0, 15, 28}));
    advance(player, doors, 1, {.forward = 1});
    EXPECT_NEAR(player.camera().eye.x, x, 0.1);
}

TEST(Player, LowersItsEyeToCrouch) {
    Doors doors(keep());
    Player player(keep(), kStartEye, {});
    advance(player, doors, 0.5, {});
    const double standing = player.camera().eye.z;
    advance(player, doors, 0.5, {.crouches = true});
    EXPECT_NEAR(player.camera().eye.z, standing - 12, 0.5);
    advance(player, doors, 0.5, {});
    EXPECT_NEAR(player.camera().eye.z, standing, 0.5);
}

TEST(Player, FliesThroughWallsAndWalksAgain) {
    Doors doors(keep());
    Player player(keep(), kStartEye, {});
    player.set_flying(keep(), doors, true);
    advance(player, doors, 1, {.forward = 1});
    EXPECT_NEAR(player.camera().eye.x, kStartEye.x + 408, 10);
    player.set_flying(keep(), doors, false);
    EXPECT_FALSE(player.flies());
    advance(player, doors, 1, {});
    EXPECT_EQ(player.state().mode, MoverMode::Ground);
}

TEST(Player, StandsOnTheFloorBelowItsStartAtOnce) {
    const Player player(keep(), kStartEye + Vec3{0, 0, 30}, {});
    EXPECT_NEAR(player.camera().eye.z, kStartEye.z, 0.1);
    const Player flier(keep(), kStartEye + Vec3{0, 0, 30}, {}, Player::Start::Fly);
    EXPECT_EQ(flier.camera().eye.z, kStartEye.z + 30);
}

TEST(IsOutside, IsTrueBeyondTheWallsOnly) {
    EXPECT_FALSE(is_outside(keep(), kStartEye));
    EXPECT_TRUE(is_outside(keep(), {5000, 256, 46}));
    EXPECT_TRUE(is_outside(keep(), {64, 256, -500}));
}

TEST(Player, FliesFromTheStartIfAsked) {
    Doors doors(keep());
    Player player(keep(), {64, 256, 100}, {}, Player::Start::Fly);
    advance(player, doors, 0.5, {});
    EXPECT_TRUE(player.flies());
    EXPECT_EQ(player.camera().eye, (Vec3{64, 256, 100}));
}

TEST(Player, KeepsItsPlaceInAnotherLevel) {
    Doors doors(keep());
    Player player(keep(), kStartEye, {.yaw = 30});
    advance(player, doors, 0.5, {});
    const Vec3 eye = player.camera().eye;
    player.enter(example_level("station.map").level);
    EXPECT_EQ(player.camera().eye, eye);
    EXPECT_EQ(player.camera().angles, (Angles{.yaw = 30}));
}

TEST(Player, JumpsByAShortPressOfTheKeyInAFrameOfAnyLength) {
    // A frame of 1 ms holds no step of the mover, a frame of 200 ms holds several.
    for (const double seconds : {0.001, 0.2}) {
        Doors doors(keep());
        Player player(keep(), kStartEye, {});
        advance(player, doors, 0.5, {});
        for (int jump = 0; jump < 2; ++jump) {
            ASSERT_EQ(player.state().mode, MoverMode::Ground);
            player.advance(keep(), doors, seconds, {.begins_jump = true});
            double highest = 0;
            for (int i = 0; i < 100; ++i) {
                player.advance(keep(), doors, 0.01, {});
                highest = std::max(highest, player.camera().eye.z);
            }
            EXPECT_GT(highest, kStartEye.z + 10) << seconds;
            EXPECT_LT(player.camera().eye.z, kStartEye.z + 1) << seconds;
        }
    }
}

TEST(Player, WalksOnAfterItsLevelIsLoadedAgain) {
    Doors doors(keep());
    Player player(keep(), kStartEye, {});
    advance(player, doors, 0.1, {.forward = 1});
    ASSERT_EQ(player.state().mode, MoverMode::Ground);
    const double x = player.camera().eye.x;
    player.enter(keep());
    doors = Doors(keep());
    EXPECT_TRUE(is_valid(player.state()));
    advance(player, doors, 0.2, {.forward = 1});
    EXPECT_EQ(player.problem(), MoverProblem::None);
    EXPECT_EQ(player.state().mode, MoverMode::Ground);
    EXPECT_GT(player.camera().eye.x, x + 20);
}

TEST(Player, TellsThatAWallOfTheNewLevelHoldsItUntilItFlies) {
    Doors doors(keep());
    Player player(keep(), {64, 256, -50}, {}, Player::Start::Fly);
    player.set_flying(keep(), doors, false);
    ASSERT_FALSE(player.flies());
    // The floor of the station is 144 units thick.
    const Level& solid = example_level("station.map").level;
    Doors others(solid);
    player.enter(solid);
    EXPECT_EQ(player.problem(), MoverProblem::None);
    player.advance(solid, others, 0.1, {});
    EXPECT_EQ(player.problem(), MoverProblem::Stuck);
    player.set_flying(solid, others, true);
    EXPECT_EQ(player.problem(), MoverProblem::None);
}

TEST(Doors, OpenForAPlayerWhoIsNearAndCloseAgain) {
    Doors doors(keep());
    ASSERT_EQ(doors.count(), 1u);
    Player player(keep(), kBeforeDoor, {});
    advance(player, doors, 3, {});
    // The door is 128 units high and leaves 8.
    EXPECT_EQ(door_of(doors).transform, moved_by({0, 0, 120}));
    player = Player(keep(), kStartEye, {});
    advance(player, doors, 3, {});
    EXPECT_EQ(door_of(doors).transform, Transform{});
}

TEST(Doors, LetThePlayerThrough) {
    Doors doors(keep());
    Player player(keep(), kBeforeDoor, {});
    advance(player, doors, 4, {.forward = 1});
    EXPECT_GT(player.camera().eye.x, 700);
}

TEST(Doors, HoldADoorThatIsInTheWay) {
    Doors doors(keep());
    const ModelId door = door_of(doors).model;
    doors.step(0.5, kBeforeDoor);
    const auto ways = doors.hold(door);
    EXPECT_EQ(ways[0].to(), ways[0].from());
    doors.finish();
    EXPECT_EQ(door_of(doors).transform, Transform{});
}

TEST(PickFace, NamesTheBrushAndItsLine) {
    const Doors doors(keep());
    const auto door = pick_face(keep(), doors.placed(), kBeforeDoor, {1, 0, 0});
    ASSERT_TRUE(door);
    EXPECT_NEAR(door->point.x, 640, 1e-9);
    EXPECT_NE(door->words[0].find("func_door (entity 2), line "), std::string::npos);
    EXPECT_NE(std::ranges::find(door->words, "texture wood1 64x64"), door->words.end());
    const auto floor = pick_face(keep(), doors.placed(), kBeforeDoor, {0, 0, -0.5});
    ASSERT_TRUE(floor);
    EXPECT_NEAR(floor->point.z, 0, 1e-9);
    EXPECT_NE(floor->words[0].find("worldspawn"), std::string::npos);
}

TEST(PickFace, MeetsADoorWhereItStands) {
    Doors doors(keep());
    for (int i = 0; i < 100; ++i) {
        doors.step(0.1, kBeforeDoor);
        doors.finish();
    }
    const auto behind = pick_face(keep(), doors.placed(), kBeforeDoor, {1, 0, 0});
    ASSERT_TRUE(behind);
    EXPECT_GT(behind->point.x, 700);
}

TEST(PickFace, MeetsNothingOutside) {
    EXPECT_FALSE(pick_face(keep(), {}, {0, 0, 5000}, {0, 0, 1}));
    EXPECT_FALSE(pick_face(keep(), {}, kStartEye, {}));
}

}  // namespace
}  // namespace halfspace::viewer
