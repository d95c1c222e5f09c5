// SPDX-License-Identifier: MIT
// A CollisionWorld answers as lists of the same things do, whatever was placed and removed before.
// placed_level_test.cpp and obstacle_sweep_test.cpp hold the answers of lists against brute force.
#include "halfspace/query/collision_world.h"

#include "halfspace/level/level.h"
#include "halfspace/math/sin_cos.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/first_hit.h"
#include "halfspace/query/free.h"
#include "halfspace/query/model_order.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/sweep.h"
#include "halfspace/query/trace.h"
#include "halfspace/spatial/triangle_bvh.h"

#include "support/brushes.h"
#include "support/queries.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/same_contact.h"
#include "support/scan.h"
#include "support/scene_levels.h"
#include "support/scenes.h"
#include "support/small_stack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

using test::box_brush;

Vec3 anywhere(test::Random& random, double size) {
    const double x = random.real(-size, size);
    const double y = random.real(-size, size);
    return {x, y, random.real(-size / 2, size / 2)};
}

// Things that stand somewhere, in lists and in a world with a history.
struct Placed {
    std::vector<PlacedModel> models;
    std::vector<ShapeBody> bodies;
    std::vector<PlacedObstacle> obstacles;
    std::vector<test::Mesh> arrays;
    std::vector<TriangleBvh> trees;
    std::vector<PlacedMesh> meshes;
    CollisionWorld world;

    Placed(const Level& level, test::Random& random) : world(level) {
        for (std::uint32_t m = 1; m < level.models().size(); ++m) {
            const Vec3 by = anywhere(random, 60);
            const Angles turn{.yaw = random.one_in(2) ? 0 : random.real(-180, 180)};
            const Vec3 middle = level.model_bounds(ModelId(m)).min;
            Transform at = turned_about(middle, turn);
            at.translation += by;
            models.push_back({ModelId(m), at});
        }
        for (std::uint32_t i = 0; i < 40; ++i) {
            bodies.push_back({test::swept_bodies()[i % 5], anywhere(random, 10)});
        }
        for (std::uint32_t i = 0; i < 40; ++i) {
            obstacles.push_back(
                {ObstacleId(3 * i + 1),
                 i % 4 == 0 ? kObstacleContents | Contents::Solid : kObstacleContents,
                 &bodies[i],
                 anywhere(random, 300)});
        }
        // The surface of a sphere, so it is open for the ends of motions inside.
        for (const double size : {30.0, 60.0, 90.0}) {
            arrays.push_back(test::scan(6));
            for (float& coordinate : arrays.back().positions) {
                coordinate *= static_cast<float>(size);
            }
        }
        for (const test::Mesh& mesh : arrays) {
            trees.push_back(*TriangleBvh::build({mesh.positions, mesh.indices}));
        }
        for (std::uint32_t i = 0; i < 6; ++i) {
            Transform at = turned_about({}, {.pitch = i < 3 ? 0.0 : 30.0 * i});
            at.translation = anywhere(random, 300);
            meshes.push_back({MeshId(2 * i + 1),
                              {&trees[i % 3],
                               i == 5 ? kObstacleContents : kMeshContents,
                               i % 2 == 0 ? BlockingSides::Both : BlockingSides::Front},
                              at});
        }
        place_with_detours(random);
    }

    void place(const PlacedObstacle& obstacle) {
        world.place(obstacle.id, {*obstacle.body, obstacle.position, obstacle.contents});
    }

