// SPDX-License-Identifier: MIT
// Links of teleporters, pushes and drawn ways. That movers come where they lead is tested beside
// the follower (tests/agents).
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/query/space.h"

#include "support/brushes.h"
#include "support/compiled_data.h"
#include "support/scene_levels.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

using Keys = std::vector<KeyValue>;

Entity entity_of(const std::string& classname, Keys keys) {
    keys.insert(keys.begin(), {"classname", classname});
    return {.keys = std::move(keys)};
}

Entity trigger(const std::string& classname, Keys keys, const Units& min, const Units& max) {
    Entity entity = entity_of(classname, std::move(keys));
    entity.brushes = {box_brush(min, max, Contents::Trigger)};
    return entity;
}

// Around (64, 128), low above the lower floor.
Entity pad(const std::string& classname, Keys keys) {
    return trigger(classname, std::move(keys), {48, 112, 0}, {80, 144, 16});
}

// A floor of 256 by 256, and one that is 256 higher, 64 beside it.
World two_floors(std::vector<Entity> entities) {
    World world = world_of(
        {box_brush({0, 0, -16}, {256, 256, 0}), box_brush({320, 0, 240}, {576, 256, 256})});
    for (Entity& entity : entities) {
        world.entities.push_back(std::move(entity));
    }
    return world;
}

// The standing body's mesh.
NavData standing(std::vector<Entity> entities) {
    const Level level = level_of(two_floors(std::move(entities)), {.threads = 1});
    return *build_navigation(level, {.spaces = {*find_space(level, "stand")}});
}

std::vector<NavLinkRecord> links_of(const NavData& data, NavLinkKind kind) {
    std::vector<NavLinkRecord> links;
    std::ranges::copy_if(data.links, std::back_inserter(links), [&](const NavLinkRecord& link) {
        return link.kind == static_cast<std::uint32_t>(kind);
    });
    return links;
}

// The reason for the one entity that is no link.
std::string reason_of(const NavData& data) {
    std::vector<std::string> reasons;
    for (const NavDropped& dropped : data.dropped) {
        if (dropped.entity.is_valid()) {
            reasons.push_back(dropped.reason);
        }
    }
    return reasons.size() == 1 ? reasons.front() : std::to_string(reasons.size()) + " reasons";
}

TEST(EntityLinks, ATeleporterLeadsToTheFloorBelowItsDestination) {
    const NavData data = standing(
        {pad("trigger_teleport", {{"target", "t"}}),
         entity_of("info_teleport_destination", {{"targetname", "t"}, {"origin", "400 64 300"}})});
    const std::vector<NavLinkRecord> links = links_of(data, NavLinkKind::Teleport);
    ASSERT_EQ(links.size(), 1u);
    EXPECT_NEAR(links[0].from[0], 64, 1);
    EXPECT_NEAR(links[0].from[1], 128, 1);
    EXPECT_EQ(links[0].to[0], 400);
    EXPECT_EQ(links[0].to[1], 64);
    EXPECT_EQ(links[0].model, 1u);
    // It falls 20 units: sqrt(2 * 20 / 800) seconds.
    EXPECT_NEAR(links[0].seconds, 0.22, 0.05);
    EXPECT_EQ(reason_of(data), "0 reasons");
    EXPECT_TRUE(std::ranges::is_sorted(data.links, {}, &NavLinkRecord::from_polygon));
}

TEST(EntityLinks, ATeleporterThatLeadsNowhereIsNoLink) {
    const auto reason = [](const char* origin, const Units& min = {48, 112, 0}) {
        const Units max{min[0] + 32, min[1] + 32, min[2] + 16};
        const NavData data = standing(
            {trigger("trigger_teleport", {{"target", "t"}}, min, max),
             entity_of("info_teleport_destination", {{"targetname", "t"}, {"origin", origin}})});
        EXPECT_TRUE(links_of(data, NavLinkKind::Teleport).empty());
        return reason_of(data);
    };
    EXPECT_EQ(reason("128 128 -20"), "the body has no room at its destination");
    EXPECT_EQ(reason("290 128 400"), "nobody comes to the mesh by it");  // between the floors
    EXPECT_EQ(reason("400 64 300", {48, 112, 80}), "nobody on the floor touches it");
    // Into itself, again and again.
    EXPECT_EQ(reason("64 128 24"), "nobody comes to the mesh by it");
    const NavData data = standing({pad("trigger_teleport", {})});
    EXPECT_EQ(reason_of(data), "it has no target");
    EXPECT_FALSE(data.dropped.front().space.is_valid());
    EXPECT_EQ(data.dropped.front().place, (Vec3{64, 128, 8}));
}

TEST(EntityLinks, ATeleporterMayLeadToTheFloorBesideIt) {
    const NavData data = standing(
        {pad("trigger_teleport", {{"target", "t"}}),
         entity_of("info_teleport_destination", {{"targetname", "t"}, {"origin", "200 128 40"}})});
    const std::vector<NavLinkRecord> links = links_of(data, NavLinkKind::Teleport);
    ASSERT_EQ(links.size(), 1u);
    EXPECT_EQ(links[0].to[0], 200);
    EXPECT_NE(links[0].from_polygon, links[0].to_polygon);
    EXPECT_EQ(reason_of(data), "0 reasons");
}

