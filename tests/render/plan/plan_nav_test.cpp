// SPDX-License-Identifier: MIT
#include "halfspace/compile/compile.h"
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/render/nav_shapes.h"
#include "halfspace/render/plan.h"

#include "level/shared/derive.h"
#include "render/colours.h"
#include "render/plan/plan_page.h"
#include "support/brushes.h"
#include "support/small_level.h"
#include "support/sources.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace halfspace {
namespace {

PlanOptions options_at(double height) {
    PlanOptions options;
    options.height = height;
    options.width = 900;
    options.rows = 400;
    options.nav_mesh = 0;
    return options;
}

std::set<std::string> nav_names(const Drawing& drawing) {
    std::set<std::string> names;
    for (const auto& item : drawing.items) {
        const std::string& name = std::visit(
            [](const auto& element) -> const std::string& { return element.name; }, item);
        if (name.starts_with("nav")) {
            names.insert(name);
        }
        const auto* const text = std::get_if<DrawnText>(&item);
        if (text != nullptr &&
            (text->text == "floor of point" || text->text == "step of a stair" ||
             text->text == "low: one crouches" || text->text.starts_with("link") ||
             text->text.starts_with("area "))) {
            names.insert(text->text);
        }
    }
    return names;
}

// What the legend says of the area of the small level.
std::string area_entry(const Level& level) {
    return "area " + std::string(level.string(level.nav_areas()[0].name));
}

class NavPlanOf : public testing::Test {
protected:
    NavPlanOf() { test::add_small_nav(data_); }

    Rgba colour_at(const PlanOptions& options, double x, double y) const {
        const Level level = *Level::from_data(data_);
        const Point2 p = plan_page(level, options).at({x, y});
        return paint_drawing(draw_plan(level, options))
            .at(static_cast<std::uint32_t>(p[0]), static_cast<std::uint32_t>(p[1]));
    }

