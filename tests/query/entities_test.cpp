// SPDX-License-Identifier: MIT
#include "halfspace/query/entities.h"

#include "support/small_level.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

using Keys = std::vector<std::pair<std::string_view, std::string_view>>;

// The small level (a world, a door, a start) with one entity more, number 3.
Level level_with(const Keys& keys) {
    LevelData data = test::small_level();
    const auto text = [&](std::string_view value) {
        const auto offset = static_cast<std::uint32_t>(data.strings.size());
        data.strings.insert(data.strings.end(), value.begin(), value.end());
        data.strings.push_back('\0');
        return offset;
    };
    const auto first = static_cast<std::uint32_t>(data.keys.size());
    for (const auto& [key, value] : keys) {
        const std::uint32_t name = text(key);
        data.keys.push_back({name, text(value)});
    }
    data.entities.push_back({first, static_cast<std::uint32_t>(keys.size()), kNone, 9});
    return *Level::from_data(data, "small");
}

constexpr EntityId kDoor{1};
constexpr EntityId kAdded{3};

TEST(KeyValue, IsTheTextOfTheEditor) {
    const Level level = level_with({{"message", "  a b "}, {"empty", ""}});
    EXPECT_EQ(key_value(level, kAdded, "message"), "  a b ");
    EXPECT_EQ(key_value(level, kAdded, "empty"), "");
    EXPECT_EQ(key_value(level, kAdded, "Message"), std::nullopt);
    EXPECT_EQ(key_value(level, kAdded, "classname"), std::nullopt);
    EXPECT_EQ(classname_of(level, kAdded), "");
    EXPECT_EQ(classname_of(level, kDoor), "func_door");
}

TEST(KeyValue, IsTheLastOfSeveral) {
    EXPECT_EQ(key_value(level_with({{"a", "1"}, {"b", "2"}, {"a", "3"}}), kAdded, "a"), "3");
}

TEST(KeyValue, ComparesWholeTexts) {
    const Level level = level_with({{"angles", "1"}, {"an", "2"}});
    EXPECT_EQ(key_value(level, kAdded, "angle"), std::nullopt);
    EXPECT_EQ(key_value(level, kAdded, "angles2"), std::nullopt);
    using namespace std::string_view_literals;
    EXPECT_EQ(key_value(level, kAdded, "an\0002"sv), std::nullopt);
}

// Reading each text to its end would take minutes: 2^42 bytes.
TEST(FindEntities, DoesNotReadALongTextForEachEntity) {
    LevelData data = test::small_level();
    const auto entities = static_cast<std::uint32_t>(data.entities.size());
    const auto keys = static_cast<std::uint32_t>(data.keys.size());
    const auto offset = static_cast<std::uint32_t>(data.strings.size());
    const std::uint32_t classname = data.keys[0].key;
    constexpr std::uint32_t kAddedEntities = 1 << 18;
    data.strings.insert(data.strings.end(), std::size_t{1} << 24, 'x');
    data.strings.push_back('\0');
    for (std::uint32_t i = 0; i < kAddedEntities; ++i) {
        data.entities.push_back({keys + 2 * i, 2, kNone, 9});
        data.keys.push_back({classname, offset});
        data.keys.push_back({offset, offset});
    }
    const Level level = *Level::from_data(data, "small");
    EXPECT_EQ(level.entities().size(), entities + kAddedEntities);
    const EntityRange none = find_entities(level, "x");
    EXPECT_EQ(none.begin(), none.end());
    EXPECT_FALSE(none.first_from(entities).is_valid());
}

TEST(NumberValue, TakesWholeFiniteDecimals) {
    const std::vector<std::pair<std::string_view, double>> good{
        {"1", 1}, {" -2.5 ", -2.5}, {"+3", 3}, {"1e3", 1000}, {".5", 0.5}, {"\t7\r", 7}};
    for (const auto& [text, value] : good) {
        EXPECT_EQ(number_value(level_with({{"k", text}}), kAdded, "k"), value) << text;
    }
    for (const std::string_view text :
         {"", " ", "x", "1x", "1 2", "inf", "nan", "1e999", "+-1", "0x10", "1,5"}) {
        EXPECT_EQ(number_value(level_with({{"k", text}}), kAdded, "k"), std::nullopt) << text;
    }
    EXPECT_EQ(number_value(level_with({}), kAdded, "k"), std::nullopt);
}

