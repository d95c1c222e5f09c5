// SPDX-License-Identifier: MIT
// OpenGL and the painter show the same picture: three levels, ten eyes in each.
#include "screenshot.h"

#include "halfspace/render/visibility_polygons.h"

#include "render/pictures.h"
#include "viewer/example_level.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string>
#include <vector>

namespace halfspace::viewer {
namespace {

constexpr std::uint32_t kWidth = 320;
constexpr std::uint32_t kHeight = 240;
constexpr int kEyes = 10;
// Pixels closer to an edge of a face are not compared.
constexpr int kEdge = 2;
constexpr int kMaxDifference = 8;  // of 255

PaintOptions paint_options(const FrameOptions& options) {
    PaintOptions paint;
    paint.width = kWidth;
    paint.height = kHeight;
    paint.view = options.view;
    paint.filter = options.filter;
    paint.threads = 1;
    return paint;
}

Image painted(const LoadedLevel& loaded, const View& view, const PaintOptions& options) {
    return paint(visible_polygons(loaded.level, view), loaded.level, loaded.textures, view, options)
        .image;
}

// For each pixel whether no edge of a face is near.
std::vector<bool> is_inside(const LoadedLevel& loaded, const View& view) {
    PaintOptions options = paint_options({.view = PaintView::Wire});
    const Image outlines = painted(loaded, view, options);
    std::vector<bool> inside(outlines.pixels.size(), true);
    const auto width = static_cast<int>(kWidth);
    const auto height = static_cast<int>(kHeight);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const Rgba& pixel =
                outlines.at(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
            if (pixel == options.background) {
                continue;
            }
            for (int v = std::max(y - kEdge, 0); v <= std::min(y + kEdge, height - 1); ++v) {
                for (int u = std::max(x - kEdge, 0); u <= std::min(x + kEdge, width - 1); ++u) {
                    inside[static_cast<std::size_t>(v * width + u)] = false;
                }
            }
        }
    }
    return inside;
}

struct Comparison {
    std::size_t compared = 0;
    std::size_t alike = 0;
};

bool is_alike(const Rgba& a, const Rgba& b) {
    return std::abs(a.r - b.r) <= kMaxDifference && std::abs(a.g - b.g) <= kMaxDifference &&
           std::abs(a.b - b.b) <= kMaxDifference;
}

Comparison compare(const Image& a, const Image& b, const std::vector<bool>& inside) {
    Comparison result;
    for (std::size_t i = 0; i < inside.size(); ++i) {
        if (inside[i]) {
            ++result.compared;
            result.alike += is_alike(a.pixels[i], b.pixels[i]) ? 1 : 0;
        }
    }
    return result;
}

// The picture by OpenGL; empty if there is no EGL.
Image shot(const LoadedLevel& loaded, const View& view, const FrameOptions& options) {
    Result<Screenshot> made = take_screenshot(loaded, view, options, kWidth, kHeight);
    if (!made) {
        std::printf("%s\n", to_string(made.error()).c_str());
        return {};
    }
    return std::move(made->image);
}

class LevelOf : public testing::TestWithParam<const char*> {};

void expect_like_the_painter(const char* name, const FrameOptions& options) {
    const LoadedLevel& loaded = example_level(name);
    const std::vector<View> views = test::random_views(loaded.level, kEyes, 7);
    ASSERT_EQ(views.size(), static_cast<std::size_t>(kEyes));
    for (const View& view : views) {
        const Image by_gpu = shot(loaded, view, options);
        if (by_gpu.width == 0) {
            GTEST_SKIP() << "no EGL without a display";
        }
        const Comparison found =
            compare(by_gpu, painted(loaded, view, paint_options(options)), is_inside(loaded, view));
        EXPECT_GE(found.compared, kWidth * kHeight / 4);
        EXPECT_GE(static_cast<double>(found.alike), 0.99 * static_cast<double>(found.compared))
            << "eye " << view.eye.x << "," << view.eye.y << "," << view.eye.z << " forward "
            << view.forward.x << "," << view.forward.y << "," << view.forward.z;
    }
}

TEST_P(LevelOf, TexturesLookAsPainted) {
    expect_like_the_painter(GetParam(), {.filter = TextureFilter::Nearest});
}

TEST_P(LevelOf, TexturesLookAsPaintedFrontToBack) {
    expect_like_the_painter(GetParam(),
                            {.filter = TextureFilter::Nearest, .order = DrawOrder::FrontToBack});
}

TEST_P(LevelOf, TexturesLookAsPaintedWithADepthBuffer) {
    expect_like_the_painter(GetParam(),
                            {.filter = TextureFilter::Nearest, .has_depth_buffer = true});
}

TEST_P(LevelOf, TranslucentFacesLookAsPainted) {
    expect_like_the_painter(GetParam(),
                            {.view = PaintView::Translucent, .filter = TextureFilter::Nearest});
}

TEST_P(LevelOf, LeavesLookAsPainted) {
    expect_like_the_painter(GetParam(), {.view = PaintView::Leaves});
}

TEST_P(LevelOf, OverdrawLooksAsPainted) {
    expect_like_the_painter(GetParam(), {.view = PaintView::Overdraw});
}

TEST_P(LevelOf, ClustersLookAsPainted) {
    expect_like_the_painter(GetParam(), {.view = PaintView::Clusters});
}

// The pixel that shows the place.
Rgba pixel_at(const Image& image, const View& view, const Vec3& place) {
    const Vec3 way = place - view.eye;
    const double depth = dot(way, view.forward);
    const double x = dot(way, view.right) / (depth * view.tan_half_width);
    const double y = dot(way, view.up) / (depth * view.tan_half_height);
    return image.at(static_cast<std::uint32_t>((1 + x) / 2 * kWidth),
                    static_cast<std::uint32_t>((1 - y) / 2 * kHeight));
}

Image shot_with(const LoadedLevel& loaded, const View& view, const tool::PictureParts& parts) {
    Result<Screenshot> made = take_screenshot(loaded, view, {}, kWidth, kHeight, 1, parts);
    return made ? std::move(made->image) : Image{};
}

TEST(ScreenshotParts, ALeakShinesThroughWalls) {
    const LoadedLevel& loaded = example_level("leak.map");
    ASSERT_TRUE(loaded.leak);
    const Vec3 hidden = lerp(loaded.leak->line[0], loaded.leak->line[1], 0.5);
    const Vec3 open = loaded.leak->line.back();
    const View view = *look_at(Vec3{140, -300, 900}, hidden, 90, 4.0 / 3);  // above the roof
    const Image plain = shot_with(loaded, view, {});
    if (plain.width == 0) {
        GTEST_SKIP() << "no EGL without a display";
    }
    const Image with_leak = shot_with(loaded, view, {.leak = loaded.leak});
    const Rgba before = pixel_at(plain, view, hidden);
    const Rgba shining = pixel_at(with_leak, view, hidden);
    EXPECT_GT(shining.r, before.r + 20);
    EXPECT_LT(shining.b, before.b);
    // Where nothing is before it, it has its colour.
    const Vec3 outside = lerp(open, *std::prev(loaded.leak->line.end(), 2), 0.05);
    EXPECT_EQ(pixel_at(with_leak, view, outside), kLeakColour);
    EXPECT_TRUE(std::ranges::all_of(with_leak.pixels, [](const Rgba& c) { return c.a == 255; }));
}

TEST(ScreenshotParts, EachIsAPictureOfItsOwn) {
    const LoadedLevel& loaded = example_level("keep.map");
    const View view = *look_at({655, -200, 1100}, {655, 268, 100}, 90, 4.0 / 3);  // from above
    std::vector<Image> pictures{shot_with(loaded, view, {})};
    if (pictures.front().width == 0) {
        GTEST_SKIP() << "no EGL without a display";
    }
    tool::CameraRequest camera;
    camera.eye = {64, 256, 46};
    for (const char* const name : {"portals", "pvs", "nav", "nav:large"}) {
        const auto view_name = tool::parse_view(name, tool::ViewsOf::Viewer);
        ASSERT_TRUE(view_name) << name;
        const auto parts = tool::parts_for(loaded.level, *view_name, camera);
        ASSERT_TRUE(parts) << name;
        pictures.push_back(shot_with(loaded, view, *parts));
        for (std::size_t i = 0; i + 1 < pictures.size(); ++i) {
            EXPECT_TRUE(pictures[i].pixels != pictures.back().pixels) << name << ' ' << i;
        }
    }
    EXPECT_FALSE(tool::parse_view("cut", tool::ViewsOf::Viewer));
    EXPECT_FALSE(tool::parse_view("space:stand", tool::ViewsOf::Viewer));
}

INSTANTIATE_TEST_SUITE_P(Viewer,
                         LevelOf,
                         testing::Values("keep.map", "station.map", "castle.grid"),
                         [](const auto& given) {
                             const std::string name = given.param;
                             return name.substr(0, name.find('.'));
                         });

}  // namespace
}  // namespace halfspace::viewer
