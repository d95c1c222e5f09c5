// SPDX-License-Identifier: MIT
// Floors that levels seldom have: a corridor that is hardly wider than the body, very many facets,
// a spiral stair.
#include "halfspace/level/level.h"
#include "halfspace/move/mover.h"
#include "halfspace/nav/distance_field.h"
#include "halfspace/nav/locate.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/path.h"
#include "halfspace/nav/route.h"
#include "halfspace/nav/walls.h"
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/query/space.h"

#include "support/brushes.h"
#include "support/compiled_data.h"
#include "support/meshes.h"
#include "support/nav_levels.h"
#include "support/path_walks.h"
#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

constexpr double kFeet = 24;  // below the position of the body

// Two rooms side by side in x, and a corridor between them that is this much wider than the body,
// which is 30 wide.
World narrow_world(double wider) {
    const double half = 15 + wider / 2;
    return world_of_meshes({box_mesh("floor", {-300, -100, -16}, {300, 100, 0}),
                            box_mesh("left", {-50, half, 0}, {50, 100, 100}),
                            box_mesh("right", {-50, -100, 0}, {50, -half, 100})});
}

bool walks_through(const Level& level) {
    const CollisionWorld world(level);
    const MoverBodies bodies{*find_space(level, "stand"), *find_space(level, "stand")};
    MoverState state = mover_at({-200, 0, kFeet + 1});
    const MoverInput ahead = quantised({.forward = 1});
    for (int i = 0; i < 120; ++i) {
        state = step_mover(world, bodies, state, ahead, {}).state;
    }
    return state.position.x > 100;
}

// The mesh is exact: it has each strip, however narrow. The mover keeps a skin from each wall, so
// it needs a bit more than two skins.
TEST(NarrowStrips, AreInTheMeshAndAnswer) {
    for (const double wider : {1.0 / 512, 1.0 / 64, 1.0 / 32, 3.0 / 64, 1.0 / 8}) {
        SCOPED_TRACE(wider);
        const Result<Level> level =
            level_with_navigation(narrow_world(wider), {.grid_exponent = 10});
        ASSERT_TRUE(level);
        const NavMesh mesh = *NavMesh::from_level(*level, *find_space(*level, "stand"));
        const auto from = locate(mesh, {-200, 0, kFeet + 1});
        const auto middle = locate(mesh, {0, 0, kFeet + 1});
        const auto to = locate(mesh, {200, 0, kFeet + 1});
        ASSERT_TRUE(from);
        ASSERT_TRUE(to);
        ASSERT_TRUE(middle);
        NavScratch scratch;
        EXPECT_EQ(find_path(mesh, *from, *to, scratch).length, 400);
        EXPECT_NEAR(find_route(mesh, *from, *to, scratch).seconds, 400.0 / 320, 1e-9);
        EXPECT_FALSE(raycast(mesh, *from, to->position).wall.polygon.is_valid());
        const auto wall = wall_distance(mesh, *middle, 100, scratch);
        ASSERT_TRUE(wall);
        EXPECT_NEAR(wall->distance, wider / 2, 1e-9);
        DistanceField field;
        field.find(mesh, *to);
        EXPECT_EQ(field.length_from(*from, scratch), 400);
        EXPECT_TRUE(walks_through(*level));
    }
}

// A body of 4 * side * side triangles: hills above, and the same grid flat below.
World hills(int side, std::uint64_t seed) {
    constexpr double kCell = 24;
    constexpr double kBottom = -32;
    Random random(seed);
    std::vector<double> heights;
    for (int i = 0; i < (side + 1) * (side + 1); ++i) {
        heights.push_back(static_cast<double>(random.integer(0, 64)) / 8);
    }
    Mesh mesh{.name = "hills"};
    const auto above = [&](int x, int y) {
        return Vec3{kCell * x, kCell * y, heights[static_cast<std::size_t>(y * (side + 1) + x)]};
    };
    const auto below = [&](int x, int y) { return Vec3{kCell * x, kCell * y, kBottom}; };
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            add_polygon(mesh, {above(x, y), above(x + 1, y), above(x + 1, y + 1)});
            add_polygon(mesh, {above(x, y), above(x + 1, y + 1), above(x, y + 1)});
            add_polygon(mesh, {below(x, y), below(x + 1, y + 1), below(x + 1, y)});
            add_polygon(mesh, {below(x, y), below(x, y + 1), below(x + 1, y + 1)});
        }
    }
    const auto add_wall = [&](int x0, int y0, int x1, int y1) {
        add_polygon(mesh, {below(x0, y0), below(x1, y1), above(x1, y1), above(x0, y0)});
    };
    for (int i = 0; i < side; ++i) {
        add_wall(i, 0, i + 1, 0);
        add_wall(side, i, side, i + 1);
        add_wall(i + 1, side, i, side);
        add_wall(0, i + 1, 0, i);
    }
    return world_of_meshes({std::move(mesh)});
}

