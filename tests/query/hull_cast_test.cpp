// SPDX-License-Identifier: MIT
// Bodies of all shapes on hulls that are larger than any shape may be.
#include "halfspace/compile/compile.h"
#include "halfspace/query/sweep.h"

#include "support/brushes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

// Sides of a level may be so far away [units].
constexpr std::int64_t kFarthest = std::int64_t{1} << 26;
// A body touches a wall to this distance (sweep.h).
constexpr double kTouch = 0x1p-19;

struct Body {
    std::string name;
    ConvexShape shape;
    Transform place;
    // How high the position is above the place where it would be on the floor if it were a point:
    // on a level floor, and on a floor that rises by 1 in 2 units along x.
    double on_floor;
    double on_slope;
};

std::vector<Body> bodies() {
    const double across = std::sqrt(1.25);  // 1 / the z of the slope's normal
    const double diagonal = 16 * std::sqrt(2.0);
    const std::vector<Vec3> corners{
        {16, 0, 0}, {-16, 0, 0}, {0, 16, 0}, {0, -16, 0}, {0, 0, 24}, {0, 0, -24}};
    return {{"box", *ConvexShape::box({16, 16, 24}), {}, 24, 24 + 8},
            {"turned box",
             *ConvexShape::box({16, 16, 24}),
             turned_about({}, {.yaw = 45}),
             24,
             24 + diagonal / 2},
            {"sphere", *ConvexShape::sphere(16), {}, 16, 16 * across},
            {"capsule", *ConvexShape::capsule(8, 16), {}, 24, 8 + 16 * across},
            {"cylinder", *ConvexShape::cylinder(24, 16), {}, 24, 24 + 8},
            {"points", *ConvexShape::points(corners), {}, 24, 24}};
}

std::vector<Vec3> places() {
    return {{0, 0, 0}, {-3.5, 7, 0}, {2'000'000, -4'000'000, 0}, {-1'048'577, 4'190'000, 0}};
}

Level level_of(const Brush& floor) {
    CompileOptions options;
    options.grid_exponent = 0;
    options.block_size = 0;  // one hull
    options.threads = 1;
    const World world = world_of({floor});
    const auto compiled = compile(world, options);
    EXPECT_TRUE(compiled) << to_string(compiled.error().front());
    return *Level::from_data(compiled->level, world.source);
}

// Bodies stop where they touch.
const TraceOptions kNoSkin{.skin = 0};

// The body falls to where it stops, is free there, slides on, and has no room below.
void expect_to_land(const Level& level, const Body& body, const Vec3& place, const Vec3& slide) {
    const PlacedShape placed{body.shape, body.place};
    const Contact landed =
        sweep(level, placed, place + Vec3{0, 0, 500}, place - Vec3{0, 0, 500}, kNoSkin);
    ASSERT_TRUE(landed.hit);
    EXPECT_FALSE(landed.start_blocked);
    EXPECT_NEAR(landed.end.z, place.z, kTouch);
    EXPECT_TRUE(is_free(level, placed, landed.end));
    EXPECT_FALSE(is_free(level, placed, landed.end - Vec3{0, 0, 0x1p-10}));
    EXPECT_FALSE(is_free(level, placed, landed.end - Vec3{0, 0, 500}));
    const Vec3 up = landed.end + Vec3{0, 0, 0x1p-10};
    EXPECT_FALSE(sweep(level, placed, up, up + slide).hit);
    EXPECT_TRUE(sweep(level, placed, landed.end, landed.end + slide - Vec3{0, 0, 1}).hit);
}

TEST(CastShape, EveryBodyLandsOnAFloorOfTheLargestSize) {
    const Level level =
        level_of(box_brush({-kFarthest, -kFarthest, -1024}, {kFarthest, kFarthest, 0}));
    for (const Body& body : bodies()) {
        for (const Vec3& place : places()) {
            SCOPED_TRACE(body.name + " at " + std::to_string(place.x));
            expect_to_land(level, body, place + Vec3{0, 0, body.on_floor}, {100, 50, 0});
        }
    }
}

TEST(CastShape, EveryBodyLandsOnASlopeOfTheLargestSize) {
    Brush wedge = box_brush({-kFarthest, -kFarthest, -kFarthest}, {kFarthest, kFarthest, 0});
    wedge.sides[5] = side_through({0, 0, 0}, {2, 0, 1}, {0, 1, 0});
    const Level level = level_of(wedge);
    for (const Body& body : bodies()) {
        for (const Vec3& place : places()) {
            SCOPED_TRACE(body.name + " at " + std::to_string(place.x));
            const Vec3 at{place.x, place.y, place.x / 2 + body.on_slope};
            expect_to_land(level, body, at, {100, 50, 50});
        }
    }
}

TEST(CastShape, TheLongestSweepsMeetAFloorOfTheLargestSize) {
    const Level level =
        level_of(box_brush({-kFarthest, -kFarthest, -1024}, {kFarthest, kFarthest, 0}));
    constexpr double kFar = kMostSweepCoordinate;
    for (const Body& body : bodies()) {
        SCOPED_TRACE(body.name);
        const PlacedShape placed{body.shape, body.place};
        const Contact landed =
            sweep(level, placed, {-kFar, -kFar, kFar}, {kFar, kFar, -kFar}, kNoSkin);
        ASSERT_TRUE(landed.hit);
        EXPECT_NEAR(landed.end.z, body.on_floor, kTouch);
        EXPECT_TRUE(is_free(level, placed, landed.end));
        EXPECT_FALSE(sweep(level, placed, {-kFar, kFar, 25}, {kFar, -kFar, 25}).hit);
    }
}

}  // namespace
}  // namespace halfspace::test
