// SPDX-License-Identifier: MIT
// Levels that are larger than most, and glass.
#include "renderer.h"

#include "halfspace/query/space.h"

#include "offscreen.h"
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

LoadedLevel loaded(const World& world) {
    Level level = *test::compiled_level(world);
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
    const LoadedLevel level = loaded(test::world_of(std::move(brushes)));
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
    const LoadedLevel one_room = loaded(test::world_of(brushes));
    add_room(brushes, 300000 + kWall, 310000);
    const LoadedLevel two_rooms = loaded(test::world_of(std::move(brushes)));
    const Image plain = shot(one_room, {});
    if (plain.width == 0) {
        GTEST_SKIP() << "no EGL without a display";
    }
    const Image one = shot(one_room, {.glass = find_space(one_room.level, "stand")});
    const Image two = shot(two_rooms, {.glass = find_space(two_rooms.level, "stand")});
    EXPECT_NE(one.pixels, plain.pixels);
    EXPECT_EQ(one.pixels, two.pixels);
}

// A turned model looks from a turned eye as before, but for the light.
TEST(Renderer, GlassTurnsWithItsModel) {
    const Result<OffscreenContext> context = OffscreenContext::make();
    if (!context) {
        GTEST_SKIP() << to_string(context.error());
    }
    World world = test::world_of({test::box_brush({-9000, 0, 0}, {-8000, 64, 64})});
    world.entities.push_back(Entity{.keys = {{"classname", "func_wall"}},
                                    .brushes = {test::box_brush({0, 0, 0}, {64, 32, 16})}});
    const LoadedLevel door = loaded(world);
    Result<Renderer> renderer = Renderer::make();
    Result<LevelOnGpu> gpu = LevelOnGpu::make(door.level, door.textures);
    ASSERT_TRUE(renderer && gpu);
    const FrameTarget target(kWidth, kHeight);
    const FrameOptions options{.glass = find_space(door.level, "stand")};
    std::vector<PlacedModel> models = models_at_rest(door.level);
    ASSERT_EQ(models.size(), 1u);
    // The number of pixels that show glass or the model.
    const auto covered = [&](double yaw, const Transform& place) {
        const Angles turn{.yaw = yaw};
        const Vec3 eye = to_world(turned_about({}, turn), Vec3{-200, 0, 0});
        models.front().transform = place;
        const auto view = look_along(eye, turn, 90, 4.0 / 3);
        const FrameReport report = renderer->draw(target, *gpu, models, *view, options);
        const std::size_t sky = std::ranges::count(target.read().pixels, PaintOptions().background);
        return std::pair(kWidth * kHeight - sky, report.glass_polygons);
    };
    const auto [at_rest, walls] = covered(0, {});
    EXPECT_GT(walls, 0u);
    EXPECT_GT(at_rest, 500u);
    const auto turned = covered(90, turned_about({}, {.yaw = 90}));
    EXPECT_EQ(turned.first, at_rest);
    EXPECT_EQ(turned.second, walls);
    EXPECT_EQ(covered(90, moved_by({0, -600, 0})).second, 0u);  // behind the eye
}

}  // namespace
}  // namespace halfspace::viewer
