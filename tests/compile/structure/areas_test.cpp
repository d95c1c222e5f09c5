// SPDX-License-Identifier: MIT
// Areas and gates as the compiler writes them. tests/query/areas_test.cpp asks for them.
#include "halfspace/query/areas.h"

#include "halfspace/compile/compile.h"
#include "halfspace/level/level.h"
#include "halfspace/query/entities.h"
#include "halfspace/verify/verify.h"

#include "support/compiled_data.h"
#include "support/gated_rooms.h"
#include "support/sources.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

struct CompiledAreas {
    Level level;
    std::vector<Diagnostic> warnings;  // of area portals
};

CompiledAreas compiled(const World& world) {
    auto result = compile(world, {.bodies = {}, .threads = 1});
    if (!result) {
        ADD_FAILURE() << to_string(result.error().front());
        return {};
    }
    std::erase_if(result->diagnostics, [](const Diagnostic& diagnostic) {
        return !diagnostic.message.starts_with("area portal ");
    });
    CompiledAreas areas{*Level::from_data(result->level), std::move(result->diagnostics)};
    EXPECT_EQ(verify(areas.level, world).details, std::vector<std::string>());
    return areas;
}

// Boxes that leave a hall with three corridors; in their middle is the area portal. Two of the
// corridors are one area: nothing parts them.
World three_areas() {
    const auto wall = [](const Units& min, const Units& max) { return box_brush(min, max); };
    World world = world_of({wall({-272, -272, -16}, {272, 272, 0}),
                            wall({-272, -272, 128}, {272, 272, 144}),
                            wall({-272, -272, 0}, {-256, 272, 128}),
                            wall({256, -272, 0}, {272, 272, 128}),
                            wall({-256, -272, 0}, {256, -256, 128}),
                            wall({-256, 256, 0}, {256, 272, 128}),
                            wall({32, 32, 0}, {256, 48, 128}),
                            wall({32, -48, 0}, {256, -32, 128}),
                            wall({-48, 32, 0}, {-32, 256, 128}),
                            box_brush({-32, -32, 0}, {32, 32, 128}, Contents::AreaPortal)});
    Entity light{.keys = {{"classname", "light"}}, .origin = {100, 0, 64}};
    light.has_origin = true;
    world.entities.push_back(std::move(light));
    return world;
}

// The first entity of the class; null if there is none.
Entity* entity_of_class(World& world, const std::string& name) {
    const auto found = std::ranges::find_if(
        world.entities, [&](const Entity& entity) { return entity.value("classname") == name; });
    return found == world.entities.end() ? nullptr : &*found;
}

class GateOf : public testing::TestWithParam<GateLink> {};

TEST_P(GateOf, TwoRoomsJoinsTheirAreasAndHasTheirDoor) {
    const CompiledAreas areas = compiled(gated_rooms({.link = GetParam()}));
    EXPECT_TRUE(areas.warnings.empty());
    const Level& level = areas.level;
    EXPECT_EQ(area_count(level), 2u);
    ASSERT_EQ(level.area_portals().size(), 1u);
    const AreaPortalRecord& portal = level.area_portals()[0];
    EXPECT_EQ(portal.area[0], 0u);
    EXPECT_EQ(portal.area[1], 1u);
    EXPECT_EQ(portal.gate, 0u);
    ASSERT_NE(portal.model, kNone);
    EXPECT_EQ(classname_of(level, entity_of(level, ModelId(portal.model))), "func_door");
}

TEST_P(GateOf, AGridOfRoomsHasItsOwnDoor) {
    const World world = gated_rooms({.columns = 3, .rows = 2, .link = GetParam()});
    const Level level = compiled(world).level;
    EXPECT_EQ(area_count(level), 6u);
    ASSERT_EQ(level.area_portals().size(), 7u);
    std::vector<std::uint32_t> doors;
    for (const AreaPortalRecord& portal : level.area_portals()) {
        doors.push_back(portal.model);
    }
    std::ranges::sort(doors);
    EXPECT_EQ(std::ranges::adjacent_find(doors), doors.end());
    EXPECT_NE(doors.back(), kNone);
}

TEST_P(GateOf, AWallWithAHoleClosesNothingOffAndIsTold) {
    const CompiledAreas areas = compiled(gated_rooms({.link = GetParam(), .has_holes = true}));
    EXPECT_EQ(area_count(areas.level), 1u);
    EXPECT_TRUE(areas.level.area_portals().empty());
    ASSERT_EQ(areas.warnings.size(), 1u);
    EXPECT_EQ(areas.warnings[0].severity, Severity::Warning);
    EXPECT_EQ(areas.warnings[0].where.line, 1001u);
    EXPECT_NE(areas.warnings[0].message.find("closes nothing off"), std::string::npos);
}

TEST_P(GateOf, RoomsWithoutADoorHasNoModel) {
    World world = gated_rooms({.link = GetParam()});
    std::erase_if(world.entities,
                  [](const Entity& entity) { return entity.value("classname") == "func_door"; });
    const Level level = compiled(world).level;
    ASSERT_EQ(level.area_portals().size(), 1u);
    EXPECT_EQ(level.area_portals()[0].model, kNone);
}

