// SPDX-License-Identifier: MIT
// A mover that walks at random stands on the navigation mesh, wherever it goes.
#include "support/floor_walks.h"
#include "support/nav_levels.h"
#include "support/repeats.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace halfspace::test {
namespace {

void check_walks(const std::filesystem::path& path) {
    SCOPED_TRACE(path.filename().string());
    const auto level = map_with_navigation(path);
    ASSERT_TRUE(level.has_value());
    for (const FloorWalker walker : {FloorWalker::Player, FloorWalker::Large}) {
        const FloorWalkReport walks = check_floor(*level, repeats(20'000), 5, walker);
        EXPECT_EQ(walks.report.differences, 0u) << joined(walks.report);
        EXPECT_GT(walks.report.queries, repeats(20'000) / 10);
        EXPECT_GT(walks.moves, repeats(20'000) / 10);
        EXPECT_EQ(walks.strays.size(), 0u);
        EXPECT_LE(walks.falls_elsewhere, 3 + walks.falls / 3);
    }
}

TEST(WalkedFloor, IsTheMeshOfExamples) {
    for (const char* const name : {"keep.map", "station.map", "arena.map", "cistern.map"}) {
        check_walks(project_file(std::string("examples/levels/") + name));
    }
}

TEST(WalkedFloor, IsTheMeshOfRealLevels) {
    for (const char* const name : {"id1/dm4.map", "id1/e1m1.map", "librequake/lq_e1m1.map"}) {
        const std::filesystem::path path = test_data(std::string("maps/") + name);
        if (path.empty()) {
            GTEST_SKIP() << "no real levels";
        }
        check_walks(path);
    }
}

}  // namespace
}  // namespace halfspace::test
