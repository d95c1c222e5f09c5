// SPDX-License-Identifier: MIT
#include "halfspace/render/nav_shapes.h"

#include "halfspace/compile/compile.h"
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/query/free.h"
#include "halfspace/query/space.h"
#include "halfspace/render/sorted.h"

#include "level/shared/derive.h"
#include "render/pictures.h"
#include "support/small_level.h"
#include "support/sources.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace halfspace {
namespace {

Level small_with_nav() {
    LevelData data = test::small_level();
    test::add_small_nav(data);
    return *Level::from_data(data);
}

// file: of examples/levels.
Level level_with_nav(const std::string& file) {
    const World world = *test::read_world(test::project_file("examples/levels/" + file));
    LevelData data = compile(world, {})->level;
    set_navigation(data, *build_navigation(*Level::from_data(data)));
    return *Level::from_data(data);
}

const Level& keep_with_nav() {
    static const Level kLevel = level_with_nav("keep.map");
    return kLevel;
}

using Ends = std::array<Vec3, 2>;

TEST(NavShapes, HaveThePolygonsEdgesAndStepsOfTheMesh) {
    const NavShapes shapes = nav_shapes(small_with_nav(), 0);
    ASSERT_EQ(shapes.polygons.size(), 3u);
    EXPECT_EQ(shapes.polygons[0].corners,
              (std::vector<Vec3>{{0, 0, 0}, {16, 0, 0}, {16, 16, 0}, {0, 16, 0}}));
    EXPECT_EQ(shapes.polygons[2].corners, (std::vector<Vec3>{{0, 0, 8}, {0, 16, 8}, {-16, 16, 8}}));
    ASSERT_EQ(shapes.common.size(), 1u);
    EXPECT_EQ(shapes.common[0].ends, (Ends{{{16, 0, 0}, {16, 16, 0}}}));
    EXPECT_EQ(shapes.common[0].polygon, 0u);
    // 10 edges: one is common, two are of the step.
    EXPECT_EQ(shapes.borders.size(), 6u);
    ASSERT_EQ(shapes.steps.size(), 1u);
    EXPECT_EQ(shapes.steps[0].lower, (Ends{{{0, 16, 0}, {0, 0, 0}}}));
    EXPECT_EQ(shapes.steps[0].upper, (Ends{{{0, 16, 8}, {0, 0, 8}}}));
    EXPECT_EQ(shapes.steps[0].polygon, (std::array{0u, 2u}));
    ASSERT_EQ(shapes.links.size(), 1u);  // the planes of both its polygons are z = 0
    EXPECT_EQ(shapes.links[0].way, (std::vector<Vec3>{{17.5, 1, 0}, {-1.5, 15, 0}}));
    EXPECT_EQ(shapes.links[0].kind, NavLinkKind::Jump);
    EXPECT_EQ(shapes.links[0].polygon, 1u);
    LevelData data = test::small_level();
    test::add_small_nav(data);
    data.nav_links[0].kind = static_cast<std::uint32_t>(NavLinkKind::Chance);
    EXPECT_TRUE(nav_shapes(*Level::from_data(data), 0).links.empty());
}

TEST(ArrowHead, IsBehindTheTipOnBothSides) {
    EXPECT_EQ(arrow_head({Vec3{0, 0, 8}, Vec3{10, 0, 8}}, 4), (Ends{{{6, 2, 8}, {6, -2, 8}}}));
    EXPECT_EQ(arrow_head({Vec3{0, 5, 8}, Vec3{0, 5, 0}}, 4), (Ends{{{2, 5, 4}, {-2, 5, 4}}}));
}

// The lift of the arena is drawn high, so it would hide a straight arrow.
TEST(NavShapes, LeadTheArrowOfALiftUprightAndLevel) {
    const Level level = level_with_nav("arena.map");
    std::size_t ways_up = 0;
    std::size_t ways_down = 0;
    for (const NavShapes::Link& link : nav_shapes(level, 0).links) {
        if (link.kind != NavLinkKind::Lift) {
            EXPECT_EQ(link.way.size(), 2u);
            continue;
        }
        ASSERT_EQ(link.way.size(), 3u);
        const bool is_up = link.way[0].z < link.way[2].z;
        ++(is_up ? ways_up : ways_down);
        const Vec3& lower = link.way[is_up ? 0 : 2];
        const Vec3& upper = link.way[is_up ? 2 : 0];
        EXPECT_EQ(link.way[1], (Vec3{lower.x, lower.y, upper.z}));
    }
    EXPECT_GT(ways_up, 0u);
    EXPECT_GT(ways_down, 0u);
}

TEST(NavShapes, RankIslandsByTheirSize) {
    LevelData data = test::small_level();
    test::add_small_nav(data);
    data.nav_steps.clear();
    derive_nav(data);
    for (const double reach : {-16.0, -200.0}) {  // the triangle alone has 128 or 1600 units²
        data.nav_vertices[7].x = reach;
        const NavShapes shapes = nav_shapes(*Level::from_data(data), 0);
        const std::uint32_t triangle = reach < -16 ? 0 : 1;
        EXPECT_EQ(shapes.polygons[2].rank, triangle);
        for (const std::size_t p : {0u, 1u}) {
            EXPECT_EQ(shapes.polygons[p].rank, 1 - triangle);
        }
        EXPECT_EQ(shapes.borders.size(), 8u);
    }
}

TEST(NavShapes, HaveTheColourOfTheirArea) {
    const NavShapes shapes = nav_shapes(small_with_nav(), 0);
    EXPECT_EQ(shapes.polygons[0].area, kNone);
    EXPECT_EQ(shapes.polygons[1].area, 0u);
    EXPECT_EQ(colour_of(shapes.polygons[0]), nav_island_colour(shapes.polygons[0].rank));
    EXPECT_EQ(colour_of(shapes.polygons[1]), nav_area_colour(0));
    for (std::uint32_t area = 0; area < 12; ++area) {
        EXPECT_NE(nav_area_colour(area), nav_area_colour(area + 1));
        EXPECT_NE(nav_area_colour(area), kNavStepColour);
        EXPECT_NE(nav_area_colour(area), kNavLowColour);
        for (std::uint32_t rank = 0; rank < kNavColourCount; ++rank) {
            EXPECT_NE(nav_area_colour(area), nav_island_colour(rank));
        }
    }
}

TEST(NavShapes, AreLowWhereTheStandingBodyHasNoRoom) {
    const auto low = [](std::size_t mesh) {
        return std::ranges::count(
            nav_shapes(keep_with_nav(), mesh).polygons, true, [](auto& p) { return p.is_low; });
    };
    EXPECT_EQ(low(0), 0);
    EXPECT_EQ(low(1), 4);  // of the crouching body
    NavShapes::Polygon polygon{.corners = {}, .rank = 1, .area = 0, .is_low = true};
    EXPECT_EQ(colour_of(polygon), kNavLowColour);
    polygon.is_low = false;
    EXPECT_EQ(colour_of(polygon), nav_area_colour(0));
}

TEST(NavShapes, OfAnotherMeshAreItsOwn) {
    const Level& level = keep_with_nav();
    std::size_t polygons = 0;
    std::size_t sides = 0;
    for (std::size_t m = 0; m < level.nav_meshes().size(); ++m) {
        const NavShapes shapes = nav_shapes(level, m);
        polygons += shapes.polygons.size();
        sides += 2 * (shapes.common.size() + shapes.steps.size()) + shapes.borders.size();
        EXPECT_EQ(shapes.polygons[shapes.borders.front().polygon].rank,
                  shapes.polygons[shapes.common.front().polygon].rank);
    }
    EXPECT_EQ(polygons, level.nav_polygons().size());
    EXPECT_EQ(sides, level.nav_edges().size());
}

// The body stands on the middle of each polygon: it is free there and blocked a unit deeper.
TEST(NavShapes, AreAtTheFeetOfTheBody) {
    const Level& level = keep_with_nav();
    for (std::size_t m = 0; m < level.nav_meshes().size(); ++m) {
        const SpaceId space(level.nav_meshes()[m].space);
        const Vec3 feet{0, 0, body_of(level, space).min.z};
        EXPECT_LT(feet.z, -8);
        for (const NavShapes::Polygon& polygon : nav_shapes(level, m).polygons) {
            Vec3 middle;
            for (const Vec3& corner : polygon.corners) {
                middle += corner * (1.0 / static_cast<double>(polygon.corners.size()));
            }
            EXPECT_TRUE(is_free(level, space, middle - feet + Vec3{0, 0, 0.01}));
            EXPECT_FALSE(is_free(level, space, middle - feet - Vec3{0, 0, 1}));
        }
    }
}

TEST(NavIslandColour, OfTheLargestIslandIsNotRepeated) {
    for (std::uint32_t rank = 1; rank < 40; ++rank) {
        EXPECT_NE(nav_island_colour(rank), nav_island_colour(0));
        EXPECT_NE(nav_island_colour(rank), nav_island_colour(rank + 1));
        EXPECT_NE(nav_island_colour(rank), kNavStepColour);
        EXPECT_NE(nav_island_colour(rank), kNavLowColour);
        EXPECT_EQ(nav_island_colour(rank).a, 255);
    }
}

TEST(AppendNav, LooksToTheEyeAndIsNowhereBelowTheFloor) {
    const NavShapes shapes = nav_shapes(small_with_nav(), 0);
    for (const Vec3& eye : {Vec3{8, 8, 100}, Vec3{-50, -50, 3}, Vec3{8, 8, 12}}) {
        const View view = *look_at(eye, {9, 8, 0}, 90, 1);
        PolygonList list;
        append_nav(list, shapes, view, 0.01);
        std::size_t glass = 0;
        for (const PaintPolygon& polygon : list.polygons) {
            EXPECT_GE(signed_distance(polygon.plane, eye), 0);
            EXPECT_EQ(polygon.face, kNone);
            glass += polygon.colour.a < 100 ? 1 : 0;
            for (std::uint32_t i = 0; i < polygon.count; ++i) {
                EXPECT_GE(list.vertices[polygon.first + i].point.z, 0);
            }
        }
        EXPECT_EQ(glass, 4u);  // three polygons and the riser of the step
    }
}

// From above, under the water of the room.
TEST(AppendNav, HasColoursOfIslandsBrightBordersAndLadders) {
    const Level level = small_with_nav();
    const View view = *look_at({4, 8, 14}, {4, 8, 0}, 90, 4.0 / 3);
    const PaintOptions options = test::small_picture(PaintView::Nav);
    const TextureSet textures(level, {});
    PolygonList list = visible_polygons(level, view);
    const Image without = paint(list, level, textures, view, options).image;
    append_nav(list, nav_shapes(level, 0), view, 3 * 2 * view.tan_half_width / options.width);
    const Image with = paint_sorted(list, level, textures, view, options).image;
    const auto pixel = [&](const Image& image, const Vec3& place) {
        const Vec3 way = place - view.eye;
        const double depth = dot(way, view.forward);
        const double x = dot(way, view.right) / (depth * view.tan_half_width);
        const double y = dot(way, view.up) / (depth * view.tan_half_height);
        return image.at(static_cast<std::uint32_t>((1 + x) / 2 * options.width),
                        static_cast<std::uint32_t>((1 - y) / 2 * options.height));
    };
    const Vec3 inside{7, 6, 0};
    EXPECT_GT(pixel(with, inside).g - pixel(with, inside).r,
              pixel(without, inside).g - pixel(without, inside).r + 20);
    EXPECT_GT(pixel(with, {8, 0, 0}).g, 220);  // a border
    // The upper edge of the step, as far above the floor as lines are.
    EXPECT_EQ(pixel(with, {0, 8, 8.36}), kNavStepColour);
    EXPECT_EQ(pixel(with, {4, 17.5, 0}), pixel(without, {4, 17.5, 0}));
}

}  // namespace
}  // namespace halfspace
