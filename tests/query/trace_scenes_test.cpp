// SPDX-License-Identifier: MIT
// Traces against brute force over grown brushes, on nasty scenes and real levels.
#include "support/repeats.h"
#include "support/scene_levels.h"
#include "support/scenes.h"
#include "support/sweep_checks.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

namespace halfspace::test {
namespace {

void expect_no_differences(const Level& level, std::size_t sweeps, std::uint64_t seed) {
    for (std::uint32_t s = 0; s < level.spaces().size(); ++s) {
        const SpaceId space(s);
        SCOPED_TRACE("space " + std::to_string(s));
        const Oracle oracle = Oracle::of_space(level, space);
        const CheckReport swept = check_sweeps(level, space, oracle, repeats(sweeps), seed + s);
        EXPECT_EQ(swept.differences, 0u) << joined(swept);
        const MoveReport moved = check_moves(level, space, oracle, repeats(sweeps), seed + s);
        EXPECT_EQ(moved.report.differences, 0u) << joined(moved.report);
        EXPECT_EQ(moved.stuck, 0u);
    }
}

using SceneParameter = std::tuple<SceneKind, SceneContents, Collision>;

class SweptScene : public testing::TestWithParam<SceneParameter> {};

TEST_P(SweptScene, IsMetAsByBruteForce) {
    const auto& [kind, contents, collision] = GetParam();
    const auto level = compiled_level(make_scene(kind, scene_brushes(60), 1, contents), collision);
    ASSERT_TRUE(level) << to_string(level.error());
    expect_no_differences(*level, 300, 11);
}

std::string scene_name(const testing::TestParamInfo<SceneParameter>& info) {
    const auto& [kind, contents, collision] = info.param;
    return to_string(kind) + (contents == SceneContents::Mixed ? "_mixed" : "_solid") +
           (collision == Collision::Onion ? "_onion" : "_separate");
}

INSTANTIATE_TEST_SUITE_P(All,
                         SweptScene,
                         testing::Combine(testing::ValuesIn(kAllScenes),
                                          testing::Values(SceneContents::Mixed),
                                          testing::Values(Collision::Onion, Collision::Separate)),
                         scene_name);
INSTANTIATE_TEST_SUITE_P(Solid,
                         SweptScene,
                         testing::Combine(testing::ValuesIn(kAllScenes),
                                          testing::Values(SceneContents::Solid),
                                          testing::Values(Collision::Onion)),
                         scene_name);

TEST(RealLevels, AreSweptAsByBruteForce) {
    for (const char* const name : {"maps/id1/dm4.map", "maps/id1/e1m1.map"}) {
        SCOPED_TRACE(name);
        const std::filesystem::path path = test_data(name);
        if (path.empty()) {
            GTEST_SKIP() << "no test data";
        }
        for (const Collision collision : {Collision::Onion, Collision::Separate}) {
            const auto level = compiled_brushes(path, collision);
            ASSERT_TRUE(level) << to_string(level.error());
            expect_no_differences(*level, 2000, 7);
        }
    }
}

}  // namespace
}  // namespace halfspace::test
