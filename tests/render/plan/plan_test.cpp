// SPDX-License-Identifier: MIT
#include "halfspace/render/plan.h"

#include "halfspace/query/classify.h"
#include "halfspace/query/free.h"
#include "halfspace/query/space.h"

#include "render/colours.h"
#include "render/plan/plan_page.h"
#include "support/brushes.h"
#include "support/compiled_data.h"
#include "support/scene_levels.h"
#include "support/scenes.h"
#include "support/sources.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace halfspace::test {
namespace {

constexpr double kHeight = 46;

Level keep_with(bool is_filled) {
    CompileOptions options;
    options.fill_outside = is_filled;
    return level_of(*read_world(project_file("examples/levels/keep.map")), options);
}

// What is outside is empty, so that the leaves of the main tree show all walls.
const Level& keep() {
    static const Level kLevel = keep_with(false);
    return kLevel;
}

PlanOptions options_for(std::vector<SpaceId> bodies = {}) {
    PlanOptions options;
    options.height = kHeight;
    options.width = 900;
    options.rows = 400;
    options.bodies = std::move(bodies);
    return options;
}

// The names of all elements of a drawing, and its texts.
std::set<std::string> names_in(const Drawing& drawing) {
    std::set<std::string> names;
    for (const auto& item : drawing.items) {
        std::visit([&](const auto& element) { names.insert(element.name); }, item);
        if (const auto* const text = std::get_if<DrawnText>(&item)) {
            names.insert("text " + text->text);
        }
    }
    return names;
}

// The colour of the pixel that shows a place of the map.
Rgba colour_at(const Level& level, const Drawing& drawing, const Image& image, double x, double y) {
    const Point2 p = plan_page(level, {.width = drawing.width, .rows = drawing.height}).at({x, y});
    return image.at(static_cast<std::uint32_t>(p[0]), static_cast<std::uint32_t>(p[1]));
}

// What the pixels of the map show by the questions of `query` alone: marks, names and models are
// not there.
class Expected {
public:
    Expected(const Level& level, const PlanPage& page, std::vector<SpaceId> bodies)
        : width_(static_cast<int>(page.map.right)), height_(static_cast<int>(page.map.bottom)) {
        std::vector<Contents> contents;
        for (int y = 0; y < height_; ++y) {
            for (int x = 0; x < width_; ++x) {
                const Point2 p = page.on_map({x + 0.5, y + 0.5});
                contents.push_back(point_contents(level, {p[0], p[1], kHeight}));
            }
        }
        const std::vector<bool> outside = reached_from_the_border(contents);
        for (int i = 0; i < width_ * height_; ++i) {
            const auto at = static_cast<std::size_t>(i);
            const int column = i % width_;
            const int row = i / width_;
            const Point2 p = page.on_map({column + 0.5, row + 0.5});
            colours_.push_back(any(contents[at]) ? contents_colour(contents[at])
                               : outside[at]     ? kOutside
                                                 : kRoom);
            for (std::size_t body = 0; colours_.back() == kRoom && body < bodies.size(); ++body) {
                if (!is_free(level, bodies[body], {p[0], p[1], kHeight})) {
                    colours_.back() = body_colour(body, bodies.size());
                }
            }
        }
    }

    int width() const { return width_; }
    int height() const { return height_; }
    const Rgba& at(int x, int y) const {
        return colours_[static_cast<std::size_t>(y * width_ + x)];
    }

