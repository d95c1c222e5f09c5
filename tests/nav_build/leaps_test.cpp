// SPDX-License-Identifier: MIT
// Jumps over gaps, against the closed form of the flight: t seconds after the jump a mover is
// 270 t - 400 t^2 units higher.
#include "halfspace/level/level.h"
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/query/space.h"

#include "support/brushes.h"
#include "support/compiled_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

namespace halfspace::test {
namespace {

constexpr double kSpeed = 320;
constexpr double kSlower = 288;  // that a mover has who had little room

// How far a mover comes with a speed until it is so much higher than where it jumped [units].
double reach(double speed, double rise) {
    return speed * (270 + std::sqrt(270.0 * 270 - 1600 * rise)) / 800;
}

// A ledge before a wall, a pit, and a floor beyond. Of positions, the ledge is `depth` deep, the
// pit `gap` wide and the floor beyond `width` long and `rise` higher.
struct Pit {
    std::int64_t gap = 0;
    std::int64_t rise = 0;
    std::int64_t depth = 256;
    std::int64_t width = 1024;
    bool has_bridge = false;
    bool has_wall = false;  // at the end of the floor beyond, which is then 30 narrower
};

// The jumps with a run-up from the ledge.
std::vector<NavLinkRecord> leaps_over(const Pit& pit) {
    const std::int64_t beyond = 30 + pit.gap;  // the body is 30 wide
    const std::int64_t end = beyond + pit.width - 30;
    std::vector<Brush> brushes{box_brush({-512, -128, -512}, {0, 128, 0}),
                               box_brush({-512, -128, 0}, {-pit.depth, 128, 256}),
                               box_brush({beyond, -128, -512}, {end, 128, pit.rise}),
                               box_brush({-512, -512, -1040}, {end, 128, -1024})};
    if (pit.has_bridge) {
        brushes.push_back(box_brush({0, -16, -16}, {beyond, 16, 0}));
    }
    if (pit.has_wall) {
        brushes.push_back(box_brush({end, -128, -512}, {end + 16, 128, 256}));
    }
    const Level level = level_of(world_of(std::move(brushes)), {.threads = 1});
    const auto data = build_navigation(level, {.spaces = {*find_space(level, "stand")}});
    EXPECT_TRUE(data.has_value());
    std::vector<NavLinkRecord> leaps;
    for (const NavLinkRecord& link : data ? data->links : std::vector<NavLinkRecord>()) {
        if (link.kind == static_cast<std::uint32_t>(NavLinkKind::Jump) && link.least_speed > 0 &&
            std::abs(link.from[0] - 15) < 1 && link.to[0] > 20) {
            leaps.push_back(link);
        }
    }
    return leaps;
}

TEST(Leaps, AreWhereAMoverJustReachesTheFarFloor) {
    for (const std::int64_t rise : {0, 20, 40, -24, -120, -400}) {
        // It jumps up to a step before the border, and lands a step beyond the other one.
        const auto far = static_cast<std::int64_t>(reach(kSlower, static_cast<double>(rise)));
        const std::vector<NavLinkRecord> just = leaps_over({.gap = far - 11, .rise = rise});
        ASSERT_EQ(just.size(), 1u) << rise;
        EXPECT_EQ(just[0].least_speed, 288) << rise;
        // Near the ends of the edge it lands too near to the sides of the floor.
        EXPECT_NEAR(std::abs(just[0].from[3] - just[0].from[1]), 286 - 64, 2);
        const double full = reach(kSpeed, static_cast<double>(rise));
        EXPECT_NEAR(just[0].to[0] - just[0].from[0], full, 6) << rise;
        EXPECT_NEAR(just[0].seconds, full / kSpeed, 0.02) << rise;
        EXPECT_TRUE(leaps_over({.gap = far + 1, .rise = rise}).empty()) << rise;
    }
    EXPECT_TRUE(leaps_over({.gap = 40, .rise = 48}).empty());  // a jump is 45 units high
}

// It needs v^2 / 4480 units to gain a speed v, and a step of time.
TEST(Leaps, NeedRoomForTheRunUp) {
    for (const auto& [gap, depth, least] : {std::tuple(100, 8, 0),
                                            std::tuple(100, 16, 192),
                                            std::tuple(150, 16, 0),
                                            std::tuple(150, 32, 288)}) {
        const std::vector<NavLinkRecord> leaps = leaps_over({.gap = gap, .depth = depth});
        EXPECT_EQ(leaps.size(), least > 0 ? 1u : 0u) << gap << ' ' << depth;
        for (const NavLinkRecord& leap : leaps) {
            EXPECT_NEAR(leap.least_speed, least, 0.001) << gap << ' ' << depth;
        }
    }
}

// A mover that jumps at full speed comes 216 units far, and brakes in 16.
TEST(Leaps, NeedRoomToLand) {
    EXPECT_EQ(leaps_over({.gap = 150, .width = 100}).size(), 1u);
    EXPECT_TRUE(leaps_over({.gap = 150, .width = 75}).empty());
    EXPECT_TRUE(leaps_over({.gap = 150, .width = 40}).empty());
}

// The wall stops a mover that would fly 216 units far.
TEST(Leaps, EndAtAWall) {
    for (const std::int64_t width : {50, 100, 150}) {
        const std::vector<NavLinkRecord> leaps =
            leaps_over({.gap = 100, .width = width, .has_wall = true});
        ASSERT_EQ(leaps.size(), 1u) << width;
        EXPECT_EQ(leaps[0].least_speed, 192) << width;
        EXPECT_NEAR(
            leaps[0].to[0], std::min(15 + 216.0, 115.0 + static_cast<double>(width) - 30), 6);
    }
    // It touches the side of the floor beyond, and still rises over it.
    EXPECT_EQ(leaps_over({.gap = 50, .rise = 40}).size(), 1u);
    // It touches the side of the floor beyond too low.
    EXPECT_TRUE(leaps_over({.gap = 220, .width = 100, .has_wall = true}).empty());
}

TEST(Leaps, AreNotWhereOneWalks) {
    EXPECT_EQ(leaps_over({.gap = 100}).size(), 1u);
    EXPECT_TRUE(leaps_over({.gap = 100, .has_bridge = true}).empty());
}

}  // namespace
}  // namespace halfspace::test
