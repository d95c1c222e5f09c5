// SPDX-License-Identifier: MIT
// How a mover feels: each test has a number.
#include "halfspace/move/mover.h"

#include "courses.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace halfspace::test {
namespace {

Brush floor_brush() {
    return box_brush({-1024, -1024, -16}, {1024, 1024, 0});
}

// Stairs of 16 units up along x, from 64 to 64 + 16 * count, then a landing.
std::vector<Brush> stairs(int count) {
    std::vector<Brush> brushes{floor_brush()};
    for (int i = 0; i < count; ++i) {
        const std::int64_t x = 64 + 16 * i;
        brushes.push_back(
            box_brush({x, -128, -16}, {i + 1 == count ? 1024 : x + 16, 128, 16 * (i + 1)}));
    }
    return brushes;
}

// A ramp that rises along x from (0, 0) to (256, rise).
Brush ramp(std::int64_t rise) {
    Brush brush;
    brush.sides = {side_through({0, 128, 0}, {0, -128, 0}, {256, -128, rise}),
                   side_through({256, 128, 0}, {256, 128, rise}, {256, -128, rise}),
                   side_through({0, -128, 0}, {256, -128, 0}, {256, -128, rise}),
                   side_through({0, 128, 0}, {256, 128, rise}, {256, 128, 0}),
                   side_through({0, 128, 0}, {256, 128, 0}, {256, -128, 0})};
    return brush;
}

TEST(Mover, StandsStillToTheLastBit) {
    const Level level = level_of({floor_brush()});
    const MoverState start = settled_at(level, {3.3, 4.7, 60});
    EXPECT_NEAR(start.position.z, kStandHeight, 1e-12);
    for (const MoverStep& step : run(level, start, {}, 200)) {
        EXPECT_EQ(step.state, start);
    }
}

TEST(Mover, ReachesItsSpeedAndStops) {
    const Level level = level_of({floor_brush()});
    const MoverState start = settled_at(level, {-900, 0, 30});
    const auto steps = run(level, start, forward(), 128);
    EXPECT_NEAR(horizontal_speed(steps[63].state), 320, 1e-9);
    EXPECT_EQ(steps.back().state.position.y, start.position.y);
    EXPECT_EQ(steps.back().state.position.z, start.position.z);
    const auto stopping = run(level, steps.back().state, {}, 64);
    EXPECT_EQ(stopping.back().state.velocity, Vec3());
}

TEST(Mover, JumpsFortyFiveUnitsHighWhateverTheStep) {
    const Level level = level_of({floor_brush()});
    for (const double seconds : {1.0 / 128, 1.0 / 64, 1.0 / 32}) {
        MoverOptions options;
        options.seconds = seconds;
        const MoverState start = settled_at(level, {0, 0, 30});
        double top = 0;
        int jumps = 0;
        int landings = 0;
        const MoverInput input = quantised({.jump = true});
        for (const MoverStep& step : run(level, start, input, 200, options)) {
            top = std::max(top, step.state.position.z - start.position.z);
            jumps += step.jumped ? 1 : 0;
            landings += step.landed ? 1 : 0;
        }
        EXPECT_NEAR(top, 270.0 * 270 / 1600, 800 * seconds * seconds / 8 + 1e-9);
        EXPECT_EQ(jumps, 1) << "a held button jumps once";
        EXPECT_EQ(landings, 1);
    }
}

TEST(Mover, WalksUpAndDownStairsOnTheGroundAtFullSpeed) {
    const Level level = level_of(stairs(8));
    const auto up = run(level, settled_at(level, {-300, 0, 30}), forward(), 256);
    for (const MoverStep& step : up) {
        ASSERT_EQ(step.state.mode, MoverMode::Ground);
        ASSERT_TRUE(step.ground);
        EXPECT_LE(step.stepped, 18);
    }
    EXPECT_NEAR(up.back().state.position.z, kStandHeight + 128, 1e-9);
    for (std::size_t i = 64; i < up.size(); ++i) {
        EXPECT_NEAR(horizontal_speed(up[i].state), 320, 1e-9) << "on step " << i;
    }
    const auto down = run(level, up.back().state, forward(180), 256);
    for (const MoverStep& step : down) {
        ASSERT_EQ(step.state.mode, MoverMode::Ground);
    }
    EXPECT_NEAR(down.back().state.position.z, kStandHeight, 1e-9);
    EXPECT_NEAR(horizontal_speed(down.back().state), 320, 1e-9);
}

TEST(Mover, WalksUpAndDownARampWithoutAHop) {
    const Level level = level_of({floor_brush(), ramp(128)});
    // The body's lower edge touches the ramp, so its position is above the line through the edge.
    const auto above_ramp = [](const MoverState& state) {
        return state.position.z - state.position.x * 0.5;
    };
    const auto up = run(level, settled_at(level, {-200, 0, 30}), forward(), 85);
    double low = 1e9;
    double high = -1e9;
    for (const MoverStep& step : up) {
        ASSERT_EQ(step.state.mode, MoverMode::Ground);
        if (step.state.position.x > 0 && step.state.position.x < 230) {
            low = std::min(low, above_ramp(step.state));
            high = std::max(high, above_ramp(step.state));
        }
    }
    EXPECT_LT(high - low, 1e-9);
    EXPECT_NEAR(horizontal_speed(up.back().state), 320, 1e-9);

    const MoverState top = settled_at(level, {200, 0, 160});
    low = 1e9;
    high = -1e9;
    for (const MoverStep& step : run(level, top, forward(180), 100)) {
        ASSERT_EQ(step.state.mode, MoverMode::Ground);
        if (step.state.position.x > 0) {
            low = std::min(low, above_ramp(step.state));
            high = std::max(high, above_ramp(step.state));
        }
    }
    EXPECT_LT(high - low, 1e-9);
}

TEST(Mover, StandsOnARampAndSlidesDownASteepOne) {
    const Level gentle = level_of({floor_brush(), ramp(240)});
    const MoverState standing = settled_at(gentle, {128, 0, 200});
    EXPECT_EQ(run(gentle, standing, {}, 100).back().state, standing);
    const Level steep = level_of({floor_brush(), ramp(288)});
    const MoverState below = run(steep, mover_at({128, 0, 220}), {}, 300).back().state;
    EXPECT_LT(below.position.x, 0);
    EXPECT_NEAR(below.position.z, kStandHeight, 0.05);
}

// The wall along x at y = 64, of `count` brushes.
std::vector<Brush> wall_of(int count) {
    std::vector<Brush> brushes{floor_brush()};
    const std::int64_t length = 1536 / count;
    for (int i = 0; i < count; ++i) {
        const std::int64_t x = -768 + i * length;
        brushes.push_back(
            box_brush({x, 64, 0}, {x + length, 96 + 8 * (i % 3), 128 + 16 * (i % 2)}));
    }
    return brushes;
}

TEST(Mover, KeepsItsSpeedAlongAWallOfManyBrushes) {
    const Level one = level_of(wall_of(1));
    const Level many = level_of(wall_of(64));
    for (const double yaw : {5.0, 30.0, 45.0, 70.0}) {
        const MoverState start = settled_at(one, {-700, 40, 30});
        const auto along_one = run(one, start, forward(yaw), 160);
        const auto along_many = run(many, start, forward(yaw), 160);
        for (std::size_t i = 0; i < along_one.size(); ++i) {
            ASSERT_EQ(along_one[i].state, along_many[i].state) << "yaw " << yaw << ", step " << i;
        }
        EXPECT_LT(along_one.back().state.position.y, 64 - 15);
        EXPECT_GT(along_one.back().state.position.y, 64 - 15 - 0.1);
        // It goes along the wall at one speed, which is not above the full speed.
        double slowest = 1e9;
        double fastest = 0;
        for (std::size_t i = 128; i < along_one.size(); ++i) {
            const Vec3 way = along_one[i].state.position - along_one[i - 1].state.position;
            slowest = std::min(slowest, way.x * 64);
            fastest = std::max(fastest, way.x * 64);
        }
        EXPECT_LE(fastest, 320 + 1e-9) << "yaw " << yaw;
        EXPECT_GT(slowest, yaw < 60 ? 250 : 150) << "yaw " << yaw;
        EXPECT_LT(fastest - slowest, 0.1) << "yaw " << yaw;
    }
}

TEST(Mover, DoesNotCatchOnSeamsOfTheFloor) {
    std::vector<Brush> tiles;
    for (std::int64_t x = -768; x < 768; x += 24) {
        for (std::int64_t y = -96; y < 96; y += 32) {
            tiles.push_back(box_brush({x, y, -16 - (x / 24 + y / 32) % 5}, {x + 24, y + 32, 0}));
        }
    }
    const Level one = level_of({box_brush({-768, -96, -16}, {768, 96, 0})});
    const Level many = level_of(std::move(tiles));
    const MoverState start = settled_at(one, {-700, -20, 30});
    const auto on_one = run(one, start, forward(2), 240);
    const auto on_many = run(many, start, forward(2), 240);
    for (std::size_t i = 0; i < on_one.size(); ++i) {
        ASSERT_EQ(on_one[i].state, on_many[i].state) << "step " << i;
    }
    EXPECT_NEAR(horizontal_speed(on_one.back().state), 320, 1e-9);
}

TEST(Mover, GoesThroughANarrowCorridorAsAlongOneWall) {
    // The body is 30 units wide, the corridor 31.
    const Brush left = box_brush({-768, 15, 0}, {768, 64, 128});
    const Level wall = level_of({floor_brush(), left});
    const Level corridor =
        level_of({floor_brush(), left, box_brush({-768, -64, 0}, {768, -16, 128})});
    const MoverState start = settled_at(wall, {-740, -0.5, 30});
    for (const double yaw : {3.0, 20.0, 60.0}) {
        const auto along_wall = run(wall, start, forward(yaw), 200);
        const auto through = run(corridor, start, forward(yaw), 200);
        for (std::size_t i = 0; i < through.size(); ++i) {
            ASSERT_EQ(through[i].state, along_wall[i].state) << "yaw " << yaw << ", step " << i;
        }
        EXPECT_GT(through.back().state.position.x, start.position.x + 200);
    }
}

TEST(Mover, RestsInAnAcuteCornerWithoutTrembling) {
    // Two walls that meet at about 20 degrees.
    const Level level = level_of({floor_brush(),
                                  box_brush({-512, 0, 0}, {512, 64, 128}),
                                  turned_box({-512, -64, 0}, {512, 0, 128}, -20, 6)});
    for (const double yaw : {170.0, 175.0, 180.0, 185.0, 150.0, 200.0}) {
        MoverState state = settled_at(level, {400, -60, 30});
        const auto steps = run(level, state, forward(yaw), 300);
        state = steps[199].state;
        for (std::size_t i = 200; i < steps.size(); ++i) {
            EXPECT_LT(distance(steps[i].state.position, state.position), 1e-9) << "yaw " << yaw;
        }
    }
}

TEST(Mover, CrouchesThroughATunnelAndStaysDownThere) {
    // 48 units high, so that only the crouching body fits.
    const Level level = level_of({floor_brush(), box_brush({0, -128, 48}, {256, 128, 128})});
    const MoverState start = settled_at(level, {-100, 0, 30});
    EXPECT_LT(run(level, start, forward(), 128).back().state.position.x, -15);
    const auto in = run(level, start, forward(0, true), 100);
    EXPECT_GT(in.back().state.position.x, 16);
    const auto inside = run(level, in.back().state, {}, 20).back();
    EXPECT_TRUE(has_flag(inside.state.flags, MoverFlags::Crouched)) << "no head room";
    const auto out = run(level, inside.state, forward(), 400).back();
    EXPECT_FALSE(has_flag(out.state.flags, MoverFlags::Crouched));
    EXPECT_GT(out.state.position.x, 256);
}

}  // namespace
}  // namespace halfspace::test