    void place_with_detours(test::Random& random) {
        for (std::uint32_t i = 0; i < 300; ++i) {
            world.place(ObstacleId(1000 + i), {bodies[i % 40], anywhere(random, 300)});
        }
        for (const PlacedModel& model : models) {
            world.place(model.model, moved_by(anywhere(random, 300)));
        }
        for (const PlacedObstacle& obstacle : obstacles) {
            place(obstacle);
            world.place(obstacle.id, anywhere(random, 300));
        }
        for (const PlacedMesh& mesh : meshes) {
            world.place(mesh.id, mesh.surface, moved_by(anywhere(random, 300)));
            world.place(MeshId(mesh.id.value + 1), mesh.surface, mesh.transform);
        }
        for (std::uint32_t i = 0; i < 300; ++i) {
            world.remove(ObstacleId(1000 + i));
        }
        for (const PlacedMesh& mesh : meshes) {
            world.remove(MeshId(mesh.id.value + 1));
            world.move(mesh.id, mesh.transform);
        }
        for (const PlacedModel& model : models) {
            world.move(model.model, model.transform);
        }
        for (const PlacedObstacle& obstacle : obstacles) {
            world.move(obstacle.id, obstacle.position);
        }
    }

    PlacedLevel lists() const {
        PlacedLevel here(world.level(), models, obstacles);
        here.meshes = meshes;
        return here;
    }
};

class WorldInScene : public testing::TestWithParam<test::SceneKind> {
protected:
    void SetUp() override {
        World source = test::make_scene(GetParam(), 25, 3, test::SceneContents::Mixed);
        test::Random random(9);
        for (int i = 0; i < 20; ++i) {
            const auto at = [&] { return 8 * random.integer(-30, 30); };
            const std::array<std::int64_t, 3> min{at(), at(), at() / 2};
            const std::int64_t wide = 8 * random.integer(1, 8);
            const auto max = std::array{min[0] + wide, min[1] + 16, min[2] + 64};
            source.entities.push_back(Entity{
                .keys = {{"classname", "func_door"}},
                .brushes = {test::box_brush({min[0], min[1], min[2]}, {max[0], max[1], max[2]})}});
        }
        auto compiled = test::compiled_level(source);
        ASSERT_TRUE(compiled) << to_string(compiled.error());
        level = std::move(*compiled);
    }

    Level level;
};

TEST_P(WorldInScene, MotionsAreAnsweredAsWithLists) {
    test::Random random(11);
    const Placed placed(level, random);
    const PlacedLevel lists = placed.lists();
    // Less is near a motion where nothing is still on its way through the level.
    CollisionWorld rests = placed.world;
    rests.end_step();
    std::size_t obstacles = 0;
    std::size_t models = 0;
    std::size_t meshes = 0;
    std::vector<Segment> segments;
    for (std::size_t i = 0; i < test::repeats(1500); ++i) {
        const Vec3 from = anywhere(random, 350);
        segments.push_back(
            {from, random.one_in(3) ? from + anywhere(random, 20) : anywhere(random, 350)});
    }
    for (std::uint32_t s = 0; s < level.spaces().size(); ++s) {
        const SpaceId space(s);
        std::vector<Contact> together(segments.size());
        trace_all(placed.world, space, segments, together);
        std::vector<TraceHit> hits(segments.size());
        first_hit_all(placed.world, space, segments, hits);
        for (std::size_t i = 0; i < segments.size(); ++i) {
            const auto& [from, to] = segments[i];
            const Contact contact = trace(placed.world, space, from, to);
            ASSERT_EQ(test::difference(contact, trace(lists, space, from, to)), "");
            ASSERT_EQ(test::difference(contact, together[i]), "");
            ASSERT_EQ(test::difference(placed.world, space, segments[i], hits[i], contact), "");
            const TraceHit by_lists = first_hit(lists, space, from, to);
            ASSERT_EQ(test::difference(lists, space, segments[i], by_lists, contact), "");
            const TraceHit hit = first_hit(rests, space, from, to);
            ASSERT_EQ(test::difference(rests, space, segments[i], hit, contact), "");
            obstacles += contact.obstacle.is_valid() ? 1 : 0;
            meshes += contact.mesh.is_valid() ? 1 : 0;
            models += contact.model.is_valid() && contact.model != kWorldModel ? 1 : 0;
            ASSERT_EQ(is_free(placed.world, space, from), is_free(lists, space, from));
            if (!contact.start_blocked) {
                ASSERT_TRUE(is_free(placed.world, space, contact.end));
            }
        }
    }
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const auto& [from, to] = segments[i];
        const PlacedShape body{test::swept_bodies()[i % 5],
                               turned_about({}, {.yaw = random.real(0, 90)})};
        ASSERT_EQ(
            test::difference(sweep(placed.world, body, from, to), sweep(lists, body, from, to)),
            "");
        ASSERT_EQ(is_free(placed.world, body, from), is_free(lists, body, from));
        ASSERT_EQ(line_of_sight(placed.world, from, to), line_of_sight(lists, from, to));
        ASSERT_EQ(line_of_sight(placed.world, from, to), line_of_sight(placed.world, to, from));
    }
    EXPECT_GE(obstacles, test::repeats(15));
    EXPECT_GE(models, test::repeats(15));
    EXPECT_GE(meshes, test::repeats(15));
}

