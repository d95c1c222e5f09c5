// SPDX-License-Identifier: MIT
#include "halfspace/agents/path_follower.h"

#include "halfspace/move/mover.h"
#include "halfspace/nav/locate.h"
#include "halfspace/query/space.h"

#include "support/brushes.h"
#include "support/nav_levels.h"
#include "support/path_walks.h"
#include "support/repeats.h"
#include "support/small_stack.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace halfspace::test {
namespace {

void expect_all_arrive(const std::filesystem::path& path, std::size_t count) {
    SCOPED_TRACE(path.filename().string());
    const auto level = map_with_navigation(path);
    ASSERT_TRUE(level.has_value());
    const PathWalkReport walks = check_paths(*level, count, 1);
    EXPECT_EQ(walks.report.queries, count);
    EXPECT_EQ(walks.report.differences, 0u) << joined(walks.report);
    EXPECT_EQ(walks.late, std::vector<std::string>{});
    EXPECT_LT(walks.wet, count);
}

TEST(PathFollower, WalksShortestPathsOfExamplesInTheirTime) {
    for (const char* const name : {"keep.map", "station.map", "arena.map", "cistern.map"}) {
        expect_all_arrive(project_file(std::string("examples/levels/") + name), repeats(300));
    }
}

TEST(PathFollower, WalksShortestPathsOfRealLevelsInTheirTime) {
    for (const char* const name : {"id1/dm4.map", "id1/e1m1.map", "librequake/lq_e1m1.map"}) {
        const std::filesystem::path path = test_data(std::string("maps/") + name);
        if (path.empty()) {
            GTEST_SKIP() << "no real levels";
        }
        expect_all_arrive(path, repeats(200));
    }
}

// Two rooms, a door between them, and a pillar that nobody can climb.
class FollowerInRooms : public testing::Test {
protected:
    FollowerInRooms()
        : level_(level_with_navigation(world_of({box_brush({0, 0, -16}, {512, 256, 0}),
                                                 box_brush({248, 0, 0}, {264, 96, 128}),
                                                 box_brush({248, 160, 0}, {264, 256, 128}),
                                                 box_brush({64, 64, 0}, {128, 128, 64})}))
                     .value()),
          mesh_(NavMesh::from_level(level_, stand_).value()),
          world_(level_) {
        place_at({32, 32, 24});
        goal_ = locate(mesh_, {480, 224, 24}).value();
    }

    void place_at(const Vec3& position) {
        state_ = mover_at(position + Vec3{0, 0, 1.0 / 16});
        for (int i = 0; i < 4; ++i) {
            state_ = step_mover(world_, {stand_, stand_}, state_, {}).state;
        }
    }
    FollowStatus begin() { return follower_.go_to(mesh_, state_.position, goal_, scratch_); }
    // Stops as soon as the status is the one that is waited for.
    void run(double seconds, FollowStatus until = FollowStatus::Arrived) {
        for (double t = 0; t < seconds && follower_.status() != until; t += 1.0 / 64) {
            const MoverInput input = follower_.step(mesh_, state_, scratch_);
            state_ = step_mover(world_, {stand_, stand_}, state_, input).state;
        }
    }

    SpaceId stand_{1};
    Level level_;
    NavMesh mesh_;
    CollisionWorld world_;
    NavScratch scratch_;
    PathFollower follower_;
    MoverState state_;
    NavPlace goal_;
};

// Two rooms and two doors, of models 1 and 2. The way from one room to the other through the first
// door is shorter.
class FollowerAtDoors : public testing::Test {
protected:
    FollowerAtDoors()
        : level_(level_with_navigation(rooms()).value()),
          mesh_(NavMesh::from_level(level_, stand_).value()),
          world_(level_),
          doors_(mesh_),
          follower_({.route = {.doors = &doors_}}) {
        close(ModelId(1), false);
        close(ModelId(2), false);
        state_ = mover_at({128, 128, 24 + 1.0 / 16});
        goal_ = locate(mesh_, {384, 128, 24}).value();
    }

