// SPDX-License-Identifier: MIT
// The painter against all fragments sorted by depth, on the examples and on real levels.
#include "halfspace/render/sorted.h"

#include "render/pictures.h"
#include "support/repeats.h"
#include "support/scene_levels.h"
#include "support/small_level.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace halfspace::test {
namespace {

struct Counts {
    std::uint64_t pixels = 0;
    std::uint64_t different = 0;
    std::uint64_t ties = 0;
    std::uint64_t other_orders = 0;  // even where the colours happen to be equal

    void add(const PaintingDifferences& found, const SortedPainting& sorted) {
        pixels += found.pixels;
        different += found.different;
        ties += found.ties;
        other_orders += static_cast<std::uint64_t>(
            std::count(sorted.orders.begin(), sorted.orders.end(), DepthOrder::Different));
    }
};

enum class Drawn { WorldAlone, WithModels };

Counts check_views(const Level& level, std::span<const View> views, PaintView kind, Drawn drawn) {
    const TextureSet textures(level, {});
    const PaintOptions options = small_picture(kind);
    Counts counts;
    for (const View& view : views) {
        const PolygonList list =
            drawn == Drawn::WithModels
                ? visible_polygons(level, view)
                : visible_polygons(level, std::span<const PlacedModel>(), view);
        const Painting painted = paint(list, level, textures, view, options);
        const SortedPainting sorted = paint_sorted(list, level, textures, view, options);
        counts.add(compare(painted.image, sorted), sorted);
    }
    return counts;
}

void expect_equal_but_for_ties(const Level& level, int eyes) {
    const std::vector<View> views = random_views(level, eyes, 7);
    ASSERT_EQ(views.size(), static_cast<std::size_t>(eyes));
    for (const PaintView kind : {PaintView::Textured, PaintView::Translucent}) {
        const Counts counts = check_views(level, views, kind, Drawn::WithModels);
        EXPECT_EQ(counts.different, counts.ties);
        EXPECT_EQ(counts.other_orders, 0u);
        // Doors may lie in the plane of a wall and truly tie with it, as some of lq_e1m1 do. Faces
        // of the world alone hardly ever tie.
        const Counts world = check_views(level, views, kind, Drawn::WorldAlone);
        EXPECT_EQ(world.different, world.ties);
        EXPECT_EQ(world.other_orders, 0u);
        EXPECT_LE(world.ties * 1000, world.pixels);
        std::printf("%s: %llu of %llu pixels differ by ties, %llu without doors\n",
                    kind == PaintView::Textured ? "textured" : "translucent",
                    static_cast<unsigned long long>(counts.ties),
                    static_cast<unsigned long long>(counts.pixels),
                    static_cast<unsigned long long>(world.ties));
    }
}

class PaintedLevel : public testing::TestWithParam<std::string> {};

TEST_P(PaintedLevel, IsWhatItsFragmentsSortedByDepthGive) {
    const bool is_example = GetParam().starts_with("examples/");
    const auto path = is_example ? project_file(GetParam()) : test_data("maps/" + GetParam());
    if (path.empty()) {
        GTEST_SKIP() << "no test data";
    }
    const auto level = compiled_map(path);
    ASSERT_TRUE(level) << to_string(level.error());
    expect_equal_but_for_ties(*level, static_cast<int>(repeats(10)));
}

std::string level_name(const testing::TestParamInfo<std::string>& test) {
    std::string name = test.param.substr(test.param.rfind('/') + 1);
    return name.substr(0, name.find('.'));
}

INSTANTIATE_TEST_SUITE_P(All,
                         PaintedLevel,
                         testing::Values("examples/levels/keep.map",
                                         "examples/levels/station.map",
                                         "examples/levels/leak.map",
                                         "examples/levels/castle.grid",
                                         "id1/start.map",
                                         "id1/e1m1.map",
                                         "id1/dm4.map",
                                         "librequake/lq_e1m1.map",
                                         "spacehare/sm224_rabbit.map"),
                         level_name);

class SmallPicture : public testing::Test {
protected:
    Level level_ = *Level::from_data(small_level());
    TextureSet textures_{level_, {}};
    View view_ = *look_at({-30, -50, 90}, {40, 30, 20}, 90, 4.0 / 3);
    PolygonList list_ = visible_polygons(level_, view_);
};

TEST_F(SmallPicture, HasNoDifferences) {
    for (const PaintView kind :
         {PaintView::Textured, PaintView::Leaves, PaintView::Wire, PaintView::Translucent}) {
        const PaintOptions options = small_picture(kind);
        const SortedPainting sorted = paint_sorted(list_, level_, textures_, view_, options);
        EXPECT_EQ(compare(paint(list_, level_, textures_, view_, options).image, sorted).different,
                  0u);
        EXPECT_GT(sorted.fragments, 160u * 120u);
    }
}

TEST_F(SmallPicture, HasNothingOfInvisibleFacesInAnyView) {
    LevelData data = small_level();
    const auto is_invisible = [](std::uint32_t face) { return face % 3 == 0; };
    for (std::uint32_t i = 0; i < data.faces.size(); ++i) {
        data.faces[i].flags &= is_invisible(i) ? ~(kFaceOpacityMask << kFaceOpacityShift) : ~0u;
    }
    const Level level = *Level::from_data(data);
    for (const DrawOrder order : {DrawOrder::FrontToBack, DrawOrder::BackToFront}) {
        const PolygonList all = visible_polygons(level, view_, order);
        PolygonList opaque = all;
        ASSERT_NE(std::erase_if(opaque.polygons,
                                [&](const PaintPolygon& p) { return is_invisible(p.face); }),
                  0u);
        for (const PaintView kind : {PaintView::Textured,
                                     PaintView::Leaves,
                                     PaintView::Wire,
                                     PaintView::Overdraw,
                                     PaintView::Translucent}) {
            const PaintOptions options = small_picture(kind);
            const Painting painted = paint(all, level, textures_, view_, options);
            const Painting expected = paint(opaque, level, textures_, view_, options);
            EXPECT_EQ(painted.image.pixels, expected.image.pixels);
            EXPECT_EQ(painted.fragments, expected.fragments);
            EXPECT_EQ(painted.polygons, expected.polygons);
            if (kind != PaintView::Overdraw) {
                const SortedPainting sorted = paint_sorted(all, level, textures_, view_, options);
                EXPECT_EQ(compare(painted.image, sorted).different, 0u);
            }
        }
    }
}

// The judge must see a wrong order, else it proves nothing.
TEST_F(SmallPicture, ShowsAWrongOrder) {
    std::reverse(list_.polygons.begin(), list_.polygons.end());
    const PaintOptions options = small_picture(PaintView::Translucent);
    const SortedPainting sorted = paint_sorted(list_, level_, textures_, view_, options);
    const PaintingDifferences found =
        compare(paint(list_, level_, textures_, view_, options).image, sorted);
    EXPECT_GT(found.different, 1000u);
    EXPECT_EQ(found.ties, 0u);
    EXPECT_GT(found.worst, 0u);
}

// Two copies of a face are as deep as each other; the order of the list is no mistake.
TEST_F(SmallPicture, CallsEqualDepthsTies) {
    const std::uint32_t face = list_.polygons.front().face;
    const std::uint32_t other =
        static_cast<std::uint32_t>(face == 0 ? level_.faces().size() - 1 : 0);
    PolygonList twice;
    append_face(twice, level_, face);
    PaintPolygon copy = twice.polygons.front();
    copy.face = other;
    // The list draws the one with the larger number first.
    twice.polygons.insert(face < other ? twice.polygons.begin() : twice.polygons.end(), copy);
    const PaintOptions options = small_picture(PaintView::Leaves);
    const SortedPainting sorted = paint_sorted(twice, level_, textures_, view_, options);
    EXPECT_GT(std::count(sorted.orders.begin(), sorted.orders.end(), DepthOrder::Tie), 0);
    EXPECT_EQ(std::count(sorted.orders.begin(), sorted.orders.end(), DepthOrder::Different), 0);
}

}  // namespace
}  // namespace halfspace::test
