// SPDX-License-Identifier: MIT
// Levels that are larger than most.
#include "renderer.h"

#include "halfspace/query/space.h"

#include "screenshot.h"
#include "support/brushes.h"
#include "support/scene_levels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace halfspace::viewer {
namespace {

constexpr std::uint32_t kWidth = 160;
constexpr std::uint32_t kHeight = 120;
constexpr std::int64_t kHalf = 20000;  // of a room's width and height [map units]
constexpr std::int64_t kWall = 64;
constexpr Vec3 kEye{1000, 0, 0};

// Adds the six walls of a room that reaches along the x axis.
void add_room(std::vector<Brush>& brushes, std::int64_t min_x, std::int64_t max_x) {
    const test::Units inner[2]{{min_x, -kHalf, -kHalf}, {max_x, kHalf, kHalf}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const std::size_t side : {0u, 1u}) {
            test::Units min{min_x - kWall, -kHalf - kWall, -kHalf - kWall};
            test::Units max{max_x + kWall, kHalf + kWall, kHalf + kWall};
            (side == 0 ? max : min)[axis] = inner[side][axis];
            brushes.push_back(test::box_brush(min, max));
        }
    }
}

LoadedLevel loaded(std::vector<Brush> brushes) {
    Level level = *test::compiled_level(test::world_of(std::move(brushes)));
    TextureSet textures(level, {});
    return {std::move(level), std::move(textures), 0, {}};
}

// The picture along the x axis; empty if there is no EGL.
Image shot(const LoadedLevel& level, const FrameOptions& options) {
    const auto view = look_at(kEye, kEye + Vec3{1, 0, 0}, 10, 4.0 / 3);
    Result<Screenshot> made = take_screenshot(level, *view, options, kWidth, kHeight);
    return made ? std::move(made->image) : Image();
}

TEST(Renderer, ShowsWallsAtAnyDistance) {
    std::vector<Brush> brushes;
    add_room(brushes, 0, 500000);
    const LoadedLevel level = loaded(std::move(brushes));
    for (const bool has_depth_buffer : {false, true}) {
        const Image picture = shot(level, {.has_depth_buffer = has_depth_buffer});
        if (picture.width == 0) {
            GTEST_SKIP() << "no EGL without a display";
        }
        EXPECT_EQ(std::ranges::count(picture.pixels, PaintOptions().background), 0);
    }
}

// Depths must tell apart a wall of 64 units and what lies behind it, far away.
TEST(Renderer, HidesGlassBehindAWallFarAway) {
    std::vector<Brush> brushes;
    add_room(brushes, 0, 300000);
    const LoadedLevel one_room = loaded(brushes);
    add_room(brushes, 300000 + kWall, 310000);
    const LoadedLevel two_rooms = loaded(std::move(brushes));
    const Image plain = shot(one_room, {});
    if (plain.width == 0) {
        GTEST_SKIP() << "no EGL without a display";
    }
    const Image one = shot(one_room, {.glass = find_space(one_room.level, "stand")});
    const Image two = shot(two_rooms, {.glass = find_space(two_rooms.level, "stand")});
    EXPECT_NE(one.pixels, plain.pixels);
    EXPECT_EQ(one.pixels, two.pixels);
}

}  // namespace
}  // namespace halfspace::viewer
