// SPDX-License-Identifier: MIT
#include "halfspace/render/nav_shapes.h"
#include "halfspace/render/plan.h"

#include "level/shared/derive.h"
#include "render/colours.h"
#include "render/plan/plan_page.h"
#include "support/small_level.h"

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
             text->text.starts_with("link") || text->text.starts_with("area "))) {
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
                                     "link: a drop, a jump"}));
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

// The slice is in the ground, so nothing of the mesh is in sight.
TEST_F(NavPlanOf, ALevelHidesOtherFloors) {
    EXPECT_TRUE(nav_names(draw_plan(*Level::from_data(data_), options_at(-8))).empty());
}

}  // namespace
}  // namespace halfspace