    static World rooms() {
        World world = world_of({box_brush({0, 0, -16}, {512, 512, 0}),
                                box_brush({248, 0, 0}, {264, 96, 128}),
                                box_brush({248, 160, 0}, {264, 352, 128}),
                                box_brush({248, 416, 0}, {264, 512, 128})});
        for (const std::int64_t y : {96, 352}) {
            Entity& entity = world.entities.emplace_back();
            entity.keys.push_back({"classname", "func_door"});
            entity.brushes.push_back(box_brush({250, y, 0}, {262, y + 64, 128}));
        }
        return world;
    }
    // A door that is open is gone.
    void close(ModelId door, bool is_closed) {
        doors_.set_closed(door, is_closed);
        if (is_closed) {
            world_.place(door);
        } else {
            world_.remove(door);
        }
    }
    void run(double seconds) {
        for (double t = 0; t < seconds && follower_.status() != FollowStatus::Arrived;
             t += 1.0 / 64) {
            const MoverInput input = follower_.step(mesh_, state_, scratch_);
            state_ = step_mover(world_, {stand_, stand_}, state_, input).state;
        }
    }

    SpaceId stand_{1};
    Level level_;
    NavMesh mesh_;
    CollisionWorld world_;
    NavDoorState doors_;
    NavScratch scratch_;
    PathFollower follower_;
    MoverState state_;
    NavPlace goal_;
};

TEST_F(FollowerAtDoors, TakesAnotherWayAtOnceWhenADoorClosesBeforeIt) {
    follower_.go_to(mesh_, state_.position, goal_, scratch_);
    run(0.2);
    EXPECT_LT(state_.position.x, 220);
    close(ModelId(1), true);
    run(1.0 / 64);
    EXPECT_EQ(follower_.repaths(), 1u);
    run(8);
    EXPECT_EQ(follower_.status(), FollowStatus::Arrived);
    EXPECT_EQ(follower_.repaths(), 1u);
}

// A door that is not on the way changes nothing.
TEST_F(FollowerAtDoors, KeepsItsWayWhenAnotherDoorCloses) {
    follower_.go_to(mesh_, state_.position, goal_, scratch_);
    run(0.2);
    close(ModelId(2), true);
    run(8);
    EXPECT_EQ(follower_.status(), FollowStatus::Arrived);
    EXPECT_EQ(follower_.repaths(), 0u);
}

TEST_F(FollowerAtDoors, WaitsBeforeClosedDoorsUntilOneOpens) {
    close(ModelId(2), true);
    follower_.go_to(mesh_, state_.position, goal_, scratch_);
    EXPECT_EQ(follower_.status(), FollowStatus::Following);
    run(0.2);
    close(ModelId(1), true);
    run(2);
    EXPECT_EQ(follower_.status(), FollowStatus::Unreachable);
    EXPECT_LT(state_.position.x, 235);  // where a body touches the wall
    close(ModelId(2), false);
    run(1.0 / 64);
    EXPECT_EQ(follower_.status(), FollowStatus::Following);
    run(8);
    EXPECT_EQ(follower_.status(), FollowStatus::Arrived);
}

// The hunter stands in the doorway when the doors close: it leaves to the side of its prey.
TEST_F(FollowerAtDoors, LeavesADoorwayWhoseDoorIsClosed) {
    close(ModelId(2), true);
    state_ = mover_at({256, 128, 24 + 1.0 / 16});
    doors_.set_closed(ModelId(1), true);  // the model is still open
    EXPECT_EQ(follower_.go_to(mesh_, state_.position, goal_, scratch_), FollowStatus::Following);
    run(2);
    EXPECT_EQ(follower_.status(), FollowStatus::Arrived);
}

// The prey goes from room to room, and closes the door behind itself. The hunter finds a new way
// each time, and is at the prey in the end.
TEST_F(FollowerAtDoors, ChasesThroughDoorsThatClose) {
    const Vec3 prey[] = {{384, 128, 24}, {128, 384, 24}, {384, 384, 24}, {384, 256, 24}};
    ModelId shut(1);
    for (const Vec3& place : prey) {
        goal_ = locate(mesh_, place).value();
        EXPECT_EQ(follower_.go_to(mesh_, state_.position, goal_, scratch_),
                  FollowStatus::Following);
        run(0.3);
        close(shut, true);
        shut = ModelId(3 - shut.value);
        close(shut, false);
        run(1);
    }
    run(8);
    EXPECT_EQ(follower_.status(), FollowStatus::Arrived);
}

// A wall of 40 units between two floors: the mover jumps onto it and drops behind it. With a wall
// of 60 it cannot.
TEST(PathFollower, JumpsOntoAWallAndDropsBehindIt) {
    for (const int height : {40, 60}) {
        const auto level = level_with_navigation(world_of(
            {box_brush({0, 0, -16}, {512, 256, 0}), box_brush({240, 0, 0}, {304, 256, height})}));
        ASSERT_TRUE(level.has_value());
        const SpaceId stand(1);
        const NavMesh mesh = NavMesh::from_level(*level, stand).value();
        const CollisionWorld world(*level);
        NavScratch scratch;
        MoverState state = mover_at({64, 128, 24 + 1.0 / 16});
        PathFollower follower;
        follower.go_to(mesh, state.position, locate(mesh, {440, 60, 24}).value(), scratch);
        if (height == 60) {
            EXPECT_EQ(follower.status(), FollowStatus::Unreachable);
            continue;
        }
        bool has_jumped = false;
        for (double t = 0; t < 6 && follower.status() != FollowStatus::Arrived; t += 1.0 / 64) {
            const MoverInput input = follower.step(mesh, state, scratch);
            has_jumped = has_jumped || (input.buttons & kJumpButton) != 0;
            state = step_mover(world, {stand, stand}, state, input).state;
        }
        EXPECT_EQ(follower.status(), FollowStatus::Arrived);
        EXPECT_TRUE(has_jumped);
        EXPECT_EQ(follower.repaths(), 0u);
    }
}

// A floor 100 below and 100 ahead of a ledge, with a pit between. Who is slower at the ledge, or
// thinks anew in the air and goes back to the ledge, falls into the pit.
TEST(PathFollower, DropsOverAPitAlsoIfItFindsItsWayAnewInEachStep) {
    const auto level =
        level_with_navigation(world_of({box_brush({-256, -128, -16}, {0, 128, 0}),
                                        box_brush({130, -128, -116}, {600, 128, -100}),
                                        box_brush({-256, -128, -516}, {600, 128, -500})}));
    ASSERT_TRUE(level.has_value());
    const SpaceId stand(1);
    const NavMesh mesh = NavMesh::from_level(*level, stand).value();
    const CollisionWorld world(*level);
    const NavPlace goal = *locate(mesh, {500, 50, -100 + 24 + 1});
    NavScratch scratch;
    for (const FollowOptions& options :
         {FollowOptions{}, FollowOptions{.speed = 0.4}, FollowOptions{.clearance = 0}}) {
        for (const int every : {1000, 16, 1}) {
            MoverState state = mover_at({-100, 40, 24 + 1.0 / 16});
            PathFollower follower(options);
            bool has_dropped = false;
            for (int i = 0; i < 640 && follower.status() != FollowStatus::Arrived; ++i) {
                if (i % every == 0) {
                    follower.go_to(mesh, state.position, goal, scratch);
                }
                const MoverInput input = follower.step(mesh, state, scratch);
                state = step_mover(world, {stand, stand}, state, input).state;
                has_dropped = has_dropped || follower.link().is_valid();
            }
            EXPECT_EQ(follower.status(), FollowStatus::Arrived)
                << "speed " << options.speed << ", clearance " << options.clearance << ", every "
                << every << ": " << state.position.x << " " << state.position.z;
            EXPECT_TRUE(has_dropped);
        }
    }
}

TEST_F(FollowerInRooms, StopsAtItsGoalAndGoesBackToIt) {
    EXPECT_EQ(follower_.status(), FollowStatus::Idle);
    EXPECT_EQ(begin(), FollowStatus::Following);
    EXPECT_GE(follower_.points().size(), 2u);
    run(5);
    EXPECT_EQ(follower_.status(), FollowStatus::Arrived);
    run(1, FollowStatus::Idle);
    EXPECT_LT(std::abs(state_.position.x - 480), 0.5);
    EXPECT_LT(std::abs(state_.position.y - 224), 0.5);
    EXPECT_LT(length(state_.velocity), 1);
    place_at({460, 200, 24});
    run(0.1, FollowStatus::Idle);
    EXPECT_EQ(follower_.status(), FollowStatus::Following);
    run(1);
    EXPECT_EQ(follower_.status(), FollowStatus::Arrived);
}

TEST_F(FollowerInRooms, KeepsAwayFromCorners) {
    begin();
    for (const FollowPoint& point : follower_.points()) {
        if (point.position.x > 200 && point.position.x < 300) {
            // The door's mesh is from y = 111 to 145.
            EXPECT_GE(point.position.y, 111 + 1);
            EXPECT_LE(point.position.y, 145 - 1);
        }
    }
}

TEST_F(FollowerInRooms, FindsBackWhereItWasPushedOff) {
    begin();
    run(1.5);
    ASSERT_GT(state_.position.x, 300);
    place_at({32, 32, 24});
    run(5);
    EXPECT_EQ(follower_.status(), FollowStatus::Arrived);
    EXPECT_GE(follower_.repaths(), 1u);
}

TEST_F(FollowerInRooms, DropsFromAPillarIfItMay) {
    place_at({96, 96, 64 + 24});
    EXPECT_EQ(begin(), FollowStatus::Following);
    const auto drops = [&](const FollowPoint& point) {
        return point.link.is_valid() && mesh_.link(point.link).kind == NavLinkKind::Drop;
    };
    EXPECT_EQ(std::ranges::count_if(follower_.points(), drops), 1);
    run(5);
    EXPECT_EQ(follower_.status(), FollowStatus::Arrived);
    EXPECT_EQ(follower_.repaths(), 0u);
}

TEST_F(FollowerInRooms, TakesThePathOfAFieldOrElseARoute) {
    DistanceField field;
    ASSERT_EQ(field.find(mesh_, goal_), PathStatus::Complete);
    for (const Vec3 start : {Vec3{32, 32, 24}, Vec3{96, 96, 64 + 24}}) {
        place_at(start);
        ASSERT_EQ(begin(), FollowStatus::Following);
        const std::vector<FollowPoint> points(follower_.points().begin(), follower_.points().end());
        ASSERT_EQ(follower_.go_to(mesh_, state_.position, goal_, scratch_, {}, &field),
                  FollowStatus::Following);
        EXPECT_EQ(follower_.goal(), goal_);
        ASSERT_EQ(follower_.points().size(), points.size());
        for (std::size_t i = 0; i < points.size(); ++i) {
            EXPECT_EQ(follower_.points()[i].position, points[i].position) << i;
            EXPECT_EQ(follower_.points()[i].polygon, points[i].polygon) << i;
            EXPECT_NEAR(follower_.points()[i].remaining, points[i].remaining, 1e-9) << i;
        }
        run(10);
        EXPECT_EQ(follower_.status(), FollowStatus::Arrived);
    }
}

TEST_F(FollowerInRooms, IsUnreachableOnAPillarAndGoesOnBelow) {
    follower_ = PathFollower({.route = {.links = kMoverLinks & ~link_bit(NavLinkKind::Drop)}});
    begin();
    run(0.25);
    place_at({96, 96, 64 + 24});
    run(2, FollowStatus::Unreachable);
    EXPECT_EQ(follower_.status(), FollowStatus::Unreachable);
    const Vec3 before = state_.position;
    run(0.5);
    EXPECT_LT(distance(state_.position, before), 8);
    place_at({32, 200, 24});
    run(6);
    EXPECT_EQ(follower_.status(), FollowStatus::Arrived);
}

TEST_F(FollowerInRooms, SaysThatItIsStuckAndGoesOnLater) {
    const ObstacleId plug(1);
    world_.place(plug, {.body = {*ConvexShape::box({8, 64, 64}), {}}, .position = {256, 128, 64}});
    begin();
    run(4, FollowStatus::Stuck);
    EXPECT_EQ(follower_.status(), FollowStatus::Stuck);
    world_.remove(plug);
    run(5);
    EXPECT_EQ(follower_.status(), FollowStatus::Arrived);
}

TEST_F(FollowerInRooms, AllocatesNothingAfterItsFirstPath) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "sanitizers have a memory of their own";
#endif
    begin();
    run(5);
    place_at({32, 32, 24});
    const Taken taken = taken_by([&] {
        begin();
        run(5);
    });
    EXPECT_EQ(follower_.status(), FollowStatus::Arrived);
    EXPECT_EQ(taken.allocations, 0u);
}

// A goal 80 below at the foot of stairs, with a radius that reaches up to their top.
TEST(PathFollower, GoesDownToAGoalOfALargeRadius) {
    std::vector<Brush> brushes;
    for (int i = 0; i < 6; ++i) {
        brushes.push_back(box_brush({32 * i, 0, -100}, {32 * (i + 1), 128, 80 - 16 * i}));
    }
    brushes.push_back(box_brush({192, 0, -100}, {512, 128, 0}));
    const Level level = level_with_navigation(world_of(brushes)).value();
    const SpaceId stand = *find_space(level, "stand");
    const NavMesh mesh = NavMesh::from_level(level, stand).value();
    PathFollower follower({.goal_radius = 1000});
    NavScratch scratch;
    MoverState state = mover_at({8, 64, 105});
    follower.go_to(mesh, state.position, locate(mesh, {240, 64, 24}).value(), scratch);
    for (int i = 0; i < 128; ++i) {
        const MoverInput input = follower.step(mesh, state, scratch);
        state = step_mover(level, {stand, stand}, state, input).state;
    }
    EXPECT_EQ(follower.status(), FollowStatus::Arrived);
    EXPECT_LT(state.position.z, 24 + 46);
}

}  // namespace
}  // namespace halfspace::test
