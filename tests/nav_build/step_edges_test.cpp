// SPDX-License-Identifier: MIT
// The sides of ramps are steps where they are low.
#include "nav_build/step_edges.h"

#include "halfspace/level/level.h"
#include "halfspace/math/sin_cos.h"
#include "halfspace/move/mover.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/path.h"
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/space.h"

#include "support/brushes.h"
#include "support/compiled_data.h"
#include "support/nav_levels.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

constexpr double kStepHeight = 18;  // of NavOptions

// A ramp on a floor, 128 long and 64 wide, with its low end at the origin. It rises along +x, +y,
// -x, -y for 0, 1, 2, 3 quarters.
World ramp_world(int quarters, std::int64_t rise) {
    return world_of(
        {box_brush({-256, -256, -16}, {256, 256, 0}), turned_ramp(0, 128, rise, 32, quarters)});
}

Level with_navigation(const World& world) {
    LevelData data = compiled_data(world, {.threads = 1});
    const Level before = *Level::from_data(data);
    Result<NavData> meshes = build_navigation(before, {.spaces = {*find_space(before, "stand")}});
    EXPECT_TRUE(meshes);
    set_navigation(data, meshes ? *std::move(meshes) : NavData());
    const Result<Level> level = Level::from_data(data);
    EXPECT_TRUE(level);
    return level ? *level : Level();
}

std::pair<Vec3, Vec3> ends_of(const Level& level, std::uint32_t edge) {
    const auto behind =
        std::ranges::upper_bound(level.nav_polygons(), edge, {}, &NavPolygonRecord::first_edge);
    const std::uint32_t end = behind == level.nav_polygons().end()
                                  ? static_cast<std::uint32_t>(level.nav_edges().size())
                                  : behind->first_edge;
    const std::uint32_t next = edge + 1 < end ? edge + 1 : (behind - 1)->first_edge;
    return {level.nav_vertices()[level.nav_edges()[edge].vertex],
            level.nav_vertices()[level.nav_edges()[next].vertex]};
}

// The heights at the ends of a step, the lower one first.
std::pair<double, double> heights_of(const Level& level, const NavStepRecord& step) {
    const auto [lower_begin, lower_end] = ends_of(level, step.lower);
    const auto [upper_begin, upper_end] = ends_of(level, step.upper);
    return std::minmax(upper_end.z - lower_begin.z, upper_begin.z - lower_end.z);
}

// A ramp has two sides. What is lower than a step is a step, up to one step of the grid.
TEST(StepEdges, TheLowPartOfARampsSideIsAStep) {
    for (const std::int64_t rise : {32, 64, 96, 100}) {
        for (int turns = 0; turns < 4; ++turns) {
            const Level level = with_navigation(ramp_world(turns, rise));
            double longest = 0;
            std::size_t sides = 0;
            for (const NavStepRecord& step : level.nav_steps()) {
                const auto [low, high] = heights_of(level, step);
                EXPECT_GE(low, 0);
                EXPECT_LE(high, kStepHeight);
                const auto [from, to] = ends_of(level, step.lower);
                if (high > low) {
                    ++sides;
                    longest = std::max(longest, length(to - from));
                }
            }
            EXPECT_GE(sides, 2u) << turns << " " << rise;
            // The body's box makes the grown ramp begin before the ramp.
            const double slope = static_cast<double>(rise) / 128;
            EXPECT_GT(longest, std::min(kStepHeight / slope, 128.0) - 17) << turns << " " << rise;
        }
    }
}

// From beside the ramp the path leads over its side. Before, it went around the low end.
TEST(StepEdges, APathCrossesTheSideOfARamp) {
    for (int turns = 0; turns < 4; ++turns) {
        const Level level = with_navigation(ramp_world(turns, 64));
        const NavMesh mesh = NavMesh::from_level(level, *find_space(level, "stand")).value();
        NavScratch scratch;
        const auto turned = [&](double x, double y) {
            return turns == 0   ? Vec3{x, y, 80}
                   : turns == 1 ? Vec3{-y, x, 80}
                   : turns == 2 ? Vec3{-x, -y, 80}
                                : Vec3{y, -x, 80};
        };
        for (const double side : {-100.0, 100.0}) {
            const auto from = locate(mesh, turned(14, side), {.reach = 80});
            const auto to = locate(mesh, turned(14, 0), {.reach = 80});
            ASSERT_TRUE(from);
            ASSERT_TRUE(to) << turns << " " << side;
            EXPECT_GT(to->position.z, 25);
            EXPECT_EQ(find_path(mesh, *from, *to, scratch).length, 100) << turns;
        }
    }
}

// Two ramps side by side that rise against each other: their edges cross in the middle. Each side
// is a step near the crossing, up and down.
TEST(StepEdges, RampsThatCrossAreStepsOnBothSidesOfTheCrossing) {
    for (const int turns : {0, 1}) {
        const bool is_along_x = turns == 0;
        const World world = world_of(
            {box_brush({-512, -512, -16}, {512, 512, 0}),
             turned_ramp(0, 128, 64, 32, turns, is_along_x ? Units{0, -32, 0} : Units{-32, 0, 0}),
             turned_ramp(
                 0, 128, 64, 32, turns + 2, is_along_x ? Units{128, 32, 0} : Units{32, 128, 0})});
        const Level level = with_navigation(world);
        std::set<bool> directions;
        for (const NavStepRecord& step : level.nav_steps()) {
            const auto [low, high] = heights_of(level, step);
            const auto [from, to] = ends_of(level, step.lower);
            const Vec3 middle = (from + to) * 0.5;
            const double along = is_along_x ? middle.x : middle.y;
            if (low == 0 && high > 15 && from.z != to.z && std::abs(along - 64) < 32) {
                directions.insert(along > 64);
            }
        }
        EXPECT_EQ(directions.size(), 2u) << turns;
    }
}

