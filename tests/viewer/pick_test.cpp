// SPDX-License-Identifier: MIT
#include "pick.h"

#include "halfspace/move/doors.h"

#include "viewer/example_level.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace halfspace::viewer {
namespace {

// In the keep, the door is at x = 640.
constexpr Vec3 kStartEye{64, 256, 46};
constexpr Vec3 kBeforeDoor{580, 256, 46};

const Level& keep() {
    return example_level("keep.map").level;
}

TEST(PickFace, NamesTheBrushAndItsLine) {
    const Doors doors(keep());
    const auto door = pick_face(keep(), doors.placed(), kBeforeDoor, {1, 0, 0});
    ASSERT_TRUE(door);
    EXPECT_NEAR(door->point.x, 640, 1e-9);
    EXPECT_NE(door->words[0].find("func_door (entity 2), line "), std::string::npos);
    EXPECT_NE(std::ranges::find(door->words, "texture wood1 64x64"), door->words.end());
    const auto floor = pick_face(keep(), doors.placed(), kBeforeDoor, {0, 0, -0.5});
    ASSERT_TRUE(floor);
    EXPECT_NEAR(floor->point.z, 0, 1e-9);
    EXPECT_NE(floor->words[0].find("worldspawn"), std::string::npos);
}

TEST(PickFace, MeetsADoorWhereItStands) {
    Doors doors(keep());
    for (int i = 0; i < 100; ++i) {
        doors.step(0.1, std::array{kBeforeDoor});
        doors.finish();
    }
    const auto behind = pick_face(keep(), doors.placed(), kBeforeDoor, {1, 0, 0});
    ASSERT_TRUE(behind);
    EXPECT_GT(behind->point.x, 700);
}

TEST(PickFace, MeetsNothingOutside) {
    EXPECT_FALSE(pick_face(keep(), {}, {0, 0, 5000}, {0, 0, 1}));
    EXPECT_FALSE(pick_face(keep(), {}, kStartEye, {}));
}

}  // namespace
}  // namespace halfspace::viewer
