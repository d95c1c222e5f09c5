// SPDX-License-Identifier: MIT
// Visibility of the portals of real levels, made by another compiler, beside that tool's averages.
#include "compile/visibility/portal_scenes.h"
#include "support/repeats.h"

namespace halfspace::test {
namespace {

struct Known {
    const char* name;
    double average;  // visible clusters of the other tool's full visibility, itself included
};
constexpr Known kKnown[] = {{"dm4", 78.65},
                            {"e1m1", 135.41},
                            {"start", 107.58},
                            {"e2m1", 98.16},
                            {"lq_e1m1", 129.02},
                            {"lq_e2m2", 89.42},
                            {"sm224_rabbit", 125.61}};

TEST(RealPortals, NoAverageIsLooserThanThatOfTheOtherTool) {
    if (portal_files().empty()) {
        GTEST_SKIP() << "no portal files";
    }
    for (const Known& known : kKnown) {
        const PortalGraph graph =
            graph_of_file(test_data("vis/" + std::string(known.name) + ".prt"));
        const Visibility full = visibility_of(graph);
        check_rows(full);
        EXPECT_LE(full.average(), known.average) << known.name;
        // A wrong clip that hides all would not be found by an upper limit.
        EXPECT_GT(full.average(), 0.97 * known.average) << known.name;
        EXPECT_GT(full.proven, full.visible * 9 / 10) << known.name;
        const Visibility fast = visibility_of(graph, {.mode = VisibilityMode::Fast});
        check_rows(fast);
        for (std::uint32_t a = 0; a < graph.cluster_count; ++a) {
            for_each_visible(
                visibility_row(full.rows(), a), graph.cluster_count, [&](std::uint32_t b) {
                    EXPECT_TRUE(sees(fast, a, b)) << known.name << " " << a << " " << b;
                });
        }
    }
}

// scripts/prove runs ten times as many: a million lines for each level.
TEST(RealPortals, NoPairAlongALineOfSightIsHidden) {
    if (portal_files().empty()) {
        GTEST_SKIP() << "no portal files";
    }
    for (const std::filesystem::path& path : portal_files()) {
        const PortalGraph graph = graph_of_file(path);
        const Visibility visibility = visibility_of(graph);
        EXPECT_EQ(hidden_pairs_on_lines(graph, visibility, repeats(100'000), 7), 0u) << path;
    }
}

}  // namespace
}  // namespace halfspace::test
