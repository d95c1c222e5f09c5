// SPDX-License-Identifier: MIT
#include "halfspace/render/visibility_polygons.h"

#include "halfspace/query/visibility.h"
#include "halfspace/render/painter.h"
#include "halfspace/render/shading.h"
#include "halfspace/render/sorted.h"

#include "level/shared/record_box.h"
#include "render/pictures.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/scene_levels.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

namespace halfspace {
namespace {

const Level& cistern() {
    static const Level kLevel =
        *test::compiled_map(test::project_file("examples/levels/cistern.map"));
    return kLevel;
}

// A view from a random cluster to another one.
View some_view(const Level& level, test::Random& random) {
    const auto some_point = [&] {
        for (;;) {
            const auto last = static_cast<std::int64_t>(level.clusters().size() - 1);
            const Aabb box =
                box_of(level.clusters()[static_cast<std::size_t>(random.integer(0, last))]);
            const Vec3 point{random.real(box.min.x, box.max.x),
                             random.real(box.min.y, box.max.y),
                             random.real(box.min.z, box.max.z)};
            if (cluster_at(level, point)) {
                return point;
            }
        }
    };
    return *look_at(some_point(), some_point(), 90, 4.0 / 3);
}

class PicturesOf : public testing::TestWithParam<std::string> {};

// What is left out is behind walls.
TEST_P(PicturesOf, AreTheSameWithoutWhatTheEyeCannotSee) {
    const bool is_example = GetParam().find('/') == std::string::npos;
    const std::string name = GetParam() + ".map";
    const auto path = is_example ? test::project_file("examples/levels/" + name)
                                 : test::test_data("maps/" + name);
    if (path.empty()) {
        GTEST_SKIP() << "no real levels";
    }
    const Level level = test::compiled_map(path).value();
    const TextureSet textures(level, {});
    VisibleFaces visible(level);
    test::Random random(3);
    std::size_t left_out = 0;
    for (std::size_t i = 0; i < test::repeats(20); ++i) {
        const View view = some_view(level, random);
        visible.look_from(view.eye);
        const PolygonList all = visible_polygons(level, view);
        const PolygonList some = visible_polygons(level, view, DrawOrder::FrontToBack, &visible);
        left_out += all.polygons.size() - some.polygons.size();
        for (const PaintView kind : {PaintView::Textured, PaintView::Clusters, PaintView::Wire}) {
            const PaintOptions options = test::small_picture(kind);
            EXPECT_EQ(paint(some, level, textures, view, options).image.pixels,
                      paint(all, level, textures, view, options).image.pixels);
        }
    }
    EXPECT_TRUE(is_example || left_out > 1000) << left_out;
}

INSTANTIATE_TEST_SUITE_P(SealedLevels,
                         PicturesOf,
                         testing::Values("keep", "cistern", "id1/e1m1", "librequake/lq_e1m1"),
                         [](const auto& about) {
                             return about.param.substr(about.param.find('/') + 1);
                         });

TEST(FirstClusterColour, IsThatOfTheFirstClusterOfAFace) {
    const Level& level = cistern();
    std::set<std::array<int, 3>> colours;
    for (std::uint32_t f = 0; f < level.faces().size(); ++f) {
        const Rgba colour = first_cluster_colour(level, f);
        const std::uint32_t first = level.face_cluster_starts()[f];
        EXPECT_EQ(colour,
                  first == level.face_cluster_starts()[f + 1]
                      ? kNoClusterColour
                      : numbered_colour(level.face_clusters()[first]));
        colours.insert({colour.r, colour.g, colour.b});
    }
    EXPECT_GT(colours.size(), 3u);
    const Level leak = *test::compiled_map(test::project_file("examples/levels/leak.map"));
    EXPECT_TRUE(leak.face_clusters().empty() || first_cluster_colour(leak, 0) != kNoClusterColour);
}

TEST(DimHidden, DimsWhatHasNoMark) {
    const Level level = *test::compiled_map(test::project_file("examples/levels/keep.map"));
    VisibleFaces visible(level);
    std::size_t dimmed = 0;
    for (const ClusterRecord& cluster : level.clusters()) {
        visible.look_from(centre_of(box_of(cluster)));
        PolygonList list;
        for (std::uint32_t f = 0; f < level.faces().size(); ++f) {
            append_face(list, level, f);
        }
        append_marker(list, {}, 1, kEyeColour);
        dim_hidden(list, level, visible);
        for (std::uint32_t f = 0; f < level.faces().size(); ++f) {
            std::uint32_t model = 0;
            while (f >= level.models()[model].first_face + level.models()[model].face_count) {
                ++model;
            }
            const bool is_seen = model == 0 ? visible.has_face(f)
                                            : visible.may_see_box(level.drawn_box(ModelId(model)));
            EXPECT_EQ(list.polygons[f].is_dimmed, !is_seen);
            dimmed += is_seen ? 0 : 1;
        }
        EXPECT_FALSE(list.polygons.back().is_dimmed);
    }
    EXPECT_GT(dimmed, 0u);
}

// A wall across the whole picture, dimmed or not.
TEST(DimHidden, IsSeenInPictures) {
    const Level& level = cistern();
    test::Random random(5);
    const View view = some_view(level, random);
    PolygonList list = visible_polygons(level, view);
    const TextureSet textures(level, {});
    const PaintOptions options = test::small_picture(PaintView::Pvs);
    const Image bright = paint(list, level, textures, view, options).image;
    for (PaintPolygon& polygon : list.polygons) {
        polygon.is_dimmed = true;
    }
    const Image dim = paint(list, level, textures, view, options).image;
    for (std::size_t i = 0; i < dim.pixels.size(); ++i) {
        if (bright.pixels[i] != options.background) {
            EXPECT_EQ(dim.pixels[i], dimmed_colour(bright.pixels[i]));
        }
    }
}

constexpr View kAhead{};  // at the origin, along x

TEST(AppendLine, IsEquallyWideEverywhere) {
    const std::vector<Vec3> points{{10, -5, 0}, {10, 5, 0}, {1000, 500, 40}, {-20, 0, 30}};
    PolygonList list;
    append_line(list, points, kAhead, 0.01, kLeakColour);
    ASSERT_EQ(list.polygons.size(), 3u);
    for (const PaintPolygon& strip : list.polygons) {
        EXPECT_EQ(strip.face, kNone);
        EXPECT_EQ(strip.colour, kLeakColour);
        EXPECT_GT(signed_distance(strip.plane, kAhead.eye), 0);
        ASSERT_EQ(strip.count, 4u);
        const FaceVertex* const v = &list.vertices[strip.first];
        for (int i = 0; i < 4; ++i) {
            EXPECT_GT(v[i].point.x, 0);  // what is behind the eye is cut off
            EXPECT_NEAR(signed_distance(strip.plane, v[i].point), 0, 1e-6 * length(strip.plane.n));
        }
        EXPECT_NEAR(length(v[3].point - v[0].point), 0.005 * (v[0].point.x + v[3].point.x), 1e-9);
        EXPECT_NEAR(length(v[2].point - v[1].point), 0.005 * (v[1].point.x + v[2].point.x), 1e-9);
    }
}

TEST(AppendLine, LeavesOutWhatIsBehindTheEyeOrHasNoLength) {
    PolygonList list;
    append_line(list, std::vector<Vec3>{{-1, 0, 0}, {-2, 5, 0}}, kAhead, 0.01, kLeakColour);
    append_line(list, std::vector<Vec3>{{5, 1, 0}, {5, 1, 0}}, kAhead, 0.01, kLeakColour);
    append_line(list, std::vector<Vec3>{{5, 0, 0}, {9, 0, 0}}, kAhead, 0.01, kLeakColour);
    append_line(list, std::vector<Vec3>{{5, 0, 0}}, kAhead, 0.01, kLeakColour);
    EXPECT_TRUE(list.polygons.empty());
}

TEST(AppendLeak, IsTheLineAndTheEdgesOfTheOpening) {
    const Leak leak{.line = {{10, 0, 0}, {20, 5, 0}, {30, 5, 5}},
                    .opening = {{20, 4, -1}, {20, 6, -1}, {20, 6, 1}, {20, 4, 1}}};
    PolygonList list;
    append_leak(list, leak, kAhead, 0.01);
    ASSERT_EQ(list.polygons.size(), 6u);
    EXPECT_EQ(std::ranges::count(list.polygons, kLeakColour, &PaintPolygon::colour), 2);
    EXPECT_EQ(std::ranges::count(list.polygons, kOpeningColour, &PaintPolygon::colour), 4);
    PolygonList line;
    append_leak(line, {.line = leak.line}, kAhead, 0.01);
    EXPECT_EQ(line.polygons.size(), 2u);
}

TEST(AppendMarker, IsClosed) {
    PolygonList list;
    append_marker(list, {1, 2, 3}, 4, kEyeColour);
    ASSERT_EQ(list.polygons.size(), 8u);
    Vec3 sum;
    for (const PaintPolygon& side : list.polygons) {
        EXPECT_LT(signed_distance(side.plane, {1, 2, 3}), 0);
        sum = sum + side.plane.n;
        for (std::uint32_t i = 0; i < side.count; ++i) {
            EXPECT_EQ(length(list.vertices[side.first + i].point - Vec3{1, 2, 3}), 4);
        }
    }
    EXPECT_EQ(sum, Vec3{});
}

TEST(AppendPortals, HasEachPortalBetweenVisibleClusters) {
    const Level& level = cistern();
    VisibleFaces visible(level);
    test::Random random(4);
    for (int round = 0; round < 10; ++round) {
        const View view = some_view(level, random);
        visible.look_from(view.eye);
        std::size_t expected = 0;
        for (const PortalRecord& portal : level.portals()) {
            expected += may_see(level, *visible.cluster(), ClusterId(portal.cluster[0])) &&
                                may_see(level, *visible.cluster(), ClusterId(portal.cluster[1]))
                            ? 1
                            : 0;
        }
        PolygonList list;
        append_portals(list, level, visible, view, 0.01);
        std::size_t found = 0;
        for (const PaintPolygon& polygon : list.polygons) {
            EXPECT_GE(signed_distance(polygon.plane, view.eye), 0);
            found += polygon.colour == kPortalColour ? 1 : 0;
        }
        EXPECT_EQ(found, expected);
        EXPECT_GT(found, 0u);
    }
}

// A portal as glass before a wall.
TEST(AppendPortals, MixTheirColourIn) {
    const Level& level = cistern();
    VisibleFaces visible(level);
    test::Random random(4);
    const View view = some_view(level, random);
    visible.look_from(view.eye);
    PolygonList list = visible_polygons(level, view);
    const TextureSet textures(level, {});
    const PaintOptions options = test::small_picture(PaintView::Portals);
    const Image without = paint(list, level, textures, view, options).image;
    append_portals(list, level, visible, view, 0.002);
    const Image with = paint_sorted(list, level, textures, view, options).image;
    double red = 0;
    double blue = 0;
    for (std::size_t i = 0; i < with.pixels.size(); ++i) {
        red += with.pixels[i].r - without.pixels[i].r;
        blue += with.pixels[i].b - without.pixels[i].b;
    }
    EXPECT_GT(blue - red, 2.0 * static_cast<double>(with.pixels.size()));
}

}  // namespace
}  // namespace halfspace
