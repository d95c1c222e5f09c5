// SPDX-License-Identifier: MIT
#include "halfspace/compile/compile.h"
#include "halfspace/lint/lint.h"

#include "support/gated_rooms.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace halfspace::test {
namespace {

// What the check finds in the world.
std::vector<LintFinding> found_in(const World& world) {
    const auto compiled = compile(world);
    if (!compiled) {
        ADD_FAILURE() << to_string(compiled.error().front());
        return {};
    }
    std::vector<LintFinding> findings = lint(world, *Level::from_data(compiled->level));
    std::erase_if(findings, [](const LintFinding& finding) {
        return finding.check != LintCheck::AreaPortalWithoutDoor;
    });
    return findings;
}

void forget_doors(World& world) {
    std::erase_if(world.entities, [](const Entity& entity) {
        return entity.value("classname").starts_with("func_door");
    });
}

TEST(GatesWithoutDoors, AreFoundByTheTarget) {
    World world = gated_rooms({.columns = 3, .link = GateLink::Target});
    EXPECT_TRUE(found_in(world).empty());
    forget_doors(world);
    const std::vector<LintFinding> findings = found_in(world);
    ASSERT_EQ(findings.size(), 2u);
    EXPECT_EQ(findings[0].classname, "func_areaportal");
    EXPECT_TRUE(findings[0].diagnostic.message.ends_with(
        " has no door that targets it; it is always open and hides nothing"))
        << findings[0].diagnostic.message;
    ASSERT_TRUE(findings[0].place && findings[1].place);
    EXPECT_EQ(length(*findings[0].place - *findings[1].place), kRoomPitch);
    // A trigger or a relay may close it, too.
    Entity& relay = world.entities.emplace_back();
    relay.keys = {{"classname", "trigger_relay"}, {"target", "gate1"}};
    EXPECT_EQ(found_in(world).size(), 1u);
}

TEST(GatesWithoutDoors, AreFoundByTheDoorBesideThem) {
    World world = gated_rooms({.columns = 2, .link = GateLink::Box});
    EXPECT_TRUE(found_in(world).empty());
    forget_doors(world);
    const std::vector<LintFinding> findings = found_in(world);
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].classname, "worldspawn");
    EXPECT_TRUE(findings[0].diagnostic.message.starts_with("the area portal brush "))
        << findings[0].diagnostic.message;
    ASSERT_TRUE(findings[0].place);
    EXPECT_EQ(findings[0].place->x, middle_of_doorway(0).x);
}

}  // namespace
}  // namespace halfspace::test