TEST(Vec3Value, TakesThreeNumbers) {
    EXPECT_EQ(vec3_value(level_with({{"origin", "1 -2  3.5"}}), kAdded, "origin"),
              (Vec3{1, -2, 3.5}));
    for (const std::string_view text : {"1 2", "1 2 3 4", "1 2 x", "1, 2, 3", ""}) {
        EXPECT_EQ(vec3_value(level_with({{"origin", text}}), kAdded, "origin"), std::nullopt)
            << text;
    }
}

Angles angles(const Keys& keys) {
    return angles_of(level_with(keys), kAdded).value_or(Angles{1e9, 1e9, 1e9});
}

TEST(AnglesOf, FollowTheCustomsOfEditors) {
    EXPECT_EQ(angles({{"angle", "90"}}), (Angles{0, 90, 0}));
    EXPECT_EQ(angles({{"angle", "-1"}}), (Angles{-90, 0, 0}));
    EXPECT_EQ(angles({{"angle", "-2"}}), (Angles{90, 0, 0}));
    EXPECT_EQ(angles({{"angle", "-3"}}), (Angles{0, -3, 0}));
    EXPECT_EQ(angles({{"angles", "10 20 30"}, {"angle", "90"}}), (Angles{10, 20, 30}));
    EXPECT_EQ(angles({{"mangle", "10 20 30"}}), (Angles{10, 20, 30}));
    EXPECT_EQ(angles({{"classname", "light_spot"}, {"mangle", "20 10 30"}}), (Angles{-10, 20, 30}));
    EXPECT_EQ(angles({{"angles", "down"}, {"angle", "90"}}), (Angles{0, 90, 0}));
    EXPECT_EQ(angles_of(level_with({{"angle", "north"}}), kAdded), std::nullopt);
}

TEST(FacingOf, IsTheDirectionOfTheAngles) {
    EXPECT_EQ(facing_of(level_with({{"angle", "90"}}), kAdded), (Vec3{0, 1, 0}));
    EXPECT_EQ(facing_of(level_with({{"angle", "-1"}}), kAdded), (Vec3{0, 0, 1}));
    EXPECT_EQ(facing_of(level_with({{"angle", "-2"}}), kAdded), (Vec3{0, 0, -1}));
    const auto down = facing_of(level_with({{"angles", "30 180 0"}}), kAdded);
    ASSERT_TRUE(down);
    EXPECT_NEAR(down->x, -std::sqrt(3.0) / 2, 1e-15);
    EXPECT_NEAR(down->z, -0.5, 1e-15) << "a positive pitch looks down";
    EXPECT_EQ(facing_of(level_with({}), kAdded), std::nullopt);
}

TEST(ModelOf, AndEntityOfAreInverse) {
    const Level level = level_with({});
    EXPECT_EQ(model_of(level, EntityId(0)), ModelId(0));
    EXPECT_EQ(model_of(level, kDoor), ModelId(1));
    EXPECT_EQ(model_of(level, kAdded), std::nullopt);
    EXPECT_EQ(entity_of(level, ModelId(1)), kDoor);
}

TEST(FindEntities, GoesThroughThoseOfOneClass) {
    const Level level = level_with({{"classname", "func_door"}, {"targetname", "gate"}});
    std::vector<EntityId> doors;
    for (const EntityId door : find_entities(level, "func_door")) {
        doors.push_back(door);
    }
    EXPECT_EQ(doors, (std::vector{kDoor, kAdded}));
    const EntityRange none = find_entities(level, "light");
    EXPECT_TRUE(none.begin() == none.end());
    EXPECT_EQ(*find_entities(level, "targetname", "gate").begin(), kAdded);
    EXPECT_EQ(*find_entities(level, "info_player_start").begin(), EntityId(2));
}

TEST(FirstEntity, IsTheFirstOfItsClassInTheOrderOfTheFile) {
    const Level level = level_with({{"classname", "func_door"}});
    EXPECT_EQ(first_entity(level, "func_door"), kDoor);
    EXPECT_EQ(first_entity(level, "worldspawn"), EntityId(0));
    EXPECT_EQ(first_entity(level, "func"), std::nullopt);
}

}  // namespace
}  // namespace halfspace