    bool is_inner(int x, int y) const {
        for (int dy = -2; dy <= 2; ++dy) {
            for (int dx = -2; dx <= 2; ++dx) {
                const int px = std::clamp(x + dx, 0, width_ - 1);
                const int py = std::clamp(y + dy, 0, height_ - 1);
                if (at(px, py) != at(x, y)) {
                    return false;
                }
            }
        }
        return true;
    }

private:
    std::vector<bool> reached_from_the_border(const std::vector<Contents>& contents) const {
        std::vector<bool> reached(contents.size());
        std::vector<int> pending;
        const auto reach = [&](int x, int y) {
            const auto at = static_cast<std::size_t>(y * width_ + x);
            if (x >= 0 && x < width_ && y >= 0 && y < height_ && !reached[at] &&
                !any(contents[at] & kBodyBlockers)) {
                reached[at] = true;
                pending.push_back(y * width_ + x);
            }
        };
        for (int i = 0; i < width_ * height_; ++i) {
            const int x = i % width_;
            const int y = i / width_;
            if (x == 0 || y == 0 || x == width_ - 1 || y == height_ - 1) {
                reach(x, y);
            }
        }
        while (!pending.empty()) {
            const int x = pending.back() % width_;
            const int y = pending.back() / width_;
            pending.pop_back();
            reach(x - 1, y);
            reach(x + 1, y);
            reach(x, y - 1);
            reach(x, y + 1);
        }
        return reached;
    }

    int width_;
    int height_;
    std::vector<Rgba> colours_;
};

TEST(DrawPlan, ShowsRoomsOutsideContentsAndBodiesWhereTheyAre) {
    const SpaceId stand = *find_space(keep(), "stand");
    const SpaceId large = *find_space(keep(), "large");
    const PlanOptions options = options_for({large, SpaceId(0), stand});
    const Image image = paint_drawing(draw_plan(keep(), options));
    const PlanPage page = plan_page(keep(), {.width = options.width, .rows = options.rows});
    const Expected expected(keep(), page, {stand, large});
    int right = 0;
    int wrong = 0;
    std::set<std::uint8_t> seen;
    for (int y = 0; y < expected.height(); ++y) {
        for (int x = 0; x < expected.width(); ++x) {
            if (!expected.is_inner(x, y)) {
                continue;
            }
            const Rgba& colour = expected.at(x, y);
            const bool is_same =
                image.at(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)) == colour;
            (is_same ? right : wrong) += 1;
            if (is_same) {
                seen.insert(colour.g);
            }
        }
    }
    EXPECT_EQ(seen.size(), 5u);  // outside, room, solid, two bands
    EXPECT_GT(right, expected.width() * expected.height() / 2);
    // Marks, names and the door lie over some.
    EXPECT_LT(wrong, right / 40);
}

// What is outside looks the same, whether it is void or empty.
TEST(DrawPlan, ShowsTheOutsideOfASealedLevel) {
    PlanOptions options = options_for();
    options.around = keep().tree_box(kWorldModel);  // both have the same frame
    const Image empty = paint_drawing(draw_plan(keep(), options));
    const Image filled = paint_drawing(draw_plan(keep_with(true), options));
    ASSERT_EQ(empty.width, filled.width);
    int different = 0;
    for (std::uint32_t y = 0; y < empty.height; ++y) {
        for (std::uint32_t x = 0; x < empty.width; ++x) {
            different += empty.at(x, y) == filled.at(x, y) ? 0 : 1;
        }
    }
    EXPECT_LT(different, 900 * 400 / 50);  // lines of other leaves are drawn other ways
}

TEST(DrawPlan, OutlinesDoors) {
    const Drawing plan = draw_plan(keep(), options_for());
    const Image image = paint_drawing(plan);
    EXPECT_EQ(colour_at(keep(), plan, image, 648, 220), kModelFill);
    EXPECT_EQ(colour_at(keep(), plan, image, 640, 220), kModel);
    EXPECT_EQ(colour_at(keep(), plan, image, 656, 220), kModel);
    EXPECT_TRUE(names_in(plan).contains("text func_door"));
    PlanOptions above = options_for();
    above.height = 140;
    EXPECT_FALSE(names_in(draw_plan(keep(), above)).contains("model"));
}

