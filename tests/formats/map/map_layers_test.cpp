// SPDX-License-Identifier: MIT
#include "formats/map/map_layers.h"

#include "formats/map/map_text.h"

#include <gtest/gtest.h>

#include <string>

namespace halfspace {
namespace {

using test::cube;
using test::entity;
using test::read;

std::string key(const std::string& name, const std::string& value) {
    return "\"" + name + "\" \"" + value + "\"\n";
}

std::string layer(const std::string& id, const std::string& rest = "") {
    return entity(
        "func_group",
        key("_tb_type", "_tb_layer") + key("_tb_name", "layer " + id) + key("_tb_id", id) + rest);
}

std::string group(const std::string& id, const std::string& rest = "") {
    return entity("func_group", key("_tb_type", "_tb_group") + key("_tb_id", id) + rest);
}

const std::string kOmit = key("_tb_layer_omit_from_export", "1");

TEST(Layers, AreMergedIntoTheWorld) {
    const ReadWorld result = read(entity("worldspawn", cube("a")) + layer("1", cube("b")) +
                                  group("2", key("_tb_layer", "1") + cube("c")));
    EXPECT_EQ(result.world.entities.size(), 1u);
    EXPECT_EQ(result.world.entities[0].brushes.size(), 3u);
    EXPECT_TRUE(result.diagnostics.empty());
}

TEST(Layers, AreLeftOutWithAllInThemWhenMarked) {
    const ReadWorld result = read(
        entity("worldspawn", cube("world")) +
        entity("light", key("_tb_group", "3") + key("origin", "1 2 3")) +  // before its group
        layer("1", kOmit + cube("b")) + group("2", key("_tb_layer", "1") + cube("c")) +
        group("3", key("_tb_group", "2")) + entity("func_door", key("_tb_layer", "1") + cube("d")) +
        entity("light", key("_tb_layer", "9")) + group("4", cube("kept")));
    EXPECT_EQ(result.world.entities.size(), 2u);
    EXPECT_EQ(result.world.entities[0].brushes.size(), 2u);
    ASSERT_EQ(result.diagnostics.size(), 1u);
    EXPECT_EQ(to_string(result.diagnostics[0]),
              "test.map:17:1: note: the layer 'layer 1' is marked as omitted from export: its 2 "
              "entities and 3 brushes and patches are left out");
}

TEST(Layers, AreKeptWithAMarkThatIsZero) {
    const ReadWorld result =
        read(entity("worldspawn") + layer("1", key("_tb_layer_omit_from_export", "0") + cube("b")));
    EXPECT_EQ(result.world.entities[0].brushes.size(), 1u);
    EXPECT_TRUE(result.diagnostics.empty());
}

TEST(Layers, LeaveTheKeysOfTheWorldWhereTheDefaultLayerIsMarked) {
    const ReadWorld result = read(
        entity("worldspawn", kOmit + key("wad", "a.wad") + cube("a")) + entity("light") +
        group("1", cube("b")) + layer("2", cube("kept")) + entity("light", key("_tb_layer", "2")));
    EXPECT_EQ(result.world.entities.size(), 2u);
    EXPECT_EQ(result.world.entities[0].value("wad"), "a.wad");
    EXPECT_EQ(result.world.entities[0].brushes.size(), 1u);
    ASSERT_EQ(result.diagnostics.size(), 1u);
    EXPECT_NE(result.diagnostics[0].message.find("'Default Layer'"), std::string::npos);
}

TEST(Layers, KeepGroupsThatContainEachOther) {
    const ReadWorld result = read(entity("worldspawn") + layer("1", kOmit) +
                                  group("2", key("_tb_group", "3") + cube("a")) +
                                  group("3", key("_tb_group", "2") + cube("b")) +
                                  group("4", key("_tb_group", "4") + cube("c")));
    EXPECT_EQ(result.world.entities[0].brushes.size(), 3u);
}

TEST(Layers, WithoutAnIdHoldOnlyThemselves) {
    for (const std::string& id : {std::string(), key("_tb_id", "")}) {
        std::string omitted_layer = key("_tb_type", "_tb_layer");
        omitted_layer += id;
        omitted_layer += kOmit + cube("out");
        const ReadWorld result =
            read(entity("worldspawn", cube("world")) + entity("func_group", omitted_layer) +
                 entity("light") + entity("light", key("_tb_layer", "")) +
                 group("2", cube("kept")) + group("", cube("kept")));
        EXPECT_EQ(result.world.entities.size(), 3u);
        EXPECT_EQ(result.world.entities[0].brushes.size(), 3u);
        ASSERT_EQ(result.diagnostics.size(), 1u);
        EXPECT_TRUE(result.diagnostics[0].message.ends_with("its 1 brush or patch is left out"))
            << result.diagnostics[0].message;
    }
}

TEST(Layers, ThatHoldNothingAreNotSaidToBeLeftOut) {
    EXPECT_TRUE(read(entity("worldspawn", kOmit)).diagnostics.empty());
    const ReadWorld lights =
        read(entity("worldspawn") + layer("1", kOmit) + entity("light", key("_tb_layer", "1")) +
             entity("light", key("_tb_layer", "1")));
    ASSERT_EQ(lights.diagnostics.size(), 1u);
    EXPECT_TRUE(lights.diagnostics[0].message.ends_with("its 2 entities are left out"))
        << lights.diagnostics[0].message;
}

TEST(Layers, AreNotThoseOfAGroupWithoutAnId) {
    const ReadWorld result = read(entity("worldspawn", cube("world")) + layer("1", kOmit) +
                                  group("", key("_tb_layer", "1") + cube("out")) + entity("light") +
                                  entity("light", key("_tb_group", "")));
    EXPECT_EQ(result.world.entities.size(), 3u);
    EXPECT_EQ(result.world.entities[0].brushes.size(), 1u);
}

// A chain of groups in the worst order, which a quadratic climb would not finish.
TEST(Layers, AreFoundInLinearTime) {
    std::string text = entity("worldspawn") + layer("0", kOmit);
    for (int i = 100'000; i > 0; --i) {
        const std::string outer = std::to_string(i - 1);
        text += group(std::to_string(i), key(i == 1 ? "_tb_layer" : "_tb_group", outer));
    }
    EXPECT_EQ(read(text).world.entities.size(), 1u);
}

}  // namespace
}  // namespace halfspace
