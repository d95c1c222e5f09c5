// SPDX-License-Identifier: MIT
// Visibility of the portals of real levels, made by another compiler, beside that tool's averages.
#include "compile/visibility/line_walker.h"
#include "compile/visibility/portal_scenes.h"
#include "support/repeats.h"

namespace halfspace::test {
namespace {

struct Known {
    const char* name;
    double average;  // visible clusters of the other tool's full visibility, itself included
};

class RealPortals : public testing::TestWithParam<Known> {
protected:
    void SetUp() override {
        path_ = test_data("vis/" + std::string(GetParam().name) + ".prt");
        if (path_.empty()) {
            GTEST_SKIP() << "no portal file";
        }
    }
    std::filesystem::path path_;
};

TEST_P(RealPortals, TheAverageIsNoLooserThanThatOfTheOtherTool) {
    const PortalGraph graph = graph_of_file(path_);
    const Visibility full = visibility_of(graph);
    check_rows(full);
    EXPECT_LE(full.average(), GetParam().average);
    // A wrong clip that hides much would not be found by an upper limit.
    EXPECT_GT(full.average(), 0.97 * GetParam().average);
    EXPECT_GT(full.proven, full.visible * 9 / 10);
    const Visibility fast = visibility_of(graph, {.mode = VisibilityMode::Fast});
    check_rows(fast);
    for (std::uint32_t a = 0; a < graph.cluster_count; ++a) {
        for_each_visible(visibility_row(full.rows(), a), graph.cluster_count, [&](std::uint32_t b) {
            EXPECT_TRUE(sees(fast, a, b)) << a << " " << b;
        });
    }
}

// scripts/prove runs ten times as many: a million lines for each level.
TEST_P(RealPortals, NoPairAlongALineOfSightIsHidden) {
    const PortalGraph graph = graph_of_file(path_);
    const Visibility visibility = visibility_of(graph);
    EXPECT_EQ(hidden_pairs_on_lines(graph, visibility, repeats(100'000), 7), 0u);
}

INSTANTIATE_TEST_SUITE_P(All,
                         RealPortals,
                         testing::Values(Known{"dm4", 78.65},
                                         Known{"e1m1", 135.41},
                                         Known{"start", 107.58},
                                         Known{"e2m1", 98.16},
                                         Known{"lq_e1m1", 129.02},
                                         Known{"lq_e2m2", 89.42},
                                         Known{"sm224_rabbit", 125.61}),
                         [](const auto& about) { return std::string(about.param.name); });

}  // namespace
}  // namespace halfspace::test
