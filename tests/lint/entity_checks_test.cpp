// SPDX-License-Identifier: MIT
// Checks of classes and names. Each level has the mistake or hardly does not.
#include "lint/entity_checks.h"

#include "lint/linted.h"

namespace halfspace::test {
namespace {

TEST(FindNoPlayerStart, SaysThatALevelOfBrushesHasNone) {
    const std::string world = entity("worldspawn", "", box({0, 0, 0}, {64, 64, 64}));
    EXPECT_EQ(said(world),
              "no-player-start: the level has no start of a player with a readable origin, such as "
              "info_player_start\n");
    EXPECT_EQ(count(LintCheck::NoPlayerStart, world + entity("info_player_start")), 1);
    EXPECT_EQ(said(world + entity("info_player_deathmatch", at("0 0 96"))), "");
    EXPECT_EQ(said(world + entity("team_CTF_redspawn", at("0 0 96"))), "");
}

TEST(FindNoPlayerStart, IsSilentWithoutBrushes) {
    EXPECT_EQ(said(entity("worldspawn")), "");
}

TEST(FindMisspelledClasses, NamesTheClassThatIsMeant) {
    const std::string wall = box({0, 0, 64}, {64, 64, 80});
    EXPECT_EQ(said(floor_with("", entity("func_wal", "", wall))),
              "misspelled-class: func_wal (entity 2): no class of this name is known; is it "
              "func_wall?\n");
    EXPECT_EQ(said(floor_with("", entity("func_detial", "", wall))),
              "misspelled-class: func_detial (entity 2): no class of this name is known; is it "
              "func_detail?\n");
    EXPECT_EQ(said(floor_with("", entity("lihgt", at("8 8 64")))),
              "misspelled-class: lihgt (entity 2) at 8 8 64: no class of this name is known; is it "
              "light?\n");
    EXPECT_EQ(count(LintCheck::MisspelledClass, floor_with("", entity("trigger_oncee", "", wall))),
              1);
}

TEST(FindMisspelledClasses, LeavesOtherGamesTheirClasses) {
    const std::string wall = box({0, 0, 64}, {64, 64, 80});
    for (const char* name :
         {"func_wall", "FUNC_WALL", "func_wall2", "func_mall_door", "item_wall", "trigger_twice"}) {
        EXPECT_EQ(said(floor_with("", entity(name, "", wall))), "") << name;
    }
}

TEST(FindMissingBrushes, NamesADoorWithoutBrushes) {
    EXPECT_EQ(said(floor_with("", entity("func_door", at("8 8 8")))),
              "no-brushes: func_door (entity 2) at 8 8 8 has no brushes; give brushes to it, or "
              "delete it\n");
    EXPECT_EQ(count(LintCheck::NoBrushes,
                    floor_with("",
                               entity("func_wall", "", box({0, 0, 64}, {64, 64, 80}, "origin")) +
                                   entity("trigger_push"))),
              2);
}

TEST(FindMissingBrushes, LeavesWhatWorksWithoutBrushes) {
    for (const char* name : {"trigger_relay", "trigger_always", "func_timer", "func_group"}) {
        EXPECT_EQ(said(floor_with("", entity(name))), "") << name;
    }
    // A name starts it in some games.
    EXPECT_EQ(said(floor_with("",
                              entity("trigger_once", "\"targetname\" \"a\"") +
                                  entity("trigger_relay", "\"target\" \"a\""))),
              "");
    // A door of curves alone.
    EXPECT_EQ(said(floor_with(
                  "",
                  entity("func_door",
                         "",
                         "{\npatchDef2\n{\nstone1\n( 3 3 0 0 0 )\n(\n"
                         "( ( 0 0 64 0 0 ) ( 32 0 96 0 0 ) ( 64 0 64 0 0 ) )\n"
                         "( ( 0 32 64 0 0 ) ( 32 32 96 0 0 ) ( 64 32 64 0 0 ) )\n"
                         "( ( 0 64 64 0 0 ) ( 32 64 96 0 0 ) ( 64 64 64 0 0 ) )\n)\n}\n}\n"))),
              "");
}

TEST(FindUnknownTargets, NamesTheKeyAndTheName) {
    EXPECT_EQ(said(floor_with("",
                              entity("trigger_relay", "\"targetname\" \"a\"\n\"target\" \"b\"") +
                                  entity("info_null", "\"killtarget\" \"c\"\n\"target\" \"a\""))),
              "unknown-target: trigger_relay (entity 2): no entity has the targetname 'b' that its "
              "key 'target' names\n"
              "unknown-target: info_null (entity 3): no entity has the targetname 'c' that its key "
              "'killtarget' names\n");
}

TEST(FindUnknownTargets, TellsUpperCaseFromLowerCaseAsTheGamesDo) {
    const std::string relay = entity("trigger_relay", "\"target\" \"Door\"");
    const auto named = [](const std::string& name) {
        return entity("info_notnull", "\"targetname\" \"" + name + '"');
    };
    EXPECT_EQ(
        said(floor_with("", relay + named("door"))),
        "unknown-target: trigger_relay (entity 2): no entity has the targetname 'Door' that its "
        "key 'target' names; Quake does not take it for 'door', Quake II and III do\n");
    EXPECT_EQ(said(floor_with("", relay + named("Door"))), "");
    EXPECT_EQ(said(floor_with("", entity("trigger_relay", "\"target\" \"!activator\""))), "");
    EXPECT_EQ(said(floor_with("", entity("trigger_relay", "\"target\" \"\""))), "");
}

TEST(FindUnusedNames, NamesADoorThatNothingOpens) {
    const std::string wall = box({0, 0, 64}, {64, 64, 80});
    const std::string door = entity("func_door", "\"targetname\" \"gate\"", wall);
    EXPECT_EQ(said(floor_with("", door)),
              "unused-name: func_door (entity 2): no other key names its targetname 'gate'\n");
    EXPECT_EQ(said(floor_with("", door + entity("trigger_relay", "\"target\" \"gate\""))), "");
    // Any key counts, because games have many.
    EXPECT_EQ(said(floor_with("", door + entity("ai_script", "\"opens\" \"gate\""))), "");
    // What does not wait for its name.
    EXPECT_EQ(said(floor_with("", entity("info_notnull", "\"targetname\" \"gate\""))), "");
}

}  // namespace
}  // namespace halfspace::test
