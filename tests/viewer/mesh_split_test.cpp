// SPDX-License-Identifier: MIT
// Files with objects that cannot be solid, as the viewer loads them.
#include "mesh_split.h"

#include "viewer/mesh_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace halfspace::viewer {
namespace {

std::expected<LoadedLevel, std::vector<Error>> loaded(LevelSource source,
                                                      WalkOn which = WalkOn::Bad) {
    Progress progress;
    source.walk_on = which;
    return load(source, progress);
}

// All diagnostics as one text.
std::string told(const LoadedLevel& level) {
    std::string text;
    for (const Diagnostic& diagnostic : level.diagnostics) {
        text += to_string(diagnostic) + '\n';
    }
    return text;
}

std::vector<std::string> names(const Surfaces& surfaces) {
    std::vector<std::string> list;
    for (const Mesh& mesh : surfaces.meshes) {
        list.push_back(mesh.name);
    }
    return list;
}

std::vector<ObjObject> yard() {
    return {sheet("ground", {-8, -8, 0}, {8, 8, 0}),
            crate("crate", {2, 2, 0}, {3, 3, 1}),
            shed("shed", {-6, -6, 0}, {-2, -2, 3}),
            turned_inside_out(crate("barrel", {4, 0, 0}, {5, 1, 1})),
            sheet("pond-water", {-1, 4, .2}, {1, 6, .2})};
}

TEST(WalkOn, TakesTheObjectsThatCompileRefuses) {
    const MeshFolder folder;
    const auto level = loaded(folder.write(yard()));
    ASSERT_TRUE(level) << to_string(level.error().front());
    EXPECT_EQ(names(level->surfaces),
              (std::vector<std::string>{"ground", "shed", "barrel", "pond-water"}));
    EXPECT_EQ(level->level.brushes().size(), 1u) << "the crate is solid as before";
    ASSERT_TRUE(level->mesh_box);
    EXPECT_EQ(level->mesh_box->min, Vec3(-256, -256, 0));
    EXPECT_EQ(level->mesh_box->max, Vec3(256, 256, 96));
}

TEST(WalkOn, SaysWhichAndWhy) {
    const MeshFolder folder;
    const auto level = loaded(folder.write(yard()));
    ASSERT_TRUE(level);
    const std::string text = told(*level);
    const auto has = [&](const char* part) { return text.find(part) != std::string::npos; };
    EXPECT_TRUE(
        has("warning: 2 of 5 objects are open ('ground', 'shed'): they are walked on as "
            "they are, and have no inside; `halfspace mesh check` shows where"))
        << text;
    EXPECT_TRUE(has("1 of 5 objects looks inwards ('barrel'): it is walked on as it is")) << text;
    EXPECT_TRUE(has("--flip")) << text;
    EXPECT_TRUE(has("1 of 5 objects is open ('pond-water'): it is only drawn")) << text;
}

TEST(WalkOn, NamesThreeObjectsAtMost) {
    const MeshFolder folder;
    std::vector<ObjObject> sheets;
    for (const char* const name : {"a", "b", "c", "d", "e"}) {
        sheets.push_back(sheet(name, {0, 0, 0}, {8, 8, 0}));
    }
    const auto level = loaded(folder.write(sheets));
    ASSERT_TRUE(level);
    EXPECT_NE(told(*level).find("5 of 5 objects are open ('a', 'b', 'c' and 2 more)"),
              std::string::npos)
        << told(*level);
}

TEST(WalkOn, NoneDemandsSolids) {
    const MeshFolder folder;
    const auto level = loaded(folder.write(yard()), WalkOn::None);
    ASSERT_FALSE(level);
    EXPECT_EQ(level.error().front().code, ErrorCode::Geometry);
}

TEST(WalkOn, AllCompilesNothing) {
    const MeshFolder folder;
    const auto level = loaded(folder.write(yard()), WalkOn::All);
    ASSERT_TRUE(level);
    EXPECT_EQ(level->surfaces.meshes.size(), 5u);
    EXPECT_TRUE(level->level.brushes().empty());
    EXPECT_TRUE(level->level.faces().empty());
    EXPECT_NE(told(*level).find("nothing is compiled"), std::string::npos);
}

TEST(WalkOn, SolidsAreNotTold) {
    const MeshFolder folder;
    const auto level = loaded(folder.write({crate("crate", {0, 0, 0}, {8, 8, 1})}));
    ASSERT_TRUE(level);
    EXPECT_TRUE(level->surfaces.meshes.empty());
    EXPECT_EQ(told(*level).find("walked on"), std::string::npos) << told(*level);
}

// check_meshes takes the needle; compile then refuses the brush that it makes of it, because its
// sides meet at too sharp an angle.
TEST(WalkOn, TakesAllIfCompileRefusesAnObjectThatLookedGood) {
    const MeshFolder folder;
    const ObjObject needle{"needle",
                           {{-36.5850308, 82.9983148, -7.8005752},
                            {6503.94152, 82.7994038, -7.80092318},
                            {4983.27526, 84.5087525, -7.8005752},
                            {6087.28559, 82.9983148, -7.79760483}},
                           {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
    const LevelSource source = folder.write({crate("crate", {0, 9, 0}, {8, 17, 1}), needle});
    ASSERT_FALSE(loaded(source, WalkOn::None));
    const auto level = loaded(source);
    ASSERT_TRUE(level) << to_string(level.error().front());
    EXPECT_EQ(level->surfaces.meshes.size(), 2u);
    EXPECT_NE(told(*level).find("(object 'needle')"), std::string::npos) << told(*level);
    EXPECT_NE(told(*level).find("nothing is compiled"), std::string::npos) << told(*level);
}

TEST(WalkOn, LeavesOutWhatIsTooFarAway) {
    const MeshFolder folder;
    const auto level = loaded(folder.write(
        {sheet("ground", {-8, -8, 0}, {8, 8, 0}), sheet("moon", {4e4, 0, 0}, {5e4, 1, 0})}));
    ASSERT_TRUE(level);
    EXPECT_EQ(names(level->surfaces), std::vector<std::string>{"ground"});
    EXPECT_NE(told(*level).find("'moon' cannot be shown: a vertex is at (40000 0 0), and nobody "
                                "walks farther than 32768"),
              std::string::npos)
        << told(*level);
}

TEST(WalkOn, RefusesAFileOfWhichNothingCanBeShown) {
    const MeshFolder folder;
    const auto level = loaded(folder.write({sheet("city", {-5e4, -5e4, 0}, {5e4, 5e4, 0})}));
    ASSERT_FALSE(level);
    EXPECT_EQ(level.error().front().code, ErrorCode::Range);
    const std::string text = level.error().front().message;
    EXPECT_NE(text.find("--scale 0.32 (if the unit of the file is a centimetre) makes them 32000 "
                        "long, --scale 0.032 (a millimetre) makes them 3200 long"),
              std::string::npos)
        << text;
}

// The advice for a square of this size, in units of the file.
std::string advice(double size) {
    const MeshFolder folder;
    const auto level = loaded(folder.write({sheet("ground", {0, 0, 0}, {size, size, 0})}));
    return level ? told(*level) : std::string();
}

TEST(SizeAdvice, IsGivenForWhatNobodyWalksThrough) {
    const std::string small = advice(2);
    EXPECT_NE(small.find("all objects together are 64 x 64 x 0 map units; a person is 56 high. "
                         "--scale 500 makes them 1000 long"),
              std::string::npos)
        << small;
    const std::string large = advice(8000);
    EXPECT_NE(large.find("--scale 0.32 (if the unit of the file is a centimetre) makes them 2560 "
                         "long, --scale 0.032 (a millimetre) makes them 256 long"),
              std::string::npos)
        << large;
    for (const double size : {4.0, 50.0, 2048.0}) {
        EXPECT_EQ(advice(size).find("--scale"), std::string::npos) << size;
    }
}

TEST(SizeAdvice, IsFollowed) {
    const MeshFolder folder;
    LevelSource source = folder.write({sheet("ground", {0, 0, 0}, {2, 2, 0})});
    source.meshes.scale = 500;
    const auto level = loaded(source);
    ASSERT_TRUE(level);
    EXPECT_EQ(level->mesh_box->max, Vec3(1000, 1000, 0));
    EXPECT_EQ(told(*level).find("--scale"), std::string::npos);
}

TEST(Forecast, IsToldBeforeALongCompile) {
    const MeshFolder folder;
    std::vector<ObjObject> objects;
    for (int i = 0; i < 300; ++i) {
        ObjObject step = crate("step" + std::to_string(i), {0, i * 2.0, 0}, {1, i * 2.0 + 1, 1});
        step.faces.pop_back();
        // The face at max.y is bent inwards, so the object is concave.
        step.vertices.push_back({.5, i * 2.0 + .5, .5});
        step.faces.insert(step.faces.end(), {{2, 6, 8}, {6, 7, 8}, {7, 3, 8}, {3, 2, 8}});
        objects.push_back(step);
    }
    LevelSource source = folder.write(objects);
    Progress progress;
    progress.cancel = true;  // the forecast comes before
    std::string text;
    const auto tell = [&](std::span<const Diagnostic> forecast) {
        for (const Diagnostic& diagnostic : forecast) {
            text += diagnostic.message + '\n';
        }
    };
    EXPECT_FALSE(load(source, progress, tell));
    EXPECT_NE(text.find("may take"), std::string::npos) << text;
    EXPECT_NE(text.find("--walk-on all"), std::string::npos) << text;
}

}  // namespace
}  // namespace halfspace::viewer
