// SPDX-License-Identifier: MIT
#include "formats/map/map_flags.h"

#include "formats/map/map_text.h"

#include <gtest/gtest.h>

#include <string>

namespace halfspace {
namespace {

using test::cube;
using test::entity;
using test::read;

constexpr Contents kClip = Contents::PlayerClip | Contents::MonsterClip;

// The only brush of a world, each of whose faces has these contents and flags.
Brush brush_in(const std::string& header,
               const std::string& numbers,
               const std::string& texture = "e1u1/box1") {
    const ReadWorld result =
        read(header + entity("worldspawn", cube(texture, "0 0 0 1 1 " + numbers)));
    EXPECT_EQ(result.world.entities[0].brushes.size(), 1u);
    return result.world.entities[0].brushes.empty() ? Brush{} : result.world.entities[0].brushes[0];
}

Brush quake2(const std::string& numbers, const std::string& texture = "e1u1/box1") {
    return brush_in("// Game: Quake 2\n// Format: Quake2\n", numbers, texture);
}

TEST(FlagMeaning, FollowsTheGameThatTheHeadNames) {
    const auto meaning = [](const std::string& head) {
        return map::flag_meaning(head + "{ // Game: Quake 3\n}", {});
    };
    for (const std::string head : {"// Game: Quake 2\n// Format: Quake2\n",
                                   "// Game: Quake 2\n// Format: Quake2 (Valve)\n",
                                   "\xef\xbb\xbf// Format: Quake2\n",
                                   "// Format: Valve\r\n// Game: Quake 2\r\n",
                                   "// Game: Daikatana\r// Format: Daikatana\r",
                                   "// Game: Heretic 2\n",
                                   "// Game: Kingpin\n",
                                   ""}) {
        EXPECT_EQ(meaning(head), map::FlagMeaning::Quake2) << head;
    }
    for (const std::string head : {"// Game: Quake 3\n// Format: Quake3 (legacy)\n",
                                   "// Format: Quake3 (Valve)\n",
                                   "// Game: Quake\n// Format: Standard\n"}) {
        EXPECT_EQ(meaning(head), map::FlagMeaning::DetailOnly) << head;
    }
}

TEST(FlagMeaning, TakesWhatOnlyQuake3HasForItWhereNoGameIsNamed) {
    // 4 is a sky in Quake 2, and stands behind every caulk that an old Radiant wrote.
    EXPECT_EQ(brush_in("", "0 4 0", "common/caulk").contents, Contents::Solid);
    EXPECT_EQ(brush_in("", "32 4 0", "textures/common/caulk").contents, Contents::Solid);
    EXPECT_EQ(brush_in("", "0 4 0").contents, Contents::Sky);
    EXPECT_EQ(brush_in("// brush by hand\n", "32 0 0").contents, Contents::Water);
    const ReadWorld mixed =
        read(entity("worldspawn",
                    cube("a", "0 0 0 1 1 32 0 0") +
                        "{ brushDef { (0 0 0) (0 1 0) (0 0 1) ((1 0 0) (0 1 0)) b 0 0 0 } }"));
    EXPECT_EQ(mixed.world.entities[0].brushes[0].contents, Contents::Solid);
}

TEST(Quake2Contents, AreThoseOfTheNumbers) {
    EXPECT_EQ(quake2("0 0 0").contents, Contents::Solid);
    EXPECT_EQ(quake2("1 0 0").contents, Contents::Solid);
    EXPECT_EQ(quake2("1 0 0", "e1u1/clip").contents, Contents::Solid);
    EXPECT_EQ(quake2("0 0 0", "e1u1/clip").contents, kClip);
    EXPECT_EQ(quake2("2 0 0").contents, Contents::Fence);
    EXPECT_EQ(quake2("4 0 0").contents, Contents::Illusionary);
    EXPECT_EQ(quake2("64 0 0").contents, Contents::Illusionary);
    EXPECT_EQ(quake2("8 9 700").contents, Contents::Lava);
    EXPECT_EQ(quake2("16 9 700").contents, Contents::Slime);
    EXPECT_EQ(quake2("32 9 100").contents, Contents::Water);
    EXPECT_EQ(quake2("32768 128 0").contents, Contents::AreaPortal);
    EXPECT_EQ(quake2("65536 128 0").contents, Contents::PlayerClip);
    EXPECT_EQ(quake2("131072 128 0").contents, Contents::MonsterClip);
    EXPECT_EQ(quake2("196608 128 0").contents, kClip);
    EXPECT_EQ(quake2("134217728 0 0").contents, Contents::Detail);
    EXPECT_EQ(quake2("134217730 0 0").contents, Contents::Fence);
    EXPECT_EQ(quake2("268435456 0 0").contents, Contents::Fence);
    EXPECT_EQ(quake2("32").contents, Contents::Solid);  // Hexen 2's number
    EXPECT_EQ(quake2("32 0 0 255 0 0").contents, Contents::Water);
}

TEST(Quake2Contents, KeepLaddersSolid) {
    EXPECT_EQ(quake2("536870912 0 0").contents, Contents::Solid);
    EXPECT_EQ(quake2("671088640 0 0").contents, Contents::Detail);
    EXPECT_EQ(quake2("536936448 128 0").contents, Contents::PlayerClip);
}

TEST(Quake2Flags, MakeSurfaces) {
    EXPECT_EQ(quake2("0 4 0").contents, Contents::Sky);
    EXPECT_EQ(quake2("0 132 0").sides[0].surface, SurfaceKind::Sky);
    EXPECT_EQ(quake2("0 128 0").sides[0].surface, SurfaceKind::NoDraw);
    EXPECT_EQ(quake2("0 128 0").contents, Contents::Solid);
    EXPECT_EQ(quake2("32 128 0").sides[0].surface, SurfaceKind::NoDraw);
    EXPECT_EQ(quake2("0 256 0").contents, Contents::Hint);
    EXPECT_EQ(quake2("0 256 0").sides[0].surface, SurfaceKind::Hint);
    EXPECT_EQ(quake2("0 512 0").sides[0].surface, SurfaceKind::Skip);
}

TEST(Quake2Flags, MakeOnesidesTransparencyAWindow) {
    const Brush third = quake2("0 16 0");
    EXPECT_EQ(third.contents, Contents::Fence);
    EXPECT_EQ(third.sides[0].opacity, 0.33);
    EXPECT_EQ(quake2("32 32 0").sides[0].opacity, 0.66);
    EXPECT_EQ(quake2("32 32 0").contents, Contents::Water);
    EXPECT_EQ(quake2("32 0 0", "*water").sides[0].opacity, 1);
    const ReadWorld one = read(
        "// Game: Quake 2\n{\"classname\" \"worldspawn\" {\n"
        "( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) a 0 0 0 1 1\n"
        "( 0 0 0 ) ( 0 0 1 ) ( 1 0 0 ) b 0 0 0 1 1 0 16 0\n} }");
    EXPECT_EQ(one.world.entities[0].brushes[0].contents, Contents::Fence);
    EXPECT_TRUE(one.diagnostics.empty());
}

TEST(Quake2Flags, MakeOriginBrushes) {
    const ReadWorld result =
        read("// Game: Quake 2\n" + entity("worldspawn") +
             entity("func_rotating", cube("a") + cube("b", "0 0 0 1 1 16777216 128 0")));
    EXPECT_EQ(result.world.entities[1].brushes.size(), 1u);
    EXPECT_EQ(result.world.entities[1].origin, (Vec3{8, 8, 8}));
}

TEST(Quake3Numbers, MeanDetailOnly) {
    const std::string head = "// Game: Quake 3\n// Format: Quake3 (legacy)\n";
    EXPECT_EQ(brush_in(head, "134217728 4 0").contents, Contents::Detail);
    EXPECT_EQ(brush_in(head, "32 4 0").contents, Contents::Solid);
    EXPECT_EQ(brush_in(head, "0 640 0").sides[0].surface, SurfaceKind::Drawn);
}

}  // namespace
}  // namespace halfspace
