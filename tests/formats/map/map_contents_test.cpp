// SPDX-License-Identifier: MIT
#include "formats/map/map_contents.h"

#include <gtest/gtest.h>

#include <optional>
#include <string_view>
#include <vector>

namespace halfspace::map {
namespace {

constexpr Contents kClip = Contents::PlayerClip | Contents::MonsterClip;

std::vector<TextureClass> classes(const std::vector<std::string_view>& names) {
    std::vector<TextureClass> result;
    for (const std::string_view name : names) {
        result.push_back(classify_texture(name));
    }
    return result;
}

BrushClass classify(const std::vector<std::string_view>& names) {
    return classify_brush(classes(names));
}

Brush assigned(const std::vector<std::string_view>& names,
               Contents contents,
               std::optional<double> opacity = {}) {
    Brush brush;
    brush.sides.resize(names.size());
    assign_contents(brush, contents, classes(names), opacity);
    EXPECT_EQ(brush.contents, contents);
    return brush;
}

std::vector<SurfaceKind> surfaces(const std::vector<std::string_view>& names, Contents contents) {
    std::vector<SurfaceKind> result;
    for (const BrushSide& side : assigned(names, contents).sides) {
        result.push_back(side.surface);
    }
    return result;
}

TEST(ClassifyTexture, KnowsTheSpecialNames) {
    const auto contents = [](std::string_view name) { return classify_texture(name).contents; };
    const auto surface = [](std::string_view name) { return classify_texture(name).surface; };
    EXPECT_EQ(contents("*water1"), Contents::Water);
    EXPECT_EQ(contents("*04awater1"), Contents::Water);
    EXPECT_EQ(contents("*teleport"), Contents::Water);
    EXPECT_EQ(contents("!liquidtest"), Contents::Water);
    EXPECT_EQ(contents("*SLIME0"), Contents::Slime);
    EXPECT_EQ(contents("*lava_64_1"), Contents::Lava);
    EXPECT_EQ(contents("sky4"), Contents::Sky);
    EXPECT_EQ(surface("SKY1"), SurfaceKind::Sky);
    EXPECT_EQ(contents("clip"), kClip);
    EXPECT_EQ(contents("common/clip"), kClip);
    EXPECT_EQ(contents("playerclip"), Contents::PlayerClip);
    EXPECT_EQ(contents("clip_player"), Contents::PlayerClip);
    EXPECT_EQ(contents("monsterclip"), Contents::MonsterClip);
    EXPECT_EQ(contents("CLIP_MONSTER"), Contents::MonsterClip);
    EXPECT_EQ(contents("e1u1/Trigger"), Contents::Trigger);
    EXPECT_EQ(contents("areaportal"), Contents::AreaPortal);
    EXPECT_EQ(contents("ladder"), Contents::Ladder);
    EXPECT_EQ(contents("{fence"), Contents::Fence);
    EXPECT_EQ(surface("{fence"), SurfaceKind::Drawn);
    EXPECT_EQ(contents("hint"), Contents::Hint);
    EXPECT_EQ(surface("hint"), SurfaceKind::Hint);
    EXPECT_EQ(surface("hintskip"), SurfaceKind::Skip);
    EXPECT_EQ(surface("skip"), SurfaceKind::Skip);
    EXPECT_EQ(surface("common/caulk"), SurfaceKind::NoDraw);
    EXPECT_EQ(contents("nodraw"), Contents::Solid);
    EXPECT_EQ(surface("trigger"), SurfaceKind::NoDraw);
    EXPECT_EQ(classify_texture("origin").kind, TextureClass::Kind::Origin);
}

TEST(ClassifyTexture, DrawsLiquidsUnlessTheyAreSkipped) {
    EXPECT_EQ(classify_texture("*water1").surface, SurfaceKind::Drawn);
    EXPECT_EQ(classify_texture("*waterskip").surface, SurfaceKind::NoDraw);
    EXPECT_EQ(classify_texture("*lavaskip").contents, Contents::Lava);
}

TEST(ClassifyTexture, TakesAnythingElseForStone) {
    for (const std::string_view name : {"stone",
                                        "",
                                        "water",
                                        "lavatest",
                                        "clips",
                                        "aclip",
                                        "skipper",
                                        "clip/stone",
                                        "liquids/vorwater",
                                        "nitesky",
                                        "e1u1/",
                                        "originals",
                                        "brush{",
                                        "/",
                                        "hint/rock"}) {
        const TextureClass texture = classify_texture(name);
        EXPECT_EQ(texture.kind, TextureClass::Kind::Stone) << name;
        EXPECT_EQ(texture.contents, Contents::Solid) << name;
        EXPECT_EQ(texture.surface, SurfaceKind::Drawn) << name;
    }
}

TEST(IsUnknownTool, MeansNamesOfTheFoldersOfToolsThatFitNoLine) {
    for (const char* const name : {"common/nobuild",
                                   "textures/common/nobuild",
                                   "Common/Nobuild",
                                   "tools/toolsnodraw",
                                   "tools/deep/toolsclip"}) {
        EXPECT_TRUE(is_unknown_tool(name)) << name;
    }
    for (const char* const name : {"common/caulk",
                                   "textures/common/clip",
                                   "tools/stained_glass",
                                   "nobuild",
                                   "uncommon/wall",
                                   "common",
                                   "common_walls/brick",
                                   ""}) {
        EXPECT_FALSE(is_unknown_tool(name)) << name;
    }
}

TEST(ClassifyBrush, FollowsSidesThatAgree) {
    EXPECT_EQ(classify({"a", "b", "c"}).contents, Contents::Solid);
    EXPECT_EQ(classify({"*water1", "*water2", "*waterskip"}).contents, Contents::Water);
    EXPECT_EQ(classify({"{a", "{b"}).contents, Contents::Fence);
    EXPECT_EQ(classify({"sky1", "sky2"}).contents, Contents::Sky);
    EXPECT_EQ(classify({"clip", "clip"}).contents, kClip);
    EXPECT_EQ(classify({"origin", "origin"}).kind, BrushClass::Kind::Origin);
    EXPECT_FALSE(classify({"*water1", "*water2"}).contradiction);
}

TEST(ClassifyBrush, LetsUndrawnSidesFollowTheOthers) {
    EXPECT_EQ(classify({"skip", "*water1", "caulk"}).contents, Contents::Water);
    EXPECT_EQ(classify({"caulk", "sky1"}).contents, Contents::Sky);
    EXPECT_EQ(classify({"skip", "{a", "nodraw"}).contents, Contents::Fence);
    EXPECT_EQ(classify({"caulk", "caulk"}).contents, Contents::Solid);
    EXPECT_EQ(classify({"skip", "caulk"}).contents, Contents::Solid);
    EXPECT_FALSE(classify({"skip", "*water1", "caulk"}).contradiction);
}

TEST(ClassifyBrush, TakesSkipAloneForAnUnseenSolid) {
    EXPECT_EQ(classify({"skip", "hintskip"}).kind, BrushClass::Kind::Volume);
    EXPECT_EQ(classify({"skip", "skip"}).contents, Contents::Solid);
}

TEST(ClassifyBrush, TakesStoneWithSomeSkyOrMaskForStone) {
    for (const std::vector<std::string_view>& names :
         {std::vector<std::string_view>{"sky1", "a"}, {"a", "{b"}, {"{b", "a"}, {"{a", "sky1"}}) {
        EXPECT_EQ(classify(names).contents, Contents::Solid) << names[0];
        EXPECT_FALSE(classify(names).contradiction) << names[0];
    }
}

TEST(ClassifyBrush, LetsOneHintSideDecide) {
    EXPECT_EQ(classify({"skip", "a", "hint"}).contents, Contents::Hint);
    EXPECT_EQ(classify({"hint", "origin"}).contents, Contents::Hint);
    EXPECT_FALSE(classify({"a", "clip", "hint"}).contradiction);
}

TEST(ClassifyBrush, FollowsTheFirstSideWhereTheyDifferAndSaysSo) {
    const BrushClass clip = classify({"skip", "clip", "clip", "a", "*water1"});
    EXPECT_EQ(clip.contents, kClip);
    EXPECT_EQ(clip.contradiction.value_or(BrushClass::Contradiction{}).followed, 1u);
    EXPECT_EQ(clip.contradiction.value_or(BrushClass::Contradiction{}).ignored, 3u);
    const BrushClass stone = classify({"a", "*lava", "*slime"});
    EXPECT_EQ(stone.contents, Contents::Solid);
    EXPECT_EQ(stone.contradiction.value_or(BrushClass::Contradiction{}).ignored, 1u);
    EXPECT_EQ(classify({"{a", "clip"}).contents, Contents::Solid);
    EXPECT_TRUE(classify({"{a", "clip"}).contradiction);
    EXPECT_EQ(classify({"a", "origin"}).kind, BrushClass::Kind::Volume);
    EXPECT_EQ(classify({"origin", "a"}).kind, BrushClass::Kind::Origin);
    EXPECT_TRUE(classify({"a", "origin"}).contradiction);
}

TEST(AssignContents, NeverDrawsVolumesThatAreOnlyRegions) {
    for (const Contents contents :
         {Contents::Trigger, kClip, Contents::Ladder, Contents::AreaPortal}) {
        EXPECT_EQ(surfaces({"a", "skip", "sky1"}, contents),
                  (std::vector<SurfaceKind>{
                      SurfaceKind::NoDraw, SurfaceKind::NoDraw, SurfaceKind::NoDraw}));
    }
}

TEST(AssignContents, SkipsEveryHintBrushSideThatIsNoHint) {
    EXPECT_EQ(surfaces({"a", "hint", "skip"}, Contents::Hint),
              (std::vector<SurfaceKind>{SurfaceKind::Skip, SurfaceKind::Hint, SurfaceKind::Skip}));
}

TEST(AssignContents, DrawsNoHintOfABrushThatIsMadeSomethingElse) {
    EXPECT_EQ(
        surfaces({"hint", "*water", "skip"}, Contents::Water),
        (std::vector<SurfaceKind>{SurfaceKind::NoDraw, SurfaceKind::Drawn, SurfaceKind::Skip}));
}

TEST(AssignContents, KeepsTheTexturesSurfacesElsewhere) {
    EXPECT_EQ(surfaces({"a", "caulk", "skip", "sky1", "clip"}, Contents::Solid),
              (std::vector<SurfaceKind>{SurfaceKind::Drawn,
                                        SurfaceKind::NoDraw,
                                        SurfaceKind::Skip,
                                        SurfaceKind::Sky,
                                        SurfaceKind::NoDraw}));
}

TEST(ClassifyEntity, MergesGroupsAndDetail) {
    for (const std::string_view name : {"func_group",
                                        "func_detail",
                                        "func_detail_wall",
                                        "func_detail_fence",
                                        "FUNC_DETAIL",
                                        "func_detail_illusionary",
                                        "func_illusionary_visblocker"}) {
        EXPECT_EQ(classify_entity(name).home, EntityClass::Home::Merged) << name;
    }
    for (const std::string_view name : {"func_door", "func_detail_other", "trigger_once", ""}) {
        EXPECT_EQ(classify_entity(name).home, EntityClass::Home::Own) << name;
    }
    EXPECT_EQ(classify_entity("worldspawn").home, EntityClass::Home::Worldspawn);
}

}  // namespace
}  // namespace halfspace::map
