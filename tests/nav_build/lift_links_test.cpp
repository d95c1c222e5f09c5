// SPDX-License-Identifier: MIT
// Links of lifts. That movers come where they lead is tested beside the follower (tests/agents).
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/query/space.h"
#include "halfspace/tasks/parallel_for.h"

#include "support/brushes.h"
#include "support/compiled_data.h"
#include "support/scene_levels.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

using Keys = std::vector<KeyValue>;

// A floor, a ledge of 128, and a lift of 128 by 128 before it. Low, its top is at 8.
World ledge_with_lift(const Keys& keys = {{"height", "120"}}, std::vector<Brush> brushes = {}) {
    brushes.push_back(box_brush({-512, -512, -16}, {512, 512, 0}));
    brushes.push_back(box_brush({128, -512, 0}, {512, 512, 128}));
    World world = world_of(std::move(brushes));
    Entity& lift = world.entities.emplace_back();
    lift.keys = keys;
    lift.keys.insert(lift.keys.begin(), {"classname", "func_plat"});
    lift.brushes.push_back(box_brush({0, -64, 0}, {128, 64, 128}));
    return world;
}

// The standing body's mesh.
NavData standing(const World& world, const Executor& executor = run_serially) {
    const Level level = level_of(world, {.threads = 1});
    return *build_navigation(level, {.spaces = {*find_space(level, "stand")}}, executor);
}

std::vector<NavLinkRecord> links_of(const NavData& data, NavLinkKind kind) {
    std::vector<NavLinkRecord> links;
    std::ranges::copy_if(data.links, std::back_inserter(links), [&](const NavLinkRecord& link) {
        return link.kind == static_cast<std::uint32_t>(kind);
    });
    return links;
}

// The reasons for the lifts that have no links, one after the other.
std::string reasons_of(const NavData& data) {
    std::string reasons;
    for (const NavDropped& dropped : data.dropped) {
        if (dropped.entity.is_valid()) {
            EXPECT_EQ(dropped.entity, EntityId(1));
            reasons += (reasons.empty() ? "" : "; ") + dropped.reason;
        }
    }
    return reasons;
}

bool leads_up(const NavLinkRecord& link) {
    return link.from[0] < link.to[0];  // the ledge is in the east
}

// The longest and the shortest time of the links up, or down.
std::pair<double, double> seconds_of(const NavData& data, bool up) {
    double shortest = 100;
    double longest = 0;
    for (const NavLinkRecord& link : links_of(data, NavLinkKind::Lift)) {
        if (leads_up(link) == up) {
            shortest = std::min<double>(shortest, link.seconds);
            longest = std::max<double>(longest, link.seconds);
        }
    }
    return {shortest, longest};
}

TEST(LiftLinks, LeadUpAndDown) {
    const NavData data = standing(ledge_with_lift());
    EXPECT_EQ(reasons_of(data), "");
    const std::vector<NavLinkRecord> links = links_of(data, NavLinkKind::Lift);
    EXPECT_GE(std::ranges::count_if(links, leads_up), 1);
    EXPECT_EQ(std::ranges::count_if(links, leads_up), std::ssize(links) / 2);
    for (const NavLinkRecord& link : links) {
        EXPECT_EQ(link.model, 1u);
        for (const float* end : {link.from, link.to}) {
            // The body is beside the shaft, and not far.
            EXPECT_TRUE(end[0] <= -23 || end[0] >= 151 || end[1] <= -87 || end[1] >= 87);
            EXPECT_TRUE(end[0] >= -40 && end[0] <= 168 && end[1] >= -104 && end[1] <= 104);
        }
    }
}

TEST(LiftLinks, AreThereBesideAnArea) {
    World world = ledge_with_lift();
    Entity& mud = world.entities.emplace_back();
    mud.keys = {{"classname", "func_nav_area"}, {"area", "mud"}};
    mud.brushes.push_back(box_brush({-400, -400, -8}, {-300, -300, 8}));
    const NavData data = standing(world);
    EXPECT_EQ(data.areas.size(), 1u);
    EXPECT_EQ(links_of(data, NavLinkKind::Lift).size(),
              links_of(standing(ledge_with_lift()), NavLinkKind::Lift).size());
}

