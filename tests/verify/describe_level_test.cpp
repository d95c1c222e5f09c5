// SPDX-License-Identifier: MIT
// What verify says, somebody finds in an editor.
#include "verify/describe_level.h"

#include "halfspace/verify/verify.h"

#include "support/brushes.h"
#include "support/compiled_data.h"

#include <gtest/gtest.h>

#include <string>

namespace halfspace::test {
namespace {

// A floor and a door.
World world_with_door() {
    World world = world_of({box_brush({0, 0, 0}, {64, 64, 8})});
    world.entities[0].keys = {{"classname", "worldspawn"}};
    world.entities.push_back(
        {.keys = {{"classname", "func_door"}}, .brushes = {box_brush({96, 0, 0}, {112, 64, 128})}});
    world.entities[1].brushes[0].position.line = 40;
    return world;
}

std::string first_difference(const World& world, const LevelData& data) {
    const auto level = Level::from_data(data);
    if (!level) {
        return to_string(level.error());
    }
    const VerifyReport report = verify(*level, world);
    return report.details.empty() ? "no difference" : report.details.front();
}

TEST(VerifyMessages, NameABrushByClassAndPlaceAndNotByItsNumberInTheLevel) {
    const World world = world_with_door();
    World other = world;
    other.entities[1].brushes[0].contents = Contents::Water;
    EXPECT_EQ(first_difference(other, compiled_data(world)),
              "brush 0 of func_door (entity 1) near 104 32 64 (line 40) has contents solid, the "
              "source says water");
}

TEST(VerifyMessages, NameABrushThatTheLevelLacks) {
    const World world = world_with_door();
    World more = world;
    more.entities[0].brushes.push_back(box_brush({0, 0, 64}, {64, 64, 72}));
    more.entities[0].brushes.back().position.line = 20;
    EXPECT_EQ(first_difference(more, compiled_data(world)),
              "brush 1 of worldspawn near 32 32 68 (line 20) is not in the level");
}

TEST(VerifyMessages, NameABrushThatTheSourceLacksByItsNumberInTheLevel) {
    const World world = world_with_door();
    World fewer = world;
    fewer.entities[1].brushes.clear();
    EXPECT_EQ(first_difference(fewer, compiled_data(world)),
              "brush 1 of the level (line 40) is not in the source");
    fewer.entities.pop_back();
    EXPECT_EQ(first_difference(fewer, compiled_data(world)),
              "brush 1 of the level (line 40) is not in the source");
}

TEST(DescribeLevelEntity, KnowsEntitiesThatTheSourceLacks) {
    EXPECT_EQ(describe_level_entity(world_with_door(), 1), "func_door (entity 1)");
    EXPECT_EQ(describe_level_entity(world_with_door(), 2), "entity 2 of the level");
}

}  // namespace
}  // namespace halfspace::test