TEST_P(WorldInScene, PlacesAreAnsweredAsWithLists) {
    test::Random random(12);
    const Placed placed(level, random);
    const PlacedLevel lists = placed.lists();
    std::size_t freed = 0;
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < test::repeats(1500); ++i) {
        points.push_back(anywhere(random, 350));
    }
    std::vector<Contents> contents(points.size());
    point_contents_all(placed.world, points, contents);
    std::vector<std::uint8_t> free(points.size());
    is_free_all(placed.world, SpaceId(1), points, free);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec3& p = points[i];
        ASSERT_EQ(contents[i], point_contents(lists, p));
        ASSERT_EQ(free[i] != 0, is_free(lists, SpaceId(1), p));
        const Aabb box{p, p + Vec3{1 + random.real(0, 30), 20, 30}};
        ASSERT_EQ(overlaps_box(placed.world, box), overlaps_box(lists, box));
        if (i % 10 == 0) {
            const auto place = unstick(placed.world, SpaceId(1), p, 24);
            ASSERT_EQ(place, unstick(lists, SpaceId(1), p, 24));
            ASSERT_TRUE(!place || is_free(placed.world, SpaceId(1), *place));
            freed += place && free[i] == 0 ? 1 : 0;
        }
    }
    EXPECT_GE(freed, test::repeats(3));
}

