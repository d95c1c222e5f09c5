// SPDX-License-Identifier: MIT
// What the loader says of areas that break a rule. Other rules of clusters: check_fields_test.cpp.
#include "halfspace/level/level.h"

#include "support/compiled_data.h"
#include "support/gated_rooms.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

// Three areas and two gates.
const LevelData& rooms_data() {
    static const LevelData kData =
        compiled_data(gated_rooms({.columns = 3, .link = GateLink::Box}), {.threads = 1});
    return kData;
}

template <class Change>
std::string error_with(const Change& change) {
    LevelData data = rooms_data();
    change(data);
    const auto level = Level::from_data(data);
    return level ? "no error" : level.error().message;
}

std::uint32_t first_cluster(bool is_in_gate) {
    const auto& clusters = rooms_data().clusters;
    const auto found = std::ranges::find_if(clusters, [&](const ClusterRecord& cluster) {
        return ((cluster.area & kGateBit) != 0) == is_in_gate;
    });
    return static_cast<std::uint32_t>(found - clusters.begin());
}

bool says(const std::string& error, const std::string& part) {
    return error.find(part) != std::string::npos;
}

TEST(CheckClusters, TakesTheLevelAsItIs) {
    EXPECT_EQ(error_with([](LevelData&) {}), "no error");
    ASSERT_EQ(rooms_data().area_portals.size(), 2u);
}

TEST(CheckClusters, RefusesAreasThatAreNotNumberedInOrder) {
    const std::string expected = "areas are not numbered in order";
    EXPECT_TRUE(says(error_with([](LevelData& d) { d.clusters[first_cluster(false)].area = 1; }),
                     expected));
    EXPECT_TRUE(says(error_with([](LevelData& d) { d.clusters.back().area = 3000; }), expected));
}

TEST(CheckClusters, RefusesAGateThatIsNotThere) {
    const std::string expected = "it is in a gate without area portals";
    for (const std::uint32_t gate : {2u, ~kGateBit}) {
        EXPECT_TRUE(says(error_with([&](LevelData& d) {
                             d.clusters[first_cluster(true)].area = kGateBit | gate;
                         }),
                         expected));
    }
    EXPECT_TRUE(says(
        error_with([](LevelData& d) { d.area_portals = {{{0, 1}, kNone, 0}, {{0, 2}, kNone, 0}}; }),
        expected));  // record 1 begins no gate
}

TEST(CheckClusters, RefusesAreaPortalsThatDoNotJoinTwoAreas) {
    const std::string expected = "it does not join two areas, the lower one first";
    for (const auto& [a, b] : {std::pair{1u, 1u}, {1u, 0u}, {0u, 3u}, {kNone, kNone}}) {
        EXPECT_TRUE(says(error_with([&](LevelData& d) {
                             d.area_portals[0].area[0] = a;
                             d.area_portals[0].area[1] = b;
                         }),
                         expected));
    }
}

TEST(CheckClusters, RefusesAreaPortalsOutOfOrder) {
    const std::string expected = "the area portals of gates are not in order";
    const auto with = [](std::vector<AreaPortalRecord> portals) {
        return error_with([&](LevelData& d) {
            d.area_portals = portals;
            for (ClusterRecord& cluster : d.clusters) {
                cluster.area = (cluster.area & kGateBit) != 0 ? kGateBit : cluster.area;
            }
        });
    };
    EXPECT_EQ(with({{{0, 1}, kNone, 0}, {{0, 2}, kNone, 0}}), "no error");
    EXPECT_EQ(with({{{0, 1}, kNone, 0}, {{0, 1}, kNone, 1}}), "no error");
    EXPECT_TRUE(says(with({{{0, 1}, kNone, 1}}), expected));
    EXPECT_TRUE(says(with({{{0, 1}, kNone, 0}, {{0, 2}, kNone, 2}}), expected));
    EXPECT_TRUE(says(with({{{0, 1}, kNone, 0}, {{0, 1}, kNone, 0}}), expected));
    EXPECT_TRUE(says(with({{{0, 2}, kNone, 0}, {{0, 1}, kNone, 0}}), expected));
    EXPECT_TRUE(says(with({{{0, 2}, kNone, 0}, {{1, 2}, kNone, 0}}), expected));
}

TEST(CheckClusters, RefusesAreaPortalsWithoutAClusterTree) {
    LevelData data = small_level();
    data.area_portals = {{{0, 1}, kNone, 0}};
    const auto level = Level::from_data(data);
    ASSERT_FALSE(level);
    EXPECT_TRUE(says(level.error().message, "'area_portals': there is no cluster tree"));
}

}  // namespace
}  // namespace halfspace::test
