// SPDX-License-Identifier: MIT
#include "halfspace/nav_build/build_nav.h"

#include "halfspace/query/space.h"
#include "halfspace/tasks/parallel_for.h"

#include "support/brushes.h"
#include "support/compiled_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

// A body stands with half of its box, 15, beyond the edges of a floor of 512 by 512.
constexpr double kSide = 542;
constexpr double kWhole = kSide * kSide;

// A floor with its upper side at z = 0, and what stands on it.
World floor_with(std::vector<Brush> brushes) {
    brushes.insert(brushes.begin(), box_brush({-256, -256, -16}, {256, 256, 0}));
    return world_of(std::move(brushes));
}

Entity entity_of(const std::string& classname, std::vector<Brush> brushes) {
    Entity entity;
    entity.keys.push_back({"classname", classname});
    entity.brushes = std::move(brushes);
    return entity;
}

NavData nav_of(const Level& level, const NavOptions& options = {}) {
    Result<NavData> data = build_navigation(level, options);
    EXPECT_TRUE(data.has_value());
    return data ? *std::move(data) : NavData();
}

// The mesh of the standing body, 15 to each side, its feet 24 below its position.
NavData standing(const World& world, const NavOptions& options = {}) {
    const Level level = level_of(world, {.threads = 1});
    NavOptions own = options;
    own.spaces = {*find_space(level, "stand")};
    return nav_of(level, own);
}

std::vector<Vec3> corners_of(const NavData& data, std::size_t polygon) {
    const std::size_t end = polygon + 1 < data.polygons.size()
                                ? data.polygons[polygon + 1].first_edge
                                : data.edges.size();
    std::vector<Vec3> corners;
    for (std::size_t e = data.polygons[polygon].first_edge; e < end; ++e) {
        corners.push_back(data.vertices[data.edges[e].vertex]);
    }
    return corners;
}

std::pair<Vec3, Vec3> ends_of(const NavData& data, std::uint32_t edge) {
    const auto behind =
        std::ranges::upper_bound(data.polygons, edge, {}, &NavPolygonRecord::first_edge);
    const std::uint32_t end = behind == data.polygons.end()
                                  ? static_cast<std::uint32_t>(data.edges.size())
                                  : behind->first_edge;
    const std::uint32_t next = edge + 1 < end ? edge + 1 : std::prev(behind)->first_edge;
    return {data.vertices[data.edges[edge].vertex], data.vertices[data.edges[next].vertex]};
}

// The area seen from above.
double area_of(const NavData& data, std::size_t polygon) {
    const std::vector<Vec3> corners = corners_of(data, polygon);
    double twice = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec3& a = corners[i];
        const Vec3& b = corners[(i + 1) % corners.size()];
        twice += a.x * b.y - a.y * b.x;
    }
    return twice / 2;
}

double area_of(const NavData& data) {
    double sum = 0;
    for (std::size_t p = 0; p < data.polygons.size(); ++p) {
        sum += area_of(data, p);
    }
    return sum;
}

std::size_t islands_of(const NavData& data) {
    std::set<std::uint32_t> islands;
    for (const NavPolygonRecord& polygon : data.polygons) {
        islands.insert(polygon.island);
    }
    return islands.size();
}

// Stairs of five steps along x, each this high and 32 deep.
World stairs(std::int64_t height) {
    std::vector<Brush> brushes;
    for (std::int64_t i = 1; i <= 5; ++i) {
        brushes.push_back(box_brush({32 * i, -64, 0}, {256, 64, height * i}));
    }
    return floor_with(std::move(brushes));
}

TEST(BuildNavigation, OfAFloorIsOnePolygonThatReachesBeyondTheEdge) {
    const NavData data = standing(floor_with({}));
    ASSERT_EQ(data.polygons.size(), 1u);
    EXPECT_EQ(area_of(data), kWhole);
    ASSERT_EQ(data.edges.size(), 4u);
    for (const Vec3& corner : corners_of(data, 0)) {
        EXPECT_EQ(std::abs(corner.x), 271);
        EXPECT_EQ(std::abs(corner.y), 271);
        EXPECT_EQ(corner.z, 24);
    }
    EXPECT_EQ(data.edges[0].neighbour, kNone);
}

