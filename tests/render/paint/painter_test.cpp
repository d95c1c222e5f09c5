// SPDX-License-Identifier: MIT
#include "halfspace/render/painter.h"

#include "render/pictures.h"
#include "support/scene_levels.h"
#include "support/small_level.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

namespace halfspace::test {
namespace {

const Level& keep() {
    static const Level kLevel = *compiled_map(project_file("examples/levels/keep.map"));
    return kLevel;
}

constexpr PaintView kAllViews[] = {PaintView::Textured,
                                   PaintView::Leaves,
                                   PaintView::Wire,
                                   PaintView::Overdraw,
                                   PaintView::Translucent,
                                   PaintView::Clusters};

TEST(Paint, DoesNotDependOnTheNumberOfThreads) {
    const TextureSet textures(keep(), {});
    for (const View& view : random_views(keep(), 3, 1)) {
        const PolygonList list = visible_polygons(keep(), view);
        for (const PaintView kind : kAllViews) {
            PaintOptions options = small_picture(kind);
            options.fog_distance = 300;
            const Painting one = paint(list, keep(), textures, view, options);
            options.threads = 4;
            const Painting four = paint(list, keep(), textures, view, options);
            EXPECT_EQ(one.image.pixels, four.image.pixels);
            EXPECT_EQ(one.fragments, four.fragments);
        }
    }
}

TEST(Paint, GivesTheSamePictureInBothOrders) {
    const TextureSet textures(keep(), {});
    for (const View& view : random_views(keep(), 8, 2)) {
        const PolygonList front = visible_polygons(keep(), view, DrawOrder::FrontToBack);
        const PolygonList back = visible_polygons(keep(), view, DrawOrder::BackToFront);
        EXPECT_EQ(front.polygons.size(), back.polygons.size());
        for (const PaintView kind : kAllViews) {
            const PaintOptions options = small_picture(kind);
            const Painting a = paint(front, keep(), textures, view, options);
            const Painting b = paint(back, keep(), textures, view, options);
            EXPECT_EQ(a.image.pixels, b.image.pixels);
            EXPECT_LE(a.fragments, b.fragments);
        }
    }
}

TEST(Paint, FillsPicturesOfAnySizeWithBackgroundWhereNothingIs) {
    const TextureSet textures(keep(), {});
    const auto view = look_at({5000, 5000, 5000}, {6000, 6000, 6000}, 90, 1);
    PaintOptions options = small_picture();
    options.background = {1, 2, 3, 0};
    for (const auto& [width, height] :
         {std::pair(1u, 1u), std::pair(65u, 63u), std::pair(64u, 1u)}) {
        options.width = width;
        options.height = height;
        const Painting painting =
            paint(visible_polygons(keep(), *view), keep(), textures, *view, options);
        EXPECT_EQ(painting.fragments, 0u);
        EXPECT_EQ(painting.image.pixels,
                  std::vector<Rgba>(std::size_t{width} * height, Rgba{1, 2, 3, 255}));
    }
}

// A closed room seen from inside has no gap between its faces: no pixel shows what is behind.
TEST(Paint, LeavesNoCrackBetweenFaces) {
    const TextureSet textures(keep(), {});
    PaintOptions options = small_picture(PaintView::Leaves);
    options.background = {255, 0, 255, 255};
    options.width = 640;
    options.height = 480;
    for (int turn = 0; turn < 12; ++turn) {
        const Vec3 eye{200, 256, 60};
        const Vec3 target{eye.x + std::cos(turn * 0.53), eye.y + std::sin(turn * 0.53), 60.1};
        const auto view = look_at(eye, target, 100, 4.0 / 3);
        const Painting painting =
            paint(visible_polygons(keep(), *view), keep(), textures, *view, options);
        EXPECT_EQ(
            std::count(
                painting.image.pixels.begin(), painting.image.pixels.end(), options.background),
            0)
            << turn;
    }
}

// ---- Rays, one per pixel, against every face.

struct Hit {
    double depth = 0;
    double margin = 0;  // how far inside the face, as a share of the depth
    std::uint32_t face = 0;
};

Vec3 corner(const Level& level, const FaceRecord& face, std::uint32_t i) {
    const VertexRecord& p =
        level.vertices()[level.face_vertices()[face.first_vertex + i % face.vertex_count]];
    return {p.x, p.y, p.z};
}

std::optional<Hit> hit(const Level& level, std::uint32_t face, const Vec3& eye, const Vec3& way) {
    const FaceRecord& record = level.faces()[face];
    const Plane plane = plane_of_face(level, face);
    const double towards = dot(plane.n, way);
    const double before = dot(plane.n, eye) - plane.d;
    if ((record.flags & kFaceTwoSided) == 0 && before <= 0) {
        return std::nullopt;
    }
    const double depth = -before / towards;
    if (!(depth > 0 && std::isfinite(depth))) {
        return std::nullopt;
    }
    const Vec3 p = eye + way * depth;
    double margin = 1e300;
    for (std::uint32_t i = 0; i < record.vertex_count; ++i) {
        const Vec3 a = corner(level, record, i);
        const Vec3 edge = corner(level, record, i + 1) - a;
        const Vec3 inwards = cross(plane.n, edge);
        margin = std::min(margin, dot(inwards, p - a) / length(inwards));
    }
    return Hit{depth, margin / depth, face};
}

// The front-most face, or nullopt if a ray passes an edge so near that rounding decides.
struct Seen {
    std::optional<Hit> hit;
    bool is_clear = true;
};

Seen seen_along(const Level& level, const Vec3& eye, const Vec3& way) {
    constexpr double kNear = 1e-5;
    Seen seen;
    for (std::uint32_t face = 0; face < level.faces().size(); ++face) {
        const std::optional<Hit> found = hit(level, face, eye, way);
        if (!found || found->margin < -kNear) {
            continue;
        }
        seen.is_clear = seen.is_clear && found->margin > kNear;
        if (!seen.hit || found->depth < seen.hit->depth) {
            seen.hit = found;
        }
    }
    return seen;
}

// What a picture of the face alone has at a pixel.
class FaceImages {
public:
    FaceImages(const Level& level,
               const TextureSet& textures,
               const View& view,
               const PaintOptions& options)
        : level_(&level),
          textures_(&textures),
          view_(view),
          options_(options),
          images_(level.faces().size()) {}

