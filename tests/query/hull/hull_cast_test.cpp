// SPDX-License-Identifier: MIT
// Bodies of all shapes on hulls that are larger than any shape may be.
#include "halfspace/compile/compile.h"
#include "halfspace/query/sweep.h"

#include "support/brushes.h"
#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

// Sides of a level may be so far away [units].
constexpr std::int64_t kFarthest = std::int64_t{1} << 26;
// For block_size: a brush becomes one hull, or a large brush becomes several.
constexpr int kOneHull = 0;
constexpr int kSeveralHulls = 1024;
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

Level level_of(std::vector<Brush> brushes, int block_size) {
    CompileOptions options;
    options.grid_exponent = 0;
    options.tree.block_size = block_size;
    options.threads = 1;
    const World world = world_of(std::move(brushes));
    const auto compiled = compile(world, options);
    EXPECT_TRUE(compiled) << to_string(compiled.error().front());
    return *Level::from_data(compiled->level, world.source);
}

// All below the plane through the points, to a distance of `far` units.
Brush slope(const Units& a, const Units& b, const Units& c, std::int64_t far = kFarthest) {
    Brush wedge = box_brush({-far, -far, -far}, {far, far, 0});
    wedge.sides[5] = side_through(a, b, c);
    return wedge;
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
        level_of({box_brush({-kFarthest, -kFarthest, -1024}, {kFarthest, kFarthest, 0})}, kOneHull);
    for (const Body& body : bodies()) {
        for (const Vec3& place : places()) {
            SCOPED_TRACE(body.name + " at " + std::to_string(place.x));
            expect_to_land(level, body, place + Vec3{0, 0, body.on_floor}, {100, 50, 0});
        }
    }
}

TEST(CastShape, EveryBodyLandsOnASlopeOfTheLargestSize) {
    const Level level = level_of({slope({0, 0, 0}, {2, 0, 1}, {0, 1, 0})}, kOneHull);
    for (const Body& body : bodies()) {
        for (const Vec3& place : places()) {
            SCOPED_TRACE(body.name + " at " + std::to_string(place.x));
            const Vec3 at{place.x, place.y, place.x / 2 + body.on_slope};
            expect_to_land(level, body, at, {100, 50, 50});
        }
    }
}

