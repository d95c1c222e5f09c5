// SPDX-License-Identifier: MIT
#include "halfspace/level/nav_meshes.h"

#include "halfspace/compile/compile.h"
#include "halfspace/level/level.h"

#include "support/brushes.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace halfspace::test {
namespace {

TEST(FindNavMesh, IsThatOfTheSpace) {
    LevelData data = small_level();
    add_small_nav(data);  // for the point
    const Level level = *Level::from_data(data);
    EXPECT_EQ(find_nav_mesh(level, SpaceId(0)), 0u);
    EXPECT_EQ(find_nav_mesh(level, SpaceId(1)), std::nullopt);
}

TEST(NoNavMesh, NamesTheBodiesThatHaveOneOrSaysHowToGetOne) {
    LevelData data = compile(test::world_of({box_brush({0, 0, 0}, {8, 8, 8})})).value().level;
    const Level plain = *Level::from_data(data);
    EXPECT_EQ(find_nav_mesh(plain, SpaceId(1)), std::nullopt);
    EXPECT_EQ(no_nav_mesh(plain, SpaceId(1)).message,
              "the level has no navigation mesh; compile it with --nav");
    for (const std::uint32_t space : {1u, 3u}) {
        data.nav_meshes.push_back({.floor_normal = 0.7F, .step_height = 18, .space = space});
    }
    const Level level = *Level::from_data(data);
    EXPECT_EQ(find_nav_mesh(level, SpaceId(3)), 1u);
    EXPECT_EQ(no_nav_mesh(level, SpaceId(0)).message,
              "the level has no navigation mesh for 'point'; it has one for stand, large");
}

}  // namespace
}  // namespace halfspace::test