    LevelData data_ = test::small_level();
};

TEST_F(NavPlanOf, ALevelShowsPolygonsBordersAndSteps) {
    const Level level = *Level::from_data(data_);
    EXPECT_EQ(nav_names(draw_plan(level, options_at(46))),
              (std::set<std::string>{"nav",
                                     "nav edges",
                                     "nav borders",
                                     "nav steps",
                                     "nav links",
                                     "floor of point",
                                     area_entry(level),
                                     "step of a stair",
                                     "link: a drop, a jump, a lift"}));
    PlanOptions none = options_at(46);
    none.nav_mesh.reset();
    EXPECT_TRUE(nav_names(draw_plan(level, none)).empty());
}

TEST_F(NavPlanOf, ALevelIsWhereTheMeshIs) {
    const Rgba floor = mixed_colour(nav_island_colour(0), kPaper, 1, 2);
    EXPECT_EQ(colour_at(options_at(46), 6, 6), floor);
    EXPECT_EQ(colour_at(options_at(46), -4, 12), floor);
    EXPECT_EQ(colour_at(options_at(46), 0, 8), kNavSteps);
    EXPECT_NE(colour_at(options_at(46), 6, 24), floor);
    EXPECT_NE(colour_at(options_at(46), -12, 4), floor);
}

// The triangle beside the square is in an area.
TEST_F(NavPlanOf, ALevelHasAColourForEachArea) {
    EXPECT_EQ(colour_at(options_at(46), 20, 5), mixed_colour(nav_area_colour(0), kPaper, 1, 2));
    data_.nav_polygons[1].area = kNone;
    EXPECT_EQ(colour_at(options_at(46), 20, 5), mixed_colour(nav_island_colour(0), kPaper, 1, 2));
    EXPECT_FALSE(nav_names(draw_plan(*Level::from_data(data_), options_at(46)))
                     .contains(area_entry(*Level::from_data(data_))));
}

TEST_F(NavPlanOf, ALevelHasAColourForEachIsland) {
    data_.nav_steps.clear();
    derive_nav(data_);
    EXPECT_EQ(colour_at(options_at(46), 6, 6), mixed_colour(nav_island_colour(0), kPaper, 1, 2));
    EXPECT_EQ(colour_at(options_at(46), -4, 12), mixed_colour(nav_island_colour(1), kPaper, 1, 2));
    EXPECT_FALSE(
        nav_names(draw_plan(*Level::from_data(data_), options_at(46))).contains("step of a stair"));
}

Level with_nav(const World& world) {
    LevelData data = compile(world, {})->level;
    set_navigation(data, *build_navigation(*Level::from_data(data)));
    return *Level::from_data(data);
}

// file: of examples/levels. Its first mesh is that of the standing body.
Level level_with_nav(const std::string& file) {
    return with_nav(*test::read_world(test::project_file("examples/levels/" + file)));
}

Rgba colour_at(const Level& level, const PlanOptions& options, double x, double y) {
    const Point2 p = plan_page(level, options).at({x, y});
    return paint_drawing(draw_plan(level, options))
        .at(static_cast<std::uint32_t>(p[0]), static_cast<std::uint32_t>(p[1]));
}

TEST(NavPlan, HasAColourForLowFloor) {
    const Level tunnel = with_nav(test::world_of({test::box_brush({0, 0, -16}, {512, 64, 0}),
                                                  test::box_brush({192, 0, 45}, {320, 64, 128})}));
    PlanOptions options = options_at(20);
    EXPECT_FALSE(nav_names(draw_plan(tunnel, options)).contains("low: one crouches"));
    options.nav_mesh = 1;  // of the crouching body
    EXPECT_TRUE(nav_names(draw_plan(tunnel, options)).contains("low: one crouches"));
    EXPECT_EQ(colour_at(tunnel, options, 256, 32), mixed_colour(kNavLowColour, kPaper, 1, 2));
    EXPECT_EQ(colour_at(tunnel, options, 64, 32), mixed_colour(nav_island_colour(0), kPaper, 1, 2));
}

// The roof is the largest island, and the slice sees it beside the walls.
TEST(NavPlan, OfALeakingLevelHasNoRoofOverItsRoom) {
    const Level level = level_with_nav("leak.map");
    ASSERT_GT(nav_shapes(level, 0).polygons.size(), 1u);
    const Rgba roof = mixed_colour(nav_island_colour(0), kPaper, 1, 2);
    EXPECT_EQ(colour_at(level, options_at(96), 64, 128),
              mixed_colour(nav_island_colour(1), kPaper, 1, 2));
    EXPECT_EQ(colour_at(level, options_at(96), 8, 128), kOutside);
    EXPECT_EQ(colour_at(level, options_at(96), -24, 128), kOutside);
    // A slice above the roof shows the roof.
    EXPECT_EQ(colour_at(level, options_at(300), 64, 128), roof);
}

TEST(NavPlan, ShowsTheArrowsOfALiftAboveTheLift) {
    const Drawing plan = draw_plan(level_with_nav("arena.map"), options_at(54));
    std::size_t last_links = 0;
    std::size_t last_model = 0;
    for (std::size_t i = 0; i < plan.items.size(); ++i) {
        const std::string& name = std::visit(
            [](const auto& element) -> const std::string& { return element.name; }, plan.items[i]);
        last_links = name == "nav links" ? i : last_links;
        last_model = name == "model" ? i : last_model;
    }
    EXPECT_GT(last_model, 0u);
    EXPECT_GT(last_links, last_model);
    // Their colour is that of the other links, so the legend has both once.
    const auto is_link = [](const auto& item) {
        const auto* const text = std::get_if<DrawnText>(&item);
        return text != nullptr && text->text.starts_with("link");
    };
    EXPECT_EQ(std::ranges::count_if(plan.items, is_link), 1);
}

// The slice is in the ground, so nothing of the mesh is in sight.
TEST_F(NavPlanOf, ALevelHidesOtherFloors) {
    EXPECT_TRUE(nav_names(draw_plan(*Level::from_data(data_), options_at(-8))).empty());
}

}  // namespace
}  // namespace halfspace