TEST_P(GateOf, RoomsWithTwoDoorsHasTheFirst) {
    World world = gated_rooms({.link = GetParam()});
    const Entity* const door = entity_of_class(world, "func_door");
    ASSERT_NE(door, nullptr);
    const Entity second = *door;
    world.entities.push_back(second);
    const Level level = compiled(world).level;
    const auto first = first_entity(level, "func_door");
    ASSERT_TRUE(first);
    ASSERT_EQ(level.area_portals().size(), 1u);
    EXPECT_EQ(ModelId(level.area_portals()[0].model), model_of(level, *first));
}

INSTANTIATE_TEST_SUITE_P(Areas,
                         GateOf,
                         testing::Values(GateLink::Target, GateLink::Box),
                         [](const auto& link) {
                             return link.param == GateLink::Target ? "ByTarget" : "ByBox";
                         });

TEST(Areas, ADoorMoreThanAUnitAwayIsNotThatOfTheGate) {
    const auto model_with_margin = [](std::int64_t margin) {
        World world = gated_rooms({.link = GateLink::Box, .door_margin = margin});
        for (Entity& entity : world.entities) {
            if (entity.value("classname") == "func_door") {  // beside its area portal
                entity.brushes = {box_brush({252 + margin, 88, 0}, {254 + margin, 152, 96})};
            }
        }
        return compiled(world).level.area_portals()[0].model;
    };
    EXPECT_NE(model_with_margin(1), kNone);
    EXPECT_EQ(model_with_margin(2), kNone);
}

TEST(Areas, AGateOfThreeAreasHasTwoAreaPortals) {
    const Level level = compiled(three_areas()).level;
    EXPECT_EQ(area_count(level), 3u);
    ASSERT_EQ(level.area_portals().size(), 2u);
    for (std::uint32_t p = 0; p < 2; ++p) {
        EXPECT_EQ(level.area_portals()[p].area[0], 0u);
        EXPECT_EQ(level.area_portals()[p].area[1], p + 1);
        EXPECT_EQ(level.area_portals()[p].gate, 0u);
    }
    const auto middle = cluster_at(level, {0, 0, 64});
    ASSERT_TRUE(middle);
    EXPECT_EQ(area_of(level, *middle), std::nullopt);
    EXPECT_EQ(gate_of(level, *middle).size(), 2u);
}

// The door is far from its gate, so that only the key "target" leads to it.
TEST(Areas, EntitiesThatTouchAreOneGateWithTheDoorOfEither) {
    for (const std::size_t named : {0u, 1u}) {
        World world = gated_rooms({.link = GateLink::Target});
        Entity* const gate = entity_of_class(world, "func_areaportal");
        Entity* const door = entity_of_class(world, "func_door");
        ASSERT_TRUE(gate != nullptr && door != nullptr);
        door->brushes = {box_brush({8, 8, 8}, {24, 24, 24})};
        Entity beside = *gate;
        beside.brushes = {box_brush({240, 88, 0}, {244, 152, 96}, Contents::AreaPortal)};
        (named == 0 ? beside : *gate).keys[1].value = "nobody";
        world.entities.push_back(beside);
        const Level level = compiled(world).level;
        ASSERT_EQ(level.area_portals().size(), 1u);
        EXPECT_NE(level.area_portals()[0].model, kNone);
    }
}

TEST(Areas, BrushesThatTouchAndCloseNothingOffAreToldOnce) {
    World world = gated_rooms({.link = GateLink::Box, .has_holes = true});
    Brush beside = box_brush({240, 88, 0}, {244, 152, 96}, Contents::AreaPortal);
    beside.position.line = 1001;
    world.entities[0].brushes.push_back(beside);
    const CompiledAreas areas = compiled(world);
    ASSERT_EQ(areas.warnings.size(), 1u);
    EXPECT_EQ(areas.warnings[0].where.line, 1001u);
}

TEST(Areas, AnAreaPortalBeyondTheBoxOfTheWorldIsNoGate) {
    World world = gated_rooms({.link = GateLink::Target});
    for (Entity& entity : world.entities) {
        if (entity.value("classname") == "func_areaportal") {
            entity.brushes = {box_brush({244, 88, 0}, {252, 152, 4096}, Contents::AreaPortal)};
        }
    }
    const Level level = compiled(world).level;
    EXPECT_EQ(area_count(level), 1u);
    EXPECT_TRUE(level.area_portals().empty());
}

TEST(Areas, OfALevelOfQuakeTwoAreOnBothSidesOfItsDoorway) {
    const auto path = test_data("maps/features/q2_areaportal.map");
    if (path.empty()) {
        GTEST_SKIP() << "no real levels";
    }
    const CompiledAreas areas = compiled(*read_world(path));
    EXPECT_TRUE(areas.warnings.empty());
    ASSERT_EQ(areas.level.area_portals().size(), 1u);
    EXPECT_EQ(areas.level.area_portals()[0].model, kNone);
    const auto left = area_at(areas.level, {-88, -112, 120});
    const auto right = area_at(areas.level, {200, -112, 120});
    ASSERT_TRUE(left && right);
    EXPECT_NE(left, right);
    EXPECT_EQ(area_at(areas.level, {32, -136, 150}), std::nullopt);
}

}  // namespace
}  // namespace halfspace::test
