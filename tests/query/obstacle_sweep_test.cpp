// SPDX-License-Identifier: MIT
#include "query/obstacle_sweep.h"

#include "halfspace/level/level.h"
#include "halfspace/spatial/convex.h"

#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

constexpr double kSkin = 1.0 / 32;

// Obstacles without a level.
struct Others {
    CollisionWorld world;

    Others(std::initializer_list<std::pair<std::uint32_t, Obstacle>> list) {
        for (const auto& [id, obstacle] : list) {
            world.place(ObstacleId(id), obstacle);
        }
    }
};

std::optional<ThingHit> first_of(const CollisionWorld& world,
                                 const ShapeBody& body,
                                 const Vec3& from,
                                 const Vec3& to) {
    const PlacedShape placed{body.shape, moved_by(body.offset)};
    return first_obstacle(world, placed, from, to, {.skin = kSkin, .may_leave_obstacles = true});
}

bool is_in_one(const CollisionWorld& world, const ShapeBody& body, const Vec3& at) {
    const PlacedShape placed{body.shape, moved_by(body.offset)};
    return overlaps_obstacle(world, placed, at, kBodyBlockers);
}

ShapeBody box_body(const Vec3& half, const Vec3& offset = {}) {
    return {*ConvexShape::box(half), offset};
}

TEST(FirstObstacle, StopsTheSkinBeforeABox) {
    const Others list{{3, {box_body({10, 10, 10}), {100, 0, 0}}}};
    const auto hit = first_of(list.world, box_body({5, 5, 5}), {}, {200, 0, 0});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->obstacle.value, 3u);
    EXPECT_DOUBLE_EQ(hit->fraction, 85.0 / 200);
    EXPECT_DOUBLE_EQ(hit->stop, (85 - kSkin) / 200);
    EXPECT_EQ(hit->normal, Vec3(-1, 0, 0));
    EXPECT_FALSE(first_of(list.world, box_body({5, 5, 5}), {0, 15, 0}, {200, 15, 0}))
        << "it touches all along";
    EXPECT_FALSE(first_of(list.world, box_body({5, 5, 5}), {}, {85, 0, 0}));
}

TEST(FirstObstacle, LetsABodyOutAndNotDeeper) {
    const Others list{{3, {box_body({10, 10, 10}), {}}}};
    const ShapeBody body = box_body({5, 5, 5});
    EXPECT_FALSE(first_of(list.world, body, {12, 0, 0}, {40, 0, 0}));
    EXPECT_FALSE(first_of(list.world, body, {12, 0, 0}, {12, 50, 0}));
    const auto deeper = first_of(list.world, body, {12, 0, 0}, {0, 3, 0});
    ASSERT_TRUE(deeper);
    EXPECT_EQ(deeper->stop, 0);
    EXPECT_EQ(deeper->normal, Vec3(1, 0, 0));
}

TEST(FirstObstacle, TakesTheLowestIdOfSeveralAtOnePlace) {
    const Others list{{8, {box_body({10, 10, 10}), {100, 0, 0}}},
                      {2, {box_body({10, 10, 10}), {100, 12, 0}}},
                      {5, {box_body({10, 10, 10}), {100, -12, 0}}}};
    const auto hit = first_of(list.world, box_body({5, 5, 5}), {}, {200, 0, 0});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->obstacle.value, 2u);
}

TEST(FirstObstacle, AllShapesStopBeforeAllOthers) {
    test::Random random(1);
    const std::vector<ConvexShape> shapes{*ConvexShape::box({8, 12, 20}),
                                          *ConvexShape::sphere(15),
                                          *ConvexShape::capsule(12, 9),
                                          *ConvexShape::cylinder(20, 11)};
    const auto any_shape = [&] { return shapes[static_cast<std::size_t>(random.integer(0, 3))]; };
    const auto any_place = [&](double size) {
        const double x = random.real(-size, size);
        const double y = random.real(-size, size);
        return Vec3{x, y, random.real(-size, size)};
    };
    std::size_t hits = 0;
    for (std::size_t i = 0; i < test::repeats(3000); ++i) {
        CollisionWorld world;
        for (std::uint32_t id = 0; id < 4; ++id) {
            world.place(ObstacleId(id), {{any_shape(), any_place(5)}, any_place(60)});
        }
        const ShapeBody body{any_shape(), any_place(5)};
        const Vec3 from = any_place(150);
        const Vec3 to = any_place(150);
        if (is_in_one(world, body, from)) {
            continue;
        }
        const auto hit = first_of(world, body, from, to);
        hits += hit ? 1 : 0;
        const double stop = hit ? hit->stop : 1;
        for (int part = 0; part <= 20; ++part) {
            const Vec3 at = lerp(from, to, stop * part / 20);
            ASSERT_FALSE(is_in_one(world, body, at)) << "round " << i;
        }
        if (hit) {
            ASSERT_LT(dot(hit->normal, to - from), 0);
            const MovingObstacle& other = world.obstacle(hit->obstacle);
            const Vec3 touch = lerp(from, to, hit->fraction);
            const PlacedShape mine{body.shape, moved_by(touch + body.offset)};
            const PlacedShape its{other.body.shape, moved_by(other.to + other.body.offset)};
            ASSERT_LE(distance(mine, its).distance, kSkin / 4 + 1e-6) << "round " << i;
        }
    }
    EXPECT_GT(hits, test::repeats(3000) / 10);
}

}  // namespace
}  // namespace halfspace
