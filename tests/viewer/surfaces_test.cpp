// SPDX-License-Identifier: MIT
// Objects that are shown and walked on as they are: pictures, picks, and a player among them.
#include "surfaces.h"

#include "halfspace/render/shading.h"

#include "offscreen.h"
#include "pick.h"
#include "player_view.h"
#include "screenshot.h"
#include "session.h"
#include "viewer/mesh_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace halfspace::viewer {
namespace {

constexpr std::uint32_t kWidth = 160;
constexpr std::uint32_t kHeight = 120;

LoadedLevel loaded(const std::vector<ObjObject>& objects, WalkOn which = WalkOn::Bad) {
    const MeshFolder folder;
    LevelSource source = folder.write(objects);
    source.walk_on = which;
    Progress progress;
    return std::move(load(source, progress).value());
}

// The picture; empty if there is no EGL.
Image shot(const LoadedLevel& level,
           const Vec3& eye,
           const Vec3& target,
           const FrameOptions& options = {}) {
    Result<Screenshot> made =
        take_screenshot(level, *look_at(eye, target, 60, 4.0 / 3), options, kWidth, kHeight);
    return made ? std::move(made->image) : Image();
}

// True if the pixel in the middle is sky: more blue than red.
bool is_sky_in_the_middle(const Image& image) {
    const Rgba pixel = image.at(kWidth / 2, kHeight / 2);
    return pixel.b > pixel.r;
}

ObjObject ground() {
    return sheet("ground", {-8, -8, 0}, {8, 8, 0});
}

TEST(Surfaces, AreSeenFromBothSidesUnderTheSky) {
    const LoadedLevel level = loaded({ground()});
    const Image above = shot(level, {10, 20, 100}, {10, 21, 0});
    if (above.width == 0) {
        GTEST_SKIP() << "no EGL without a display";
    }
    EXPECT_FALSE(is_sky_in_the_middle(above));
    EXPECT_FALSE(is_sky_in_the_middle(shot(level, {10, 20, -100}, {10, 21, 0})));
    EXPECT_TRUE(is_sky_in_the_middle(shot(level, {10, 20, 100}, {10, 21, 200})));
    const Image up = shot(level, {10, 20, 100}, {10, 21, 200});
    EXPECT_EQ(std::ranges::count(up.pixels, PaintOptions().background), 0);
    // The light comes from above.
    const Rgba top = shot(level, {10, 20, 100}, {10, 21, 0}).at(kWidth / 2, kHeight / 2);
    const Rgba bottom = shot(level, {10, 20, -100}, {10, 21, 0}).at(kWidth / 2, kHeight / 2);
    EXPECT_GT(top.r, bottom.r + 20);
}

// A sheet stands before and behind a crate of the level.
TEST(Surfaces, HideAndAreHiddenInBothOrders) {
    const ObjObject plate = sheet("plate", {-4, -4, 2}, {4, 4, 2});
    const ObjObject block = crate("block", {-2, -2, 0}, {2, 2, 1});
    const LoadedLevel both = loaded({plate, block});
    ASSERT_EQ(both.surfaces.meshes.size(), 1u);
    ASSERT_EQ(both.level.brushes().size(), 1u);
    const LoadedLevel only_plate = loaded({plate});
    const LoadedLevel no_plate = loaded({sheet("far", {-40, -40, -9}, {-39, -39, -9}), block});
    const Vec3 above{5, 7, 300};
    const Vec3 below{5, 7, -300};
    const Image plain = shot(only_plate, above, {5, 8, 0});
    if (plain.width == 0) {
        GTEST_SKIP() << "no EGL without a display";
    }
    for (const DrawOrder order : {DrawOrder::BackToFront, DrawOrder::FrontToBack}) {
        const FrameOptions options{.order = order};
        EXPECT_EQ(shot(both, above, {5, 8, 0}, options).pixels, plain.pixels);
        const auto middle = [&](const LoadedLevel& level) {
            return shot(level, below, {5, 8, 0}, options).at(kWidth / 2, kHeight / 2);
        };
        EXPECT_EQ(middle(both), middle(no_plate));
        EXPECT_NE(middle(both), middle(only_plate));
    }
}

TEST(Surfaces, OfGlassShowWhatIsBehindThemInBothOrders) {
    LoadedLevel level = loaded({ground(), sheet("glass", {-4, -4, 2}, {4, 4, 2})});
    for (MeshTriangle& triangle : level.surfaces.meshes[1].triangles) {
        triangle.opacity = 0.5;
    }
    const Image plain = shot(loaded({ground()}), {0, 0, 300}, {0, 1, 0});
    if (plain.width == 0) {
        GTEST_SKIP() << "no EGL without a display";
    }
    const auto glass = [&](DrawOrder order) {
        return shot(level, {0, 0, 300}, {0, 1, 0}, {.order = order});
    };
    const Image back_to_front = glass(DrawOrder::BackToFront);
    const Image front_to_back = glass(DrawOrder::FrontToBack);
    EXPECT_NE(back_to_front.pixels, plain.pixels);
    int worst = 0;
    for (std::size_t i = 0; i < back_to_front.pixels.size(); ++i) {
        worst = std::max(worst, std::abs(back_to_front.pixels[i].r - front_to_back.pixels[i].r));
    }
    EXPECT_LE(worst, 2) << "but for rounding";
    // The sky is seen through glass, too.
    EXPECT_NE(shot(level, {0, 0, 32}, {0, 1, 90}).pixels,
              shot(loaded({ground()}), {0, 0, 32}, {0, 1, 90}).pixels);
}

TEST(Surfaces, HaveATextureEvenWithoutPlacesInIt) {
    const Image image = shot(loaded({ground()}), {0, 0, 200}, {0, 1, 0});
    if (image.width == 0) {
        GTEST_SKIP() << "no EGL without a display";
    }
    std::vector<std::uint8_t> reds;
    for (const Rgba& pixel : image.pixels) {
        reds.push_back(pixel.r);
    }
    std::ranges::sort(reds);
    reds.erase(std::unique(reds.begin(), reds.end()), reds.end());
    EXPECT_GT(reds.size(), 5u) << "one colour alone tells nothing about the way";
}

TEST(Surfaces, WithNamesOfWhatIsNotDrawnAreInvisible) {
    const LoadedLevel level = loaded({sheet("lid-colonly", {-4, -4, 2}, {4, 4, 2}), ground()});
    const Image with = shot(level, {5, 7, 300}, {5, 8, 0});
    if (with.width == 0) {
        GTEST_SKIP() << "no EGL without a display";
    }
    EXPECT_EQ(with.pixels, shot(loaded({ground()}), {5, 7, 300}, {5, 8, 0}).pixels);
    EXPECT_EQ(first_hit(level.surfaces, {{5, 7, 300}, {0, 0, -1}})->t, 300) << "picks what is seen";
    CollisionWorld world(level.level);
    place_surfaces(world, level.surfaces);
    EXPECT_EQ(world.mesh_count(), 2u) << "blocks all the same";
}

TEST(Surfaces, OfLiquidsBlockNothing) {
    const LoadedLevel level = loaded({sheet("pond-water", {-4, -4, 1}, {4, 4, 1}), ground()});
    CollisionWorld world(level.level);
    place_surfaces(world, level.surfaces);
    EXPECT_EQ(world.mesh_count(), 1u);
    EXPECT_TRUE(first_hit(level.surfaces, {{5, 7, 300}, {0, 0, -1}})->t < 300) << "is drawn";
}

TEST(Pick, TellsTheObject) {
    const LoadedLevel level = loaded(
        {ground(), crate("block", {-2, -2, 0}, {2, 2, 1}), sheet("lid", {4, 4, 3}, {6, 6, 3})});
    const auto picked = [&](const Vec3& from) {
        return pick_first(level.level, {}, level.surfaces, from, {0, 0, -2});
    };
    const auto lid = picked({160, 160, 200});
    ASSERT_TRUE(lid);
    EXPECT_EQ(lid->face, kNone);
    EXPECT_EQ(lid->point, Vec3(160, 160, 96));
    EXPECT_EQ(lid->distance, 104);
    EXPECT_EQ(lid->corners.size(), 3u);
    EXPECT_NE(lid->words.front().find("object 'lid'"), std::string::npos) << lid->words.front();
    const auto block = picked({10, 11, 200});
    ASSERT_TRUE(block);
    EXPECT_NE(block->face, kNone) << "the solid lies above the ground";
    EXPECT_EQ(block->point.z, 32);
    EXPECT_FALSE(picked({5000, 0, 200}));
}

class SurfaceSession : public testing::Test {
protected:
    // False if there is no OpenGL.
    bool begin(const std::vector<ObjObject>& objects) {
        auto made = OffscreenContext::make();
        if (!made) {
            return false;
        }
        context_.emplace(*std::move(made));
        session_ = std::make_unique<Session>(
            folder_.write(objects), *Renderer::make(), FirstView{}, FrameOptions{});
        return true;
    }
    // Loads what is in the file now. `is_new` tells it from what was there.
    void wait_until(const std::function<bool()>& is_new) {
        for (int i = 0; i < 1000 && !is_new(); ++i) {
            session_->advance(0, {});
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        ASSERT_TRUE(is_new());
    }
    void walk(double seconds, const PlayerInput& input) {
        for (double t = 0; t < seconds; t += 1.0 / 64) {
            session_->advance(1.0 / 64, input);
        }
    }
    bool has_scene() { return session_->scene() != nullptr; }
    Player& player() { return session_->scene()->player; }

    MeshFolder folder_;
    std::optional<OffscreenContext> context_;
    std::unique_ptr<Session> session_;
};

TEST_F(SurfaceSession, ThePlayerStandsAndWalksOnAnOpenMesh) {
    // A wall parts the ground.
    if (!begin({sheet("ground", {-16, -16, 0}, {16, 16, 0}),
                shed("wall", {-16, -1, 0}, {16, 1, 3})})) {
        GTEST_SKIP() << "no EGL without a display";
    }
    wait_until([&] { return has_scene(); });
    walk(0.5, {});
    EXPECT_EQ(mode_name(player()), "walks");
    const Vec3 start = player().eye();
    EXPECT_NEAR(start.z, 46, 0.1);
    EXPECT_EQ(ground_name(session_->scene()->surfaces, player()), "object 'ground'");
    ASSERT_FALSE(session_->warnings.empty());
    EXPECT_NE(session_->warnings.front().find("walked on as they are"), std::string::npos);
    walk(1.2, {.forward = 1});
    EXPECT_GT(distance(player().eye(), start), 50) << "towards the middle";
    EXPECT_NEAR(player().eye().z, 46, 0.1);
    EXPECT_GT(std::abs(player().eye().y), 32 + 14) << "not through the wall";
    EXPECT_LT(std::abs(player().eye().y), 32 + 18) << "up to the wall";
    EXPECT_EQ(problem_of(player()), MoverProblem::None);
    EXPECT_FALSE(is_beside(*session_->scene()->mesh_box, player().eye()));
    // Over the rim, and back to the start.
    walk(5, {.forward = -1});
    EXPECT_TRUE(is_beside(*session_->scene()->mesh_box, player().eye()));
    EXPECT_EQ(ground_name(session_->scene()->surfaces, player()), "");
    session_->go_to_start();
    EXPECT_NEAR(distance(player().eye(), start), 0, 0.1);
}

TEST_F(SurfaceSession, AChangedFileIsLoadedAndThePlayerStays) {
    if (!begin({ground()})) {
        GTEST_SKIP() << "no EGL without a display";
    }
    wait_until([&] { return has_scene(); });
    walk(0.5, {});
    const Vec3 before = player().eye();
    const auto count = [&] { return session_->scene()->surfaces.meshes.size(); };
    folder_.write({ground(), sheet("roof", {-8, -8, 6}, {8, 8, 6})});
    wait_until([&] { return count() == 2; });
    walk(0.5, {});
    EXPECT_NEAR(distance(player().eye(), before), 0, 0.1);
    EXPECT_EQ(mode_name(player()), "walks");
    // The file can be solid now, and open again.
    folder_.write({crate("floor", {-8, -8, -1}, {8, 8, 0})});
    wait_until([&] { return count() == 0; });
    walk(0.5, {});
    EXPECT_NEAR(distance(player().eye(), before), 0, 0.1);
    EXPECT_EQ(ground_name(session_->scene()->surfaces, player()), "");
    folder_.write({ground()});
    wait_until([&] { return count() == 1; });
    walk(0.5, {});
    EXPECT_EQ(mode_name(player()), "walks");
    EXPECT_EQ(ground_name(session_->scene()->surfaces, player()), "object 'ground'");
}

}  // namespace
}  // namespace halfspace::viewer
