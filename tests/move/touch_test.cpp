// SPDX-License-Identifier: MIT
#include "move/touch.h"

#include "courses.h"

namespace halfspace::test {
namespace {

TEST(RoomNear, NoPlaceIsNearerThanZero) {
    const Level level = level_of({box_brush({-512, -512, -16}, {512, 512, 0})});
    const MoverBody space = bodies_of(level).stand;
    const MoverBody shape = shape_of(level, space);
    Blockers blockers;
    blockers.level = &level;
    blockers.options.skin = 1.0 / 32;
    const Vec3 in_floor{0, 0, 22};
    for (const MoverBody& given : {space, shape}) {
        const MovedBody body(level, given);
        EXPECT_FALSE(room_near(blockers, body, in_floor, 0));
        EXPECT_FALSE(room_near(blockers, body, {0, 0, 100}, 0));
        const auto place = room_near(blockers, body, in_floor, 8);
        ASSERT_TRUE(place);
        EXPECT_TRUE(has_room_beside_obstacles(blockers, body, *place));
        EXPECT_LT(distance(*place, in_floor), 8);
    }
}

TEST(FirstTouch, AWayOutOfTheRangeOfSweepsIsBlockedAtItsStart) {
    const Level level = level_of({box_brush({-512, -512, -16}, {512, 512, 0})});
    const MoverBody space = bodies_of(level).stand;
    const MoverBody shape = shape_of(level, space);
    Blockers blockers;
    blockers.level = &level;
    const Vec3 start{0, 0, 100};
    const Vec3 far{0x1p23, 0, 100};
    for (const MoverBody& given : {space, shape}) {
        const MovedBody body(level, given);
        EXPECT_TRUE(first_touch(blockers, body, start, far).start_blocked);
        EXPECT_EQ(first_touch(blockers, body, start, far).end, start);
        EXPECT_TRUE(first_touch(blockers, body, far, start).start_blocked);
        EXPECT_FALSE(has_room_beside_obstacles(blockers, body, far));
        EXPECT_TRUE(has_room_beside_obstacles(blockers, body, start));
    }
}

// It was 1: the body had gone the whole way.
TEST(FirstTouch, ABodyThatIsBlockedOutOfTheRangeOfSweepsHasGoneNoPartOfItsWay) {
    const Level level = level_of({box_brush({-512, -512, -16}, {512, 512, 0})});
    const MoverBody stand = bodies_of(level).stand;
    Blockers blockers;
    blockers.level = &level;
    const Contact contact =
        first_touch(blockers, MovedBody(level, stand), {0, 0, 100}, {0x1p23, 0, 100});
    EXPECT_TRUE(contact.hit && contact.start_blocked);
    EXPECT_EQ(contact.fraction, 0);
    EXPECT_EQ(contact.point, Vec3(0, 0, 100));
}

}  // namespace
}  // namespace halfspace::test