TEST(EntityLinks, APushLeadsWhereItThrows) {
    const NavData data =
        standing({pad("trigger_push", {{"target", "t"}}),
                  entity_of("target_position", {{"targetname", "t"}, {"origin", "256 128 432"}})});
    const std::vector<NavLinkRecord> links = links_of(data, NavLinkKind::Push);
    ASSERT_EQ(links.size(), 1u);
    EXPECT_EQ(links[0].model, 1u);
    EXPECT_GT(links[0].to[0], 320);
    EXPECT_LT(links[0].to[0], 560);
    EXPECT_NEAR(links[0].to[1], 128, 1);
    EXPECT_NEAR(links[0].seconds, 1.7, 0.4);
    EXPECT_EQ(reason_of(data), "0 reasons");
}

TEST(EntityLinks, APushThatThrowsToNoFloorIsNoLink) {
    const auto reason = [](Keys keys) {
        const NavData data = standing(
            {pad("trigger_push", std::move(keys)),
             entity_of("target_position", {{"targetname", "t"}, {"origin", "256 128 432"}})});
        EXPECT_TRUE(links_of(data, NavLinkKind::Push).empty());
        return reason_of(data);
    };
    // Up and down again, and so on.
    EXPECT_EQ(reason({{"angle", "-1"}, {"speed", "60"}}), "nobody comes to the mesh by it");
    EXPECT_EQ(reason({{"target", "no"}}), "no entity with an origin has the targetname \"no\"");
}

// The pad throws over the edge of the upper floor: some fall beside it. The corners of a turned pad
// are not those of the box around it.
TEST(EntityLinks, APushThatDependsOnWhereItIsTouchedIsNoLink) {
    for (const bool is_turned : {false, true}) {
        Entity thrower = pad("trigger_push", {{"target", "t"}});
        if (is_turned) {  // around (64, 128)
            thrower.brushes = {turned_box({120, 29, 0}, {152, 61, 16}, 45, 3)};
            thrower.brushes[0].contents = Contents::Trigger;
        }
        const NavData data = standing(
            {std::move(thrower),
             entity_of("target_position", {{"targetname", "t"}, {"origin", "215 128 432"}})});
        EXPECT_TRUE(links_of(data, NavLinkKind::Push).empty()) << is_turned;
        EXPECT_EQ(reason_of(data), "where one lands depends on where one touches it") << is_turned;
    }
}

TEST(EntityLinks, ADesignerDrawsThem) {
    for (const bool both : {false, true}) {
        const NavData data =
            standing({entity_of("info_nav_link",
                                {{"target", "a"},
                                 {"origin", "200 128 40"},
                                 {"seconds", "2.5"},
                                 {"both", both ? "1" : "0"}}),
                      entity_of("info_null", {{"targetname", "a"}, {"origin", "400 64 260"}})});
        const std::vector<NavLinkRecord> links = links_of(data, NavLinkKind::Drawn);
        ASSERT_EQ(links.size(), both ? 2u : 1u);
        EXPECT_EQ(links[0].from[0], 200);
        EXPECT_EQ(links[0].to[0], 400);
        EXPECT_EQ(links[0].to[1], 64);
        EXPECT_EQ(links[0].seconds, 2.5f);
        EXPECT_EQ(links[0].model, 0u);
        if (both) {
            EXPECT_EQ(links[1].from_polygon, links[0].to_polygon);
            EXPECT_EQ(links[1].to_polygon, links[0].from_polygon);
        }
    }
}

TEST(EntityLinks, ADrawnLinkAwayFromTheFloorIsSaid) {
    const auto reason = [](const char* from, const char* to, const char* seconds = "1") {
        return reason_of(standing(
            {entity_of("info_nav_link", {{"target", "a"}, {"origin", from}, {"seconds", seconds}}),
             entity_of("info_null", {{"targetname", "a"}, {"origin", to}})}));
    };
    EXPECT_EQ(reason("200 128 120", "400 64 260"), "no floor is within 64 units of its origin");
    EXPECT_EQ(reason("200 128 40", "400 64 100"), "no floor is within 64 units of its target");
    EXPECT_EQ(reason("200 128 40", "100 128 40"), "its target is in the same polygon: one walks");
    EXPECT_EQ(reason("200 128 40", "400 64 260", "-1"), "its seconds are not from 0 to 3600");
    EXPECT_EQ(reason_of(standing({entity_of("info_nav_link", {{"target", "x"}})})),
              "no entity with an origin has the name of its target");
    EXPECT_EQ(reason_of(standing({entity_of("info_nav_link", {{"target", ""}})})),
              "it has no target");
}

// How many triggers of a real level are links of the standing body.
TEST(EntityLinks, AreInRealLevels) {
    struct Expected {
        const char* name;
        std::size_t teleporters;
        std::size_t pushes;
    };
    for (const Expected& expected : {Expected{"id1/dm4.map", 5, 0},
                                     Expected{"id1/start.map", 5, 0},
                                     Expected{"openarena/oa_bod.map", 3, 1}}) {
        const std::filesystem::path path = test_data(std::string("maps/") + expected.name);
        if (path.empty()) {
            GTEST_SKIP() << "no real levels";
        }
        const auto level = compiled_map(path);
        ASSERT_TRUE(level.has_value());
        const auto data = build_navigation(*level, {.spaces = {*find_space(*level, "stand")}});
        ASSERT_TRUE(data.has_value());
        std::map<std::uint32_t, std::size_t> models[kNavLinkKinds];
        for (const NavLinkRecord& link : data->links) {
            ++models[link.kind][link.model];
        }
        EXPECT_GE(models[static_cast<int>(NavLinkKind::Teleport)].size(), expected.teleporters)
            << expected.name;
        EXPECT_GE(models[static_cast<int>(NavLinkKind::Push)].size(), expected.pushes)
            << expected.name;
    }
}

}  // namespace
}  // namespace halfspace::test
