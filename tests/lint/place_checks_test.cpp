// SPDX-License-Identifier: MIT
// Starts, monsters and items in walls.
#include "lint/entity_checks.h"
#include "lint/linted.h"

namespace halfspace::test {
namespace {

TEST(FindEntitiesInSolid, NamesAStartInTheFloorAndThePlaceAboveIt) {
    const std::string start = entity("info_player_start2", at("200 200 20"));
    const std::vector<LintFinding> found = findings(floor_with("", start));
    ASSERT_EQ(found.size(), 1);
    EXPECT_EQ(found[0].check, LintCheck::EntityInSolid);
    EXPECT_EQ(found[0].diagnostic.message,
              "info_player_start2 (entity 2) at 200 200 20 has no room: its body is in a wall; the "
              "nearest free place is 200 200 24");
    EXPECT_EQ(found[0].diagnostic.severity, Severity::Warning);
    // The world has 9 lines and the first start 4.
    EXPECT_EQ(found[0].diagnostic.where.line, 16);
    EXPECT_EQ(found[0].diagnostic.where.file, "test.map");
    EXPECT_EQ(found[0].classname, "info_player_start2");
    EXPECT_EQ(found[0].place, (Vec3{200, 200, 20}));
}

TEST(FindEntitiesInSolid, ABodyThatTouchesTheFloorIsFree) {
    EXPECT_EQ(said(floor_with("", entity("info_player_coop", at("200 200 24")))), "");
    EXPECT_EQ(count(LintCheck::EntityInSolid,
                    floor_with("", entity("info_player_coop", at("200 200 23.999")))),
              1);
}

TEST(FindEntitiesInSolid, SaysIfNoPlaceIsNear) {
    const std::string block = box({-512, -512, 512}, {512, 512, 1024});
    EXPECT_EQ(said(floor_with(block, entity("monster_ogre", at("0 0 768")))),
              "entity-in-solid: monster_ogre (entity 2) at 0 0 768 has no room: its body is in a "
              "wall; there is no free place within 64 units\n");
}

TEST(FindEntitiesInSolid, KnowsWhereGamesFindRoom) {
    // Quake lifts a body that arrives; Half-Life's monsters have their feet at the origin; Quake's
    // zombies may hang on a wall.
    const std::string wall = box({300, 0, 0}, {316, 512, 256});
    EXPECT_EQ(said(floor_with(
                  wall,
                  entity("info_teleport_destination", at("200 200 0")) +
                      entity("monster_barney", at("64 200 0")) +
                      entity("monster_zombie", at("292 200 100") + "\n\"spawnflags\" \"1\""))),
              "");
    EXPECT_EQ(count(LintCheck::EntityInSolid,
                    floor_with(wall,
                               entity("info_teleport_destination", at("200 200 -4")) +
                                   entity("monster_barney", at("64 200 10")) +
                                   entity("monster_zombie", at("292 200 100")))),
              3);
}

TEST(FindEntitiesInSolid, AsksTheOriginOfItemsAndLightsAlone) {
    EXPECT_EQ(said(floor_with("",
                              entity("item_health", at("200 200 0")) +
                                  entity("light_torch_small_walltorch", at("200 200 1")))),
              "");
    EXPECT_EQ(said(floor_with("", entity("item_health", at("200 200 -2")))),
              "entity-in-solid: item_health (entity 2) at 200 200 -2 is in a wall; the nearest "
              "free place is 200 200 0\n");
    EXPECT_EQ(count(LintCheck::EntityInSolid, floor_with("", entity("light", at("9 9 -1")))), 1);
}

TEST(FindEntitiesInSolid, LeavesWhatMayBeInWalls) {
    for (const char* name : {"info_null",
                             "path_corner",
                             "ambient_drip",
                             "info_player_intermission",
                             "item_botroam",
                             "misc_explobox"}) {
        EXPECT_EQ(said(floor_with("", entity(name, at("200 200 -8")))), "") << name;
    }
    // Only monsters meet this brush.
    EXPECT_EQ(said(floor_with(box({180, 180, 0}, {220, 220, 64}, "monsterclip"),
                              entity("info_player_deathmatch", at("200 200 24")))),
              "");
}

TEST(FindEntitiesInSolid, WithoutTheBodyStandThePointIsAsked) {
    const std::string text = floor_with(
        "",
        entity("info_player_coop", at("200 200 1")) + entity("info_player_coop", at("200 200 -1")));
    EXPECT_EQ(said(text, {.bodies = {}}),
              "entity-in-solid: info_player_coop (entity 3) at 200 200 -1 has no room: its body is "
              "in a wall; the nearest free place is 200 200 0\n");
}

}  // namespace
}  // namespace halfspace::test
