// SPDX-License-Identifier: MIT
// Lifts: what Doors does with func_plat.
#include "halfspace/move/doors.h"

#include "courses.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

constexpr double kStep = 1.0 / 64;
constexpr Vec3 kNowhere{4000, 4000, 4000};

// The editor shows the lift with its top at 128. Low, its top is at 8.
Level level_with_lift(std::vector<KeyValue> keys = {{"height", "120"}},
                      std::vector<Brush> brushes = {}) {
    brushes.push_back(box_brush({-2048, -2048, -16}, {2048, 2048, 0}));
    World world = world_of(std::move(brushes));
    keys.insert(keys.begin(), {"classname", "func_plat"});
    world.entities.push_back(
        {.keys = std::move(keys), .brushes = {box_brush({-64, -64, 0}, {64, 64, 128})}});
    return level_of(world);
}

// A lift, and somebody who may ride it.
struct Ride {
    explicit Ride(const Level& level, const Vec3& start)
        : doors(level), bodies(bodies_of(level)), state(mover_at(start)) {}

    void walk(double seconds, const MoverInput& input = {}) {
        for (double time = 0; time < seconds; time += kStep) {
            const MoverStep step = step_among(doors, bodies, state, input);
            EXPECT_EQ(step.problem, MoverProblem::None);
            state = step.state;
        }
    }
    // Nobody is near.
    void wait(double seconds) {
        for (double time = 0; time < seconds; time += kStep) {
            doors.step(kStep, std::array{kNowhere});
            doors.finish();
        }
    }
    double height() const { return doors.placed()[0].transform.translation.z; }

    Doors doors;
    MoverBodies bodies;
    MoverState state;
};

TEST(Lifts, StandLowAndRiseWithWhoeverStandsOnThem) {
    const Level level = level_with_lift();
    Ride ride(level, {-200, 0, 25});
    EXPECT_EQ(ride.height(), -120);
    // Beside the lift nothing happens.
    ride.walk(1);
    EXPECT_EQ(ride.height(), -120);
    ride.walk(0.625, forward());
    EXPECT_GT(ride.state.position.x, -64);
    ride.walk(1.4);
    EXPECT_EQ(ride.height(), 0);
    EXPECT_NEAR(ride.state.position.z, 128 + kStandHeight, 0.01);
    ride.walk(1, forward());
    EXPECT_NEAR(ride.state.position.z, kStandHeight, 0.01);
    ride.wait(5);
    EXPECT_EQ(ride.height(), -120);
}

TEST(Lifts, CarryDownWhoStaysAndRestLowUntilTheyAreEmptyOrHaveWaited) {
    const Level level = level_with_lift();
    Ride ride(level, {0, 0, 8 + kStandHeight + 0.1});
    ride.walk(1);
    EXPECT_EQ(ride.doors.states()[0].mode, DoorMode::Open);
    ride.walk(2.5);  // the wait is 3 s
    EXPECT_EQ(ride.height(), 0);
    ride.walk(1.5);
    EXPECT_EQ(ride.height(), -120);
    EXPECT_NEAR(ride.state.position.z, 8 + kStandHeight, 0.01);
    ride.walk(2);
    EXPECT_EQ(ride.height(), -120);
    EXPECT_EQ(ride.doors.states()[0].carries_down, 1);
    // The state is all that counts.
    Ride restored(level, {});
    ASSERT_TRUE(restored.doors.restore(ride.doors.states()));
    restored.state = ride.state;
    restored.walk(0.4);
    EXPECT_EQ(restored.height(), -120);
    restored.walk(1.4);
    EXPECT_EQ(restored.height(), 0);
    // Who comes anew is carried up.
    ride.wait(kStep);
    EXPECT_EQ(ride.doors.states()[0].carries_down, 0);
    ride.walk(1);
    EXPECT_EQ(ride.height(), 0);
}

TEST(Lifts, ComeUpToWhoFallsIntoTheirShaft) {
    const Level level = level_with_lift();
    Ride ride(level, {0, 0, 128 + kStandHeight});
    ride.walk(1.5);
    EXPECT_EQ(ride.height(), 0);
    EXPECT_NEAR(ride.state.position.z, 128 + kStandHeight, 0.01);
}

TEST(Lifts, ThatGoDownEmptyTurnBackForWhoComes) {
    const Level level = level_with_lift();
    Ride ride(level, {0, 0, 8 + kStandHeight + 0.1});
    ride.walk(1);
    ride.wait(3.3);
    EXPECT_EQ(ride.doors.states()[0].mode, DoorMode::Closing);
    EXPECT_EQ(ride.doors.states()[0].carries_down, 0);
    ride.walk(kStep);
    EXPECT_EQ(ride.doors.states()[0].mode, DoorMode::Opening);
}

TEST(Lifts, ThatPressTheirRiderAgainstACeilingComeBackAndTryAgain) {
    const Level level =
        level_with_lift({{"height", "120"}}, {box_brush({-200, -200, 160}, {200, 200, 176})});
    Ride ride(level, {0, 0, 8 + kStandHeight + 0.1});
    int times_low = 0;
    for (int i = 0; i < 8 * 64; ++i) {
        ride.walk(kStep);
        EXPECT_LT(ride.height(), -20);
        times_low += ride.doors.states()[0].mode == DoorMode::Closed ? 1 : 0;
    }
    EXPECT_GE(times_low, 3);
    EXPECT_EQ(ride.doors.states()[0].carries_down, 0);
}

TEST(Lifts, WithAWaitBelowZeroStayHigh) {
    const Level level = level_with_lift({{"height", "120"}, {"wait", "-1"}});
    Ride ride(level, {0, 0, 8 + kStandHeight + 0.1});
    ride.walk(10);
    EXPECT_EQ(ride.height(), 0);
    ride.wait(10);
    EXPECT_EQ(ride.height(), 0);
}

TEST(Lifts, GoDownByTheirSizeLessTheirLipWithoutAHeight) {
    EXPECT_EQ(Doors(level_with_lift({{"lip", "20"}})).doors()[0].travel, 108);
}

TEST(Lifts, AreFoundByTheirModels) {
    const Level level = level_with_lift();
    const Doors doors(level);
    EXPECT_EQ(doors.door_of(ModelId(1)), 0u);
    EXPECT_FALSE(doors.door_of(kWorldModel).has_value());
    EXPECT_FALSE(doors.door_of(ModelId()).has_value());
    EXPECT_TRUE(doors.doors()[0].is_lift);
}

}  // namespace
}  // namespace halfspace::test