TEST(BuildNavigation, LeavesOutWhatABodyCannotReach) {
    // A pillar leaves a hole that is as much wider as the body, and has a top.
    const NavData data = standing(floor_with({box_brush({-16, -16, 0}, {16, 16, 128})}));
    EXPECT_EQ(area_of(data), kWhole);
    EXPECT_EQ(islands_of(data), 2u);
    EXPECT_LE(data.polygons.size(), 7u);
    // Between two walls that are closer than the body is no floor; more than 30 is enough.
    for (const std::int64_t width : {29, 30, 31}) {
        const NavData passage =
            standing(floor_with({box_brush({-256, -256, 0}, {256, -width / 2, 256}),
                                 box_brush({-256, width - width / 2, 0}, {256, 256, 256})}));
        double low = 0;
        for (std::size_t p = 0; p < passage.polygons.size(); ++p) {
            low += corners_of(passage, p)[0].z == 24 ? area_of(passage, p) : 0;
        }
        EXPECT_EQ(low, width > 30 ? kSide : 0.0) << width;
    }
}

TEST(BuildNavigation, AsksForHeadRoom) {
    // The body is 56 high.
    for (const std::int64_t height : {56, 57}) {
        const NavData data =
            standing(floor_with({box_brush({-256, -256, height}, {256, 256, 300})}));
        double low = 0;
        for (std::size_t p = 0; p < data.polygons.size(); ++p) {
            low += corners_of(data, p)[0].z == 24 ? area_of(data, p) : 0;
        }
        EXPECT_EQ(low, height == 57 ? kWhole : 0.0);
    }
}

TEST(BuildNavigation, JoinsARampToItsFloors) {
    const NavData data = standing(floor_with({turned_ramp(0, 64, 64, 64)}));
    // 45 degrees: the normal's z is 0.7071.
    std::map<std::uint32_t, std::size_t> planes;
    for (const NavPolygonRecord& polygon : data.polygons) {
        ++planes[polygon.plane];
    }
    EXPECT_GE(planes.size(), 2u);
    const NavData steep =
        standing(floor_with({turned_ramp(0, 64, 64, 64)}), {.floor_normal = 0.71});
    EXPECT_LT(area_of(steep), area_of(data));
}

TEST(BuildNavigation, ClimbsStairs) {
    for (const auto& [height, steps] : {std::pair{8, 5u}, {16, 5u}, {18, 5u}, {19, 0u}}) {
        const NavData data = standing(stairs(height));
        std::size_t up = 0;
        for (const NavStepRecord& step : data.steps) {
            const auto [from, to] = ends_of(data, step.lower);
            const auto [back, forth] = ends_of(data, step.upper);
            EXPECT_EQ(from.x, forth.x);
            EXPECT_EQ(from.y, forth.y);
            EXPECT_EQ(to.x, back.x);
            EXPECT_EQ(to.y, back.y);
            EXPECT_LE(forth.z - from.z, 18);
            EXPECT_EQ(step.climbing_speed, 20);
            if (from.x == to.x && from.z == forth.z - static_cast<double>(height)) {
                ++up;  // others are at the sides
            }
        }
        EXPECT_GE(up, steps) << height;
        EXPECT_EQ(data.steps.empty(), steps == 0) << height;
        if (steps > 0) {
            EXPECT_EQ(islands_of(data), 1u);
        }
    }
}

// At full speed the mover is over the second riser in the same step.
TEST(BuildNavigation, ClimbsStairsWithNarrowTreads) {
    std::vector<Brush> brushes;
    for (std::int64_t i = 1; i <= 6; ++i) {
        brushes.push_back(box_brush({4 * i, -64, 0}, {256, 64, 8 * i}));
    }
    EXPECT_EQ(islands_of(standing(floor_with(std::move(brushes)))), 1u);
}

