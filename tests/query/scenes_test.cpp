// SPDX-License-Identifier: MIT
// All questions that brute force can answer, on nasty scenes and real levels.
#include "support/scenes.h"

#include "support/query_checks.h"
#include "support/repeats.h"
#include "support/scene_levels.h"
#include "support/small_level.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

namespace halfspace::test {
namespace {

void expect_no_differences(const Level& level,
                           std::size_t points,
                           std::size_t segments,
                           std::uint64_t seed) {
    const PlacedBrushes brushes(level);
    for (const CheckReport& report : {check_points(brushes, repeats(points), seed),
                                      check_segments(brushes, repeats(segments), seed + 1)}) {
        EXPECT_EQ(report.differences, 0u) << joined(report);
    }
}

TEST(LevelMadeByHand, IsAnsweredAsByBruteForce) {
    const Level level = *Level::from_bytes(write_level(small_level()), "small");
    expect_no_differences(level, 20'000, 20'000, 5);
}

using SceneParameter = std::tuple<SceneKind, SceneContents, std::uint64_t>;

class NastyScene : public testing::TestWithParam<SceneParameter> {};

TEST_P(NastyScene, IsAnsweredAsByBruteForce) {
    const auto& [kind, contents, seed] = GetParam();
    const auto level = compiled_level(make_scene(kind, scene_brushes(100), seed, contents));
    ASSERT_TRUE(level) << to_string(level.error());
    expect_no_differences(*level, 4000, 2000, seed);
}

std::string scene_name(const testing::TestParamInfo<SceneParameter>& info) {
    const auto& [kind, contents, seed] = info.param;
    return to_string(kind) + (contents == SceneContents::Mixed ? "_mixed_" : "_") +
           std::to_string(seed);
}

INSTANTIATE_TEST_SUITE_P(All,
                         NastyScene,
                         testing::Combine(testing::ValuesIn(kAllScenes),
                                          testing::Values(SceneContents::Solid,
                                                          SceneContents::Mixed),
                                          testing::Values(1)),
                         scene_name);

// Every eighth level, and a fortieth of what scripts/prove asks of every level.
TEST(RealLevels, AreAnsweredAsByBruteForce) {
    const std::vector<std::filesystem::path> paths = files_below(test_data("maps"), ".map");
    if (paths.empty()) {
        GTEST_SKIP() << "no test data";
    }
    std::size_t asked = 0;
    for (std::size_t i = 0; i < paths.size(); i += 8) {
        SCOPED_TRACE(paths[i].string());
        const auto level = compiled_brushes(paths[i]);
        if (level) {  // tests/data/expected.tsv says which do not compile
            expect_no_differences(*level, 5000, 1250, 7);
            ++asked;
        }
    }
    EXPECT_GE(asked, paths.size() / 10);
}

}  // namespace
}  // namespace halfspace::test