// A pit between slopes and a wall. Motions of all lengths end there, go along it or leave it.
TEST(CastShape, ABodyThatMovesBySweepsAmongTheLargestHullsStaysFree) {
    const Brush wall = box_brush({3000, -kFarthest, -kFarthest}, {kFarthest, kFarthest, kFarthest});
    const Level level = level_of({slope({0, 0, 0}, {2, 0, 1}, {0, 1, 0}),
                                  slope({0, 0, 0}, {7, 0, -3}, {0, 1, 0}),
                                  slope({0, 0, 0}, {1, 0, 0}, {0, 10, 9}),
                                  slope({0, 0, 0}, {3, 0, 1}, {0, 3, -2}),
                                  wall},
                                 kSeveralHulls);
    Random random(7);
    const int count = static_cast<int>(repeats(20'000));
    int touches = 0;
    for (const Body& body : bodies()) {
        SCOPED_TRACE(body.name);
        const PlacedShape placed{body.shape, body.place};
        Vec3 position{0, 0, 1000};
        for (int i = 0; i < count; ++i) {
            const double reach = std::ldexp(1.0, static_cast<int>(random.integer(-12, 20)));
            const double x = random.real(-reach, reach);
            const double y = random.real(-reach, reach);
            const Vec3 motion{x, y, random.real(-reach, reach / 2)};
            const Vec3 target = position + motion;
            if (std::max({std::abs(target.x), std::abs(target.y), std::abs(target.z)}) >
                kMaxSweepCoordinate) {
                continue;
            }
            const Contact contact = sweep(level, placed, position, target, kNoSkin);
            ASSERT_FALSE(contact.start_blocked) << i;
            ASSERT_TRUE(is_free(level, placed, contact.end)) << i;
            touches += contact.hit ? 1 : 0;
            position = contact.end;
        }
    }
    EXPECT_GT(touches, count);
}

// Between a few slopes near the origin that reach `far` units.
Level random_pit(std::int64_t far, Random& random) {
    std::vector<Brush> brushes;
    for (int i = 0; i < 4; ++i) {
        const std::int64_t rise_x = random.integer(-far / 4, far / 4);
        const std::int64_t rise_y = random.integer(-far / 4, far / 4);
        const std::int64_t z = random.integer(-300, 0);
        brushes.push_back(
            slope({0, 0, z}, {far / 2, 0, z + rise_x}, {0, far / 2, z + rise_y}, far));
    }
    return level_of(std::move(brushes), kOneHull);
}

// The errors of convex shapes grow with their size: hulls of all sizes that a level may have.
TEST(CastShape, ASweepFromAFreePlaceIsNotBlockedAtItsStart) {
    Random random(11);
    int touches = 0;
    const int count = static_cast<int>(repeats(3000));
    for (int size = 9; size <= 19; ++size) {
        const Level level = random_pit(std::int64_t{1} << size, random);
        for (Body& body : bodies()) {
            SCOPED_TRACE(body.name + " in a pit of 2^" + std::to_string(size));
            for (int i = 0; i < count; ++i) {
                body.place = turned_about({}, {.yaw = random.real(0, 360)});
                const PlacedShape placed{body.shape, body.place};
                const auto near = [&] {
                    return Vec3{
                        random.real(-400, 400), random.real(-400, 400), random.real(-300, 300)};
                };
                const Vec3 from = near();
                if (!is_free(level, placed, from)) {
                    continue;
                }
                const Contact contact = sweep(level, placed, from, near(), kNoSkin);
                ASSERT_FALSE(contact.start_blocked) << i;
                ASSERT_TRUE(is_free(level, placed, contact.end)) << i;
                touches += contact.hit ? 1 : 0;
            }
        }
    }
    EXPECT_GT(touches, count);
}

// A plate slides along a wall on one of its corners, 2^-21 units away, and comes to the edge of the
// next hull of the same wall. Rounding turns the direction across so short a distance by so much
// that the plate seemed to be inside of the hull beside the other end of the edge.
TEST(CastShape, APlateThatSlidesAlongAWallIsFreeWhereANextHullStopsIt) {
    const Level level = level_of(
        {box_brush({-200, -500, -500}, {0, 300, 0}), box_brush({-64, -300, 0}, {0, 500, 500})},
        kOneHull);
    Random random(13);
    int stops = 0;
    const int count = static_cast<int>(repeats(20'000));
    for (int i = 0; i < count; ++i) {
        const ConvexShape plate = *ConvexShape::box({0, random.real(1, 100), random.real(1, 100)});
        const PlacedShape placed{plate,
                                 turned_about({},
                                              {.pitch = random.real(-180, 180),
                                               .yaw = random.real(-180, 180),
                                               .roll = random.real(-180, 180)})};
        const Vec3 start{200, random.real(-150, 150), random.real(-200, 200)};
        const Contact wall = sweep(level, placed, start, start - Vec3{200, 0, 0}, kNoSkin);
        ASSERT_TRUE(wall.hit) << i;
        const Vec3 along{0, random.real(-100, 100), random.real(-400, 400)};
        const Contact slid = sweep(level, placed, wall.end, wall.end + along, kNoSkin);
        ASSERT_FALSE(slid.start_blocked) << i;
        ASSERT_TRUE(is_free(level, placed, slid.end)) << i;
        stops += slid.hit ? 1 : 0;
        const Vec3 away{random.real(0, 100), random.real(-100, 100), random.real(-100, 100)};
        ASSERT_FALSE(sweep(level, placed, slid.end, slid.end + away, kNoSkin).start_blocked) << i;
    }
    EXPECT_GT(stops, count / 8);
}

TEST(CastShape, TheLongestSweepsMeetAFloorOfTheLargestSize) {
    const Level level =
        level_of({box_brush({-kFarthest, -kFarthest, -1024}, {kFarthest, kFarthest, 0})}, kOneHull);
    constexpr double kFar = kMaxSweepCoordinate;
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