TEST(DrawPlan, HasALegendOfWhatOccurs) {
    const std::set<std::string> names = names_in(draw_plan(keep(), options_for({SpaceId(1)})));
    for (const char* const text : {"outside",
                                   "room",
                                   "solid",
                                   "no room for stand",
                                   "door or other model",
                                   "start of a player",
                                   "light",
                                   "Plan at z = 46",
                                   "256 units = 8 m",
                                   "y (north)"}) {
        EXPECT_TRUE(names.contains(std::string("text ") + text)) << text;
    }
    for (const char* const text : {"water", "fence", "other entity", "no room for large"}) {
        EXPECT_FALSE(names.contains(std::string("text ") + text)) << text;
    }
    PlanOptions pool = options_for();
    pool.height = -40;
    EXPECT_TRUE(names_in(draw_plan(keep(), pool)).contains("text water"));
}

TEST(DrawPlan, OfSmallPicturesIsTheMapAlone) {
    PlanOptions options = options_for();
    options.width = 80;
    options.rows = 60;
    const std::set<std::string> names = names_in(draw_plan(keep(), options));
    EXPECT_TRUE(names.contains("solid"));
    EXPECT_FALSE(names.contains("legend"));
    EXPECT_FALSE(names.contains("scale"));
}

TEST(DrawPlan, ShowsCellsWhenAsked) {
    PlanOptions options = options_for();
    EXPECT_FALSE(names_in(draw_plan(keep(), options)).contains("cells"));
    options.cells = PlanCells::Outlined;
    EXPECT_TRUE(names_in(draw_plan(keep(), options)).contains("cells"));
}

TEST(DrawPlan, JoinsThePositionsOfAPath) {
    PlanOptions options = options_for();
    EXPECT_FALSE(names_in(draw_plan(keep(), options)).contains("path"));
    // Far above the slice, across the yard; the last two positions share a pixel.
    options.path = {{64, 200, 900}, {64, 300, 900}, {160, 300, 900}, {160, 300.01, 900}};
    const Drawing plan = draw_plan(keep(), options);
    EXPECT_TRUE(names_in(plan).contains("text path and its end"));
    const Image image = paint_drawing(plan);
    EXPECT_EQ(colour_at(keep(), plan, image, 64, 280), kPath);
    EXPECT_EQ(colour_at(keep(), plan, image, 112, 300), kPath);
    EXPECT_EQ(colour_at(keep(), plan, image, 158, 298), kPath);
    EXPECT_NE(colour_at(keep(), plan, image, 112, 250), kPath);
}

TEST(DrawPlan, OfAPathOfOnePositionHasItsEndAlone) {
    PlanOptions options = options_for();
    options.path = {{64, 256, 24}};
    const std::set<std::string> names = names_in(draw_plan(keep(), options));
    EXPECT_TRUE(names.contains("path end"));
    EXPECT_FALSE(names.contains("path"));
}

Entity entity(const char* classname, const char* origin, const char* angle = "0") {
    Entity made;
    made.keys = {{"classname", classname}, {"origin", origin}, {"angle", angle}};
    return made;
}

// Two floors of a tower without walls, each 512 x 512: z in [0, 16] and [128, 144].
Level tower(const std::vector<Entity>& entities) {
    World world =
        world_of({box_brush({0, 0, 0}, {512, 512, 16}), box_brush({0, 0, 128}, {512, 512, 144})});
    world.entities.insert(world.entities.end(), entities.begin(), entities.end());
    return *compiled_level(world);
}

TEST(DrawPlan, ShowsStartsAsArrowsAlongTheirAngle) {
    for (const auto& [angle, x, y] : {std::tuple("0", 1., 0.),
                                      std::tuple("90", 0., -1.),
                                      std::tuple("180", -1., 0.),
                                      std::tuple("-1", 1., 0.)}) {
        const Level level = tower({entity("info_player_start", "100 200 40", angle)});
        const PlanOptions options = options_for();
        const Drawing plan = draw_plan(level, options);
        const Point2 at =
            plan_page(level, {.width = options.width, .rows = options.rows}).at({100, 200});
        const auto is_start = [](const auto& item) {
            const auto* const area = std::get_if<DrawnArea>(&item);
            return area && area->name == "start";
        };
        const auto found = std::ranges::find_if(plan.items, is_start);
        ASSERT_NE(found, plan.items.end());
        const Polygon2& arrow = std::get<DrawnArea>(*found).polygons.front();
        const Point2 tip = *std::ranges::max_element(
            arrow, {}, [&](const Point2& p) { return std::hypot(p[0] - at[0], p[1] - at[1]); });
        EXPECT_GT((tip[0] - at[0]) * x + (tip[1] - at[1]) * y, 12) << angle;
    }
}

