// SPDX-License-Identifier: MIT
#include "formats/map/map_contents.h"
#include "formats/map/map_text.h"

#include <gtest/gtest.h>

#include <string>

namespace halfspace {
namespace {

using test::cube;
using test::entity;
using test::read;

// The opacity of the first side of the last entity.
double opacity(const std::string& classname, const std::string& texture, const std::string& keys) {
    const ReadWorld result = read(entity("worldspawn") + entity(classname, keys + cube(texture)));
    EXPECT_TRUE(result.diagnostics.empty());
    return result.world.entities.back().brushes.at(0).sides.at(0).opacity;
}

TEST(Opacity, FollowsTheTexture) {
    EXPECT_EQ(opacity("func_group", "stone", ""), 1);
    EXPECT_EQ(opacity("func_group", "*water", ""), map::kLiquidOpacity);
    EXPECT_EQ(opacity("func_group", "!water", ""), map::kLiquidOpacity);
    EXPECT_EQ(opacity("func_group", "{grate", ""), 1);
    EXPECT_EQ(opacity("func_detail_fence", "Glass01", ""), map::kGlassOpacity);
    EXPECT_EQ(opacity("func_illusionary", "base/window_glass", ""), map::kGlassOpacity);
}

TEST(Opacity, OfTexturesDoesNotOpenSolids) {
    EXPECT_EQ(opacity("func_group", "glass01", ""), 1);
    EXPECT_EQ(opacity("func_detail", "glass01", ""), 1);
    EXPECT_EQ(opacity("func_wall", "glass01", ""), 1);
}

TEST(Opacity, FollowsTheEntityBeforeTheTexture) {
    EXPECT_EQ(opacity("func_wall", "stone", "\"alpha\" \"0.5\"\n"), 0.5);
    EXPECT_EQ(opacity("func_wall", "stone", "\"_alpha\" \".25\"\n"), 0.25);
    EXPECT_EQ(opacity("func_wall", "stone", "\"alpha\" \"0.5\"\n\"_alpha\" \"1\"\n"), 0.5);
    EXPECT_EQ(opacity("func_detail_fence", "*water", "\"_alpha\" \"0.9\"\n"), 0.9);
    EXPECT_EQ(opacity("func_group", "*water", "\"_alpha\" \"1\"\n"), 1);
    EXPECT_EQ(opacity("func_wall", "stone", "\"rendermode\" \"2\"\n\"renderamt\" \"51\"\n"), 0.2);
    EXPECT_EQ(opacity("func_wall", "stone", "\"rendermode\" \"2\"\n\"renderamt\" \"0\"\n"), 0);
    EXPECT_EQ(opacity("func_wall", "stone", "\"rendermode\" \"0\"\n\"renderamt\" \"51\"\n"), 1);
    EXPECT_EQ(opacity("func_wall", "stone", "\"renderamt\" \"51\"\n"), 1);
    EXPECT_EQ(opacity("func_wall", "stone", "\"alpha\" \"0\"\n"), 1);  // not set, to the engines
}

TEST(Opacity, IsTheTexturesWhereTheKeyIsNone) {
    for (const std::string bad : {"x", "1.5", "-0.5", "nan", "1e999"}) {
        const ReadWorld result = read(
            entity("worldspawn") + entity("func_wall", "\"alpha\" \"" + bad + "\"\n" + cube("a")));
        EXPECT_EQ(result.world.entities[1].brushes[0].sides[0].opacity, 1) << bad;
        ASSERT_EQ(result.diagnostics.size(), 1u) << bad;
        EXPECT_EQ(to_string(result.diagnostics[0]),
                  "test.map:4:1: warning: expected a number from 0 to 1 for the key 'alpha': it is "
                  "ignored");
    }
}

}  // namespace
}  // namespace halfspace
