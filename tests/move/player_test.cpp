// SPDX-License-Identifier: MIT
#include "halfspace/move/player.h"

#include "halfspace/compile/compile.h"

#include "courses.h"
#include "support/test_data.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace halfspace::test {
namespace {

// In the keep, the player starts at x = 64; a pillar stands from x = 212 on, the door is at x =
// 640.
constexpr Vec3 kStartEye{64, 256, 46};
constexpr Vec3 kBeforeDoor{580, 256, 46};

const Level& example(const std::string& name) {
    static std::map<std::string, Level> known;
    const auto found = known.find(name);
    return found != known.end()
               ? found->second
               : known
                     .emplace(name,
                              compiled_brushes(project_file("examples/levels") / name).value())
                     .first->second;
}

const Level& keep() {
    return example("keep.map");
}

Player standing_at(const Vec3& eye) {
    Player player(usual_body(keep()));
    EXPECT_TRUE(player.stand_at({keep(), models_at_rest(keep())}, eye));
    return player;
}

void advance(Player& player, Doors& doors, double seconds, const PlayerInput& input) {
    for (double time = 0; time < seconds; time += 1.0 / 50) {
        player.advance(doors, 1.0 / 50, input);
    }
}

TEST(Player, WalksIntoAWallAndTellsWhereItTouched) {
    Doors doors(keep());
    Player player = standing_at(kStartEye);
    ASSERT_FALSE(player.flies());
    EXPECT_FALSE(player.last_step());
    advance(player, doors, 2, {.forward = 1});
    const double x = player.eye().x;
    EXPECT_GT(x, 150);
    ASSERT_FALSE(player.touches().empty());
    EXPECT_EQ(player.touches().back().normal, (Vec3{-1, 0, 0}));
    EXPECT_NEAR(player.touches().back().position.x, x, 0.1);
    advance(player, doors, 1, {.forward = 1});
    EXPECT_NEAR(player.eye().x, x, 0.1);
}

TEST(Player, LowersItsEyeToCrouch) {
    Doors doors(keep());
    Player player = standing_at(kStartEye);
    advance(player, doors, 0.5, {});
    const double standing = player.eye().z;
    advance(player, doors, 0.5, {.crouches = true});
    EXPECT_TRUE(player.is_crouched());
    EXPECT_NEAR(player.eye().z, standing - 12, 0.5);
    advance(player, doors, 0.5, {});
    EXPECT_NEAR(player.eye().z, standing, 0.5);
}

TEST(Player, FliesThroughWallsAndWalksAgain) {
    Doors doors(keep());
    Player player = standing_at(kStartEye);
    player.begin_flight();
    EXPECT_EQ(player.eye(), kStartEye);
    advance(player, doors, 1, {.forward = 1});
    EXPECT_NEAR(player.eye().x, kStartEye.x + 408, 10);
    EXPECT_TRUE(player.stand_at({keep(), doors.placed()}, player.eye()));
    EXPECT_FALSE(player.flies());
    advance(player, doors, 1, {});
    EXPECT_EQ(player.state().mode, MoverMode::Ground);
}

TEST(Player, FliesAtItsFullSpeedAtMost) {
    Doors doors(keep());
    Player player(usual_body(keep()));
    player.advance(doors, 0.25, {.forward = 7, .left = -9, .up = 3, .jumps = true});
    EXPECT_EQ(player.eye(), (Vec3{100, -100, 100}));
    player.advance(doors, 0.25, {.forward = 1, .is_fast = true});
    EXPECT_EQ(player.eye(), (Vec3{400, -100, 100}));
}

TEST(Player, FallsOntoTheFloorBelowItsStartAtOnce) {
    Player player = standing_at(kStartEye + Vec3{0, 0, 30});
    player.drop(keep());
    EXPECT_NEAR(player.eye().z, kStartEye.z, 0.1);
    Player high = standing_at(kStartEye + Vec3{0, 0, 80});
    high.drop(keep());
    EXPECT_EQ(high.eye().z, kStartEye.z + 80);
}

TEST(Player, StandsUpWhenItDropsCrouched) {
    // On the one side a tunnel 44 units high, on the other one no ceiling.
    const Level level = level_of(
        {box_brush({-512, -512, -16}, {512, 512, 0}), box_brush({0, -512, 44}, {512, 512, 60})});
    for (const double x : {-200.0, 200.0}) {
        Player player(usual_body(level));
        ASSERT_TRUE(player.stand_at(level, {-300, 0, 46.1}));
        MoverStep step;
        step.state = mover_at({x, 0, 26});
        step.state.flags = MoverFlags::Crouched;
        step.state.velocity = {50, 0, 0};
        player.finish_step(step);
        player.drop(level);
        EXPECT_TRUE(player.is_crouched());
        EXPECT_NEAR(player.state().position.z, 24, 0.1) << x;
        EXPECT_EQ(player.state().velocity, (Vec3{50, 0, 0}));
    }
}

TEST(Player, StandsOnlyWhereItsBodyHasRoom) {
    Player without(std::nullopt, {1, 2, 3});
    EXPECT_FALSE(without.stand_at(keep(), kStartEye));
    EXPECT_TRUE(without.flies());
    EXPECT_EQ(without.eye(), (Vec3{1, 2, 3}));
    // A barrel finds no room in a wall, which a body of the level leaves.
    const ShapeBody barrel{*ConvexShape::cylinder(20, 15), {0, 0, 20}};
    Player round(PlayerBody{{barrel, barrel}, 30, 30});
    EXPECT_FALSE(round.stand_at(keep(), {64, 256, 20}));
    ASSERT_TRUE(round.stand_at(keep(), {64, 256, 60}));
    round.drop(keep());
    EXPECT_NEAR(round.state().position.z, 0, 0.1);
}

TEST(Player, KeepsItsPlaceInAnotherLevel) {
    Doors doors(keep());
    Player player = standing_at(kStartEye);
    player.look_along({.yaw = 30});
    advance(player, doors, 0.5, {});
    const Vec3 eye = player.eye();
    player.enter(usual_body(example("station.map")));
    EXPECT_EQ(player.eye(), eye);
    EXPECT_EQ(player.angles(), (Angles{.yaw = 30}));
    player.enter(std::nullopt);
    EXPECT_TRUE(player.flies());
    EXPECT_EQ(player.eye(), eye);
}

TEST(Player, JumpsByAShortPressOfTheKeyInAFrameOfAnyLength) {
    // A frame of 1 ms holds no step of the mover, a frame of 200 ms holds several.
    for (const double seconds : {0.001, 0.2}) {
        Doors doors(keep());
        Player player = standing_at(kStartEye);
        advance(player, doors, 0.5, {});
        for (int jump = 0; jump < 2; ++jump) {
            ASSERT_EQ(player.state().mode, MoverMode::Ground);
            player.advance(doors, seconds, {.begins_jump = true});
            double highest = 0;
            for (int i = 0; i < 100; ++i) {
                player.advance(doors, 0.01, {});
                highest = std::max(highest, player.eye().z);
            }
            EXPECT_GT(highest, kStartEye.z + 10) << seconds;
            EXPECT_LT(player.eye().z, kStartEye.z + 1) << seconds;
        }
    }
}

TEST(Player, WalksOnAfterItsLevelIsLoadedAgain) {
    Doors doors(keep());
    Player player = standing_at(kStartEye);
    advance(player, doors, 0.1, {.forward = 1});
    ASSERT_EQ(player.state().mode, MoverMode::Ground);
    const double x = player.eye().x;
    player.enter(usual_body(keep()));
    doors = Doors(keep());
    EXPECT_TRUE(is_valid(player.state()));
    advance(player, doors, 0.2, {.forward = 1});
    EXPECT_EQ(player.last_step().value().problem, MoverProblem::None);
    EXPECT_EQ(player.state().mode, MoverMode::Ground);
    EXPECT_GT(player.eye().x, x + 20);
}

TEST(Player, TellsThatAWallOfTheNewLevelHoldsItUntilItFlies) {
    // The floor of the station is 144 units thick.
    Player player = standing_at({64, 256, -50});
    Doors others(example("station.map"));
    player.enter(usual_body(example("station.map")));
    EXPECT_FALSE(player.last_step());
    player.advance(others, 0.1, {});
    EXPECT_EQ(player.last_step().value().problem, MoverProblem::Stuck);
    player.begin_flight();
    EXPECT_FALSE(player.last_step());
}

TEST(Player, TakesALongFrameForAQuarterOfASecondAndANegativeOneForNone) {
    Doors doors(keep());
    Player late = standing_at(kStartEye);
    Player quick = late;
    late.advance(doors, 60, {.forward = 1, .turn = 40});
    quick.advance(doors, 0.25, {.forward = 1, .turn = 40});
    EXPECT_EQ(late.state(), quick.state());
    EXPECT_EQ(late.angles().yaw, 10);
    late.advance(doors, -60, {.forward = 1, .turn = 40});
    EXPECT_EQ(late.state(), quick.state());
    EXPECT_EQ(late.angles().yaw, 10);
}

TEST(Player, SeesFromBetweenItsLastTwoSteps) {
    Doors doors(keep());
    Player player = standing_at(kStartEye);
    for (int i = 0; i < 20; ++i) {
        player.advance(doors, 1.0 / 64, {.forward = 1});
    }
    const double before = player.state().position.x;
    player.advance(doors, 1.0 / 64, {.forward = 1});
    const double after = player.state().position.x;
    EXPECT_GT(after, before + 4);
    EXPECT_NEAR(player.eye().x, before, 1e-9);
    player.advance(doors, 1.0 / 256, {.forward = 1});
    EXPECT_NEAR(player.eye().x, before + (after - before) / 4, 1e-9);
}

// A push changes the velocity alone, and a teleporter brings the eye along.
TEST(Player, ItsEyeDoesNotGoTheWayOfATeleport) {
    Doors doors(keep());
    Player player = standing_at(kStartEye);
    // Half a step is left, so the eye is between the last two steps.
    player.advance(doors, 1.5 / 64, {.forward = 1});
    player.advance(doors, 1.0 / 64, {.forward = 1});
    const Vec3 eye = player.eye();
    ASSERT_NE(eye.x, player.state().position.x);
    player.set_state(pushed(player.state(), {0, 0, 300}));
    EXPECT_EQ(player.eye(), eye);
    EXPECT_EQ(player.state().velocity.z, 300);
    const Vec3 way{256, 8, 32};
    player.set_state(moved_to(player.state(), player.state().position + way));
    EXPECT_EQ(player.eye(), eye + way);
    player.fly_at(eye);
    player.set_state(mover_at({0, 0, 0}));
    EXPECT_EQ(player.eye(), eye);
}

TEST(Player, RaisesItsEyeSmoothlyOnAStair) {
    const Level level = level_of(
        {box_brush({-512, -512, -16}, {512, 512, 0}), box_brush({100, -512, 0}, {512, 512, 16})});
    Doors doors(level);
    Player player(usual_body(level));
    ASSERT_TRUE(player.stand_at(level, {0, 0, 46.1}));
    player.drop(level);
    double highest = 0;
    for (int i = 0; i < 256; ++i) {
        const double before = player.eye().z;
        player.advance(doors, 1.0 / 256, {.forward = 1});
        highest = std::max(highest, std::abs(player.eye().z - before));
    }
    EXPECT_LT(highest, 160.0 / 256 + 1e-9);
    EXPECT_NEAR(player.eye().z, 16 + 46, 0.1);
}

TEST(Player, TakesAnotherBodyAndWalksOn) {
    Doors doors(keep());
    Player player = standing_at(kStartEye);
    player.drop(keep());
    advance(player, doors, 0.3, {.forward = 1});
    const MoverState before = player.state();
    PlayerBody large = *usual_body(keep());
    large.bodies.stand = *find_space(keep(), "large");
    large.standing_eye = 50;
    ASSERT_TRUE(player.set_body(keep(), large));
    EXPECT_EQ(player.state(), before);
    EXPECT_EQ(player.eye().z, before.position.z + 50);
    const ShapeBody tower{*ConvexShape::box({16, 16, 2000}), {}};
    EXPECT_FALSE(player.set_body(keep(), PlayerBody{{tower, tower}}));
    EXPECT_EQ(player.eye().z, before.position.z + 50);
}

// A step with these bodies is a mistake of the caller, but the level alone chose them.
TEST(Player, ALevelWhoseCrouchingBodyIsTheLargerOneStopsNoProgram) {
    const World world = world_of({box_brush({-512, -512, -16}, {512, 512, 0})});
    auto compiled = compile(world);
    ASSERT_TRUE(compiled);
    LevelData& data = compiled->level;
    const Level level = *Level::from_data(data);
    EXPECT_TRUE(usual_body(level));
    std::swap(data.spaces[find_space(level, "stand")->value].name,
              data.spaces[find_space(level, "crouch")->value].name);
    EXPECT_FALSE(usual_body(*Level::from_data(data)));
}

TEST(Player, LooksNoFurtherThanStraightUpAndDownAndAllAround) {
    Player player(std::nullopt);
    player.look(190, 100);
    EXPECT_EQ(player.angles(), (Angles{.pitch = 90, .yaw = -170}));
    player.look(-20, -1000);
    EXPECT_EQ(player.angles(), (Angles{.pitch = -90, .yaw = 170}));
    player.look(0, 30);
    EXPECT_EQ(player.angles().pitch, -60);
}

TEST(Player, OpensTheDoorBeforeItAndWalksThrough) {
    Doors doors(keep());
    ASSERT_EQ(doors.doors().size(), 1u);
    Player player = standing_at(kBeforeDoor);
    advance(player, doors, 3, {});
    // The door is 128 units high and leaves 8.
    EXPECT_EQ(doors.placed()[0].transform, moved_by({0, 0, 120}));
    advance(player, doors, 2, {.forward = 1});
    EXPECT_GT(player.eye().x, 700);
    player = standing_at(kStartEye);
    advance(player, doors, 6, {});
    EXPECT_EQ(doors.placed()[0].transform, Transform{});
}

TEST(Player, IsHeldByItsOwnObstacle) {
    const ObstacleId me(7);
    Doors doors(keep());
    Doors alone(keep());
    Player player = standing_at(kStartEye);
    Player lonely = player;
    const ShapeBody shape = shape_of(keep(), player.body()->bodies.stand);
    doors.world().place(me, {.body = shape, .position = player.state().position});
    for (int i = 0; i < 60; ++i) {
        player.advance(doors, 1.0 / 50, {.forward = 1}, {.obstacles = {&me, 1}});
        lonely.advance(alone, 1.0 / 50, {.forward = 1});
        doors.world().place(me, player.state().position);
    }
    EXPECT_EQ(player.state(), lonely.state());
    EXPECT_GT(player.eye().x, 150);
}

TEST(Player, OpensDoorsAlsoWhileItFlies) {
    Doors doors(keep());
    Player player(usual_body(keep()), kBeforeDoor);
    advance(player, doors, 1, {});
    EXPECT_GT(doors.states()[0].open, 0);
}

}  // namespace
}  // namespace halfspace::test
