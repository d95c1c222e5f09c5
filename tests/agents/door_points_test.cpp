// SPDX-License-Identifier: MIT
// A door that has slid into its wall stands into the doorway by its lip: followers keep away from
// it.
#include "agents/door_points.h"

#include "halfspace/move/doors.h"
#include "halfspace/move/mover.h"
#include "halfspace/nav/locate.h"

#include "support/brushes.h"
#include "support/nav_levels.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

constexpr SpaceId kStand(1);

// Two rooms of one floor, and a door between them that slides to larger y. The body is 30 wide: its
// floor in the doorway is from y = 111 to 145. A lip of 8 takes the part beyond 137. back: how far
// the door is behind the faces of the wall.
Level two_rooms(const std::string& lip, std::int64_t back = 4) {
    World world = world_of({box_brush({0, 0, -16}, {512, 256, 0}),
                            box_brush({248, 0, 0}, {264, 96, 128}),
                            box_brush({248, 160, 0}, {264, 256, 128})});
    Entity& door = world.entities.emplace_back();
    door.keys = {{"classname", "func_door"}, {"angle", "90"}, {"lip", lip}};
    door.brushes = {box_brush({248 + back, 96, 0}, {264 - back, 160, 128})};
    return level_with_navigation(world).value();
}

// How long a follower takes from one room to the other [s]; above 10: it does not come.
double seconds_through(const Level& level, const Vec3& from, const Vec3& to) {
    const NavMesh mesh = NavMesh::from_level(level, kStand).value();
    Doors doors(level);
    PathFollower follower;
    NavScratch scratch;
    MoverState state = mover_at(from);
    double seconds = 0;
    EXPECT_EQ(follower.go_to(mesh, from, locate(mesh, to).value(), scratch),
              FollowStatus::Following);
    for (; follower.status() != FollowStatus::Arrived && seconds < 11; seconds += 1.0 / 64) {
        const MoverInput input = follower.step(mesh, state, scratch);
        state = step_among(doors, {kStand, kStand}, state, input).state;
        EXPECT_NE(follower.status(), FollowStatus::Stuck) << state.position.y;
    }
    return seconds;
}

TEST(DoorPoints, LeadPastTheLipOfAnOpenDoor) {
    const Level level = two_rooms("8");
    for (double y = 24; y < 240; y += 12) {
        // The straight way takes 1.3 s, and the door opens meanwhile.
        EXPECT_LT(seconds_through(level, {48, y, 25}, {460, y, 24}), 3) << y;
        EXPECT_LT(seconds_through(level, {460, y, 25}, {48, 144, 24}), 3) << y;
    }
}

// The way turns a bit at the last corner of a doorway that is full of the door.
TEST(DoorPoints, LeadPastTheLipOfADoorAsThickAsItsWall) {
    const Level level = two_rooms("8", 0);
    for (double y = 100; y < 130; y += 5) {
        for (double to = 140; to < 200; to += 5) {
            EXPECT_LT(seconds_through(level, {48, y, 25}, {460, to, 24}), 3) << y << ' ' << to;
        }
    }
}

std::vector<Vec3> points_between(const NavMesh& mesh, const Vec3& from, const Vec3& to) {
    const auto point = [&](const Vec3& position) {
        const NavPlace place = locate(mesh, position).value();
        return FollowPoint{.position = place.position, .polygon = place.polygon};
    };
    std::vector<FollowPoint> points{point(from)};
    add_door_points(mesh, point(to), {}, {}, points);
    std::vector<Vec3> positions;
    for (const FollowPoint& each : points) {
        positions.push_back(each.position);
    }
    return positions;
}

// The door closes x from 237 to 275. The clearance is 2, and the lip 8 more.
TEST(DoorPoints, AreWhereAWayGoesIntoADoorwayAndOutOfIt) {
    const Level level = two_rooms("8");
    const NavMesh mesh = NavMesh::from_level(level, kStand).value();
    const std::vector<Vec3> beside = points_between(mesh, {100, 140, 24}, {400, 140, 24});
    EXPECT_EQ(beside, (std::vector<Vec3>{{100, 140, 24}, {237, 135, 24}, {275, 135, 24}}));
    const std::vector<Vec3> back = points_between(mesh, {400, 112, 24}, {100, 112, 24});
    EXPECT_EQ(back, (std::vector<Vec3>{{400, 112, 24}, {275, 121, 24}, {237, 121, 24}}));
    // From the inside there is only a way out.
    const std::vector<Vec3> out = points_between(mesh, {250, 140, 24}, {400, 140, 24});
    EXPECT_EQ(out, (std::vector<Vec3>{{250, 140, 24}, {275, 135, 24}}));
    EXPECT_EQ(points_between(mesh, {100, 140, 24}, {200, 140, 24}).size(), 1u);
}

}  // namespace
}  // namespace halfspace::test