TEST(ManyFacets, GiveAMeshThatAnswers) {
    const int side = static_cast<int>(std::sqrt(static_cast<double>(repeats(2'500))));
    LevelData data = compiled_data(hills(side, 1), {.threads = 1});
    const Result<Level> bare = Level::from_data(data);
    ASSERT_TRUE(bare);
    const SpaceId space = *find_space(*bare, "stand");
    Result<NavData> nav = build_navigation(*bare, {.spaces = {space}});
    ASSERT_TRUE(nav);
    set_navigation(data, *std::move(nav));
    const Result<Level> level = Level::from_data(data);
    ASSERT_TRUE(level);
    const NavMesh mesh = *NavMesh::from_level(*level, space);
    EXPECT_GT(mesh.polygon_count(), static_cast<std::size_t>(2 * side * side));
    EXPECT_EQ(mesh.island_count(), 1u);
    NavScratch scratch;
    // On no edge of the grown floor: a place on an edge belongs to two polygons.
    const double far = 24.0 * side;
    const auto from = locate(mesh, {7.1, 9.4, 100}, {.reach = 200});
    const auto to = locate(mesh, {far - 9.3, far - 11.7, 100}, {.reach = 200});
    ASSERT_TRUE(from);
    ASSERT_TRUE(to);
    // Seen from above nothing is in the way.
    const double length = std::hypot(far - 16.4, far - 21.1);
    EXPECT_NEAR(find_path(mesh, *from, *to, scratch).length, length, 1e-9 * length);
    const NavRayHit ray = raycast(mesh, *from, to->position);
    EXPECT_FALSE(ray.wall.polygon.is_valid());
    EXPECT_EQ(ray.end.polygon, to->polygon);
    EXPECT_NEAR(find_route(mesh, *from, *to, scratch).seconds, length / 320, 1e-6);
}

// Two turns of a stair around a pillar. Each stair is 8 higher, and turned by 15 degrees.
World spiral_stair() {
    constexpr int kStairs = 48;
    std::vector<Brush> brushes{box_brush({-256, -256, -16}, {256, 256, 0}),
                               box_brush({-16, -16, 0}, {16, 16, 500})};
    for (int i = 0; i < kStairs; ++i) {
        brushes.push_back(
            turned_box({16, -24, 8 * i - 8}, {144, 24, 8 * i + 8}, 15.0 * (i % 24), 3));
    }
    return world_of(std::move(brushes));
}

TEST(SpiralStair, LeadsToItsTop) {
    const Result<Level> level = level_with_navigation(spiral_stair());
    ASSERT_TRUE(level);
    const NavMesh mesh = *NavMesh::from_level(*level, *find_space(*level, "stand"));
    const auto foot = locate(mesh, {200, -200, kFeet + 1});
    const auto top = locate(mesh, {80, -21, 8 * 48 + kFeet + 1});
    ASSERT_TRUE(foot && top);
    EXPECT_NEAR(top->position.z, 8 * 48 + kFeet, 1e-9);
    NavScratch scratch;
    EXPECT_EQ(find_route(mesh, *foot, *top, scratch).status, PathStatus::Complete);
    const PathWalkReport walks = check_paths(*level, repeats(100), 1);
    EXPECT_EQ(walks.report.differences, 0u) << joined(walks.report);
}

}  // namespace
}  // namespace halfspace::test
