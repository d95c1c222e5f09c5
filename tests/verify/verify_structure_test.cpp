// SPDX-License-Identifier: MIT
// Levels with one part of the cluster tree changed, which verify has to find.
#include "level/shared/derive.h"
#include "support/compiled_data.h"
#include "support/gated_rooms.h"
#include "support/sources.h"
#include "support/test_data.h"
#include "verify/mutants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

const World& keep() {
    static const World kWorld = *read_world(project_file("examples/levels/keep.map"));
    return kWorld;
}

LevelData keep_data() {
    return compiled_data(keep(), {.threads = 1});
}

std::vector<std::string> found_in(const LevelData& data) {
    const auto level = Level::from_data(data);
    if (!level) {
        ADD_FAILURE() << to_string(level.error());
        return {};
    }
    return differences_beside_faces(*level, keep());
}

bool any_has(const std::vector<std::string>& found, const std::string& part) {
    return std::ranges::any_of(
        found, [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

TEST(VerifyStructure, AGoodLevelHasNoDifference) {
    const auto level = Level::from_data(keep_data());
    const VerifyReport report = verify(*level, keep());
    EXPECT_EQ(report.differences, 0u);
    EXPECT_GT(report.portals, 0u);
}

TEST(VerifyStructure, AMovedCornerOfAPortalIsFound) {
    LevelData mutant = keep_data();
    mutant.portal_corners[1].x += 0.125;
    EXPECT_TRUE(
        any_has(found_in(mutant), "portal 0 is not the polygon that its two clusters share"));
}

TEST(VerifyStructure, ALostPortalIsFound) {
    LevelData mutant = keep_data();
    const std::uint32_t corners = mutant.portals.back().corner_count;
    mutant.portals.pop_back();
    mutant.portal_corners.resize(mutant.portal_corners.size() - corners);
    EXPECT_TRUE(any_has(found_in(mutant), " polygons, but of these the level has "));
}

TEST(VerifyStructure, APortalBetweenOtherClustersIsFound) {
    LevelData mutant = keep_data();
    PortalRecord& portal = mutant.portals.front();
    for (std::uint32_t c = 0; c < mutant.clusters.size(); ++c) {
        const bool is_neighbour = std::ranges::any_of(mutant.portals, [&](const PortalRecord& p) {
            return (p.cluster[0] == c || p.cluster[1] == c) &&
                   (p.cluster[0] == portal.cluster[0] || p.cluster[1] == portal.cluster[0]);
        });
        if (!is_neighbour && c != portal.cluster[0]) {
            portal.cluster[1] = c;
            break;
        }
    }
    EXPECT_TRUE(any_has(found_in(mutant), "portal 0 is not the polygon"));
}

// Without its clusters, faces and rows, as the loader requires of a leaf that becomes opaque.
void set_leaf(LevelData& level, std::size_t leaf, Contents contents) {
    level.leaves[leaf].contents = static_cast<std::uint32_t>(contents);
    level.portals.clear();
    level.portal_corners.clear();
    level.face_cluster_starts.clear();
    level.face_clusters.clear();
    level.visible_starts.clear();
    level.visible_bytes.clear();
    derive(level);
}

// The leaves of the cluster tree come last.
std::size_t last_leaf(const LevelData& level, Contents contents) {
    std::size_t leaf = level.leaves.size() - 1;
    while (static_cast<Contents>(level.leaves[leaf].contents) != contents) {
        --leaf;
    }
    return leaf;
}

TEST(VerifyStructure, ARoomThatIsCalledVoidIsFound) {
    LevelData mutant = keep_data();
    set_leaf(mutant, last_leaf(mutant, Contents::Empty), Contents::Void);
    EXPECT_TRUE(any_has(found_in(mutant), " is void, but beside it leaf "));
}

TEST(VerifyStructure, AWallThatIsCalledVoidIsFound) {
    LevelData mutant = keep_data();
    set_leaf(mutant, last_leaf(mutant, Contents::Solid), Contents::Void);
    EXPECT_TRUE(any_has(found_in(mutant), " says empty, but its volumes make a part of it solid"));
}

TEST(VerifyStructure, WhatIsOutsideAndCalledEmptyIsFound) {
    LevelData mutant = keep_data();
    set_leaf(mutant, last_leaf(mutant, Contents::Void), Contents::Empty);
    EXPECT_TRUE(any_has(found_in(mutant), " is void, but beside it leaf "));
}

TEST(VerifyStructure, AnEntityInVoidIsFound) {
    World world = keep();
    Entity& entity = world.entities.emplace_back();
    entity.keys = {{"classname", "light"}, {"origin", "as below"}};
    const auto level = Level::from_data(keep_data());
    entity.origin = level->tree_box(kWorldModel).min + Vec3{1, 1, 1};
    entity.has_origin = true;
    const std::vector<std::string> found = differences_beside_faces(*level, world);
    EXPECT_TRUE(any_has(found, ", which is void"));
}

TEST(VerifyStructure, ALevelWithoutAClusterTreeIsFound) {
    LevelData mutant = keep_data();
    set_leaf(mutant, last_leaf(mutant, Contents::Void), Contents::Void);
    mutant.cluster_roots.clear();
    mutant.clusters.clear();
    derive(mutant);
    EXPECT_TRUE(any_has(found_in(mutant), "the world has no cluster tree"));
}

class VerifyAreas : public testing::Test {
protected:
    std::vector<std::string> found() const {
        const auto level = Level::from_data(mutant_);
        if (!level) {
            ADD_FAILURE() << to_string(level.error());
            return {};
        }
        return differences_beside_faces(*level, world_);
    }

    World world_ = gated_rooms({.columns = 3, .link = GateLink::Target});
    LevelData mutant_ = compiled_data(world_, {.threads = 1});
};

TEST_F(VerifyAreas, ThatAreRightHaveNoDifference) {
    ASSERT_EQ(mutant_.area_portals.size(), 2u);
    EXPECT_EQ(found(), std::vector<std::string>());
}

TEST_F(VerifyAreas, AClusterInAnotherAreaIsFound) {
    mutant_.clusters.back().area = mutant_.clusters.back().area == 1 ? 0 : 1;
    EXPECT_TRUE(any_has(found(), "but portals make it "));
}

TEST_F(VerifyAreas, ALostAreaPortalIsFound) {
    mutant_.area_portals.pop_back();
    for (ClusterRecord& cluster : mutant_.clusters) {
        cluster.area = cluster.area == (kGateBit | 1) ? 0 : cluster.area;
    }
    EXPECT_TRUE(any_has(found(), "gates have 2 area portals, but the level has 1"));
}

TEST_F(VerifyAreas, AnAreaPortalBetweenOtherAreasIsFound) {
    AreaPortalRecord& portal = mutant_.area_portals[0];
    portal.area[1] = portal.area[1] == 1 ? 2 : 1;
    portal.area[0] = 0;
    EXPECT_TRUE(any_has(found(), "does not join the areas that its gate touches"));
}

TEST_F(VerifyAreas, AnotherDoorIsFound) {
    std::swap(mutant_.area_portals[0].model, mutant_.area_portals[1].model);
    EXPECT_TRUE(any_has(found(), "the door of area portal 0 is func_door"));
    mutant_.area_portals[1].model = kNone;
    EXPECT_TRUE(any_has(found(), "the door of area portal 1 is none"));
}

}  // namespace
}  // namespace halfspace::test
