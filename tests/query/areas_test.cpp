// SPDX-License-Identifier: MIT
#include "halfspace/query/areas.h"

#include "support/compiled_data.h"
#include "support/gated_rooms.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/small_stack.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace halfspace {
namespace {

using test::GateLink;
using test::middle_of_doorway;
using test::middle_of_room;

Level rooms(std::int64_t columns, std::int64_t rows = 1) {
    return test::level_of(
        test::gated_rooms({.columns = columns, .rows = rows, .link = GateLink::Box}),
        {.bodies = {}, .threads = 1});
}

TEST(AreaAt, IsThatOfTheRoomAndNoneInAGate) {
    const Level level = rooms(3);
    std::vector<bool> is_met(area_count(level));
    ASSERT_EQ(is_met.size(), 3u);
    for (int room = 0; room < 3; ++room) {
        const auto area = area_at(level, middle_of_room(room));
        ASSERT_TRUE(area);
        EXPECT_FALSE(is_met[area->value]);
        is_met[area->value] = true;
        EXPECT_EQ(area_at(level, middle_of_room(room) + Vec3{90, 90, 50}), area);
    }
    EXPECT_EQ(area_at(level, middle_of_doorway(0)), std::nullopt);
    EXPECT_EQ(area_at(level, {0, 0, 5000}), std::nullopt);
    const auto gate = cluster_at(level, middle_of_doorway(0));
    ASSERT_TRUE(gate);
    EXPECT_EQ(gate_of(level, *gate).size(), 1u);
    EXPECT_TRUE(gate_of(level, *cluster_at(level, middle_of_room(0))).empty());
}

TEST(AreaState, HasAllOpenAtFirstAndIsAValue) {
    const Level level = rooms(3);
    AreaState state(level);
    ASSERT_EQ(state.size(), 2u);
    EXPECT_TRUE(state.is_open(AreaPortalId(0)));
    EXPECT_TRUE(state.is_open(AreaPortalId(1)));
    AreaState other = state;
    other.set_open(AreaPortalId(1), false);
    EXPECT_TRUE(state.is_open(AreaPortalId(1)));
    EXPECT_FALSE(other.is_open(AreaPortalId(1)));
    EXPECT_NE(state, other);
    other.set_open(AreaPortalId(1), true);
    EXPECT_EQ(state, other);
}

TEST(AreaState, OfALevelWithoutAreaPortalsIsEmpty) {
    const Level level;
    const AreaState state(level);
    EXPECT_EQ(state.size(), 0u);
    EXPECT_EQ(area_count(level), 0u);
}

// Which areas a walk from one of them meets.
std::vector<bool> reached_from(const AreaState& state, std::uint32_t area) {
    const auto portals = state.level().area_portals();
    std::vector<bool> is_reached(area_count(state.level()));
    is_reached[area] = true;
    for (std::size_t round = 0; round < is_reached.size(); ++round) {
        for (std::uint32_t p = 0; p < portals.size(); ++p) {
            const auto [a, b] = portals[p].area;
            if (state.is_open(AreaPortalId(p)) && is_reached[a] != is_reached[b]) {
                is_reached[a] = true;
                is_reached[b] = true;
            }
        }
    }
    return is_reached;
}

TEST(AreasConnected, AreThoseThatOpenAreaPortalsJoin) {
    const Level level = rooms(4, 3);
    AreaState state(level);
    ASSERT_EQ(state.size(), 17u);
    test::Random random(1);
    std::size_t apart = 0;
    for (std::size_t round = 0; round < test::repeats(300); ++round) {
        for (std::uint32_t p = 0; p < state.size(); ++p) {
            state.set_open(AreaPortalId(p), random.one_in(2));
        }
        for (std::uint32_t a = 0; a < 12; ++a) {
            const std::vector<bool> is_reached = reached_from(state, a);
            for (std::uint32_t b = 0; b < 12; ++b) {
                ASSERT_EQ(areas_connected(state, AreaId(a), AreaId(b)), is_reached[b]);
                apart += is_reached[b] ? 0 : 1;
            }
        }
    }
    EXPECT_GT(apart, 0u);
}

TEST(AreasConnected, OfAGateAreThoseOfAllItsAreas) {
    const Level level = rooms(3);
    AreaState state(level);
    const auto cluster = [&](const Vec3& point) { return cluster_at(level, point).value(); };
    const ClusterId room[3] = {
        cluster(middle_of_room(0)), cluster(middle_of_room(1)), cluster(middle_of_room(2))};
    const ClusterId gate = cluster(middle_of_doorway(0));
    EXPECT_TRUE(areas_connected(state, room[0], room[2]));
    for (std::uint32_t p = 0; p < 2; ++p) {
        state.set_open(AreaPortalId(p), false);
    }
    EXPECT_FALSE(areas_connected(state, room[0], room[1]));
    EXPECT_TRUE(areas_connected(state, gate, room[0]));
    EXPECT_TRUE(areas_connected(state, room[1], gate));
    EXPECT_FALSE(areas_connected(state, gate, room[2]));
    EXPECT_TRUE(areas_connected(state, gate, cluster(middle_of_doorway(1))));
}

TEST(AreaState, AllocatesNothingOnceItIsMade) {
#ifdef HALFSPACE_HAS_LARGE_FRAMES
    GTEST_SKIP() << "sanitizers have a memory of their own";
#endif
    const Level level = rooms(3);
    AreaState state(level);
    std::size_t joined = 0;
    const test::Taken taken = test::taken_by([&] {
        for (int i = 0; i < 8; ++i) {
            state.set_open(AreaPortalId(0), (i & 1) != 0);
            joined += areas_connected(state, AreaId(0), AreaId(1)) ? 1 : 0;
        }
    });
    EXPECT_EQ(joined, 4u);
    EXPECT_EQ(taken.allocations, 0u);
}

}  // namespace
}  // namespace halfspace