    Rgba at(std::uint32_t face, std::uint32_t x, std::uint32_t y) {
        Image& image = images_[face];
        if (image.width == 0) {
            PolygonList list;
            append_face(list, *level_, face);
            image = paint(list, *level_, *textures_, view_, options_).image;
        }
        return image.at(x, y);
    }

private:
    const Level* level_;
    const TextureSet* textures_;
    View view_;
    PaintOptions options_;
    std::vector<Image> images_;
};

void expect_what_rays_see(const Level& level, const View& view) {
    const TextureSet textures(level, {});
    PaintOptions options = small_picture();
    const Painting painting = paint(visible_polygons(level, view), level, textures, view, options);
    FaceImages faces(level, textures, view, options);
    int unclear = 0;
    for (std::uint32_t y = 0; y < options.height; ++y) {
        for (std::uint32_t x = 0; x < options.width; ++x) {
            const double right = ((x + 0.5) / options.width * 2 - 1) * view.tan_half_width;
            const double up = (1 - (y + 0.5) / options.height * 2) * view.tan_half_height;
            const Vec3 way = view.forward + view.right * right + view.up * up;
            const Seen seen = seen_along(level, view.eye, way);
            unclear += seen.is_clear ? 0 : 1;
            if (!seen.is_clear) {
                continue;
            }
            if (!seen.hit) {
                ASSERT_EQ(painting.image.at(x, y), options.background);
                continue;
            }
            const std::uint32_t flags = level.faces()[seen.hit->face].flags;
            if ((flags >> kFaceOpacityShift & kFaceOpacityMask) == 255) {
                ASSERT_EQ(painting.image.at(x, y), faces.at(seen.hit->face, x, y))
                    << x << " " << y << " face " << seen.hit->face;
            }
        }
    }
    EXPECT_LT(unclear, 20);
}

TEST(Paint, ShowsTheFaceThatARayMeetsFirst) {
    for (const View& view : random_views(keep(), 5, 3)) {
        expect_what_rays_see(keep(), view);
    }
    const Level small = *Level::from_data(small_level());
    for (const View& view : random_views(small, 5, 4)) {
        expect_what_rays_see(small, view);
    }
}

// ---- Views

TEST(PaintViewNames, AreReadAndListed) {
    EXPECT_EQ(paint_view("textured"), PaintView::Textured);
    EXPECT_EQ(paint_view("translucent"), PaintView::Translucent);
    EXPECT_EQ(paint_view("Textured"), std::nullopt);
    EXPECT_EQ(paint_view(""), std::nullopt);
    EXPECT_EQ(paint_view_names(),
              "textured, leaves, wire, overdraw, translucent, clusters, portals, pvs, nav, leak");
}

class ViewsOfTheSmallLevel : public testing::Test {
protected:
    Image picture(const PaintOptions& options) const {
        return paint(list_, level_, textures_, view_, options).image;
    }
    std::uint64_t sum(const Image& image) const {
        std::uint64_t total = 0;
        for (const Rgba& pixel : image.pixels) {
            total += std::uint64_t{pixel.r} + pixel.g + pixel.b;
        }
        return total;
    }

