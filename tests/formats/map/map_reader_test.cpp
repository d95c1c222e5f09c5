// SPDX-License-Identifier: MIT
#include "formats/shared/map_reader.h"

#include "formats/map/map_text.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace halfspace {
namespace {

using test::cube;
using test::entity;
using test::read;

// The contents of the only brush, wherever it went.
Contents contents_in(const std::string& classname,
                     const std::string& texture,
                     const std::string& rest = "0 0 0 1 1") {
    const ReadWorld result = read(entity("worldspawn") + entity(classname, cube(texture, rest)));
    for (const Entity& candidate : result.world.entities) {
        if (!candidate.brushes.empty()) {
            return candidate.brushes.front().contents;
        }
    }
    return Contents::Empty;
}

DecimalPoint point(std::int64_t x, std::int64_t y, std::int64_t z) {
    return {decimal_from_integer(x), decimal_from_integer(y), decimal_from_integer(z)};
}

TEST(ReadMap, ReadsAStandardFace) {
    const ReadWorld result = read(
        "{\n\"classname\" \"worldspawn\"\n{\n"
        "( 1 2 3 ) ( 4.5 5 6 ) ( 7 8 -9e1 ) stone 1 -2.5 30 0.5 .25\n}\n}\n");
    ASSERT_EQ(result.world.entities.size(), 1u);
    ASSERT_EQ(result.world.entities[0].brushes.size(), 1u);
    const Brush& brush = result.world.entities[0].brushes[0];
    ASSERT_EQ(brush.sides.size(), 1u);
    const BrushSide& side = brush.sides[0];
    EXPECT_EQ(side.points[0], point(1, 2, 3));
    EXPECT_EQ(side.points[1], point(7, 8, -90));
    EXPECT_EQ(side.points[2][0], parse_decimal("4.5").value);
    EXPECT_EQ(side.texture.kind, TextureProjection::Kind::Standard);
    EXPECT_EQ(side.texture.u_offset, 1);
    EXPECT_EQ(side.texture.v_offset, -2.5);
    EXPECT_EQ(side.texture.rotation, 30);
    EXPECT_EQ(side.texture.u_scale, 0.5);
    EXPECT_EQ(side.texture.v_scale, 0.25);
    EXPECT_EQ(result.world.materials[side.material.value].name, "stone");
    EXPECT_EQ(side.position.line, 4u);
    EXPECT_EQ(side.position.column, 1u);
    EXPECT_EQ(brush.position.line, 3u);
    EXPECT_EQ(result.world.source, "test.map");
    EXPECT_TRUE(result.diagnostics.empty());
}

TEST(ReadMap, ReadsAValveFace) {
    const ReadWorld result =
        read(entity("worldspawn", cube("stone", "[ 1 2 3 4 ] [ -5 6.5 7 8 ] 90 -1 2")));
    const TextureProjection& texture = result.world.entities[0].brushes[0].sides[0].texture;
    EXPECT_EQ(texture.kind, TextureProjection::Kind::Valve220);
    EXPECT_EQ(texture.u_axis, (Vec3{1, 2, 3}));
    EXPECT_EQ(texture.u_offset, 4);
    EXPECT_EQ(texture.v_axis, (Vec3{-5, 6.5, 7}));
    EXPECT_EQ(texture.v_offset, 8);
    EXPECT_EQ(texture.rotation, 90);
    EXPECT_EQ(texture.u_scale, -1);
    EXPECT_EQ(texture.v_scale, 2);
}

TEST(ReadMap, TurnsPointsCounterClockwiseSeenFromOutside) {
    const ReadWorld result = read(entity("worldspawn", cube("stone")));
    for (const BrushSide& side : result.world.entities[0].brushes[0].sides) {
        const auto vec = [&](std::size_t i) { return to_vec3(side.points[i]); };
        const Vec3 normal = cross(vec(1) - vec(0), vec(2) - vec(0));
        const Vec3 to_middle = Vec3{8, 8, 8} - vec(0);
        EXPECT_LT(dot(normal, to_middle), 0);
    }
}

TEST(ReadMap, ReadsBothDialectsInOneBrushWithoutSpareBlanks) {
    const ReadWorld result = read(
        "{\"classname\"\"worldspawn\"{(0 0 0)(0 1 0)(0 0 1)a 1 0 0 1 1"
        "(0 0 0)(0 0 1)(1 0 0)b [1 0 0 0][0 1 0 2]0 1 1}}");
    ASSERT_EQ(result.world.entities[0].brushes.size(), 1u);
    const std::vector<BrushSide>& sides = result.world.entities[0].brushes[0].sides;
    ASSERT_EQ(sides.size(), 2u);
    EXPECT_EQ(sides[0].texture.kind, TextureProjection::Kind::Standard);
    EXPECT_EQ(sides[0].texture.u_offset, 1);
    EXPECT_EQ(sides[1].texture.kind, TextureProjection::Kind::Valve220);
    EXPECT_EQ(sides[1].texture.v_offset, 2);
}

TEST(ReadMap, AcceptsUpToSixNumbersBehindAFace) {
    for (const std::string flags :
         {"", "7", "0 0 0", "1 2", "1 2 3 4 5 6", "0 0 0 // note", "//TX1"}) {
        for (const std::string rest : {"0 0 0 1 1 ", "[ 1 0 0 0 ] [ 0 1 0 0 ] 0 1 1 "}) {
            const ReadWorld result = read(entity("worldspawn", cube("stone", rest + flags)));
            ASSERT_EQ(result.world.entities[0].brushes.size(), 1u);
            EXPECT_EQ(result.world.entities[0].brushes[0].sides.size(), 6u) << flags;
            EXPECT_EQ(result.world.entities[0].brushes[0].contents, Contents::Solid) << flags;
        }
    }
    EXPECT_FALSE(read_map(entity("worldspawn", cube("a", "0 0 0 1 1 1 2 3 4 5 6 7")), "x"));
}

TEST(ReadMap, TakesTheDetailFlagOfStoneOnly) {
    const std::string detail = "0 0 0 1 1 134217728 0 0";
    EXPECT_EQ(contents_in("worldspawn", "stone", detail), Contents::Detail);
    EXPECT_EQ(contents_in("worldspawn", "stone", "0 0 0 1 1 134217729 0 0"), Contents::Detail);
    EXPECT_EQ(contents_in("worldspawn", "stone", "0 0 0 1 1 1 134217728 0"), Contents::Solid);
    EXPECT_EQ(contents_in("worldspawn", "stone", "0 0 0 1 1 134217728"), Contents::Solid);
    EXPECT_EQ(contents_in("worldspawn", "stone", "0 0 0 1 1 1e300 0 0"), Contents::Solid);
    EXPECT_EQ(contents_in("worldspawn", "*lava", detail), Contents::Lava);
    EXPECT_EQ(contents_in("worldspawn", "clip", detail),
              Contents::PlayerClip | Contents::MonsterClip);
    EXPECT_EQ(contents_in("func_detail_illusionary", "stone", detail), Contents::Illusionary);
}

TEST(ReadMap, TakesTextureNamesAsTheyStand) {
    for (const std::string name : {"{grate",
                                   "*water",
                                   "+0button",
                                   "!lava",
                                   "#x",
                                   "@y",
                                   "a(b)",
                                   "[c",
                                   "~z",
                                   "-1",
                                   "0",
                                   ".",
                                   "a;b",
                                   ";c",
                                   "a//b",
                                   "a\"b",
                                   "}{"}) {
        const ReadWorld result = read(entity("worldspawn", cube(name)));
        ASSERT_EQ(result.world.materials.size(), 1u) << name;
        EXPECT_EQ(result.world.materials[0].name, name);
    }
    const ReadWorld in_quotes = read(entity("worldspawn", cube(R"("a \"b\" \\ c\d")")));
    EXPECT_EQ(in_quotes.world.materials[0].name, R"(a "b" \ c\d)");
}

TEST(ReadMap, KeepsEachMaterialOnceByItsExactName) {
    const ReadWorld result = read(entity(
        "worldspawn",
        cube("Stone") + cube("stone") + cube("x/stone") + cube("Stone") + cube("\"stone\"")));
    ASSERT_EQ(result.world.materials.size(), 3u);
    EXPECT_EQ(result.world.materials[0].name, "Stone");
    EXPECT_EQ(result.world.materials[1].name, "stone");
    EXPECT_EQ(result.world.materials[2].name, "x/stone");
    EXPECT_EQ(result.world.entities[0].brushes[3].sides[5].material, MaterialId(0));
    EXPECT_EQ(result.world.entities[0].brushes[4].sides[0].material, MaterialId(1));
}

TEST(ReadMap, TakesEveryKindOfLineEndCommentAndMark) {
    const std::string plain = "; header\n" +
                              entity("worldspawn", "// c\n" + cube("stone") + "; d\n") +
                              entity("light", "\"origin\" \"1 2 3\" ; e\n");
    for (const std::string line_end : {"\n", "\r\n", "\r"}) {
        std::string text = "\xef\xbb\xbf";
        for (const char c : plain) {
            text += c == '\n' ? line_end : std::string(1, c);
        }
        const ReadWorld result = read(text);
        ASSERT_EQ(result.world.entities.size(), 2u);
        ASSERT_EQ(result.world.entities[0].brushes.size(), 1u);
        EXPECT_EQ(result.world.entities[0].brushes[0].sides[1].position.line, 7u);
        EXPECT_EQ(result.world.entities[1].value("origin"), "1 2 3");
    }
}

TEST(ReadMap, KeepsKeysAndValuesByteForByte) {
    const ReadWorld result = read(
        "{ \"classname\" \"worldspawn\" \"a {b} // c\" \"\\n \\\"x\\\" \\\\\"\n"
        "\"\" \"\" \"wad\" \"C:\\q\\\"\n \"\xc3\xa9\" \"\xff\" }");
    const std::vector<KeyValue>& keys = result.world.entities[0].keys;
    ASSERT_EQ(keys.size(), 5u);
    EXPECT_EQ(keys[1].key, "a {b} // c");
    EXPECT_EQ(keys[1].value, "\\n \\\"x\\\" \\\\");
    EXPECT_EQ(keys[2].key, "");
    EXPECT_EQ(keys[3].value, "C:\\q\\");
    EXPECT_EQ(keys[4].key, "\xc3\xa9");
    EXPECT_EQ(keys[4].value, "\xff");
}

TEST(ReadMap, KeepsTheFirstOfRepeatedKeysAndWarns) {
    std::string keys = "\"k\" \"1\"\n\"k\" \"2\"\n";
    for (int i = 0; i < 40; ++i) {  // few keys and many are looked through differently
        const ReadWorld result = read(entity("worldspawn", keys));
        EXPECT_EQ(result.world.entities[0].keys.size(), 2u + static_cast<unsigned>(i));
        EXPECT_EQ(result.world.entities[0].value("k"), "1");
        ASSERT_EQ(result.diagnostics.size(), 1u);
        EXPECT_EQ(result.diagnostics[0].severity, Severity::Warning);
        EXPECT_EQ(result.diagnostics[0].where.line, 4u);
        keys += "\"key" + std::to_string(i) + "\" \"v\"\n";
    }
}

TEST(ReadMap, DropsTheEditorsOwnKeys) {
    const ReadWorld result = read(entity("worldspawn", "\"_tb_def\" \"x\"\n\"_tb_def\" \"y\"\n") +
                                  entity("light", "\"_tb_group\" \"1\"\n\"_tbx\" \"2\"\n"));
    EXPECT_EQ(result.world.entities[0].keys.size(), 1u);
    EXPECT_EQ(result.world.entities[1].keys.size(), 2u);
    EXPECT_EQ(result.world.entities[1].value("_tbx"), "2");
    EXPECT_TRUE(result.diagnostics.empty());
}

TEST(ReadMap, PutsWorldspawnFirst) {
    const ReadWorld result = read(entity("light") + entity("func_door", cube("a")) +
                                  entity("worldspawn", cube("b")) + entity("info_null"));
    ASSERT_EQ(result.world.entities.size(), 4u);
    EXPECT_EQ(result.world.entities[0].value("classname"), "worldspawn");
    EXPECT_EQ(result.world.entities[1].value("classname"), "light");
    EXPECT_EQ(result.world.entities[2].value("classname"), "func_door");
    EXPECT_EQ(result.world.entities[3].value("classname"), "info_null");
    EXPECT_TRUE(result.diagnostics.empty());
}

TEST(ReadMap, AddsAnEmptyWorldWhereThereIsNone) {
    for (const std::string& text : {std::string(), std::string(" // nothing\n"), entity("light")}) {
        const ReadWorld result = read(text);
        ASSERT_FALSE(result.world.entities.empty());
        EXPECT_EQ(result.world.entities[0].value("classname"), "worldspawn");
        EXPECT_TRUE(result.world.entities[0].brushes.empty());
        ASSERT_EQ(result.diagnostics.size(), 1u);
        EXPECT_EQ(result.diagnostics[0].severity, Severity::Warning);
    }
}

TEST(ReadMap, JoinsSeveralWorldspawns) {
    const ReadWorld result = read(entity("worldspawn", "\"k\" \"1\"\n" + cube("a")) +
                                  entity("worldspawn", "\"k\" \"2\"\n" + cube("b")));
    ASSERT_EQ(result.world.entities.size(), 1u);
    EXPECT_EQ(result.world.entities[0].brushes.size(), 2u);
    EXPECT_EQ(result.world.entities[0].value("k"), "1");
    ASSERT_EQ(result.diagnostics.size(), 1u);
    EXPECT_EQ(result.diagnostics[0].severity, Severity::Warning);
}

TEST(ReadMap, TakesBrushesOutsideEntities) {
    const ReadWorld result = read("// brush 0\n" + cube("a") + cube("b"));
    ASSERT_EQ(result.world.entities.size(), 1u);
    EXPECT_EQ(result.world.entities[0].brushes.size(), 2u);
    EXPECT_EQ(result.diagnostics.size(), 2u);  // of the brushes and of the missing worldspawn
}

TEST(ReadMap, MergesGroupsAndDetailBehindTheWorldsBrushes) {
    const ReadWorld result =
        read(entity("func_group", cube("a")) + entity("func_detail", cube("b")) +
             entity("worldspawn", cube("c")) + entity("func_detail_fence", cube("d")));
    ASSERT_EQ(result.world.entities.size(), 1u);
    const std::vector<Brush>& brushes = result.world.entities[0].brushes;
    ASSERT_EQ(brushes.size(), 4u);
    const auto name = [&](const Brush& brush) {
        return result.world.materials[brush.sides[0].material.value].name;
    };
    EXPECT_EQ(name(brushes[0]), "c");
    EXPECT_EQ(name(brushes[1]), "a");
    EXPECT_EQ(name(brushes[2]), "b");
    EXPECT_EQ(name(brushes[3]), "d");
}

TEST(ReadMap, GivesBrushesTheContentsOfTheirEntity) {
    const Contents clip = Contents::PlayerClip | Contents::MonsterClip;
    EXPECT_EQ(contents_in("func_group", "stone"), Contents::Solid);
    EXPECT_EQ(contents_in("func_detail", "stone"), Contents::Detail);
    EXPECT_EQ(contents_in("func_detail_wall", "stone"), Contents::Detail);
    EXPECT_EQ(contents_in("func_detail_fence", "stone"), Contents::Fence);
    EXPECT_EQ(contents_in("func_detail_illusionary", "stone"), Contents::Illusionary);
    EXPECT_EQ(contents_in("func_detail_illusionary", "{stone"), Contents::Illusionary);
    EXPECT_EQ(contents_in("func_illusionary_visblocker", "stone"),
              Contents::Illusionary | Contents::VisBlocker);
    EXPECT_EQ(contents_in("func_door", "stone"), Contents::Solid);
    EXPECT_EQ(contents_in("func_door", "*water"), Contents::Water);
    EXPECT_EQ(contents_in("trigger_once", "stone"), Contents::Trigger);
    EXPECT_EQ(contents_in("trigger_once", "{trigger"), Contents::Trigger);
    EXPECT_EQ(contents_in("trigger_once", "skip"), Contents::Trigger);
    EXPECT_EQ(contents_in("func_ladder", "clip"), Contents::Ladder);
    EXPECT_EQ(contents_in("func_areaportal", "e1u1/trigger"), Contents::AreaPortal);
    EXPECT_EQ(contents_in("func_nav_area", "stone"), Contents::Trigger);
    EXPECT_EQ(contents_in("func_illusionary", "stone"), Contents::Illusionary);
    EXPECT_EQ(contents_in("func_water", "stone"), Contents::Water);
    EXPECT_EQ(contents_in("func_water", "*lava"), Contents::Lava);
    EXPECT_EQ(contents_in("func_clip", "stone"), clip);
    EXPECT_EQ(contents_in("func_playerclip", "stone"), Contents::PlayerClip);
    EXPECT_EQ(contents_in("func_monsterclip", "stone"), Contents::MonsterClip);
}

TEST(ReadMap, KeepsSpecialTexturesInDetail) {
    EXPECT_EQ(contents_in("func_detail", "clip"), Contents::PlayerClip | Contents::MonsterClip);
    EXPECT_EQ(contents_in("func_detail", "*water"), Contents::Water);
    EXPECT_EQ(contents_in("func_detail_illusionary", "*slime"), Contents::Slime);
    EXPECT_EQ(contents_in("func_detail", "sky1"), Contents::Sky);
    EXPECT_EQ(contents_in("func_detail", "trigger"), Contents::Trigger);
    EXPECT_EQ(contents_in("func_detail", "hint"), Contents::Hint);
    EXPECT_EQ(contents_in("func_detail", "{grate"), Contents::Fence);
}

TEST(ReadMap, NotesWhatItDropsAndChanges) {
    const ReadWorld skip = read(entity("worldspawn", cube("skip") + "{ }"));
    EXPECT_EQ(skip.world.entities[0].brushes.size(), 1u);
    ASSERT_EQ(skip.diagnostics.size(), 1u);
    EXPECT_EQ(skip.diagnostics[0].severity, Severity::Warning);

    const ReadWorld mixed = read(
        "{\"classname\" \"worldspawn\"\n{\n"
        "( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) clip 0 0 0 1 1\n"
        "( 0 0 0 ) ( 0 0 1 ) ( 1 0 0 ) stone 0 0 0 1 1\n} }");
    ASSERT_EQ(mixed.diagnostics.size(), 1u);
    EXPECT_EQ(mixed.diagnostics[0].severity, Severity::Warning);
    EXPECT_EQ(to_string(mixed.diagnostics[0]),
              "test.map:4:1: warning: sides of one brush differ: 'stone' contradicts 'clip', which "
              "decides");
}

TEST(ReadMap, WarnsOnceWhereAnUnknownToolOfAnEditorIsSolidInSilence) {
    const ReadWorld result =
        read(entity("trigger_once", cube("common/nobuild")) +
             entity("worldspawn",
                    cube("stone") + cube("common/nobuild") + cube("common/nobuild") +
                        cube("common/caulk") + cube("tools/toolsfoo")) +
             entity("func_illusionary", cube("common/other")));
    ASSERT_EQ(result.diagnostics.size(), 2u);
    EXPECT_EQ(result.diagnostics[0].severity, Severity::Warning);
    EXPECT_EQ(result.diagnostics[0].where.line, 23u);
    EXPECT_EQ(result.diagnostics[0].message,
              "'common/nobuild' has the name of an editor's tool that is not known: what has it is "
              "solid and drawn; docs/reference/levels.md lists the known names");
    EXPECT_TRUE(result.diagnostics[1].message.starts_with("'tools/toolsfoo' "));
}

TEST(ReadMap, TakesAnEntitysOriginFromItsOriginBrush) {
    const ReadWorld result =
        read(entity("worldspawn") +
             entity("func_rotating", "\"origin\" \"1 2 3\"\n" + cube("stone") + cube("origin")));
    ASSERT_EQ(result.world.entities.size(), 2u);
    EXPECT_EQ(result.world.entities[1].brushes.size(), 1u);
    EXPECT_EQ(result.world.entities[1].origin, (Vec3{8, 8, 8}));
    EXPECT_TRUE(result.diagnostics.empty());
}

TEST(ReadMap, TakesAnEntitysOriginFromItsKeyOtherwise) {
    const auto origin = [](const std::string& key, const std::string& body) {
        return read(entity("worldspawn") +
                    entity("func_door", "\"origin\" \"" + key + "\"\n" + body))
            .world.entities[1]
            .origin;
    };
    EXPECT_EQ(origin("1 -2.5 3", cube("stone")), (Vec3{1, -2.5, 3}));
    EXPECT_EQ(origin("1 2", cube("stone")), Vec3{});
    EXPECT_EQ(origin("1 2 nan", cube("stone")), Vec3{});
    EXPECT_EQ(origin("1 2 3", ""), (Vec3{1, 2, 3}));  // the place of a point entity
}

TEST(ReadMap, WarnsOfABadOriginAndOfAMissingClass) {
    const auto warning = [](const std::string& text) {
        const ReadWorld result = read(entity("worldspawn") + text);
        return result.diagnostics.size() == 1 ? to_string(result.diagnostics[0]) : "";
    };
    EXPECT_EQ(warning(entity("func_door", "\"origin\" \"1 2\"\n" + cube("a"))),
              "test.map:4:1: warning: expected three numbers for the key 'origin', found '1 2': "
              "0 0 0 is used");
    EXPECT_EQ(warning(entity("light", "\"origin\" \"1 2\"\n")),
              "test.map:4:1: warning: expected three numbers for the key 'origin', found '1 2': "
              "the entity has no place");
    EXPECT_EQ(warning("{\n" + cube("a") + "}\n"),
              "test.map:4:1: warning: the entity has no key 'classname': no program knows what it "
              "is");
}

TEST(ReadMap, WarnsOfOriginBrushesWithoutAMeaning) {
    for (const std::string& text :
         {entity("worldspawn", cube("origin")),
          entity("worldspawn") + entity("func_group", cube("origin")),
          entity("worldspawn") +
              entity("func_door", cube("origin") + cube("a") + cube("origin"))}) {
        const ReadWorld result = read(text);
        ASSERT_EQ(result.diagnostics.size(), 1u);
        EXPECT_EQ(result.diagnostics[0].severity, Severity::Warning);
        EXPECT_TRUE(result.world.entities[0].brushes.empty());
    }
}

}  // namespace
}  // namespace halfspace