// Two ramps side by side, one steeper than the other: both edges begin at one height.
TEST(BuildNavigation, ClimbsFromARampToASteeperOne) {
    for (const auto& [left, right] : {std::pair{16, 8}, std::pair{8, 16}}) {
        const NavData data = standing(floor_with({turned_ramp(0, 64, left, 64, 0, {0, -64, 0}),
                                                  turned_ramp(0, 64, right, 64, 0, {0, 64, 0})}));
        const bool is_found = std::ranges::any_of(data.steps, [&](const NavStepRecord& step) {
            const auto [from, to] = ends_of(data, step.lower);
            return from.y == to.y && std::abs(from.y) == 15 && from.z != to.z;
        });
        EXPECT_TRUE(is_found) << left;
    }
}

TEST(BuildNavigation, CountsWhatStaysInPlaceAndNotDoors) {
    const std::vector<Brush> wall{box_brush({-16, -256, 0}, {16, 256, 128})};
    std::map<std::string, std::size_t> islands;
    std::map<std::string, double> areas;
    for (const char* const name : {"func_wall", "func_door"}) {
        World world = floor_with({});
        world.entities.push_back(entity_of(name, wall));
        const NavData data = standing(world);
        islands[name] = islands_of(data);
        areas[name] = area_of(data);
    }
    EXPECT_EQ(islands["func_wall"], 3u);  // and on top
    EXPECT_EQ(islands["func_door"], 1u);
    EXPECT_EQ(areas["func_door"], kWhole);
    EXPECT_EQ(areas["func_wall"], kWhole);  // the top covers what the wall takes
}

// A wall that is let into the floor has its top in the plane of the floor.
TEST(BuildNavigation, HasNoFloorTwice) {
    World world = floor_with({});
    world.entities.push_back(
        entity_of("func_wall",
                  {box_brush({-64, -64, -8}, {64, 64, 0}), box_brush({64, 0, -4}, {400, 32, 0})}));
    const NavData data = standing(world);
    const double beyond = (415.0 - 271.0) * 62.0;  // 32 and the body's width
    EXPECT_EQ(area_of(data), kWhole + beyond);
    EXPECT_EQ(islands_of(data), 1u);
}

TEST(BuildNavigation, KnowsLiquids) {
    const NavData data =
        standing(floor_with({box_brush({0, -256, 0}, {256, 256, 64}, Contents::Water)}));
    double water = 0;
    for (std::size_t p = 0; p < data.polygons.size(); ++p) {
        water += data.polygons[p].contents == static_cast<std::uint32_t>(Contents::Water)
                     ? area_of(data, p)
                     : 0;
    }
    EXPECT_EQ(water, 256.0 * 512.0);
    EXPECT_EQ(area_of(data), kWhole);
    EXPECT_EQ(islands_of(data), 1u);
}

// A mover swims in the lava of a model that stays in place.
TEST(BuildNavigation, KnowsLiquidsOfModels) {
    for (const char* const name : {"func_wall", "func_door"}) {
        World world = floor_with({box_brush({-256, 0, 0}, {256, 256, 64}, Contents::Water)});
        world.entities.push_back(
            entity_of(name, {box_brush({-64, -64, 0}, {64, 64, 64}, Contents::Lava)}));
        const NavData data = standing(world);
        std::map<std::uint32_t, double> areas;
        for (std::size_t p = 0; p < data.polygons.size(); ++p) {
            areas[data.polygons[p].contents] += area_of(data, p);
        }
        const bool stays = std::string(name) == "func_wall";
        const auto lava = static_cast<std::uint32_t>(Contents::Lava);
        const auto water = static_cast<std::uint32_t>(Contents::Water);
        EXPECT_EQ(areas[lava], stays ? 128.0 * 64 : 0);
        EXPECT_EQ(areas[lava | water], stays ? 128.0 * 64 : 0);
        EXPECT_EQ(areas[water], 512.0 * 256 - areas[lava | water]);
        EXPECT_EQ(area_of(data), kWhole);
    }
}