    Level level_ = *Level::from_data(small_level());
    TextureSet textures_{level_, {}};
    View view_ = *look_at({-30, -50, 90}, {40, 30, 20}, 90, 4.0 / 3);
    PolygonList list_ = visible_polygons(level_, view_);
};

TEST_F(ViewsOfTheSmallLevel, AllDiffer) {
    std::vector<std::uint64_t> sums;
    for (const PaintView kind : kAllViews) {
        sums.push_back(sum(picture(small_picture(kind))));
    }
    std::sort(sums.begin(), sums.end());
    EXPECT_EQ(std::adjacent_find(sums.begin(), sums.end()), sums.end());
}

TEST_F(ViewsOfTheSmallLevel, FogTakesOverWithDistance) {
    PaintOptions options = small_picture();
    options.fog = {255, 0, 0, 255};
    std::uint64_t last = 0;
    for (const double distance : {1e6, 300.0, 50.0, 1e-3}) {
        options.fog_distance = distance;
        const Image image = picture(options);
        std::uint64_t red = 0;
        for (const Rgba& pixel : image.pixels) {
            red += pixel.r;
        }
        EXPECT_GT(red, last);
        last = red;
    }
    EXPECT_EQ(last, 255u * options.width * options.height);
}

TEST_F(ViewsOfTheSmallLevel, WiderWiresCoverMore) {
    PaintOptions options = small_picture(PaintView::Wire);
    options.background = {0, 0, 0, 255};
    options.wire_width = 0.5;
    const std::uint64_t thin = sum(picture(options));
    options.wire_width = 2;
    EXPECT_GT(sum(picture(options)), 2 * thin);
    EXPECT_GT(thin, 0u);
}

// A rectangle seen from straight above, with further corners after its first one.
Image wire_picture(const Level& level, std::span<const Vec3> further) {
    std::vector<FaceVertex> vertices{{{-50, -40, 0}}};
    for (const Vec3& corner : further) {
        vertices.push_back({corner});
    }
    for (const Vec3& corner : {Vec3{50, -40, 0}, Vec3{50, 40, 0}, Vec3{-50, 40, 0}}) {
        vertices.push_back({corner});
    }
    PolygonList list;
    append_piece(list, 0, {{0, 0, 1}, 0}, vertices);
    const View view = *look_at({0, 0, 100}, {0, 0, 0}, 90, 4.0 / 3);
    return paint(list, level, TextureSet(level, {}), view, small_picture(PaintView::Wire)).image;
}

// Corners that are rounded to one point, or make an edge that rounding turns into the rectangle.
TEST_F(ViewsOfTheSmallLevel, TinyEdgesDoNotSpreadOverTheFace) {
    const Image plain = wire_picture(level_, {});
    EXPECT_NE(plain.pixels, std::vector<Rgba>(plain.pixels.size(), plain.pixels.front()));
    const Vec3 same[] = {{0, -40, 0}, {0, -40, 0}};
    EXPECT_EQ(wire_picture(level_, same).pixels, plain.pixels);
    const Vec3 near[] = {{0, -40, 0}, {4e-5, -40 + 4e-5, 0}};
    EXPECT_EQ(wire_picture(level_, near).pixels, plain.pixels);
}

// A texture with holes: what is behind shows through them, and only there.
TEST_F(ViewsOfTheSmallLevel, AbsentTexelsShowWhatIsBehind) {
    LevelData data = small_level();
    for (MaterialRecord& material : data.materials) {
        material.flags |= kMaterialMasked;
    }
    const Level masked = *Level::from_data(data);
    const Image empty{1, 1, {Rgba{9, 9, 9, 0}}};
    const Image full{1, 1, {Rgba{200, 200, 200, 255}}};
    const PaintOptions options = small_picture();
    const auto painted = [&](const Level& level, const Image& texture) {
        const std::vector<Image> images(level.materials().size(), texture);
        return paint(list_, level, TextureSet(level, images), view_, options).image;
    };
    const Image through = painted(masked, empty);
    EXPECT_EQ(std::count(through.pixels.begin(), through.pixels.end(), options.background),
              static_cast<std::ptrdiff_t>(through.pixels.size()));
    EXPECT_EQ(painted(masked, full).pixels, painted(level_, full).pixels);
    // Without the flag the opacity of texels says nothing.
    EXPECT_NE(painted(level_, empty).pixels, through.pixels);
}

}  // namespace
}  // namespace halfspace::test
