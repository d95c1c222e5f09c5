// SPDX-License-Identifier: MIT
// What a level keeps of its source.
#include "compile/finish/level_writer.h"

#include "support/brushes.h"
#include "support/compiled_data.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

TEST(LevelWriter, KeepsKeysMaterialsAndLines) {
    World world = world_of({box_brush({0, 0, 0}, {64, 64, 64})});
    world.materials.push_back({"brick"});
    world.entities[0].brushes[0].sides[3].material = MaterialId(1);
    world.entities[0].keys.push_back({"message", "worldspawn"});
    world.entities.push_back(
        Entity{.keys = {{"classname", "light"}, {"origin", "1 2 3"}}, .position = {77, 1}});
    const Level level = level_of(world);
    ASSERT_EQ(level.entities().size(), 2u);
    for (std::size_t e = 0; e < 2; ++e) {
        const EntityRecord& entity = level.entities()[e];
        ASSERT_EQ(entity.key_count, 2u);
        for (std::uint32_t k = 0; k < 2; ++k) {
            const KeyRecord& record = level.keys()[entity.first_key + k];
            EXPECT_EQ(level.string(record.key), world.entities[e].keys[k].key);
            EXPECT_EQ(level.string(record.value), world.entities[e].keys[k].value);
        }
    }
    EXPECT_EQ(level.entities()[1].line, 77u);
    EXPECT_EQ(level.material_name(MaterialId(1)), "brick");
    EXPECT_EQ(level.sides()[3].material, 1u);
    EXPECT_EQ(level.sides()[3].line, 14u);
    EXPECT_EQ(level.brushes()[0].line, 10u);
}

TEST(LevelWriter, StoresEqualTextsOnce) {
    World world = world_of({});
    world.entities[0].keys = {{"a", "a"}, {"b", "a"}};
    const Level level = level_of(world);
    EXPECT_EQ(level.keys()[0].key, level.keys()[0].value);
    EXPECT_EQ(level.keys()[1].value, level.keys()[0].key);
    EXPECT_NE(level.keys()[1].key, level.keys()[0].key);
}

TEST(LevelWriter, KeepsOnlyPlanesThatAreUsedInAscendingOrder) {
    const Level level = level_of(make_scene(SceneKind::RedundantPlanes, 30, 1));
    std::vector<bool> is_used(level.planes().size());
    for (const NodeRecord& node : level.nodes()) {
        is_used[node.plane] = true;
    }
    for (const SideRecord& side : level.sides()) {
        is_used[side.plane / 2] = true;
    }
    for (const std::uint32_t bevel : level.bevels()) {
        is_used[bevel / 2] = true;
    }
    EXPECT_TRUE(std::all_of(is_used.begin(), is_used.end(), [](bool used) { return used; }));
    for (std::uint32_t p = 1; p < level.planes().size(); ++p) {
        EXPECT_LT(level.plane(PlaneId{2 * (p - 1)}), level.plane(PlaneId{2 * p}));
    }
}

TEST(LevelWriter, CountsWhatTheStagesDid) {
    CompileOptions options;
    options.bodies.clear();
    const Level level = level_of(
        world_of({box_brush({0, 0, 0}, {64, 64, 64}), box_brush({64, 0, 0}, {128, 64, 64})}),
        options);
    const StatisticsRecord& statistics = level.statistics();
    EXPECT_EQ(statistics.candidate_faces, 12u);
    EXPECT_EQ(statistics.exposed_faces, 10u);
    EXPECT_EQ(statistics.moved_planes, 0u);
    EXPECT_EQ(statistics.normal_bits, 1u);
    EXPECT_GT(statistics.side_identity + statistics.side_filter + statistics.side_integral, 0u);
}

}  // namespace
}  // namespace halfspace::test