TEST_P(WorldInScene, FacesAreSortedAsWithLists) {
    test::Random random(13);
    const Placed placed(level, random);
    ModelOrder by_world;
    ModelOrder by_list;
    for (int i = 0; i < 20; ++i) {
        const Vec3 eye = anywhere(random, 400);
        by_world.sort(placed.world, eye, DrawOrder::BackToFront);
        by_list.sort(placed.lists(), eye, DrawOrder::BackToFront);
        ASSERT_EQ(by_world.items().size(), by_list.items().size());
        for (std::size_t k = 0; k < by_world.items().size(); ++k) {
            ASSERT_EQ(by_world.items()[k].run, by_list.items()[k].run);
            ASSERT_EQ(by_world.items()[k].piece, by_list.items()[k].piece);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes,
                         WorldInScene,
                         testing::ValuesIn(test::kAllScenes),
                         [](const auto& scene) { return test::to_string(scene.param); });

// A floor up to 0 and a door across the x axis at 100.
Level room() {
    World world = test::world_of({box_brush({-512, -512, -16}, {512, 512, 0})});
    world.entities.push_back(Entity{.keys = {{"classname", "func_door"}},
                                    .brushes = {box_brush({100, -64, 0}, {108, 64, 96})}});
    auto level = test::compiled_level(world);
    EXPECT_TRUE(level) << to_string(level.error());
    return *level;
}

constexpr ModelId kDoor{1};
const ObstacleId kPlayer{7};
const ObstacleId kCrate{9};

Obstacle box_at(const Vec3& position, Contents contents = kObstacleContents) {
    return {{*ConvexShape::box({15, 15, 28}), {}}, position, contents};
}

TEST(CollisionWorld, ABulletMeetsTheFirstOfAllAndNotWhoeverShoots) {
    CollisionWorld world(room());
    world.place_models_at_rest();
    world.place(kPlayer, box_at({0, 0, 28}));
    world.place(kCrate, box_at({60, 0, 28}));
    const SpaceId point(0);
    const Vec3 muzzle{0, 0, 30};
    const Vec3 target{300, 0, 30};
    const Contact own = trace({world, {.obstacles = {&kPlayer, 1}}}, point, muzzle, target);
    EXPECT_TRUE(own.hit);
    EXPECT_EQ(own.obstacle, kCrate);
    EXPECT_FALSE(own.model.is_valid());
    EXPECT_EQ(own.point.x, 45);
    EXPECT_EQ(own.contents, kObstacleContents);
    world.remove(kCrate);
    const Contact at_door = trace({world, {.obstacles = {&kPlayer, 1}}}, point, muzzle, target);
    EXPECT_EQ(at_door.model, kDoor);
    EXPECT_FALSE(at_door.obstacle.is_valid());
    const ModelId door = kDoor;
    const LeaveOut both{.obstacles = {&kPlayer, 1}, .models = {&door, 1}};
    EXPECT_FALSE(trace({world, both}, point, muzzle, target).hit);
    // A mask of solids alone goes through bodies.
    EXPECT_FALSE(trace({world, both}, point, muzzle, target, {.mask = kOpaque}).hit);
    EXPECT_EQ(trace(world, point, {-90, 0, 30}, target, {.mask = kOpaque}).model, kDoor);
    EXPECT_EQ(trace(world, point, {-90, 0, 30}, target).obstacle, kPlayer);
}

// Such places once ended the program in an assertion about shapes that stand too far away.
TEST(CollisionWorld, AMotionFromVeryFarAwayMeetsABodyOrMissesIt) {
    CollisionWorld world(room());
    world.place(kPlayer, {{*ConvexShape::sphere(15), {}}, {0, 0, 60}});
    world.place(kCrate, box_at({0, 200, 60}));
    const SpaceId point(0);
    for (const double far : {1e7, 1e12}) {
        const double rounding = std::max(0.05, far * 0x1p-40);
        const Contact ball = trace(world, point, {-far, 0, 60}, {far, 0, 60});
        EXPECT_EQ(ball.obstacle, kPlayer) << far;
        EXPECT_NEAR(ball.fraction, 0.5, 1e-5) << far;
        const Contact crate = trace(world, point, {far, 200, 60}, {-far, 200, 60});
        EXPECT_EQ(crate.obstacle, kCrate) << far;
        EXPECT_LE(std::abs(crate.point.x - 15), rounding) << far;
        EXPECT_FALSE(trace(world, point, {-far, 100, 60}, {far, 100, 60}).hit);
        EXPECT_TRUE(is_free(world, point, {far, 0, 60}));
    }
    // Doubles cannot tell where such a motion passes; it must end all the same.
    for (const double far : {1e20, 1e100, 1e307}) {
        trace(world, point, {-far, 0, 60}, {far, 0, 60});
        EXPECT_FALSE(trace(world, point, {far, 0, 60}, {far, 0, 61}).hit);
        EXPECT_TRUE(is_free(world, point, {far, 0, 60}));
    }
}

TEST(CollisionWorld, ARocketOfAnyShapeMeetsBodies) {
    CollisionWorld world(room());
    world.place(kPlayer, box_at({60, 0, 28}));
    const ConvexShape rocket = *ConvexShape::sphere(4);
    const Contact contact = sweep(world, {rocket}, {0, 0, 28}, {100, 0, 28});
    EXPECT_EQ(contact.obstacle, kPlayer);
    EXPECT_NEAR(contact.point.x, 41, 0.02);
    EXPECT_NEAR(contact.normal.x, -1, 1e-9);
    EXPECT_FALSE(is_free(world, PlacedShape{rocket}, {44, 0, 28}));
    EXPECT_TRUE(is_free(world, PlacedShape{rocket}, contact.end));
}

TEST(CollisionWorld, ADoorKnowsWhomItCrushes) {
    CollisionWorld world(room());
    world.place_models_at_rest();
    world.place(kCrate, box_at({80, 0, 28}));
    world.place(kPlayer, box_at({80, 40, 28}));
    EXPECT_FALSE(first_overlapped(world, kDoor).has_value());
    world.place(kDoor, moved_by({-10, 0, 0}));
    EXPECT_EQ(first_overlapped(world, kDoor), kPlayer);
    world.place(kDoor, moved_by({-5, 0, 0}));
    EXPECT_FALSE(first_overlapped(world, kDoor).has_value()) << "touches";
    // Now it lies along the x axis.
    world.place(kDoor, turned_about({100, 0, 0}, {.yaw = 90}));
    EXPECT_EQ(first_overlapped(world, kDoor), kCrate);
}

TEST(CollisionWorld, BodiesDoNotBlockSightAndCratesMay) {
    CollisionWorld world(room());
    world.place(kPlayer, box_at({0, 0, 28}));
    EXPECT_TRUE(line_of_sight(world, {-90, 0, 30}, {90, 0, 30}));
    world.place(kCrate, box_at({40, 0, 28}, kObstacleContents | Contents::Solid));
    EXPECT_FALSE(line_of_sight(world, {-90, 0, 30}, {90, 0, 30}));
    EXPECT_TRUE(line_of_sight({world, {.obstacles = {&kCrate, 1}}}, {-90, 0, 30}, {90, 0, 30}));
    EXPECT_TRUE(line_of_sight(world, {-90, 16, 30}, {90, 16, 30}));
}

TEST(CollisionWorld, WithoutALevelOnlyObstaclesBlock) {
    CollisionWorld world;
    world.place(kCrate, box_at({40, 0, 0}));
    EXPECT_EQ(trace(world, SpaceId(0), {}, {100, 0, 0}).obstacle, kCrate);
    EXPECT_FALSE(trace(world, SpaceId(0), {}, {0, 100, 0}).hit);
    EXPECT_TRUE(line_of_sight(world, {}, {100, 0, 0}));
    EXPECT_EQ(point_contents(world, {}), Contents::Empty);
    EXPECT_FALSE(is_free(world, PlacedShape{*ConvexShape::sphere(9)}, {20, 0, 0}));
    EXPECT_TRUE(overlaps_box(world, {{20, 0, 0}, {30, 1, 1}}));
    EXPECT_EQ(world.level().models().size(), 1u);
}

TEST(CollisionWorld, WhatMovesIsWhereItGoesAndRestsAfterTheStep) {
    CollisionWorld world(room());
    world.place(kDoor);
    world.place(kCrate, box_at({0, 0, 28}));
    world.move(kDoor, moved_by({0, 0, 8}));
    world.move(kDoor, moved_by({0, 0, 16}));
    world.move(kCrate, {10, 0, 28});
    EXPECT_EQ(world.model(kDoor).from(), Transform{});
    EXPECT_EQ(world.model(kDoor).to(), moved_by({0, 0, 16}));
    EXPECT_EQ(world.obstacle(kCrate).from, Vec3(0, 0, 28));
    EXPECT_EQ(trace(world, SpaceId(0), {-100, 0, 30}, {50, 0, 30}).point.x, -5);
    world.end_step();
    EXPECT_FALSE(world.model(kDoor).moves());
    EXPECT_EQ(world.model(kDoor).from(), moved_by({0, 0, 16}));
    EXPECT_EQ(world.obstacle(kCrate).from, Vec3(10, 0, 28));
    world.place(kDoor, moved_by({0, 0, 99}));
    EXPECT_FALSE(world.model(kDoor).moves()) << "a jump is no motion";
}

TEST(CollisionWorld, ListsWhatIsInABoxByIds) {
    CollisionWorld world;
    for (std::uint32_t i = 0; i < 200; ++i) {
        world.place(ObstacleId(199 - i), box_at({50.0 * i, 0, 0}));
    }
    std::vector<ObstacleId> found(100);
    const Aabb all{{-1e5, -100, -100}, {1e5, 100, 100}};
    EXPECT_EQ(world.obstacles_in(all, found), 200u);
    for (std::uint32_t i = 0; i < 100; ++i) {
        EXPECT_EQ(found[i], ObstacleId(i));
    }
    EXPECT_EQ(world.obstacles_in(all, found, ObstacleId(150)), 50u);
    EXPECT_EQ(found[0], ObstacleId(150));
    EXPECT_EQ(world.obstacles_in(all, {}), 200u);
    EXPECT_EQ(world.obstacles_in({{-20, -9, -9}, {20, 9, 9}}, found), 1u);
    EXPECT_EQ(found[0], ObstacleId(199));
}

TEST(CollisionWorldDeathTest, MistakesEndInAnAssertionWhereThingsArePlaced) {
#ifdef NDEBUG
    GTEST_SKIP() << "no assertions";
#endif
    CollisionWorld world(room());
    world.place_models_at_rest();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_DEATH(world.place(kCrate, box_at({nan, 0, 0})), "is_within");
    EXPECT_DEATH(world.place(kCrate, {{*ConvexShape::sphere(1), {nan, 0, 0}}, {}}), "is_within");
    EXPECT_DEATH(world.place(ObstacleId(), box_at({})), "is_valid");
    EXPECT_DEATH(world.place(kCrate, Vec3{}), "holds");
    Transform scaled;
    scaled.x.x = 2;
    EXPECT_DEATH(world.place(kDoor, scaled), "is_good_place");
    EXPECT_DEATH(world.move(kDoor, moved_by({nan, 0, 0})), "is_good_place");
    EXPECT_DEATH(world.place(ModelId(99)), "models");
    EXPECT_DEATH(world.place(kWorldModel), "model.value > 0");
}

TEST(CollisionWorld, CopiesAreIndependent) {
    CollisionWorld world(room());
    world.place(kCrate, box_at({0, 0, 28}));
    CollisionWorld copy = world;
    copy.remove(kCrate);
    EXPECT_TRUE(world.holds(kCrate));
    EXPECT_FALSE(copy.holds(kCrate));
    world = std::move(copy);
    EXPECT_EQ(world.obstacle_count(), 0u);
}

TEST(CollisionWorld, AllocatesNothingInASteadyState) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "sanitizers have a memory of their own";
#endif
    CollisionWorld world(room());
    world.place_models_at_rest();
    test::Random random(1);
    const Obstacle rocket{{*ConvexShape::sphere(4), {}}, {}};
    const auto step = [&](std::uint32_t i) {
        world.end_step();
        world.move(kDoor, moved_by({0, 0, static_cast<double>(i % 64)}));
        for (std::uint32_t k = 0; k < 50; ++k) {
            const ObstacleId id(k);
            const bool is_there = world.holds(id);
            if (is_there && random.one_in(9)) {
                world.remove(id);
            } else if (is_there) {
                world.move(id, anywhere(random, 300));
            } else {
                world.place(id, rocket);
            }
        }
        trace(world, SpaceId(0), {-300, 0, 30}, {300, 0, 30});
    };
    for (std::uint32_t i = 0; i < 200; ++i) {
        step(i);
    }
    std::uint32_t next = 200;
    const test::Taken taken = test::taken_by([&] {
        for (int i = 0; i < 200; ++i) {
            step(next++);
        }
    });
    EXPECT_EQ(taken.allocations, 0u);
}

}  // namespace
}  // namespace halfspace
