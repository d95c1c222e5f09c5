// SPDX-License-Identifier: MIT
// Questions where obstacles stand close to walls, to eyes and to one another, and worlds that
// change often.
#include "halfspace/level/level.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/first_hit.h"
#include "halfspace/query/free.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/sweep.h"
#include "halfspace/query/trace.h"

#include "support/brushes.h"
#include "support/random.h"
#include "support/scene_levels.h"
#include "support/small_stack.h"

#include <gtest/gtest.h>

#include <vector>

namespace halfspace {
namespace {

using test::box_brush;

constexpr SpaceId kPoint(0);
const ObstacleId kCrate{9};

Level level_of(Brush brush) {
    auto level = test::compiled_level(test::world_of({std::move(brush)}));
    EXPECT_TRUE(level) << to_string(level.error());
    return *level;
}

Obstacle box_of(const Vec3& min, const Vec3& max, Contents contents = kObstacleContents) {
    return {{*ConvexShape::box((max - min) * 0.5), {}}, (min + max) * 0.5, contents};
}

// The ray meets the wall at y = 0 and would meet a side of the agent behind it at y = 3. That side
// is so steep to the ray that its skin begins three units earlier, before the wall.
TEST(Obstacles, AnAgentBehindAWallIsNotHit) {
    CollisionWorld world(level_of(box_brush({-512, 0, -64}, {512, 2, 64})));
    world.place(kCrate, box_of({0.03, 2.05, -16}, {30, 32, 16}));
    const Contact contact = trace(world, kPoint, {-5, -500, 0}, {5, 500, 0});
    EXPECT_EQ(contact.model, kWorldModel);
    EXPECT_FALSE(contact.obstacle.is_valid());
    EXPECT_EQ(contact.point.y, 0);
    EXPECT_EQ(contact.fraction, 0.5);
    EXPECT_LT(contact.end.y, -0.1) << "the skin of both";
    EXPECT_EQ(first_hit(world, kPoint, {-5, -500, 0}, {5, 500, 0}).model, kWorldModel);
}

TEST(Obstacles, AnAgentBeforeAWallIsHit) {
    CollisionWorld world(level_of(box_brush({0, 2, -64}, {512, 512, 64})));
    world.place(kCrate, box_of({-16, 0, -16}, {16, 1, 16}));
    const Vec3 from{-5.03, -500, 0};
    const Vec3 to{4.97, 500, 0};
    const Contact contact = trace(world, kPoint, from, to);
    EXPECT_EQ(contact.obstacle, kCrate);
    EXPECT_EQ(contact.fraction, 0.5);
    EXPECT_TRUE(is_free(world, kPoint, contact.end));
}

TEST(Obstacles, OfAWallAndAnAgentAtOnePlaceTheWallComesFirst) {
    CollisionWorld world(level_of(box_brush({-64, 0, -64}, {64, 2, 64})));
    world.place(kCrate, box_of({-16, 0, -16}, {16, 2, 16}));
    for (const double skin : {0.0, 0.5}) {
        const TraceOptions options{.skin = skin};
        EXPECT_EQ(trace(world, kPoint, {0, -50, 0}, {0, 50, 0}, options).model, kWorldModel);
    }
}

// A box and a capsule, as players have them, around 200, 200, 24.
std::vector<Obstacle> players() {
    const Vec3 at{200, 200, 24};
    return {{{*ConvexShape::box({15, 15, 28}), {}}, at}, {{*ConvexShape::capsule(13, 15), {}}, at}};
}

// The player ran over the rocket between two steps, so the rocket's step begins in the player.
TEST(Obstacles, ARocketHitsAPlayerWhoRanIntoIt) {
    for (const Obstacle& player : players()) {
        CollisionWorld world;
        world.place(kCrate, player);
        const Vec3 in{190, 192, 30};
        for (const Vec3& way : {Vec3{12, 0, 0}, Vec3{-12, -12, 0}, Vec3{}}) {
            const Contact contact = trace(world, kPoint, in, in + way);
            EXPECT_TRUE(contact.hit && contact.start_blocked);
            EXPECT_EQ(contact.obstacle, kCrate);
            EXPECT_FALSE(contact.model.is_valid());
            EXPECT_EQ(contact.fraction, 0);
            EXPECT_EQ(contact.end, in);
            const TraceHit hit = first_hit(world, kPoint, in, in + way);
            EXPECT_TRUE(hit.hit && hit.start_blocked && hit.obstacle == kCrate);
            const PlacedShape rocket{*ConvexShape::sphere(4)};
            EXPECT_EQ(sweep(world, rocket, in, in + way).obstacle, kCrate);
            EXPECT_FALSE(trace({world, {.obstacles = {&kCrate, 1}}}, kPoint, in, in + way).hit);
        }
    }
}

TEST(Obstacles, AMotionThatMayLeaveMeetsOnlyWhatItGoesDeeperInto) {
    constexpr TraceOptions kLeaves{.may_leave_obstacles = true};
    for (const Obstacle& player : players()) {
        CollisionWorld world;
        world.place(kCrate, player);
        const Vec3 in{190, 200, 24};
        EXPECT_FALSE(trace(world, kPoint, in, in - Vec3{40, 0, 0}, kLeaves).hit);
        EXPECT_FALSE(trace(world, kPoint, in, in, kLeaves).hit);
        const Contact deeper = trace(world, kPoint, in, in + Vec3{40, 0, 0}, kLeaves);
        EXPECT_TRUE(deeper.hit && !deeper.start_blocked);
        EXPECT_EQ(deeper.fraction, 0);
        EXPECT_EQ(deeper.obstacle, kCrate);
    }
}

TEST(Obstacles, TwoBodiesAtOnePlacePartInAllDirections) {
    constexpr TraceOptions kLeaves{.may_leave_obstacles = true};
    for (const Obstacle& player : players()) {
        CollisionWorld world;
        world.place(kCrate, player);
        const PlacedShape body{player.body.shape};
        const Vec3& at = player.position;
        for (const double x : {-100, 0, 100}) {
            for (const double y : {-100, 0, 100}) {
                for (const double z : {-100, 0, 100}) {
                    EXPECT_FALSE(sweep(world, body, at, at + Vec3{x, y, z}, kLeaves).hit)
                        << x << " " << y << " " << z;
                }
            }
        }
    }
}

TEST(Obstacles, ASightLineThatEndsInACrateIsBlockedFromBothEnds) {
    CollisionWorld world;
    world.place(kCrate, box_of({-16, -16, -16}, {16, 16, 16}, Contents::Solid));
    EXPECT_FALSE(line_of_sight(world, {15, 0, 0}, {100, 0, 0}));
    EXPECT_FALSE(line_of_sight(world, {100, 0, 0}, {15, 0, 0}));
    EXPECT_FALSE(line_of_sight(world, {10, 0, 0}, {12, 0, 0}));
    EXPECT_FALSE(line_of_sight(world, {10, 0, 0}, {10, 0, 0}));
    EXPECT_TRUE(line_of_sight(world, {20, 0, 0}, {20, 0, 0}));
    EXPECT_TRUE(line_of_sight(world, {20, -50, 0}, {20, 50, 0}));
    world.place(ObstacleId(10), {{*ConvexShape::sphere(16), {}}, {60, 0, 0}, Contents::Solid});
    test::Random random(5);
    const auto anywhere = [&] {
        const double x = random.real(-40, 100);
        const double y = random.real(-40, 40);
        return Vec3{x, y, random.real(-40, 40)};
    };
    int blocked = 0;
    for (int i = 0; i < 5000; ++i) {
        const Vec3 a = anywhere();
        const Vec3 b = anywhere();
        const bool is_clear = line_of_sight(world, a, b);
        ASSERT_EQ(is_clear, line_of_sight(world, b, a));
        const bool are_free =
            is_free(world, kPoint, a, kSightBlockers) && is_free(world, kPoint, b, kSightBlockers);
        ASSERT_TRUE(are_free || !is_clear);
        blocked += is_clear ? 0 : 1;
    }
    EXPECT_GT(blocked, 500);
}

TEST(Obstacles, ALargeOneOverlapsABoxFarFromItsMiddle) {
    CollisionWorld world;
    const double half = 0x1p22;
    world.place(kCrate, {{*ConvexShape::box({half, half, half}), {}}, {0x1p21, 0, 0}});
    const Aabb box{{5e6, 0, 0}, {5.1e6, 9, 9}};
    EXPECT_TRUE(overlaps_box(world, box));
    EXPECT_FALSE(is_free(world, kPoint, box.min));
    const double face = 0x1p21 + half;
    EXPECT_FALSE(overlaps_box(world, {{face, 0, 0}, {face + 9, 9, 9}})) << "touches";
    EXPECT_TRUE(overlaps_box(world, {{-1e300, -1e300, -1e300}, {1e300, 1e300, 1e300}}));
    world.place(kCrate, {{*ConvexShape::sphere(10), {}}, {0, 0, 0}});
    EXPECT_FALSE(overlaps_box(world, {{8, 8, 8}, {99, 99, 99}})) << "beside the ball";
    EXPECT_TRUE(overlaps_box(world, {{5, 5, 5}, {99, 99, 99}}));
}

TEST(Obstacles, AWorldWithoutAnythingAnswersAsTheLevel) {
    const Level level = level_of(box_brush({-64, 0, -64}, {64, 2, 64}));
    const CollisionWorld world(level);
    EXPECT_EQ(trace(world, kPoint, {0, -50, 0}, {0, 50, 0}).point.y, 0);
    EXPECT_FALSE(line_of_sight(world, {0, -50, 0}, {0, 50, 0}));
    EXPECT_FALSE(is_free(world, kPoint, {0, 1, 0}));
}

TEST(Obstacles, CopiesAndRepeatedMovesNeedNoNewMemory) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "sanitizers have a memory of their own";
#endif
    CollisionWorld world;
    for (std::uint32_t i = 0; i < 20; ++i) {
        world.place(ObstacleId(i), box_of({40.0 * i, 0, 0}, {40.0 * i + 20, 20, 20}));
    }
    CollisionWorld copy = world;
    const test::Taken taken = test::taken_by([&] {
        for (std::uint32_t i = 0; i < 20; ++i) {
            world.move(ObstacleId(i), {40.0 * i, 5, 10});
        }
        for (int i = 0; i < 10'000; ++i) {
            world.move(ObstacleId(3), {0, i % 2 == 0 ? 5.0 : 10.0, 10});
            world.place(ObstacleId(4), Vec3{200, 0, 0});
            world.move(ObstacleId(4), {200, 0, 10});
        }
        copy.remove(ObstacleId(3));
    });
    EXPECT_EQ(taken.allocations, 0u);
    EXPECT_FALSE(copy.holds(ObstacleId(3)));
    EXPECT_TRUE(is_free(copy, kPoint, {130, 10, 10}));
    EXPECT_FALSE(is_free(copy, kPoint, {170, 10, 10}));
    world.end_step();
    for (std::uint32_t i = 0; i < 20; ++i) {
        EXPECT_EQ(world.obstacle(ObstacleId(i)).from, world.obstacle(ObstacleId(i)).to);
    }
}

// kNone would say that contact_at has to trace once more.
TEST(Obstacles, AHitWithNothingNearIsFoundWithoutATrace) {
    CollisionWorld world(level_of(box_brush({-64, 0, -64}, {64, 2, 64})));
    world.place(kCrate, box_of({30, 20, -16}, {60, 32, 16}));
    const Vec3 from{0, -50, 0};
    EXPECT_NE(first_hit(world, kPoint, from, {0, 50, 0}).walk_node, kNone);
    EXPECT_EQ(first_hit(world, kPoint, from, {60, 50, 0}).walk_node, kNone) << "beside the crate";
}

// A slot that is used again in the same step is not listed as moved by the thing before.
TEST(Obstacles, AThingInThePlaceOfOneThatMovedAndWentRestsAfterItsOwnMove) {
    CollisionWorld world;
    world.place(ObstacleId(1), box_of({0, 0, 0}, {20, 20, 20}));
    world.move(ObstacleId(1), {50, 0, 0});
    world.remove(ObstacleId(1));
    world.place(ObstacleId(2), box_of({0, 0, 0}, {20, 20, 20}));
    world.move(ObstacleId(2), {0, 70, 0});
    world.end_step();
    EXPECT_EQ(world.obstacle(ObstacleId(2)).from, Vec3(0, 70, 0));
    world.move(ObstacleId(2), {0, 90, 0});
    world.end_step();
    EXPECT_EQ(world.obstacle(ObstacleId(2)).from, Vec3(0, 90, 0));
}

}  // namespace
}  // namespace halfspace
