// SPDX-License-Identifier: MIT
// Meshes of a CollisionWorld: what blocks, where, and in which order beside other things.
// collision_world_test.cpp asks the same with a level, models and obstacles.
#include "halfspace/level/level.h"
#include "halfspace/math/sin_cos.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/first_hit.h"
#include "halfspace/query/free.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/sweep.h"
#include "halfspace/query/trace.h"
#include "halfspace/spatial/mesh_sweep.h"
#include "halfspace/spatial/triangle_bvh.h"

#include "support/brushes.h"
#include "support/queries.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/scan.h"
#include "support/scene_levels.h"
#include "support/small_stack.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace halfspace {
namespace {

using test::box_brush;

constexpr SpaceId kPoint(0);
const MeshId kMesh{4};
const ObstacleId kCrate{9};

// A wall of two triangles across the x axis; its front looks along -x.
struct Wall {
    std::array<double, 12> positions;
    std::array<std::uint32_t, 6> indices{0, 1, 2, 0, 2, 3};
    TriangleBvh tree;

    explicit Wall(double x = 0, double size = 100)
        : positions{x, size, -size, x, -size, -size, x, -size, size, x, size, size},
          tree(*TriangleBvh::build({positions, indices})) {}

    MeshSurface surface(BlockingSides sides = BlockingSides::Both) const {
        return {.triangles = &tree, .sides = sides};
    }
};

TEST(Meshes, ABodyStopsTheSkinBeforeThem) {
    const Wall wall;
    CollisionWorld world;
    world.place(kMesh, wall.surface(), moved_by({50, 0, 0}));
    for (const Contact& contact :
         {trace(world, kPoint, {}, {100, 0, 10}),
          sweep(world, {*ConvexShape::box({0, 0, 0})}, {}, {100, 0, 10})}) {
        EXPECT_TRUE(contact.hit);
        EXPECT_FALSE(contact.start_blocked);
        EXPECT_EQ(contact.mesh, kMesh);
        EXPECT_TRUE(contact.triangle.is_valid());
        EXPECT_FALSE(contact.model.is_valid() || contact.obstacle.is_valid());
        EXPECT_EQ(contact.contents, kMeshContents);
        EXPECT_NEAR(contact.point.x, 50, 1e-5);
        EXPECT_NEAR(contact.end.x, 50 - 1.0 / 32, 1e-5);
        EXPECT_EQ(contact.normal, Vec3(-1, 0, 0));
    }
    const Contact ball = sweep(world, {*ConvexShape::sphere(5)}, {}, {100, 0, 10});
    EXPECT_NEAR(ball.fraction, 0.45, 1e-6);
    EXPECT_TRUE(is_free(world, {*ConvexShape::sphere(5)}, ball.end));
    EXPECT_EQ(first_hit(world, kPoint, {}, {100, 0, 10}).mesh, kMesh);
}

TEST(Meshes, OneThatTheBodyOverlapsBlocksTheStart) {
    const Wall wall;
    CollisionWorld world;
    world.place(kMesh, wall.surface());
    const PlacedShape body{*ConvexShape::box({5, 5, 5})};
    for (const bool may_leave : {false, true}) {
        const Contact contact =
            sweep(world, body, {4, 0, 0}, {40, 0, 0}, {.may_leave_obstacles = may_leave});
        EXPECT_TRUE(contact.start_blocked);
        EXPECT_EQ(contact.mesh, kMesh);
        EXPECT_FALSE(contact.triangle.is_valid());
        EXPECT_EQ(contact.end, Vec3(4, 0, 0));
    }
    EXPECT_FALSE(is_free(world, body, {4, 0, 0}));
    EXPECT_TRUE(is_free(world, body, {5, 0, 0})) << "touches";
    EXPECT_TRUE(is_free(world, body, {4, 0, 0}, kObstacleContents));
    EXPECT_TRUE(overlaps_box(world, {{-1, 0, 0}, {1, 1, 1}}));
    EXPECT_FALSE(overlaps_box(world, {{0, 0, 0}, {1, 1, 1}}));
    const auto place = unstick(world, body, {4, 0, 0}, 2);
    ASSERT_TRUE(place.has_value());
    EXPECT_NEAR(place->x, 5, 1e-4) << "the nearest, not one of 26 directions";
    EXPECT_FALSE(unstick(world, body, {4, 0, 0}, 0.5).has_value());
    EXPECT_EQ(point_contents(world, {0, 0, 0}), Contents::Empty) << "a mesh has no inside";
}

TEST(Meshes, TheFrontAloneStopsBodiesAndBothSidesSight) {
    const Wall wall;
    CollisionWorld world;
    world.place(kMesh, wall.surface(BlockingSides::Front));
    const PlacedShape body{*ConvexShape::box({1, 1, 1})};
    EXPECT_TRUE(sweep(world, body, {-9, 0, 0}, {9, 0, 0}).hit);
    EXPECT_FALSE(sweep(world, body, {9, 0, 0}, {-9, 0, 0}).hit);
    EXPECT_FALSE(line_of_sight(world, {-9, 0, 0}, {9, 0, 0}));
    EXPECT_FALSE(line_of_sight(world, {9, 0, 0}, {-9, 0, 0}));
    EXPECT_TRUE(line_of_sight(world, {-9, 0, 0}, {-1, 90, 0}));
}

TEST(Meshes, TheMaskChoosesAmongContents) {
    const Wall wall;
    CollisionWorld world;
    MeshSurface fence = wall.surface();
    fence.contents = Contents::Fence;
    world.place(kMesh, fence);
    EXPECT_TRUE(line_of_sight(world, {-9, 0, 0}, {9, 0, 0}));
    EXPECT_FALSE(trace(world, kPoint, {-9, 0, 0}, {9, 0, 0}, {.mask = kOpaque}).hit);
    EXPECT_EQ(trace(world, kPoint, {-9, 0, 0}, {9, 0, 0}).contents, Contents::Fence);
    EXPECT_FALSE(trace({world, {.meshes = {&kMesh, 1}}}, kPoint, {-9, 0, 0}, {9, 0, 0}).hit);
}

TEST(Meshes, TheNearestOfAllIsMet) {
    auto level = test::compiled_level(test::world_of({box_brush({100, -64, -64}, {110, 64, 64})}));
    ASSERT_TRUE(level) << to_string(level.error());
    const Wall wall;
    CollisionWorld world(*level);
    world.place(kCrate, {{*ConvexShape::box({10, 10, 10}), {}}, {70, 0, 0}});
    world.place(kMesh, wall.surface(), moved_by({50, 0, 0}));
    const auto first = [&] { return trace(world, kPoint, {}, {200, 0, 0}); };
    EXPECT_EQ(first().mesh, kMesh);
    world.place(kMesh, moved_by({62, 0, 0}));
    EXPECT_EQ(first().obstacle, kCrate);
    EXPECT_FALSE(first().mesh.is_valid());
    world.remove(kCrate);
    EXPECT_EQ(first().mesh, kMesh);
    world.place(kMesh, moved_by({100.01, 0, 0}));
    const Contact at_wall = first();
    EXPECT_EQ(at_wall.model, kWorldModel);
    EXPECT_FALSE(at_wall.mesh.is_valid() || at_wall.triangle.is_valid());
    // Of two meshes at one place, the lowest id.
    world.place(MeshId(7), wall.surface(), moved_by({40, 0, 0}));
    world.place(MeshId(3), wall.surface(), moved_by({40, 0, 0}));
    EXPECT_EQ(first().mesh, MeshId(3));
    EXPECT_EQ(world.mesh_count(), 3u);
    world.remove(MeshId(3));
    EXPECT_FALSE(world.holds(MeshId(3)));
    EXPECT_EQ(first().mesh, MeshId(7));
}

// The skin of a mesh behind the touched wall may end the motion before the skin of this wall.
TEST(Meshes, ABodyKeepsTheSkinOfAllMeshes) {
    const Wall wall;
    CollisionWorld world;
    world.place(kMesh, wall.surface(), turned_about({}, {.yaw = 89}));
    world.place(MeshId(1), wall.surface(), moved_by({10, 0, 0}));
    const PlacedShape body{*ConvexShape::sphere(1)};
    const Vec3 from{-40, -1.16, 0};
    ASSERT_TRUE(is_free(world, body, from));
    const Contact contact = sweep(world, body, from, {40, -1.16, 0});
    EXPECT_EQ(contact.mesh, MeshId(1));
    EXPECT_NEAR(contact.point.x, 9, 1e-5);
    EXPECT_LT(contact.end.x, 8);
    EXPECT_TRUE(is_free(world, body, contact.end));
    EXPECT_TRUE(is_free(world, {*ConvexShape::sphere(1 + 1.0 / 64)}, contact.end));
}

TEST(Meshes, AMeshThatMovesIsSeenWhereItEnds) {
    const Wall wall;
    CollisionWorld world;
    world.place(kMesh, wall.surface());
    world.move(kMesh, moved_by({20, 0, 0}));
    EXPECT_EQ(world.mesh(kMesh).from(), Transform{});
    EXPECT_NEAR(trace(world, kPoint, {-9, 0, 0}, {90, 0, 0}).point.x, 20, 1e-5);
    std::array<MeshId, 2> found;
    EXPECT_EQ(world.meshes_in({{10, 0, 0}, {11, 1, 1}}, found), 1u) << "on its way";
    EXPECT_EQ(found[0], kMesh);
    world.end_step();
    EXPECT_EQ(world.mesh(kMesh).from(), moved_by({20, 0, 0}));
    EXPECT_EQ(world.meshes_in({{10, 0, 0}, {11, 1, 1}}, found), 0u);
    world.place(kCrate, {{*ConvexShape::box({10, 10, 10}), {}}, {25, 0, 0}});
    EXPECT_EQ(first_overlapped(world, kMesh), kCrate);
    world.place(kMesh, moved_by({15, 0, 0}));
    EXPECT_FALSE(first_overlapped(world, kMesh).has_value()) << "touches";
}

TEST(Meshes, AMeshWithoutTrianglesBlocksNothing) {
    const TriangleBvh none = *TriangleBvh::build({std::span<const double>(), {}});
    CollisionWorld world;
    world.place(kMesh, {.triangles = &none});
    EXPECT_FALSE(trace(world, kPoint, {-9, 0, 0}, {9, 0, 0}).hit);
    EXPECT_TRUE(is_free(world, {*ConvexShape::sphere(9)}, {}));
    EXPECT_TRUE(line_of_sight(world, {-9, 0, 0}, {9, 0, 0}));
}

TEST(Meshes, MotionsFromFarAwayMeetThem) {
    const Wall wall;
    CollisionWorld world;
    world.place(kMesh, wall.surface());
    for (const double far : {1e7, 1e12}) {
        const Contact contact = trace(world, kPoint, {-far, 0, 0}, {far, 0, 0});
        EXPECT_EQ(contact.mesh, kMesh) << far;
        EXPECT_NEAR(contact.fraction, 0.5, 1e-5) << far;
        EXPECT_FALSE(trace(world, kPoint, {-far, 200, 0}, {far, 200, 0}).hit);
    }
    for (const double far : {1e20, 1e100, 1e307}) {
        trace(world, kPoint, {-far, 0, 0}, {far, 0, 0});
        EXPECT_TRUE(is_free(world, kPoint, {far, 0, 0}));
        EXPECT_TRUE(line_of_sight(world, {far, 0, 0}, {far, 0, 1}));
    }
}

TEST(Meshes, QuestionsAllocateNothingAndNeedLittleStack) {
    const test::Mesh mesh = test::scan(20);
    const TriangleBvh tree = *TriangleBvh::build({mesh.positions, mesh.indices});
    CollisionWorld world;
    world.place(kMesh, {.triangles = &tree}, turned_about({}, {.yaw = 30}));
    const PlacedShape capsule{*ConvexShape::capsule(0.2, 0.1)};
    const PlacedShape box{*ConvexShape::box({0.2, 0.2, 0.2})};
    std::size_t hits = 0;
    const test::Taken taken = test::taken_by([&] {
        hits += sweep(world, capsule, {-3, 0, 0}, {3, 0, 0}).hit ? 1U : 0U;
        hits += sweep(world, box, {-3, 0, 0}, {3, 0, 0}).hit ? 1U : 0U;
        hits += unstick(world, box, {-1, 0, 0}, 1).has_value() ? 1U : 0U;
    });
    EXPECT_EQ(hits, 3u);
    EXPECT_EQ(taken.allocations, 0u);
#ifndef HALFSPACE_HAS_LARGE_FRAMES
    EXPECT_LE(taken.stack, 60u << 10);
#endif
}

TEST(Meshes, ABodyLargerThanTheMeshIsStopped) {
    const Wall wall(0, 1);
    CollisionWorld world;
    world.place(kMesh, wall.surface());
    for (const ConvexShape& shape : {*ConvexShape::box({50, 50, 50}),
                                     *ConvexShape::sphere(50),
                                     *ConvexShape::capsule(30, 50),
                                     *ConvexShape::cylinder(50, 50)}) {
        const Contact contact = sweep(world, {shape}, {-200, 0, 0}, {200, 0, 0});
        ASSERT_TRUE(contact.hit);
        EXPECT_NEAR(contact.point.x, -50, 0.02);
        EXPECT_TRUE(is_free(world, {shape}, contact.end));
        EXPECT_FALSE(is_free(world, {shape}, {0, 0, 0}));
        const auto place = unstick(world, {shape}, {-49, 0, 0}, 4);
        ASSERT_TRUE(place.has_value());
        EXPECT_NEAR(place->x, -50, 0.02);
    }
}

// The world of an ant, and one a million units from the origin.
TEST(Meshes, AnswersAreTheSameSmallAndFarAway) {
    for (const double scale : {1e-3, 1.0}) {
        for (const Vec3& place : {Vec3{}, Vec3{1e6, -1e6, 1e6}}) {
            if (scale < 1 && place != Vec3{}) {
                continue;  // a step of doubles there is as large as the skin
            }
            const Wall wall(0, 100 * scale);
            CollisionWorld world;
            world.place(kMesh, wall.surface(), moved_by(place));
            const TraceOptions options{.skin = scale / 32};
            for (const ConvexShape& shape :
                 {*ConvexShape::box(Vec3{5, 5, 5} * scale), *ConvexShape::sphere(5 * scale)}) {
                const Contact contact = sweep(world,
                                              {shape},
                                              place + Vec3{-50, 3, 4} * scale,
                                              place + Vec3{50, 3, 4} * scale,
                                              options);
                ASSERT_TRUE(contact.hit);
                EXPECT_NEAR(contact.fraction, 0.45, 1e-4);
                EXPECT_LT(distance(contact.normal, {-1, 0, 0}), 1e-6);
                EXPECT_TRUE(is_free(world, {shape}, contact.end));
            }
        }
    }
}

// A body of any shape that starts free ends free, and is free on all of its way.
TEST(Meshes, ABodyThatStartsFreeEndsFree) {
    std::size_t hits = 0;
    for (std::size_t i = 0; i < test::repeats(1500); ++i) {
        test::Random random(i);
        const auto place = [&](double size) {
            return Vec3{
                random.real(-size, size), random.real(-size, size), random.real(-size, size)};
        };
        const test::Mesh mesh = test::scan(4 + i % 5);
        const TriangleBvh tree = *TriangleBvh::build({mesh.positions, mesh.indices});
        CollisionWorld world;
        for (std::uint32_t id = 0; id < 3; ++id) {
            Transform at =
                turned_about({}, {.pitch = random.real(-90, 90), .yaw = random.real(0, 360)});
            at.translation = place(2) + Vec3{0, 0, i % 3 == 0 ? 1e6 : 0};
            world.place(MeshId(id), {.triangles = &tree}, at);
        }
        const std::array<ConvexShape, 4> shapes{*ConvexShape::box({0.2, 0.3, 0.2}),
                                                *ConvexShape::sphere(0.3),
                                                *ConvexShape::capsule(0.2, 0.2),
                                                *ConvexShape::cylinder(0.3, 0.2)};
        const PlacedShape body{shapes[i % 4]};
        Vec3 at = place(3) + Vec3{0, 0, i % 3 == 0 ? 1e6 : 0};
        if (!is_free(world, body, at)) {
            continue;
        }
        for (int step = 0; step < 10; ++step) {
            const Contact contact = sweep(world, body, at, at + place(1));
            hits += contact.hit ? 1 : 0;
            ASSERT_FALSE(contact.start_blocked);
            for (int part = 1; part <= 4; ++part) {
                ASSERT_TRUE(is_free(world, body, lerp(at, contact.end, part / 4.0))) << i;
            }
            at = contact.end;
        }
    }
    EXPECT_GT(hits, test::repeats(300));
}

}  // namespace
}  // namespace halfspace