// The way is 120 units at 150 a second. Down, the lift first comes up and waits.
TEST(LiftLinks, TakeTheTimeOfTheGame) {
    const NavData usual = standing(ledge_with_lift());
    EXPECT_GE(seconds_of(usual, true).first, 0.8);
    EXPECT_LE(seconds_of(usual, true).second, 0.8 + 1.6);
    EXPECT_GE(seconds_of(usual, false).first, 3 + 0.8);
    EXPECT_LE(seconds_of(usual, false).second, 3 + 2 * 0.8 + 1.6);
    const NavData slow = standing(ledge_with_lift({{"height", "120"}, {"speed", "40"}}));
    EXPECT_NEAR(seconds_of(slow, true).second - seconds_of(usual, true).second, 3 - 0.8, 0.1);
    const NavData patient = standing(ledge_with_lift({{"height", "120"}, {"wait", "5"}}));
    EXPECT_NEAR(seconds_of(patient, false).second - seconds_of(usual, false).second, 2, 0.1);
}

TEST(LiftLinks, AreNoneWithAReason) {
    EXPECT_EQ(reasons_of(standing(ledge_with_lift({{"height", "120"}, {"wait", "-1"}}))),
              "it never comes back: its wait is below 0");
    EXPECT_EQ(reasons_of(standing(ledge_with_lift({{"height", "64"}}))),
              "no floor is beside it where it is low");
    EXPECT_EQ(reasons_of(standing(ledge_with_lift({{"height", "120"}},
                                                  {box_brush({128, -512, 128}, {512, 512, 256})}))),
              "no floor is beside it where it is high");
    // A beam presses the rider on the way, and lets the lift pass.
    const std::string beam = reasons_of(standing(ledge_with_lift(
        {{"height", "120"}, {"lip", "0"}}, {box_brush({56, -8, 100}, {72, 8, 104})})));
    EXPECT_EQ(beam, "nobody comes up by it; nobody comes down by it");
}

// A ceiling is above the middle of the lift, 32 units above its top.
TEST(LiftLinks, NameThePlaceWhereTheBodyCannotStand) {
    for (const bool is_high : {false, true}) {
        const int top = is_high ? 128 : 8;
        const NavData data = standing(ledge_with_lift(
            {{"height", "120"}}, {box_brush({32, -32, top + 32}, {96, 32, top + 48})}));
        EXPECT_EQ(reasons_of(data),
                  std::string("the body cannot stand on its middle where it is ") +
                      (is_high ? "high" : "low"));
        const auto dropped = std::ranges::find(data.dropped, EntityId(1), &NavDropped::entity);
        ASSERT_NE(dropped, data.dropped.end());
        EXPECT_EQ(dropped->place, Vec3(64, 0, top));
    }
}

TEST(LiftLinks, ALiftThatIsNoHigherThanAStairHasNone) {
    const NavData data = standing(ledge_with_lift({{"height", "16"}}));
    EXPECT_TRUE(links_of(data, NavLinkKind::Lift).empty());
    EXPECT_EQ(reasons_of(data), "");
}

// A lift comes up to who falls into its shaft. Beside it one falls to the floor.
TEST(LiftLinks, NobodyPlansToFallIntoAShaft) {
    const NavData data = standing(ledge_with_lift());
    int falls = 0;
    for (const NavLinkRecord& link : links_of(data, NavLinkKind::Drop)) {
        ++falls;
        EXPECT_FALSE(std::abs(link.from[1]) < 60 && std::abs(link.from[3]) < 60);
    }
    EXPECT_GE(falls, 2);
    const std::vector<NavLinkRecord> chances = links_of(data, NavLinkKind::Chance);
    EXPECT_TRUE(std::ranges::any_of(chances, [](const NavLinkRecord& link) {
        return std::abs(link.from[1]) < 60 && std::abs(link.from[3]) < 60;
    }));
}

TEST(LiftLinks, AreTheSameFromEveryExecutor) {
    const Executor two = [](std::size_t count, const std::function<void(std::size_t)>& body) {
        parallel_for(count, 2, body);
    };
    const NavData one = standing(ledge_with_lift());
    const NavData other = standing(ledge_with_lift(), two);
    ASSERT_EQ(one.links.size(), other.links.size());
    EXPECT_EQ(
        std::memcmp(one.links.data(), other.links.data(), one.links.size() * sizeof(NavLinkRecord)),
        0);
}

}  // namespace
}  // namespace halfspace::test