TEST(DrawPlan, HidesEntitiesOfOtherFloors) {
    const Level level = tower({entity("monster_below", "100 100 40"),
                               entity("monster_above", "100 300 200"),
                               entity("monster_away", "9000 300 40"),
                               entity("monster_nan", "x y 40"),
                               entity("light", "300 300 120")});
    const std::set<std::string> low = names_in(draw_plan(level, options_for()));
    EXPECT_TRUE(low.contains("text monster_below"));
    EXPECT_FALSE(low.contains("text monster_above"));
    EXPECT_FALSE(low.contains("text monster_away"));
    EXPECT_FALSE(low.contains("text monster_nan"));
    EXPECT_TRUE(low.contains("light"));
    PlanOptions upper = options_for();
    upper.height = 180;
    const std::set<std::string> high = names_in(draw_plan(level, upper));
    EXPECT_FALSE(high.contains("text monster_below"));
    EXPECT_TRUE(high.contains("text monster_above"));
    EXPECT_FALSE(high.contains("light"));
}

TEST(DrawPlan, LeavesOutNamesForWhichThereIsNoRoom) {
    std::vector<Entity> crowd;
    for (int i = 0; i < 30; ++i) {
        crowd.push_back(entity("monster_in_a_crowd", "256 256 40"));
    }
    crowd.push_back(entity("monster_with_a_name_far_too_long_to_stand_in_a_plan", "256 60 40"));
    const Drawing plan = draw_plan(tower(crowd), options_for());
    int names = 0;
    for (const auto& item : plan.items) {
        const auto* const text = std::get_if<DrawnText>(&item);
        if (text && text->name == "name") {
            ++names;
            EXPECT_LE(text->text.size(), 28u);
        }
    }
    EXPECT_GT(names, 1);
    EXPECT_LE(names, 5);
}

// Else two names read as one.
TEST(DrawPlan, KeepsNamesBesideEachOtherApart) {
    const Level level = level_of(*read_world(project_file("examples/levels/arena.map")), {});
    PlanOptions options = options_for();
    options.height = 54;
    options.width = 1280;
    options.rows = 720;
    std::vector<const DrawnText*> names;
    const Drawing plan = draw_plan(level, options);
    for (const auto& item : plan.items) {
        const auto* const text = std::get_if<DrawnText>(&item);
        if (text && text->name == "name") {
            names.push_back(text);
        }
    }
    EXPECT_GT(names.size(), 20u);
    for (const DrawnText* const a : names) {
        for (const DrawnText* const b : names) {
            if (a->at[0] < b->at[0] && std::abs(a->at[1] - b->at[1]) < a->size) {
                EXPECT_GE(b->at[0] - a->at[0] - text_width(a->text, a->size), 10 - 1e-9)
                    << a->text << ", " << b->text;
            }
        }
    }
}

TEST(DrawPlan, ShowsSections) {
    PlanOptions options;
    options.sections = {{Vec3{0, 0, 0}, Vec3{64, 0, 0}}, {Vec3{64, 0, 0}, Vec3{64, 64, 0}}};
    // A level without faces is as large as its sections.
    const Drawing plan = draw_plan(Level(), options);
    std::size_t lines = 0;
    for (const auto& item : plan.items) {
        if (const auto* const drawn = std::get_if<DrawnLines>(&item);
            drawn && drawn->name == "mesh") {
            lines += drawn->segments.size();
            for (const auto& [from, to] : drawn->segments) {
                EXPECT_GT(std::min(from[0], to[0]), 0);
                EXPECT_LT(std::max(from[0], to[0]), 1280);
            }
        }
    }
    EXPECT_EQ(lines, 2u);
}

}  // namespace
}  // namespace halfspace::test