TEST(BuildNavigation, PartsSheetsThatTouchInAPoint) {
    // Two floors of the grown level whose corners meet.
    const NavData data = standing(
        world_of({box_brush({0, 0, 0}, {64, 64, 16}), box_brush({96, 96, 0}, {160, 160, 16})}));
    ASSERT_EQ(data.polygons.size(), 2u);
    EXPECT_EQ(data.vertices.size(), 8u);
    EXPECT_EQ(islands_of(data), 2u);
}

TEST(BuildNavigation, IsTheSameForAnyExecutor) {
    const Level level = level_of(stairs(16), {.threads = 1});
    const NavData serial = nav_of(level);
    const Result<NavData> parallel = build_navigation(level, {}, executor(3));
    ASSERT_TRUE(parallel);
    const auto same = [](const auto& a, const auto& b) {
        return a.size() == b.size() &&
               std::memcmp(a.data(), b.data(), a.size() * sizeof(a.front())) == 0;
    };
    EXPECT_TRUE(same(serial.polygons, parallel->polygons));
    EXPECT_TRUE(same(serial.edges, parallel->edges));
    EXPECT_TRUE(same(serial.vertices, parallel->vertices));
    EXPECT_TRUE(same(serial.steps, parallel->steps));
}

TEST(BuildNavigation, IsTakenByTheLoader) {
    LevelData data = compiled_data(stairs(16), {.threads = 1});
    const Level before = *Level::from_data(data);
    set_navigation(data, nav_of(before));
    const Result<Level> level = Level::from_data(data);
    ASSERT_TRUE(level) << to_string(level.error());
    EXPECT_EQ(level->nav_meshes().size(), level->spaces().size() - 1);
    EXPECT_FALSE(level->nav_steps().empty());
}

TEST(BuildNavigation, RefusesBadOptions) {
    const Level level = level_of(floor_with({}), {.threads = 1});
    const auto error_with = [&](const NavOptions& options) {
        const Result<NavData> data = build_navigation(level, options);
        return data ? "no error" : data.error().message;
    };
    EXPECT_EQ(error_with({.floor_normal = 0}), "floor_normal is not from 0.01 to 1");
    EXPECT_EQ(error_with({.floor_normal = NAN}), "floor_normal is not from 0.01 to 1");
    EXPECT_EQ(error_with({.step_height = -1}), "step_height is not from 0 to 1000 map units");
    EXPECT_EQ(error_with({.spaces = {SpaceId(77)}}), "the level has no space 77");
    EXPECT_EQ(error_with({.blockers = kPlayerBlockers | Contents::Water}),
              "blockers has contents that do not stop bodies: water");
}

TEST(BuildNavigation, StopsAtEachTask) {
    const Level level = level_of(stairs(16), {.threads = 1});
    Progress progress;
    std::size_t tasks = 0;
    const auto build = [&](std::size_t last_task) {
        tasks = 0;
        progress.cancel = false;
        return build_navigation(
            level,
            {.progress = &progress},
            [&](std::size_t count, const std::function<void(std::size_t)>& body) {
                for (std::size_t i = 0; i < count; ++i) {
                    progress.cancel = progress.cancel || tasks == last_task;
                    tasks += progress.cancel ? 0 : 1;
                    body(i);
                }
            });
    };
    ASSERT_TRUE(build(std::numeric_limits<std::size_t>::max()));
    const std::size_t all = tasks;
    ASSERT_GT(all, 20u);
    for (std::size_t last = 0; last < all; last += 3) {
        const Result<NavData> stopped = build(last);
        ASSERT_FALSE(stopped);
        EXPECT_EQ(stopped.error().code, ErrorCode::Cancelled);
        EXPECT_EQ(tasks, last);
    }
    progress.cancel = true;
    EXPECT_EQ(build_navigation(level, {.progress = &progress}).error().code, ErrorCode::Cancelled);
}

TEST(BuildNavigation, OfAnEmptyLevelIsEmpty) {
    const NavData data = nav_of(Level());
    EXPECT_TRUE(data.meshes.empty());
    EXPECT_TRUE(data.polygons.empty());
}

}  // namespace
}  // namespace halfspace::test
