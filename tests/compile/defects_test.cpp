// SPDX-License-Identifier: MIT
// Small levels that once came out wrong.
#include "halfspace/verify/verify.h"

#include "support/sources.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <string>

namespace halfspace::test {
namespace {

class Defect : public testing::TestWithParam<const char*> {};

TEST_P(Defect, CompilesAndVerifiesWithinTheTolerance) {
    const auto path = test_data("defects/" + std::string(GetParam()) + ".map");
    if (path.empty()) {
        GTEST_SKIP() << "no test data";
    }
    const auto world = read_world(path);
    ASSERT_TRUE(world) << to_string(world.error());
    const auto compiled = compile(*world);
    ASSERT_TRUE(compiled) << to_string(compiled.error().front());
    const auto level = Level::from_data(compiled->level);
    ASSERT_TRUE(level) << to_string(level.error());
    const VerifyReport report = verify(*level, *world);
    EXPECT_EQ(report.differences, 0u) << report.details.front();
    EXPECT_LE(report.largest_displacement, 0.5 / 64);
}

INSTANTIATE_TEST_SUITE_P(Levels,
                         Defect,
                         testing::Values("sliver_cuts_ramp", "verify_lacks_side"),
                         [](const auto& level) { return std::string(level.param); });

// Its planes go through points 10^8 units away and are taken. Two of its sides look the wrong way,
// so that nothing lies behind all of them.
TEST(PlanesThroughFarPoints, AreNoRangeError) {
    const auto path = test_data("defects/far_points.map");
    if (path.empty()) {
        GTEST_SKIP() << "no test data";
    }
    const auto world = read_world(path);
    ASSERT_TRUE(world);
    const auto compiled = compile(*world);
    ASSERT_FALSE(compiled);
    EXPECT_TRUE(compiled.error().front().message.ends_with(
        " is empty: sides 0 and 1 face each other; turn them round, or delete the brush"))
        << compiled.error().front().message;
}

}  // namespace
}  // namespace halfspace::test
