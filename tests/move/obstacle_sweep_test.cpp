// SPDX-License-Identifier: MIT
#include "move/obstacle_sweep.h"

#include "halfspace/spatial/convex.h"

#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace halfspace {
namespace {

constexpr double kSkin = 1.0 / 32;

ShapeBody box_body(const Vec3& half, const Vec3& offset = {}) {
    return {*ConvexShape::box(half), offset};
}

TEST(FirstObstacle, StopsTheSkinBeforeABox) {
    const std::vector<Obstacle> list{{3, box_body({10, 10, 10}), {100, 0, 0}}};
    const auto hit = first_obstacle({list}, box_body({5, 5, 5}), {}, {200, 0, 0}, kSkin);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->id, 3u);
    EXPECT_DOUBLE_EQ(hit->fraction, 85.0 / 200);
    EXPECT_DOUBLE_EQ(hit->stop, (85 - kSkin) / 200);
    EXPECT_EQ(hit->normal, Vec3(-1, 0, 0));
    EXPECT_FALSE(first_obstacle({list}, box_body({5, 5, 5}), {0, 15, 0}, {200, 15, 0}, kSkin))
        << "it touches all along";
    EXPECT_FALSE(first_obstacle({list}, box_body({5, 5, 5}), {}, {85, 0, 0}, kSkin));
}

TEST(FirstObstacle, LetsABodyOutAndNotDeeper) {
    const std::vector<Obstacle> list{{3, box_body({10, 10, 10}), {}}};
    const ShapeBody body = box_body({5, 5, 5});
    EXPECT_FALSE(first_obstacle({list}, body, {12, 0, 0}, {40, 0, 0}, kSkin));
    EXPECT_FALSE(first_obstacle({list}, body, {12, 0, 0}, {12, 50, 0}, kSkin));
    const auto deeper = first_obstacle({list}, body, {12, 0, 0}, {0, 3, 0}, kSkin);
    ASSERT_TRUE(deeper);
    EXPECT_EQ(deeper->stop, 0);
    EXPECT_EQ(deeper->normal, Vec3(1, 0, 0));
}

TEST(FirstObstacle, TakesTheLowestIdOfSeveralAtOnePlace) {
    std::vector<Obstacle> list{{8, box_body({10, 10, 10}), {100, 0, 0}},
                               {2, box_body({10, 10, 10}), {100, 12, 0}},
                               {5, box_body({10, 10, 10}), {100, -12, 0}}};
    for (int i = 0; i < 3; ++i) {
        const auto hit = first_obstacle({list}, box_body({5, 5, 5}), {}, {200, 0, 0}, kSkin);
        ASSERT_TRUE(hit);
        EXPECT_EQ(hit->id, 2u);
        std::rotate(list.begin(), list.begin() + 1, list.end());
    }
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
        std::vector<Obstacle> list;
        for (std::uint32_t id = 0; id < 4; ++id) {
            list.push_back({id, {any_shape(), any_place(5)}, any_place(60), any_place(20)});
        }
        const ShapeBody body{any_shape(), any_place(5)};
        const ObstaclesNow now{list, static_cast<std::uint32_t>(random.integer(0, 4))};
        const Vec3 src = any_place(150);
        const Vec3 dest = any_place(150);
        if (overlapped_obstacle(now, body, src) != kNoObstacle) {
            continue;
        }
        const auto hit = first_obstacle(now, body, src, dest, kSkin);
        hits += hit ? 1 : 0;
        const double stop = hit ? hit->stop : 1;
        for (int part = 0; part <= 20; ++part) {
            const Vec3 at = lerp(src, dest, stop * part / 20);
            ASSERT_EQ(overlapped_obstacle(now, body, at), kNoObstacle) << "round " << i;
        }
        if (hit) {
            ASSERT_LT(dot(hit->normal, dest - src), 0);
            const Obstacle& other = *std::find_if(
                list.begin(), list.end(), [&](const Obstacle& o) { return o.id == hit->id; });
            const Vec3 touch = lerp(src, dest, hit->fraction);
            const PlacedShape mine{body.shape, moved_by(touch + body.offset)};
            const PlacedShape its{other.body.shape,
                                  moved_by(place_of(now, other) + other.body.offset)};
            ASSERT_LE(separation(mine, its).distance, kSkin / 4 + 1e-6) << "round " << i;
        }
    }
    EXPECT_GT(hits, test::repeats(3000) / 10);
}

}  // namespace
}  // namespace halfspace