// A block of 12 whose sides are slopes of 11 over `run`: the front of its top ends where the slopes
// begin, in no vertical plane.
World block_with_sloped_sides(std::int64_t run) {
    const auto corner = [&](std::int64_t x, std::int64_t side, bool is_low) {
        return Units{x, side * (is_low ? 60 : 60 - run), is_low ? 0 : 11};
    };
    Brush block = box_brush({0, -100, 0}, {128, 100, 12});
    block.sides.push_back(
        side_through(corner(0, -1, true), corner(128, -1, true), corner(0, -1, false)));
    block.sides.push_back(
        side_through(corner(0, 1, true), corner(0, 1, false), corner(128, 1, true)));
    return world_of({box_brush({-256, -256, -16}, {256, 256, 0}), std::move(block)});
}

// The whole front of the top is a step, whether its ends are on the grid or not.
TEST(StepEdges, EndAtSlopes) {
    for (const std::int64_t run : {11, 13, 17, 20}) {
        const Level level = with_navigation(block_with_sloped_sides(run));
        double width = 0;
        for (const NavStepRecord& step : level.nav_steps()) {
            const auto [low, high] = heights_of(level, step);
            const auto [from, to] = ends_of(level, step.lower);
            width +=
                low == 12 && high == 12 && from.x == to.x && from.x < 0 ? length(to - from) : 0;
        }
        // Before the body's box is added the top is as wide as this.
        const double top = 2 * (60 - static_cast<double>(12 * run) / 11);
        EXPECT_GT(width, top) << run;
        EXPECT_EQ(level.nav_links().size(), 0u) << run;
    }
}

TEST(StepEdges, AreTheSameForAnyExecutor) {
    const Level level = level_of(ramp_world(1, 100), {.threads = 1});
    const Result<NavData> serial = build_navigation(level);
    const Result<NavData> again = build_navigation(level);
    ASSERT_TRUE(serial && again);
    EXPECT_EQ(serial->steps.size(), again->steps.size());
    EXPECT_TRUE(std::ranges::equal(serial->vertices, again->vertices));
}

// True if a mover that walks at this speed straight over a place of the edge comes onto the step.
// It begins two skins before it, t of the way along the edge.
bool climbs(const Level& level, SpaceId space, const NavStepRecord& step, double t, double speed) {
    MoverOptions options;
    options.walk_speed = speed;
    const auto [begin, end] = ends_of(level, step.lower);
    const auto [upper_end, upper_begin] = ends_of(level, step.upper);
    const Vec3 edge = lerp(begin, end, t);
    const Vec3 along = end - begin;
    const Vec3 ahead = Vec3{along.y, -along.x, 0} / std::hypot(along.x, along.y);
    const CollisionWorld world(level);
    const MoverBodies bodies{space, space};
    MoverState state = mover_at(edge - ahead * (2 * options.skin) + Vec3{0, 0, 1});
    for (int i = 0; i < 8; ++i) {
        state = step_mover(world, bodies, state, {}, options).state;
    }
    state.velocity = ahead * speed;
    const MoverInput input = quantised({.view = {.yaw = angle_of(ahead.y, ahead.x)}, .forward = 1});
    for (int i = 0; i < 40; ++i) {
        state = step_mover(world, bodies, state, input, options).state;
        if (dot(state.position - edge, ahead) > 0) {
            return state.position.z > lerp(upper_begin, upper_end, t).z - 4 * options.skin;
        }
    }
    return false;
}

// Nearly all steps are climbed at any speed. One of this scene is climbed at 80 units a second, but
// not at 40.
TEST(StepEdges, SomeNeedSpeed) {
    const Result<Level> level =
        level_with_navigation(make_scene(SceneKind::RedundantPlanes, 40, 5, SceneContents::Mixed),
                              {.bad_brushes = CompileOptions::BadBrushes::Skip});
    ASSERT_TRUE(level);
    const SpaceId space = *find_space(*level, "stand");
    std::size_t fast = 0;
    for (const NavStepRecord& step : level->nav_steps()) {
        const std::uint32_t first = level->nav_polygons()[level->nav_meshes()[1].first_polygon]
                                        .first_edge;  // of the next body
        if (step.lower >= first || step.climbing_speed == 20) {
            continue;
        }
        ++fast;
        for (const double t : {0.25, 0.5, 0.75}) {
            EXPECT_TRUE(climbs(*level, space, step, t, step.climbing_speed));
            EXPECT_FALSE(climbs(*level, space, step, t, step.climbing_speed / 2));
        }
    }
    EXPECT_EQ(fast, 1u);
}

}  // namespace
}  // namespace halfspace::test
